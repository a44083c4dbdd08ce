"""The result of an arithmetic with figures that were said: in decimals, with its calculation in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal

from foundation.contracts.formulas import SaidArithmetic, SaidOperand
from foundation.language.figures.money import plain, won
from foundation.language.figures.reader import figures_of
from foundation.language.particles import with_particle

_SIGNS = {"pound": "£", "dollar": "$", "euro": "€", "yen": "¥"}
_BETWEEN = {
    "difference": " − ",
    "remainder": " − ",
    "sum": " + ",
    "times": " × ",
    "quotient": " ÷ ",
    "part": " ÷ ",
    "ratio": " ÷ ",
}
_LEADS = {
    "times": {"ko": "모두 {result}입니다({working}).", "en": "That makes {result} ({working})."},
    "sum": {"ko": "합하면 {result}입니다({working}).", "en": "Together that is {result} ({working})."},
    "difference": {"ko": "차이는 {result}입니다({working}).", "en": "The difference is {result} ({working})."},
    "remainder": {"ko": "{result} 남습니다({working}).", "en": "{result} is left ({working})."},
    "quotient": {"ko": "{result} 분입니다({working}).", "en": "That lasts {result} ({working})."},
    "part": {"ko": "{one} {other}의 {result}입니다({working}).", "en": "{one} is {result} of {other} ({working})."},
    "ratio": {
        "ko": "{one} {other}의 {result}배입니다({working}).",
        "en": "{one} is {result} times {other} ({working}).",
    },
    "at_most": {"ko": "최대 {result}입니다({working}).", "en": "At most {result} ({working})."},
    "rise": {"ko": "{result} 올랐습니다({working}).", "en": "It rose by {result} ({working})."},
    "fall": {"ko": "{result} 줄었습니다({working}).", "en": "It fell by {result} ({working})."},
}
_PERS = {
    "minute": ("1분에 {}", "{} a minute"), "hour": ("시간당 {}", "{} an hour"),
    "day": ("하루에 {}", "{} a day"), "week": ("한 주에 {}", "{} a week"),
    "month": ("한 달에 {}", "{} a month"), "year": ("일 년에 {}", "{} a year"),
}  # fmt: skip


def result_of(asked: SaidArithmetic, exact: Mapping[int, Decimal] | None = None) -> Decimal:
    """The value in the kind's own unit. `exact`: place of an operand -> the value that its source holds, where a mean
    was shown rounded."""
    values = [(exact or {}).get(at, one.value) * one.times for at, one in enumerate(asked.operands)]
    first, *others = values
    if asked.operation == "change":
        return (others[0] - first) / first * 100
    if asked.operation == "sum":
        return sum(values, Decimal(0)) * asked.factor
    if asked.operation in ("difference", "remainder"):
        return (first - sum(others, Decimal(0))) * asked.factor
    if asked.operation in ("quotient", "part", "ratio"):
        return first / others[0] * (100 if asked.operation == "part" else asked.factor)
    for value in others:
        first *= value
    return first * asked.factor


def written(value: Decimal, asked: SaidArithmetic, language: str) -> str:
    """The result as people write it."""
    if asked.kind == "won":
        return won(int(value.quantize(Decimal(1), ROUND_HALF_UP)), language)
    if asked.kind in _SIGNS:
        money = value.quantize(Decimal("0.01"), ROUND_HALF_UP)
        whole = money == money.to_integral_value()
        return f"{_SIGNS[asked.kind]}{plain(money) if whole else f'{money:,.2f}'}"
    digits = Decimal("0.1") if asked.operation in ("change", "part") else _digits_of(asked)
    number = (value / asked.unit_factor).quantize(digits, ROUND_HALF_UP)
    return f"{plain(number)}{asked.unit}"


def _digits_of(asked: SaidArithmetic) -> Decimal:
    """Two decimals; of a sum or difference as many as its figures have (4 × 0.086 + 3 × 0.174)."""
    if asked.operation not in ("sum", "difference") or asked.unit_factor != 1:
        return Decimal("0.01")
    places = (one.value.normalize().as_tuple().exponent for one in asked.operands)
    return Decimal(1).scaleb(max(-4, min(-2, *(each for each in places if isinstance(each, int)))))


def working(value: Decimal, asked: SaidArithmetic, texts: Sequence[str], language: str) -> str:
    """The calculation with the operands as they are written: £280 × 4 = £1,120."""
    result = written(value, asked, language)
    if asked.operation == "change":
        return f"({texts[1]} − {texts[0]}) ÷ {texts[0]} = {'+' if value > 0 else ''}{result}".replace("= -", "= −")
    often = [
        text if one.times == 1 else f"{_number(one.times)} × {text}"
        for one, text in zip(asked.operands, texts, strict=True)
    ]
    parts = _BETWEEN[asked.operation].join(often)
    factors = " × ".join(_number(one) for one in asked.factors or (asked.factor,))
    if asked.operation == "times" and (len(asked.operands) == 1 or asked.factor != 1):
        return f"{parts} × {factors} = {result}"
    if asked.factor != 1 and asked.operation in ("sum", "difference"):
        parts = f"({parts}) × {factors}"
    return f"{parts} = {result}"


def sentence_of(value: Decimal, asked: SaidArithmetic, texts: Sequence[str], language: str) -> str:
    """The sentence that says the result and its calculation."""
    own = "ko" if language == "ko" else "en"
    calculation = working(value, asked, texts, own)
    kind, shown = asked.operation, written(value, asked, own)
    if asked.operation == "change":
        kind, shown = "rise" if value > 0 else "fall", written(abs(value), asked, own)
    elif asked.at_most and asked.operation in ("times", "sum"):
        kind = "at_most"
    if asked.per:
        shown = _PERS[asked.per][own == "en"].format(shown)
    one, other = (*texts, "", "")[:2]
    one = with_particle(one, "은", "는") if own == "ko" else one
    return _LEADS[kind][own].format(result=shown, working=calculation, one=one, other=other)


def number_of(operand: SaidOperand) -> Decimal:
    """The number as it stands before its unit."""
    return operand.value / factor_of(operand)


def factor_of(operand: SaidOperand) -> Decimal:
    """What a number of the operand's own unit counts in the kind's unit."""
    figures = figures_of(operand.text)
    return figures[0].factor if figures else Decimal(1)


def _number(factor: Decimal) -> str:
    """A whole number, or a fraction as one: 1/7."""
    if factor == factor.to_integral_value():
        return plain(factor)
    inverse = 1 / factor
    near = inverse.to_integral_value()
    if abs(inverse - near) < Decimal("1e-12"):
        return f"1/{plain(near)}"
    return plain(factor.quantize(Decimal("0.0001")))
