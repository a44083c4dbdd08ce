"""Nouns and questions come from what people wrote as headings and columns."""

from __future__ import annotations

from execution_agents.ingest.proposal.asking import head_nouns, questions_to_try
from execution_agents.ingest.proposal.folder import FolderSeen


def test_nouns_and_questions_come_from_the_headings(seen: FolderSeen) -> None:
    assert head_nouns(seen) == ["점검"]
    questions = questions_to_try(seen)
    assert "여과 설비 점검을 알려줘" in questions
    assert "필터의 값은?" in questions
    assert not any("reset" in question for question in questions)
