"""A template's fields: read from the conversation, checked, and written as people write them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal, InvalidOperation
from typing import Any

from execution_agents.analysis.formulas.quantities import Quantity, quantities_of, value_in
from execution_agents.analysis.formulas.roles import pattern_of
from execution_agents.analysis.formulas.values import value_words
from execution_agents.document.checklist import words_in
from foundation.contracts.drafting import FieldOrigin, FilledField
from foundation.domains.schema.documents import Template, TemplateField
from foundation.language.figures.money import won
from foundation.language.figures.reader import figures_of

NEAR = 14
"""Most characters between a figure or date and the word that claims it."""
_CLAUSE = re.compile(r"[,.;?!\n]|\b(?:and|with|but)\b")
_VALUE_ENDS = re.compile(
    r"(?:이고|이며|이에요|예요|입니다|이야|으로\s|로\s(?=바꿔|바꾸|고쳐|수정|변경|해)|로\s*(?=바꿔|바꾸|고쳐|수정|변경|해)|,|;|\.\s|\.$|\n|\s(?:and|with|but)\s|\?|!|$)"
)
_ASKS = re.compile(r"작성|만들어|써\s?줘|바꿔|고쳐|수정|\b(?:draft|write|prepare|create|please)\b", re.IGNORECASE)
QUOTED = re.compile(r"[\"“'‘「](?P<said>[^\"”'’」\n]{8,400})[\"”'’」]")
"""A clause in the person's own words: no field is read from it."""
MONTHS = ("January", "February", "March", "April", "May", "June", "July",
          "August", "September", "October", "November", "December")  # fmt: skip
BLANK = "＿＿＿＿＿＿"


def read_fields(text: str, template: Template, today: date, language: str, origin: FieldOrigin) -> list[FilledField]:
    """The fields that a text gives, each once."""
    found: dict[str, FilledField] = {}
    text = QUOTED.sub(lambda match: " " * len(match[0]), text)
    for name, value, words in (
        *_amounts(text, template, language),
        *_dates(text, template, today),
        *_choices(text, template),
        *_texts(text, template),
    ):
        one = template.field(name)
        if one is not None and name not in found and (kept := checked(one, value)) is not None:
            found[name] = FilledField(name=name, value=kept, origin=origin, text=words)
    return list(found.values())


def from_slots(slots: Mapping[str, tuple[str, ...]], template: Template) -> list[FilledField]:
    """Fields filled by a slot of the conversation: the slot has one value, and the field accepts it."""
    found: list[FilledField] = []
    for one in template.fields:
        values = slots.get(one.slot or "", ())
        if len(values) == 1 and (kept := checked(one, values[0])) is not None:
            found.append(FilledField(name=one.name, value=kept, origin="conversation", text=values[0]))
    return found


def checked(one: TemplateField, value: object) -> str | None:
    """The value as it is stored; None if the field does not accept it."""
    match one.type:
        case "amount" | "number":
            return _number(one, value)
        case "date":
            try:
                return date.fromisoformat(str(value)).isoformat()
            except ValueError:
                return None
        case "choice":
            return str(value) if any(str(value) == choice.value for choice in one.choices) else None
        case "text":
            plain = " ".join(str(value).replace("|", "/").split()).lstrip("#>-* ")
            return plain if 0 < len(plain) <= one.longest else None


def _number(one: TemplateField, value: object) -> str | None:
    try:
        number = Decimal(str(value).replace(",", ""))
    except InvalidOperation:
        return None
    if not number.is_finite() or abs(number) >= Decimal(10) ** 15:
        return None
    if (one.minimum is not None and number < one.minimum) or (one.maximum is not None and number > one.maximum):
        return None
    return f"{number.normalize():f}"


def shown(one: TemplateField, value: str, language: str) -> str:
    """The value as the document shows it; a blank line if there is none."""
    if not value:
        return BLANK
    match one.type:
        case "amount":
            return ("없음" if language == "ko" else "none") if value == "0" else won(int(Decimal(value)), language)
        case "number":
            if one.unit == "pounds":
                return f"£{Decimal(value):,}"
            return value_words(Decimal(value), one.unit or "none", language)
        case "date":
            day = date.fromisoformat(value)
            korean = f"{day.year}년 {day.month}월 {day.day}일"
            return korean if language == "ko" else f"{day.day} {MONTHS[day.month - 1]} {day.year}"
        case "choice":
            return next((words_in(each.label, language) for each in one.choices if each.value == value), value)
        case "text":
            return value


def schema_of(fields: Sequence[TemplateField], language: str) -> dict[str, Any]:
    """The JSON Schema of the form."""
    return {
        "type": "object",
        "properties": {one.name: _property(one, language) for one in fields},
        "required": [one.name for one in fields if one.required],
        "additionalProperties": False,
    }


def _property(one: TemplateField, language: str) -> dict[str, Any]:
    found: dict[str, Any] = {"title": words_in(one.label, language)}
    match one.type:
        case "amount" | "number":
            unit = "won" if one.type == "amount" else one.unit
            found |= {"type": "number", "x-unit": unit}
            if label := _unit_label(unit, language):
                found["unit"] = label
            if one.minimum is not None:
                found["minimum"] = float(one.minimum)
            if one.maximum is not None:
                found["maximum"] = float(one.maximum)
        case "date":
            found |= {"type": "string", "format": "date"}
        case "choice":
            choices = [{"const": choice.value, "title": words_in(choice.label, language)} for choice in one.choices]
            found |= {"type": "string", "oneOf": choices}
        case "text":
            found |= {"type": "string", "maxLength": one.longest}
    if one.default:
        found["default"] = one.default
    return found


def _unit_label(unit: str, language: str) -> str:
    labels = {"won": ("원", "won"), "months": ("개월", "months"), "days": ("일", "days"), "pounds": ("£", "£")}
    korean, english = labels.get(unit, (unit, unit))
    return korean if language == "ko" else english


def _amounts(text: str, template: Template, language: str) -> Iterator[tuple[str, str, str]]:
    """Assigns each figure to the field whose word is nearest; an unclaimed one to the only field of its unit."""
    quantities = quantities_of(text)
    fields = [one for one in template.fields if one.type in ("amount", "number")]
    claims = sorted(_claims(text, quantities, fields, language), key=lambda claim: claim[0])
    taken: dict[str, Quantity] = {}
    for _, quantity, one in claims:
        if one.name not in taken and quantity not in taken.values():
            taken[one.name] = quantity
    for one in fields:
        if one.name not in taken:
            free = [each for each in quantities if each not in taken.values() and _value(each, one, False, language)]
            rivals = [
                other for other in fields if other is not one and other.name not in taken and _unit(other) == _unit(one)
            ]
            if len(free) == 1 and not rivals:
                taken[one.name] = free[0]
    for one in fields:
        quantity = taken.get(one.name)
        if quantity is not None and (value := _value(quantity, one, True, language)) is not None:
            yield one.name, f"{value:f}", quantity.text


def _unit(one: TemplateField) -> str:
    if one.type == "amount":
        return "won"
    return {"pounds": "pound", "": "none"}.get(one.unit, one.unit)


def _value(quantity: Quantity, one: TemplateField, claimed: bool, language: str) -> Decimal | None:
    return value_in(quantity, _unit(one), claimed, language)


def _claims(
    text: str, quantities: Sequence[Quantity], fields: Sequence[TemplateField], language: str
) -> Iterator[tuple[int, Quantity, TemplateField]]:
    for at, quantity in enumerate(quantities):
        start = quantities[at - 1].end if at else 0
        end = quantities[at + 1].start if at + 1 < len(quantities) else len(text)
        for one in fields:
            if _value(quantity, one, True, language) is not None:
                near = list(_distances(one, text[start : quantity.start], text[quantity.end : end]))
                if near and min(near) <= NEAR:
                    yield min(near), quantity, one


def _pattern(word: str) -> re.Pattern[str]:
    """As of formulas; a Korean word of one syllable stands alone (월 50만원), and in no name (월성로 12)."""
    lone = len(word) == 1 and not word.isascii()
    return re.compile(rf"(?<![가-힣]){re.escape(word)}(?![가-힣])") if lone else pattern_of(word)


def _distances(one: TemplateField, before: str, behind: str) -> Iterator[int]:
    """The distance of a field's words from what is between the two texts; words after it count as farther."""
    for word in (*one.words, *one.label.values()):
        for match in _pattern(word).finditer(before):
            if not _CLAUSE.search(before[match.end() :]):
                yield len(before) - match.end()
        for match in _pattern(word).finditer(behind):
            if not _CLAUSE.search(behind[: match.start()]):
                yield match.start() + 6


def _dates(text: str, template: Template, today: date) -> Iterator[tuple[str, str, str]]:
    dates = [
        (figure, day) for figure in figures_of(text) if figure.kind == "date" and (day := _day(figure.parts, today))
    ]
    fields = [one for one in template.fields if one.type == "date"]
    for figure, day in dates:
        end = figure.start + len(figure.text)
        near = sorted(
            (min(_distances(one, text[max(0, figure.start - 40) : figure.start], text[end : end + 20]), default=99), at)
            for at, one in enumerate(fields)
        )
        if near and (near[0][0] <= NEAR or (len(fields) == 1 and len(dates) == 1)):
            yield fields[near[0][1]].name, day.isoformat(), figure.text


def _day(parts: tuple[int | None, ...], today: date) -> date | None:
    """A whole day; without a year, the next such day."""
    year, month, day = (*parts, None, None, None)[:3]
    if month is None or day is None:
        return None
    try:
        found = date(year or today.year, month, day)
        return found if year or found >= today else date(today.year + 1, month, day)
    except ValueError:
        return None


def _choices(text: str, template: Template) -> Iterator[tuple[str, str, str]]:
    for one in template.fields:
        if one.type == "choice":
            for choice in one.choices:
                for word in choice.words:
                    if match := _pattern(word).search(text):
                        yield one.name, choice.value, match[0]


def _texts(text: str, template: Template) -> Iterator[tuple[str, str, str]]:
    """임대인은 김철수이고: the words behind the field's own, up to the end of the clause."""
    for one in template.fields:
        if one.type != "text":
            continue
        for word in sorted(one.words, key=len, reverse=True):
            pattern = rf"{re.escape(word)}(?:[은는이가을를]|\s*[:：]|\s+is)?\s+(?=\S)"
            for match in re.finditer(pattern, text, re.IGNORECASE):
                end = _VALUE_ENDS.search(text, match.end())
                value = text[match.end() : end.start() if end else len(text)].strip(" \"'“”")
                if value and not _ASKS.search(value):
                    yield one.name, value, value
