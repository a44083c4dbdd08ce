"""The result of a formula in words: the first sentence, and the calculation line by line with its figures filled in."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal

from execution_agents.analysis.formulas.values import value_words
from foundation.domains.formulas.expressions import number_of, parsed, worked_out
from foundation.domains.formulas.working import HUNDRED, NO_BOUND, Result, Worked
from foundation.domains.schema.declared import Text
from foundation.domains.schema.formulas import Formula, FormulaInput, Watch
from foundation.domains.schema.pack import Pack

PENDING: Mapping[str, str] = {
    "ko": "{day}부터 규정이 바뀝니다: {text} ({article})",
    "en": "The rule changes on {day}: {text} ({article})",
}
_OPTIONAL = re.compile(r"\{(\w+)\|((?:[^{}]|\{\w+\}){0,300})\}")
_NAME = re.compile(r"\{(\w+)\}")
_SIGNS: Mapping[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "×", ast.Div: "÷", ast.Pow: "^"}
_TIGHT = {"+": 1, "-": 1, "×": 2, "÷": 2, "^": 3}
_OF = {"min": ("{} 중 작은 쪽", "the smaller of {}"), "max": ("{} 중 큰 쪽", "the larger of {}")}


def in_words(text: Text, language: str) -> str:
    """A pack's words in the person's language, or in whatever there is."""
    return text.get(language) or next(iter(text.values()), "")


def choices_of(one: FormulaInput, pack: Pack) -> list[tuple[str, dict[str, str]]]:
    """Value and label of each choice: the slot's, and the input's own."""
    slot = pack.slot(one.slot) if one.slot else None
    declared = [*(slot.choices if slot is not None else ()), *one.choices]
    return list({choice.value: (choice.value, choice.label) for choice in reversed(declared)}.values())[::-1]


def first_sentence(result: Result, language: str) -> str:
    """The result with the inputs it depends on."""
    sentence = in_words(result.formula.says, language)
    shown = {one.step.name for one in result.steps}
    sentence = _OPTIONAL.sub(lambda found: found[2] if found[1] in shown else "", sentence)
    return _NAME.sub(lambda found: _named(found[1], result, language), sentence)


def watch_sentence(point: Watch, result: Result, language: str) -> str:
    """A point to watch with its figures, and where the limit stands."""
    said = _NAME.sub(lambda found: _named(found[1], result, language), in_words(point.text, language))
    return f"{said} ({in_words(point.article, language)})"


def pending_sentences(formula: Formula, on: date, language: str) -> tuple[str, ...]:
    """Changes of the rule that are not in force on this day."""
    return tuple(
        PENDING.get(language, PENDING["en"]).format(
            day=one.since, text=in_words(one.text, language), article=in_words(one.article, language)
        )
        for one in formula.pending
        if on < one.since
    )


def _named(name: str, result: Result, language: str) -> str:
    if name == "result":
        return value_words(result.result.value, result.result.step.unit, language)
    value = result.values.get(name)
    if isinstance(value, Decimal):
        return value_words(value, result.units.get(name, ""), language)
    return str(value) if value is not None else "0"


def working_lines(result: Result, language: str) -> tuple[str, ...]:
    """A line for each step: 중개보수 상한: 3억원 × 0.3% = 90만원."""
    return tuple(_line(one, result, language) for one in result.steps)


def _line(one: Worked, result: Result, language: str) -> str:
    label, value = in_words(one.step.label, language), value_words(one.value, one.step.unit, language)
    shown, _ = _Writing(result, language).shown(parsed(one.step.expression))
    return f"{label}: {value}" if shown == value else f"{label}: {shown} = {value}"


class _Writing:
    """An expression with its values filled in."""

    def __init__(self, result: Result, language: str) -> None:
        self._result, self._language = result, language

    def _value(self, name: str) -> Decimal:
        held = self._result.values.get(name)
        if not isinstance(held, Decimal):
            return Decimal(0)
        return held / HUNDRED if self._result.units.get(name) == "percent" else held

    def shown(self, node: ast.expr) -> tuple[str, int]:
        """The text of a node, and its operator precedence."""
        match node:
            case ast.Constant():
                return value_words(number_of(node), "", self._language), 9
            case ast.Name(id=name):
                return _named(name, self._result, self._language), 9
            case ast.UnaryOp(operand=inner):
                return f"-{self.shown(inner)[0]}", 9
            case ast.BinOp(left=left, op=operator, right=right):
                return self._two(left, _SIGNS[type(operator)], right)
            case ast.IfExp(test=test, body=body, orelse=other):
                return self.shown(body if worked_out(ast.unparse(test), self._value) is True else other)
            case ast.Call(func=ast.Name(id=name), args=arguments):
                return self._called(name, arguments)
            case _:
                return ast.unparse(node), 0

    def _two(self, left: ast.expr, sign: str, right: ast.expr) -> tuple[str, int]:
        if sign in "+-" and self._is_nothing(right):
            return self.shown(left)
        tight = _TIGHT[sign]
        one, held = self.shown(left)
        other, behind = self.shown(right)
        if sign in "+-":
            one, other = self._beside(left, (right,)), self._beside(right, (left,))
        one = f"({one})" if held < tight else one
        other = f"({other})" if behind < tight or (behind == tight and sign in "-÷") else other
        return f"{one} {sign} {other}", tight

    def _is_nothing(self, node: ast.expr) -> bool:
        """An input that was left out."""
        declared = self._result.formula.input(node.id) if isinstance(node, ast.Name) else None
        return declared is not None and declared.optional and self._value(declared.name) == 0

    def _beside(self, node: ast.expr, others: Sequence[ast.expr]) -> str:
        """A number beside a per cent is written as a per cent too: 5%, and not 0.05."""
        names = [each for one in others for each in ast.walk(one) if isinstance(each, ast.Name)]
        share = bool(names) and all(self._result.units.get(each.id) == "percent" for each in names)
        if share and isinstance(node, ast.Constant):
            return value_words(number_of(node) * HUNDRED, "percent", self._language)
        return self.shown(node)[0]

    def _called(self, name: str, arguments: list[ast.expr]) -> tuple[str, int]:
        if name not in _OF:
            return self.shown(arguments[0])
        bounded = [one for one in arguments if worked_out(ast.unparse(one), self._value) != NO_BOUND]
        if len(bounded) == 1:
            return self.shown(bounded[0])
        if name == "max" and any(isinstance(one, ast.Constant) and one.value == 0 for one in arguments):
            return self.shown(arguments[0])
        words = _OF[name][0 if self._language == "ko" else 1]
        return words.format(", ".join(self._beside(one, bounded) for one in bounded)), 0
