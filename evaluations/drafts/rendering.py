"""Fills a draft from the prompt it answers: markers, cells of rows, and figures computed over them.

So figures and numbers of evidence follow the tables, also when these change.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from evaluations.drafts.reading import CLOSING, OPENING, Case

LINE = re.compile(r"^자료 (\d+) \| .*$", re.MULTILINE)
_PLACE = re.compile(r"\{(#?)(\w+)\}")
_NUMBER = r"\d[\d,]*(?:\.\d+)?"
_KOREAN = re.compile(rf"(?:({_NUMBER})\s?억)?\s?(?:({_NUMBER})\s?만)?")
_MILLION = re.compile(rf"({_NUMBER})\s?million")
_PLAIN = re.compile(_NUMBER)
EOK, MAN, MILLION, BILLION = 100_000_000, 10_000, 1_000_000, 1_000_000_000


class Void(Exception):
    """A case whose evidence, cell or figure is not there."""


@dataclass
class Prompts:
    """The evidence one case was shown, over all its prompts."""

    lines: dict[int, str] = field(default_factory=dict[int, str])
    """Number -> line. What a strict prompt no longer shows keeps the number it had in the first."""

    def take(self, prompt: str) -> None:
        """One more prompt."""
        for found in LINE.finditer(prompt):
            self.lines.setdefault(int(found[1]), found[0])

    def number(self, pattern: str) -> int:
        """The number of the first line this expression finds. Raises Void."""
        for number, line in sorted(self.lines.items()):
            if re.search(pattern, line):
                return number
        raise Void(f"no evidence is {pattern}")

    def cell(self, pattern: str, column: str) -> str:
        """The value of a row's column, as its line shows it. Raises Void."""
        line = self.lines[self.number(pattern)]
        found = re.search(rf"(?:, |\| ){re.escape(column)} (.+?)(?=, |$)", line)
        if found is None:
            raise Void(f"no column {column} in {line[:80]}")
        return found[1]


def rendered(case: Case, text: str, prompts: Prompts) -> str:
    """A draft with markers and values, its wrong words still bracketed. Raises Void."""
    cells = {name: prompts.cell(case.evidence[source], column) for name, (source, column) in case.cells.items()}
    numbers = {name: number_in(value) for name, value in cells.items()}
    values = {**cells, **{name: _written(evaluated(expression, numbers), form)
                          for name, (expression, form) in case.computed.items()}}  # fmt: skip

    def place(found: re.Match[str]) -> str:
        known = case.evidence if found[1] else values
        if found[2] not in known:
            raise Void(f"{found[0]} stands for nothing")
        return str(prompts.number(known[found[2]])) if found[1] else known[found[2]]

    return _PLACE.sub(place, text)


def shown(draft: str) -> str:
    """A draft as the model writes it."""
    return draft.replace(OPENING, "").replace(CLOSING, "")


def wrong_words(draft: str) -> list[str]:
    """What stands in its brackets."""
    return re.findall(rf"{OPENING}(.*?){CLOSING}", draft, re.DOTALL)


def number_in(text: str) -> float:
    """The number of a cell: 6억 7,966만원 and ₩728.9 million are read whole. Raises Void."""
    korean = next((found for found in _KOREAN.finditer(text) if found[1] or found[2]), None)
    if korean is not None:
        return _float(korean[1] or "0") * EOK + _float(korean[2] or "0") * MAN
    million = _MILLION.search(text)
    if million is not None:
        return _float(million[1]) * MILLION
    plain = _PLAIN.search(text)
    if plain is None:
        raise Void(f"no number in {text}")
    return _float(plain[0])


def evaluated(expression: str, numbers: Mapping[str, float]) -> float:
    """An expression over cells: + - * / and near(a, n), the next multiple of n. Raises Void for anything else."""

    def value(node: ast.expr) -> float:
        match node:
            case ast.Constant(value=int() | float() as number):
                return float(number)
            case ast.Name(id=name) if name in numbers:
                return numbers[name]
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return value(left) + value(right)
            case ast.BinOp(left=left, op=ast.Sub(), right=right):
                return value(left) - value(right)
            case ast.BinOp(left=left, op=ast.Mult(), right=right):
                return value(left) * value(right)
            case ast.BinOp(left=left, op=ast.Div(), right=right):
                return value(left) / value(right)
            case ast.Call(func=ast.Name(id="near"), args=[what, multiple]):
                step = value(multiple)
                return round(value(what) / step) * step
            case _:
                raise Void(f"{expression} is no sum over the cells")

    return value(ast.parse(expression, mode="eval").body)


def _written(value: float, form: str) -> str:
    forms: Mapping[str, Callable[[float], str]] = {
        "won": _won,
        "man": lambda amount: f"{round(amount / MAN):,}만원",
        "billion": lambda amount: f"₩{amount / BILLION:.2f} billion",
        "one": lambda amount: f"{amount:.1f}",
        "int": lambda amount: f"{round(amount)}",
    }
    if form not in forms:
        raise Void(f"{form} is no way to write a figure")
    return forms[form](value)


def _won(amount: float) -> str:
    eok, man = divmod(round(amount / MAN), EOK // MAN)
    parts = [f"{eok:,}억"] if eok else []
    parts += [f"{man:,}만"] if man else []
    return f"{' '.join(parts)}원" if parts else f"{round(amount):,}원"


def _float(digits: str) -> float:
    return float(digits.replace(",", ""))
