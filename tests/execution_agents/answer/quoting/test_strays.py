"""A follow-up is answered by what speaks of its own words."""

from __future__ import annotations

import pytest

from execution_agents.answer.evidence.passages import Asked, Passage, Sentence
from execution_agents.answer.quoting.strays import speaks_of_none
from foundation.language.wanted.asking import wanted


def test_when_inside_a_clause_asks_for_no_time() -> None:
    assert "time" not in wanted("can the landlord say no when i want to renew").asked
    assert "time" in wanted("so when am i out").asked


@pytest.mark.parametrize(
    ("own", "strays"), [("부가세 별도인가?", True), ("보증금 별도인가?", False), ("별도인가?", False)]
)
def test_none_of_the_added_words_stands_where_the_answer_is(own: str, strays: bool) -> None:
    passage = Passage(1, "중개보수", "보증금에 따라 정한다.")
    best = Sentence(1, 0, "상한 안에서 협의한다.", 0.5, 1.0, mean_coverage=0.5)
    assert speaks_of_none(best, passage, Asked("중개보수와 관련해", own=own), wanted(own)) is strays
