"""Reads `formula_questions.jsonl`: how people ask for what a pack's formulas work out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from foundation.domains.loading.json_lines import read_json_lines
from foundation.domains.loading.mistakes import Mistake
from foundation.domains.schema.formulas import Formula, FormulaQuestions

FILE = "formula_questions.jsonl"
_REMEDY = 'write {"formula": "…", "questions": ["…"], "other_questions": ["…"]} on one line'


def with_questions(formulas: Sequence[Formula], folder: Path) -> tuple[tuple[Formula, ...], list[Mistake]]:
    """The formulas with the questions that the folder's file has for them, and what is wrong with the file."""
    read = read_json_lines(folder / FILE, FormulaQuestions, ("formula with its questions", _REMEDY))
    mistakes, names = read.mistakes, {one.name for one in formulas}
    held: dict[str, FormulaQuestions] = {}
    for number, one in read.entries:
        if one.formula not in names:
            known = ", ".join(sorted(names)) or "none"
            mistakes.append(
                Mistake(FILE, number, f"the pack has no formula `{one.formula}`", f"name one of them: {known}")
            )
        elif one.formula in held:
            mistakes.append(
                Mistake(FILE, number, f"`{one.formula}` has its questions above", "put all of them on one line")
            )
        else:
            held[one.formula] = one
    return tuple(_asked(one, held.get(one.name)) for one in formulas), mistakes


def _asked(formula: Formula, asked: FormulaQuestions | None) -> Formula:
    if asked is None:
        return formula
    return formula.model_copy(update={"questions": asked.questions, "other_questions": asked.other_questions})
