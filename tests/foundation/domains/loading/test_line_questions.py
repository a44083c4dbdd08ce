"""`line_questions.jsonl` is read whole, or each mistake is named by its line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from foundation.domains.loading.line_questions import FILE, LinesRead, read_line_questions


def pack(folder: Path, *lines: object) -> Path:
    """A folder with one document and these lines."""
    (folder / "documents").mkdir()
    (folder / "documents" / "a.md").write_text(
        "# Boat\n\nThe key lies in the office.\n\n| what | when |\n| --- | --- |\n| Engine | 50 hours |\n", "utf-8"
    )
    texts = [one if isinstance(one, str) else json.dumps(one, ensure_ascii=False) for one in lines]
    (folder / FILE).write_text("\n".join(texts), "utf-8")
    return folder


def entry(line: str, **more: object) -> dict[str, object]:
    """One entry of the document."""
    return {"document": "documents/a.md", "heading": "Boat", "line": line, "questions": ["where is it"], **more}


def test_a_pack_without_the_file_has_none(tmp_path: Path) -> None:
    assert read_line_questions(tmp_path) == LinesRead()


def test_sentences_and_rows_of_tables_are_found_in_their_document(tmp_path: Path) -> None:
    found = read_line_questions(pack(tmp_path, entry("The key lies in the office."), "", entry("Engine | 50 hours")))
    assert not found.mistakes and not found.misplaced
    assert [one.line for one in found.lines] == ["The key lies in the office.", "Engine | 50 hours"]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (entry("The key lies in the harbour."), "does not hold `The key lies in the harbour.`"),
        (entry("The key", document="documents/b.md"), "there is no document `documents/b.md`"),
        (entry("The key", document="../../etc/passwd"), "there is no document `../../etc/passwd`"),
        (entry("The key", document="a\0b"), "there is no document"),
        (entry("The key", document="가" * 200), "there is no document"),
        (entry("The key", questions=[]), "questions: Tuple should have at least 1 item"),
        (entry("The key", answer="x"), "answer: Extra inputs are not permitted"),
        ("{no json", "no JSON"),
        ("[" * 100_000, "no JSON"),
    ],
)
def test_a_mistake_names_its_line(tmp_path: Path, line: object, says: str) -> None:
    found = read_line_questions(pack(tmp_path, entry("The key lies in the office."), line))
    [mistake] = [*found.mistakes, *found.misplaced]
    assert (mistake.file, mistake.line) == (FILE, 2)
    assert says in str(mistake)
    assert len(found.lines) == 1


def test_a_file_that_is_no_text_is_one_mistake(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"\xff\xfe\x00x")
    found = read_line_questions(tmp_path)
    assert found.lines == ()
    assert "not UTF-8" in str(found.mistakes[0])


def test_a_line_that_its_document_no_longer_holds_is_left_out(tmp_path: Path) -> None:
    found = read_line_questions(pack(tmp_path, entry("The key lies in the harbour."), entry("Engine | 50 hours")))
    assert [one.line for one in found.lines] == ["Engine | 50 hours"]
