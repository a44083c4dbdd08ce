"""Questions of the folders: read from any file, graded by what the answer says and cites."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluations.folders.made import FOLDERS
from evaluations.folders.measured import QUESTIONS, Question, graded, read_questions
from foundation.contracts.errors import WrongUse


@pytest.mark.parametrize("name", ["questions.jsonl", "questions-2.jsonl"])
def test_each_set_asks_thirty_of_each_folder(name: str) -> None:
    asked = [one.folder for one in read_questions(QUESTIONS.with_name(name))]
    assert {folder: asked.count(folder) for folder in FOLDERS} == dict.fromkeys(FOLDERS, 30)


def test_questions_of_another_file_are_read(tmp_path: Path) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text('{"folder": "guide", "question": "What is it?", "any": ["5"]}\n\n', encoding="utf-8")
    assert read_questions(path) == [Question("guide", "What is it?", ["5"])]


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("{", "mine.jsonl:2 is no question"),
        ('{"folder": "guide", "asked": "?"}', "mine.jsonl:2 is no question"),
        (
            '{"folder": "cellar", "question": "?"}',
            "mine.jsonl:2 names the folder 'cellar'; statutes, guide, trades are",
        ),
    ],
)
def test_a_line_that_is_no_question_is_named(tmp_path: Path, line: str, says: str) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text(f'{{"folder": "guide", "question": "?"}}\n{line}\n', encoding="utf-8")
    with pytest.raises(WrongUse, match=says):
        read_questions(path)


def test_an_answer_without_a_citation_is_refused_and_right_where_there_is_none() -> None:
    answered: dict[str, object] = {"content": "It is **5**.", "citations": [1]}
    silent: dict[str, object] = {"content": "Not in the data.", "citations": ()}
    asked, nothing = Question("guide", "?", any=["6", "is 5"]), Question("guide", "?", refuse=True)
    assert [graded(one, final) for one in (asked, nothing) for final in (answered, silent)] == [
        "right",
        "refused",
        "wrong",
        "right",
    ]
