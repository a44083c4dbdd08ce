"""A person's own case in words: against the limit of a row, or under a duty that begins beyond an amount."""

from __future__ import annotations

import re
from dataclasses import replace

from execution_agents.analysis.cells import number_words
from execution_agents.analysis.limits.beside_row import BesideRow
from execution_agents.analysis.limits.duties import Duty, Part
from execution_agents.analysis.limits.own_case import OwnCase
from execution_agents.analysis.limits.values import Value
from execution_agents.analysis.limits.wording import YES, bound_en, bound_ko, limit_json, written
from foundation.contracts.formulas import Analysis
from foundation.language.figures.money import plain
from foundation.language.particles import with_particle
from foundation.language.rules.quantities import Quantity

_QUANTITIES: dict[Quantity, tuple[str, str]] = {
    "income": ("연소득", "yearly income"),
    "pay": ("월 소득", "monthly income"),
    "deposit": ("보증금", "deposit"),
    "rent": ("월세", "rent"),
    "loan": ("대출 금액", "amount borrowed"),
    "price": ("집값", "price of the home"),
    "age": ("나이", "age"),
    "marriage": ("혼인 기간", "time since the wedding"),
    "birth": ("출산 뒤 기간", "time since the birth"),
    "service": ("근속 기간", "length of service"),
    "area": ("면적", "floor area"),
}
_ONE_CONDITION = {
    "ko": "이 조건만 견주었습니다. 다른 조건은 따로 확인해야 합니다.",
    "en": "Only this condition was compared; the others have to be checked as well.",
}


def analysis_of_own_case(one: OwnCase, language: str) -> Analysis:
    """A person's own case against the limit of the row in focus."""
    limit, value = one.stated.limit, _shown(one.value, one.quantity, language)
    said = _own_ko(one, value) if language == "ko" else _own_en(one, value)
    lead = f"{YES[one.is_yes]['ko' if language == 'ko' else 'en']} {said}: “{one.stated.sentence}”"
    return Analysis(
        operations=(
            {
                "kind": "limit",
                "asked": one.asked,
                "met": one.met,
                "quantity": one.quantity,
                "value": _value_json(one.value),
                "limit": {**limit_json(limit), "item_id": one.stated.item.item_id, "sentence": one.stated.sentence},
            },
        ),
        lead=lead,
        working=(_ONE_CONDITION["ko" if language == "ko" else "en"],) if one.met else (),
        value=f"{one.value.amount:f}",
        unit=one.value.kind,
        cites=(one.stated.item.item_id,),
    )


def _shown(value: Value, quantity: Quantity, language: str) -> str:
    if value.kind == "won":
        return number_words(float(value.amount), "won", language, exact=True)
    if quantity == "age":
        return f"{plain(value.amount)}세" if language == "ko" else plain(value.amount)
    return value.text.strip()


def _own_ko(one: OwnCase, value: str) -> str:
    noun = _QUANTITIES[one.quantity][0]
    bound = bound_ko(one.stated.limit).removesuffix(" 범위")
    if one.met:
        return f"{noun} {with_particle(value, '은', '는')} {one.title}의 조건({bound})에 맞습니다"
    must = with_particle(bound, "이어야", "여야")
    return f"{with_particle(one.title, '은', '는')} {with_particle(noun, '이', '가')} {must} 하는데 {value}입니다"


def _own_en(one: OwnCase, value: str) -> str:
    noun, limit = _QUANTITIES[one.quantity][1], one.stated.limit
    bound = bound_en(limit).replace("the range ", "in the range ")
    if one.quantity == "age":
        bound = bound_en(replace(limit, text=re.sub(r"[가-힣]+", "", limit.text).strip())).replace("the range ", "")
    if one.met:
        return f"For the {one.title} the {noun} must be {bound}, which {value} is"
    return f"For the {one.title} the {noun} must be {bound}, not {value}"


def analysis_of_duty(one: Duty, language: str) -> Analysis:
    """A person's own case under a duty."""
    said = _duty_ko(one) if language == "ko" else _duty_en(one)
    first = one.parts[0]
    return Analysis(
        operations=tuple(
            {
                "kind": "limit",
                "asked": "begun",
                "met": one.begun,
                "quantity": part.quantity,
                "value": _value_json(part.value),
                "limit": {**limit_json(part.limit), "item_id": one.item.item_id, "sentence": one.sentence},
            }
            for part in one.parts
        ),
        lead=f"{YES[one.begun]['ko' if language == 'ko' else 'en']} {said}: “{one.sentence}”",
        value=f"{first.value.amount:f}",
        unit=first.value.kind,
        cites=(one.item.item_id,),
    )


def _duty_ko(one: Duty) -> str:
    shown = [_part_ko(part, last=at == len(one.parts), begun=one.begun) for at, part in enumerate(one.parts, start=1)]
    return ", ".join(shown)


def _part_ko(part: Part, *, last: bool, begun: bool) -> str:
    value = with_particle(_shown(part.value, part.quantity, "ko"), "은", "는")
    said, amount = f"{_QUANTITIES[part.quantity][0]} {value}", written(part.limit, "ko")
    if part.limit.low_met:
        return f"{said} {amount} {'이상입니다' if begun else '미만입니다' if last else '미만이고'}"
    ending = "넘습니다" if begun else "넘지 않습니다" if last else "넘지 않고"
    return f"{said} {with_particle(amount, '을', '를')} {ending}"


def _duty_en(one: Duty) -> str:
    beyond = ("at least " if one.begun else "below ") if one.parts[0].limit.low_met else "above "
    if not one.begun and beyond == "above ":
        beyond = "not above "
    said = " and ".join(
        f"the {_QUANTITIES[part.quantity][1]} of {_shown(part.value, part.quantity, 'en')} is {beyond}"
        f"{written(part.limit, 'en')}"
        for part in one.parts
    )
    return said[:1].upper() + said[1:]


def _value_json(value: Value) -> dict[str, str]:
    return {"value": f"{value.amount:f}", "unit": value.kind, "text": value.text, "origin": value.origin}


def analysis_of_beside_row(one: BesideRow, language: str) -> Analysis:
    """A person's own amount beside what was measured."""
    korean, more = language == "ko", one.more
    own, apart = (
        number_words(float(each), one.value.kind, language, exact=each == one.value.amount)
        for each in (one.value.amount, abs(more))
    )
    if korean:
        way = "같습니다" if not more else f"{apart} {'높습니다' if more > 0 else '낮습니다'}"
        beside = f"{one.cell.label} {one.cell.shown}"
        said = f"{with_particle(own, '은', '는')} {beside}{'과' if not more else '보다'} {way} ({one.title})"
    else:
        way = "the same as" if not more else f"{apart} {'above' if more > 0 else 'below'}"
        said = f"{own} is {way} the {one.cell.label.lower()} of {one.cell.shown} ({one.title})"
    return Analysis(
        operations=(
            {
                "kind": "beside_row",
                "value": _value_json(one.value),
                "figure": {"item_id": one.item.item_id, "column": one.cell.name, "value": f"{one.figure:f}"},
                "more": f"{more:f}",
            },
        ),
        lead=f"{YES[one.is_yes]['ko' if korean else 'en']} {said}.",
        working=(),
        value=f"{more:f}",
        unit=one.value.kind,
        cites=(one.item.item_id,),
    )
