"""Sentences of answers that people edited, against the passages of their turn: counted by why they are marked."""

from __future__ import annotations

import json
from pathlib import Path

from evaluations.faithfulness.edited import checked, edited_answers, edited_rows

PASSAGE = {"id": "p", "title": "Lake", "text": "The lake is 40 metres deep. Swimming is allowed in summer."}


def written(folder: Path, *answers: tuple[str, str]) -> Path:
    turns = [
        {"question": "How deep?", "rewrite": None, "answerability": kind, "answer": text, "contexts": [{"id": "p"}]}
        for kind, text in answers
    ]
    (folder / "mtrag").mkdir()
    (folder / "mtrag" / "passages.jsonl").write_text(json.dumps(PASSAGE), "utf-8")
    conversation = {"conversation": 1, "turns": turns}
    (folder / "mtrag" / "conversations.jsonl").write_text(json.dumps(conversation), "utf-8")
    return folder


def test_only_answers_that_say_something_are_counted(tmp_path: Path) -> None:
    data = written(
        tmp_path, ("ANSWERABLE", "The lake is 40 metres deep."), ("UNANSWERABLE", "I'm sorry, I don't know.")
    )
    assert [one.answer for one in edited_answers(data)] == ["The lake is 40 metres deep."]


def test_a_sentence_the_passage_contradicts_is_counted_once_by_why(tmp_path: Path) -> None:
    data = written(tmp_path, ("ANSWERABLE", "The lake is 50 metres deep. Swimming is allowed in summer."))
    [row] = [one for one in edited_rows(data) if one.answers]
    assert {name: share.hits for name, share in row.marked.items() if share.hits} == {"figures": 1, "any": 1}
    assert row.marked["any"].of == 2
    assert [one.why for one in checked(next(edited_answers(data)))[1]] == ["figures"]


def test_without_the_set_there_are_no_rows(tmp_path: Path) -> None:
    assert edited_rows(tmp_path) == []
