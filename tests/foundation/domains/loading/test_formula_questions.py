"""`formula_questions.jsonl` is joined to the formulas, or each mistake is named by its line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from foundation.domains.loading.formula_questions import FILE, with_questions
from foundation.domains.loading.loader import load_pack, shipped_packs

FORMULAS = load_pack(shipped_packs() / "water_treatment").formulas


def write(folder: Path, *entries: object) -> Path:
    """A folder whose file holds these lines."""
    (folder / FILE).write_text("\n".join(one if isinstance(one, str) else json.dumps(one) for one in entries), "utf-8")
    return folder


def test_without_the_file_formulas_have_no_questions(tmp_path: Path) -> None:
    formulas, mistakes = with_questions(tuple(one.model_copy(update={"questions": ()}) for one in FORMULAS), tmp_path)
    assert not mistakes and not any(one.questions for one in formulas)


def test_questions_stand_with_their_formula(tmp_path: Path) -> None:
    asked = {"formula": "cake_days", "questions": ["how long until it is full"], "other_questions": ["who takes it"]}
    formulas, mistakes = with_questions(FORMULAS, write(tmp_path, asked, ""))
    found = next(one for one in formulas if one.name == "cake_days")
    assert not mistakes
    assert (found.questions, found.other_questions) == (("how long until it is full",), ("who takes it",))


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ({"formula": "cake_day", "questions": ["how long"]}, "no formula `cake_day`"),
        ({"formula": "cake_days", "questions": ["how long"]}, "`cake_days` has its questions above"),
        ({"formula": "ct_value", "questions": []}, "questions: Tuple should have at least 1 item"),
        ({"formula": "ct_value", "questions": ["how long"], "answer": "x"}, "answer: Extra inputs are not permitted"),
        ("{no json", "no JSON"),
    ],
)
def test_a_mistake_names_its_line_and_the_rest_is_read(tmp_path: Path, line: object, says: str) -> None:
    first = {"formula": "cake_days", "questions": ["how long until it is full"]}
    formulas, mistakes = with_questions(FORMULAS, write(tmp_path, first, line))
    [mistake] = mistakes
    assert (mistake.file, mistake.line) == (FILE, 2) and says in str(mistake)
    assert next(one for one in formulas if one.name == "cake_days").questions == ("how long until it is full",)
