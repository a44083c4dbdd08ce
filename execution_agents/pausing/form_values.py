"""Validates a form's values by its JSON Schema: each as it is stored, or one sentence why it is rejected.

The schemas are ours (a pack's formulas and templates): objects of flat fields with type, format, enum or `oneOf` of
constants, minimum, maximum, maxLength. A field with `x-when` applies only under these values of other fields. A number
may be written as people write it (3억, 4.5%).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any, cast

from execution_agents.analysis.formulas.quantities import quantities_of, value_in
from foundation.language.printable import writable

LONGEST = 2_000
"""Most characters of one value, unless the schema says otherwise."""
MOST = 100
"""Most values of one answer."""
LARGEST, SMALLEST = 18, -30
"""Powers of ten between which a number lies. Beyond a decimal's own limits even comparing fails."""
WORDS = {
    "missing": {"ko": "{label}: 값을 넣어 주세요.", "en": "{label}: please give a value."},
    "number": {
        "ko": "{label}: 숫자로 적어 주세요(예: {example}).",
        "en": "{label}: write a number, such as {example}.",
    },
    "whole": {"ko": "{label}: 소수점 없는 숫자로 적어 주세요.", "en": "{label}: write a whole number."},
    "least": {"ko": "{label}: {limit} 이상이어야 합니다.", "en": "{label}: at least {limit}."},
    "above": {"ko": "{label}: {limit}보다 커야 합니다.", "en": "{label}: more than {limit}."},
    "most": {"ko": "{label}: {limit} 이하여야 합니다.", "en": "{label}: at most {limit}."},
    "choice": {"ko": "{label}: {choices} 가운데 하나를 골라 주세요.", "en": "{label}: choose one of {choices}."},
    "date": {"ko": "{label}: 날짜를 2026-03-31처럼 적어 주세요.", "en": "{label}: write a date like 2026-03-31."},
    "flag": {"ko": "{label}: 예 또는 아니요로 답해 주세요.", "en": "{label}: answer yes or no."},
    "text": {"ko": "{label}: 글로 적어 주세요.", "en": "{label}: write it in words."},
    "long": {"ko": "{label}: {limit}자를 넘을 수 없습니다.", "en": "{label}: no more than {limit} characters."},
    "unknown": {"ko": "{label}: 이 양식에 없는 항목입니다.", "en": "{label}: this form has no such field."},
    "many": {"ko": "항목이 너무 많습니다.", "en": "There are too many fields."},
}
YES = frozenset({"예", "네", "응", "yes", "y", "true"})
NO = frozenset({"아니요", "아니오", "no", "n", "false"})


@dataclass(frozen=True)
class Filled:
    """The result for the values of a form."""

    values: Mapping[str, str | int | float | bool] = field(default_factory=dict[str, str | int | float | bool])
    errors: Mapping[str, str] = field(default_factory=dict[str, str])
    """Field -> one sentence."""


def filled(schema: Mapping[str, Any], given: Mapping[str, Any], language: str) -> Filled:
    """The values as they are stored, and the errors of the others."""
    fields = cast("Mapping[str, Mapping[str, Any]]", schema.get("properties", {}))
    required = set(cast("Sequence[str]", schema.get("required", ())))
    if len(given) > MOST:
        return Filled(errors={"": said("many", language)})
    values: dict[str, str | int | float | bool] = {}
    errors = {name: said("unknown", language, label=name[:64]) for name in given if name not in fields}
    for name, declared in fields.items():
        label = str(declared.get("title", name))
        raw = given.get(name)
        if not applies(declared, values):
            continue
        if raw is None or (isinstance(raw, str) and not raw.strip()):
            if name in required or "x-when" in declared:
                errors[name] = said("missing", language, label=label)
            continue
        try:
            values[name] = _value(raw, declared, language)
        except _Unfit as unfit:
            errors[name] = said(unfit.why, language, **{"label": label, **unfit.details})
    return Filled(values, errors)


def applies(declared: Mapping[str, Any], values: Mapping[str, object]) -> bool:
    """True if a field applies, given the values of the fields before it."""
    when = cast("Mapping[str, Sequence[object]]", declared.get("x-when", {}))
    return all(values.get(name) in allowed for name, allowed in when.items())


def said(name: str, language: str, **values: str) -> str:
    """A sentence in the person's language."""
    return WORDS[name].get(language, WORDS[name]["en"]).format_map(values)


class _Unfit(Exception):
    """A value that is rejected, and why."""

    def __init__(self, why: str, **details: str) -> None:
        super().__init__(why)
        self.why = why
        self.details = details


def _value(raw: object, declared: Mapping[str, Any], language: str) -> str | int | float | bool:
    if "enum" in declared or "oneOf" in declared:
        return _choice(raw, declared)
    match declared.get("type"):
        case "number" | "integer":
            return _number(raw, declared, language)
        case "boolean":
            return _flag(raw)
        case _:
            return _date(raw) if declared.get("format") == "date" else _text(raw, declared)


def _choice(raw: object, declared: Mapping[str, Any]) -> str | int | float | bool:
    choices = choices_in(declared)
    for value, title in choices:
        if raw == value or (isinstance(raw, str) and raw.strip() in (str(value), title)):
            return value
    raise _Unfit("choice", choices=", ".join(title for _, title in choices))


def choices_in(declared: Mapping[str, Any]) -> list[tuple[str | int | float | bool, str]]:
    """Value and title of each choice of a field; none if it is no choice."""
    constants = cast("Sequence[Mapping[str, Any]]", declared.get("oneOf", ()))
    if constants:
        return [(one["const"], str(one.get("title", one["const"]))) for one in constants]
    return [(value, str(value)) for value in cast("Sequence[str | int | float | bool]", declared.get("enum", ()))]


def _number(raw: object, declared: Mapping[str, Any], language: str) -> int | float:
    number = _read(raw, str(declared.get("x-unit", "")), language)
    if number is None:
        raise _Unfit("number", example=str(declared.get("examples", ["100"])[0]))
    for key, why, broken in (
        ("minimum", "least", number < Decimal(str(declared.get("minimum", number)))),
        ("exclusiveMinimum", "above", number <= Decimal(str(declared.get("exclusiveMinimum", number - 1)))),
        ("maximum", "most", number > Decimal(str(declared.get("maximum", number)))),
    ):
        if broken:
            raise _Unfit(why, limit=f"{declared[key]}")
    if number == number.to_integral_value():
        return int(number)
    if declared["type"] == "integer":
        raise _Unfit("whole")
    return float(number)


def _read(raw: object, unit: str, language: str) -> Decimal | None:
    """A number as JSON has it, or as a person writes it; one with another unit than the field's is none."""
    if isinstance(raw, bool):
        return None
    if isinstance(raw, int | float):
        return _finite(str(raw))
    if not isinstance(raw, str) or len(raw) > LONGEST:
        return None
    plain = _finite(raw.strip().replace(",", ""))
    if plain is not None:
        return plain
    quantities = quantities_of(raw)
    if len(quantities) != 1 or quantities[0].text.strip() != raw.strip():
        return None
    return _bounded(value_in(quantities[0], unit, False, language))


def _finite(text: str) -> Decimal | None:
    try:
        number = Decimal(text)
    except InvalidOperation:
        return None
    return _bounded(number)


def _bounded(number: Decimal | None) -> Decimal | None:
    """The number, or None where it is too large or too near to zero to be meant or computed with."""
    if number is None or not number.is_finite():
        return None
    return number if number.is_zero() or SMALLEST <= number.adjusted() < LARGEST else None


def _flag(raw: object) -> bool:
    if isinstance(raw, bool):
        return raw
    word = raw.strip().lower() if isinstance(raw, str) else ""
    if word not in YES | NO:
        raise _Unfit("flag")
    return word in YES


def _date(raw: object) -> str:
    try:
        return date.fromisoformat(str(raw).strip()).isoformat()
    except ValueError:
        raise _Unfit("date") from None


def _text(raw: object, declared: Mapping[str, Any]) -> str:
    if not isinstance(raw, str):
        raise _Unfit("text")
    longest = int(declared.get("maxLength", LONGEST))
    if len(raw) > longest:
        raise _Unfit("long", limit=str(longest))
    return writable(raw).strip()
