"""What conditions add to a graph's quantities, as the documents beside it say: each rate, their sum where several are
named, and what they are not added to. The figures are read from nowhere but the lines that are cited."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from execution_agents.answer.evidence.citations import Numbered
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.clarification.quantities import shown
from execution_agents.clarification.wording import label_of
from foundation.contracts.formulas import Analysis
from foundation.domains.schema.graph import GraphRelation, Surcharge, Surcharges
from foundation.language.negation import negations
from foundation.language.particles import with_particle
from foundation.language.wanted.asking import wanted
from foundation.language.wanted.kept import asks_whether_it_is

Rates = Sequence[tuple[Surcharge, Numbered]]
"""Each condition with the passage that states what it adds."""
_ASKS_WHAT = re.compile(r"(?<![가-힣])(?:얼마|몇|뭐|무엇|어떻게)|\b(?:what|how)", re.IGNORECASE)
_DENIES = re.compile(r"(?<![가-힣])(?:안|못)\s?[가-힣]|없|\bno\b|n['’]t\b", re.IGNORECASE)
_WORDS = {
    "rate": {"ko": "{topic} {percent}%", "en": "{percent}% for {name}"},
    "adds": {"ko": "{rates}를 {kinds}에 더합니다", "en": "{rates} is added to {kinds}"},
    "together": {
        "ko": "겹치면 비율을 먼저 더하므로 합쳐서 {total}%입니다({working})",
        "en": "both together that is {total}%, for rates are added first ({working})",
    },
    "only": {
        "ko": "{kinds}에만 더하고 {others}에는 더하지 않습니다",
        "en": "it is added to {kinds} alone, not to {others}",
    },
    "yes": {"ko": "네, ", "en": "Yes, "},
    "no": {"ko": "아니요, ", "en": "No, "},
    "it": {"ko": "할증은 ", "en": ""},
}


def rates_of(request: AnswerRequest, items: Sequence[Numbered]) -> Rates:
    """The conditions that the question names, each with the passage that states what it adds; none of those that no
    passage at hand states."""
    declared = _declared(request)
    if declared is None or request.surcharges is None:
        return []
    named = {one.name: one for one in declared.each}
    found = [(named[one], _saying(named[one].stated, items)) for one in request.surcharges.names if one in named]
    return [(one, where) for one, where in found if where is not None]


def is_of_surcharges(request: AnswerRequest, items: Sequence[Numbered]) -> bool:
    """True if what is added is all that is asked for, and the passages at hand say it."""
    asked, declared = request.surcharges, _declared(request)
    if asked is None or declared is None or not asked.alone or _saying(declared.only, items) is None:
        return False
    return len(rates_of(request, items)) == len(asked.names)


def surcharge_answer(request: AnswerRequest, items: Sequence[Numbered]) -> str:
    """Its whole text."""
    asked, declared = request.surcharges, _declared(request)
    if asked is None or declared is None:
        return ""
    rates, language = rates_of(request, items), "ko" if request.language == "ko" else "en"
    only = _saying(declared.only, items)
    markers = "".join(
        f"[{one}]" for one in dict.fromkeys(each.marker for each in (*(w for _, w in rates), only) if each)
    )
    parts: list[str] = []
    others = [one for one in asked.relations if one not in declared.relations]
    if others:
        it = _said("it", language) if language == "ko" else ""
        parts.append(
            it + _said("only", language, kinds=_kinds(declared.relations, request), others=_kinds(others, request))
        )
    if rates:
        each = [_rate(one, language) for one, _ in rates]
        parts.append(_said("adds", language, rates=", ".join(each), kinds=_kinds(declared.relations, request)))
    if len(rates) > 1:
        total, working = _sum(rates)
        parts.append(_said("together", language, total=total, working=working))
    elif not parts:
        it = _said("it", language) if language == "ko" else ""
        parts.append(
            it + _said("only", language, kinds=_kinds(declared.relations, request), others=_others(declared, request))
        )
    begins = "no" if others else "yes" if asked.relations or rates else ""
    begin = (
        _said(begins, language) if begins and (others or not asked.besides) and _is_yes_or_no(request.question) else ""
    )
    text = f"{begin}{'; '.join(parts)}"
    lines = [one.stated for one, _ in rates] + [declared.together if len(rates) > 1 else "", declared.only]
    quotes = "\n".join(f"- “{one}” [{where.marker}]" for one in lines if one and (where := _saying(one, items)))
    return f"{text[:1].upper()}{text[1:]} {markers}.\n\n{quotes}"


def surcharge_analysis(request: AnswerRequest, items: Sequence[Numbered]) -> Analysis | None:
    """The sum of several rates, as other analyses are told."""
    rates = rates_of(request, items)
    if not is_of_surcharges(request, items) or len(rates) < 2:
        return None
    total, working = _sum(rates)
    inputs = [
        {
            "name": label_of(one.label, request.language), "value": f"{one.percent:f}", "unit": "percent",
            "text": one.stated, "origin": "evidence", "times": "1", "item_id": where.item.item_id,
        }
        for one, where in rates
    ]  # fmt: skip
    cites = tuple(dict.fromkeys(where.item.item_id for _, where in rates))
    return Analysis(
        operations=({"kind": "sum", "inputs": inputs, "factor": "1"},), lead=f"{total}%", working=(working,),
        value=total, unit="percent", cites=cites,
    )  # fmt: skip


def factor_for(relation: str, rates: Rates, declared: Surcharges | None) -> Decimal:
    """What a quantity of this relation is multiplied by: rates are added first."""
    if declared is None or relation not in declared.relations:
        return Decimal(1)
    return 1 + sum((one.percent for one, _ in rates), Decimal(0)) / 100


def _declared(request: AnswerRequest) -> Surcharges | None:
    return request.pack.graph.surcharges if request.pack.graph else None


def _saying(piece: str, items: Sequence[Numbered]) -> Numbered | None:
    wanted_piece = " ".join(piece.split())
    return next((one for one in items if not one.is_row and wanted_piece in " ".join(one.item.text.split())), None)


def _sum(rates: Rates) -> tuple[str, str]:
    total = shown(sum((one.percent for one, _ in rates), Decimal(0)))
    return total, f"{' + '.join(f'{shown(one.percent)}%' for one, _ in rates)} = {total}%"


def _rate(one: Surcharge, language: str) -> str:
    return _said("rate", language, name=label_of(one.label, language), percent=shown(one.percent))


def _kinds(relations: Sequence[str], request: AnswerRequest) -> str:
    return ", ".join(_label(one, request.language) for one in _relations(request) if one.name in relations)


def _others(declared: Surcharges, request: AnswerRequest) -> str:
    rest = [one.name for one in _relations(request) if one.name not in declared.relations][:2]
    return _kinds(rest, request)


def _label(one: GraphRelation, language: str) -> str:
    label = label_of(one.label, language)
    return label.lower() if language == "en" else label


def _relations(request: AnswerRequest) -> tuple[GraphRelation, ...]:
    return request.pack.graph.relations if request.pack.graph else ()


def _is_yes_or_no(question: str) -> bool:
    """True if it asks for a yes or no, and denies nothing: of 할증 없어? a yes says either."""
    asked = wanted(question)
    figure = asked.outright or "figure" in asked.asked or _ASKS_WHAT.search(question)
    return not figure and asks_whether_it_is(question) and not (negations(question) or _DENIES.search(question))


def _said(key: str, language: str, **values: object) -> str:
    if "name" in values:
        values["topic"] = with_particle(str(values["name"]), "은", "는")
    return _WORDS[key][language].format(**values)
