"""What lies in a folder, and what is left out and why."""

from __future__ import annotations

from pathlib import Path

import pytest

from execution_agents.ingest.proposal.asking import questions_to_try
from execution_agents.ingest.proposal.folder import FolderSeen, folder_seen
from foundation.contracts.errors import NothingToIngest
from tests.execution_agents.ingest.proposal.conftest import nobody


def test_what_can_be_read_is_seen_and_the_rest_named(seen: FolderSeen) -> None:
    assert [one.file for one in seen.documents] == ["manual.md"]
    assert [one.name for one in seen.tables] == ["prices"]
    assert sorted(one.file for one in seen.left_out) == ["broken.pdf", "photo.png"]
    assert seen.language == "ko"


def test_a_folder_with_nothing_readable_says_what_to_put_there(tmp_path: Path) -> None:
    (tmp_path / "photo.png").write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(20))
    with pytest.raises(NothingToIngest, match="put Markdown, text, HTML, PDF, Word or Excel"):
        folder_seen(tmp_path, nobody)


def test_the_language_is_that_of_most_letters_of_the_documents(tmp_path: Path) -> None:
    english = "# Workshop\n\n## Opening hours\n\nThe workshop is open Monday to Friday from 09:00 to 18:30.\n"
    korean = "# 출장 여비\n\n## 제1조 숙박비\n\n숙박비는 하루 9만원까지 지급한다.\n"
    (tmp_path / "hours.md").write_text(english * 3, encoding="utf-8")
    (tmp_path / "travel.md").write_text(korean, encoding="utf-8")
    (tmp_path / "stock.csv").write_text("품목,수량,비고\n" + "목공풀,3,창고 안쪽 선반\n" * 40, encoding="utf-8")
    seen = folder_seen(tmp_path, nobody)
    assert seen.language == "en", "one short Korean rule among English pages"
    assert {one.file: one.language for one in seen.documents} == {"hours.md": "en", "travel.md": "ko"}
    questions = questions_to_try(seen)
    assert "What does it say about Opening hours?" in questions
    assert "출장 여비를 알려줘" in questions
    (tmp_path / "hours.md").unlink()
    assert folder_seen(tmp_path, nobody).language == "ko"
