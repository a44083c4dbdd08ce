"""What several things of a graph take together, or by how much they differ: computed in decimals from the quantities at
hand, each with its source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from execution_agents.analysis.said.result import result_of, sentence_of
from execution_agents.answer.evidence.citations import Numbered
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.writing.over_graph.naming import field_of, named_in
from execution_agents.answer.writing.over_graph.surcharges import Rates, factor_for
from execution_agents.clarification.quantities import shown
from foundation.contracts.formulas import Analysis, SaidArithmetic, SaidOperand
from foundation.contracts.graph import GraphAsked
from foundation.domains.schema.graph import GraphSource

MOST = 4
"""Trades whose quantities are told together at most."""
_WORDS = {
    "more": {"ko": "{name}에 더 듭니다. ", "en": "{name} takes more. "},
    "same": {"ko": "양쪽이 같습니다. ", "en": "Both take as much. "},
    "of": {"ko": "{what} — {works}: {sentence}", "en": "{what} ({works}): {sentence}"},
}


@dataclass(frozen=True)
class _Part:
    """One quantity of one target."""

    item: Numbered
    title: str
    amount: str
    """As it is written: 4개."""
    operand: SaidOperand


@dataclass(frozen=True)
class _Sum:
    """What was computed of one trade."""

    operation: dict[str, Any]
    sentence: str
    value: str
    cites: tuple[str, ...]


def combined(request: AnswerRequest, nodes: Sequence[Numbered], rates: Rates) -> Analysis | None:
    """What is asked of all targets together; None where nothing is, or where they share nothing that is asked for."""
    asked, declared = request.graph, request.pack.graph
    if asked is None or declared is None or not asked.combined:
        return None
    language = "ko" if request.language == "ko" else "en"
    sums: list[_Sum] = [
        _sum(name, parts, asked, language) for name, parts in _by_name(request, asked, declared, nodes, rates)
    ]
    if not sums:
        return None
    return Analysis(
        operations=tuple(one.operation for one in sums),
        lead=" ".join(one.sentence for one in sums),
        value=sums[0].value if len(sums) == 1 else None,
        unit="plain",
        cites=tuple(dict.fromkeys(each for one in sums for each in one.cites)),
    )


def _by_name(
    request: AnswerRequest, asked: GraphAsked, declared: GraphSource, nodes: Sequence[Numbered], rates: Rates
) -> Iterator[tuple[str, list[_Part]]]:
    """What each target takes, by its name: what the question names, else what the first sentence of an answer says of
    all of them. What one of them does not take is not told."""
    lead = {one.name for one in declared.relations if one.lead}
    whole = " ".join(one.name for one in asked.targets)
    of_each: list[tuple[GraphAsked, Numbered, list[Numbered]]] = []
    for place, target in enumerate(asked.targets):
        mine = [one for one in nodes if one.item.fields.get("target") == target.entity_id]
        if mine:
            of_each.append((asked.of(place), mine[0], [one for one in mine if field_of(one, "quantity")]))
    every = [one for _, _, taken in of_each for one in taken]
    named = {field_of(one, "name") for one in named_in(request.question, every, request.pack, whole)}
    found: dict[str, list[_Part]] = {}
    for own, node, taken in of_each:
        for one in taken:
            name = field_of(one, "name")
            if name in named if named else field_of(one, "relation") in lead:
                found.setdefault(name, []).append(_part(one, node, own, request, rates))
    yield from [(name, parts) for name, parts in found.items() if len(parts) == len(asked.targets)][:MOST]


def _part(one: Numbered, node: Numbered, asked: GraphAsked, request: AnswerRequest, rates: Rates) -> _Part:
    declared = request.pack.graph
    base = Decimal(field_of(node, "base") or "1")
    amount = Decimal(asked.quantity) if asked.quantity else base
    factor = factor_for(field_of(one, "relation"), rates, declared.surcharges if declared else None)
    space = "" if request.language == "ko" else " "
    value, unit = Decimal(field_of(one, "quantity")) / base * factor, field_of(one, "quantity_unit")
    counted = f"{shown(amount)}{space}{field_of(node, 'unit')}".strip()
    operand = SaidOperand(
        value=value, kind="plain", text=f"{shown(value)}{unit}", origin="evidence", times=amount,
        item_id=one.item.item_id,
    )  # fmt: skip
    return _Part(one, node.item.title, counted, operand)


def _sum(name: str, parts: Sequence[_Part], asked: GraphAsked, language: str) -> _Sum:
    differs = asked.combined == "difference"
    ordered = sorted(parts, key=lambda one: -one.operand.value * one.operand.times) if differs else list(parts)
    unit = field_of(ordered[0].item, "quantity_unit")
    arithmetic = SaidArithmetic(
        operation="difference" if differs else "sum", operands=tuple(one.operand for one in ordered), kind="plain",
        unit=unit,
    )  # fmt: skip
    value = result_of(arithmetic)
    texts = [one.operand.text for one in ordered]
    works = (" − " if differs else " + ").join(f"{one.title} {one.amount}" for one in ordered)
    begins = _WORDS["more" if value else "same"][language].format(name=ordered[0].title) if differs else ""
    sentence = sentence_of(value, arithmetic, texts, language)
    inputs = [
        {
            "name": f"{one.title} {name}", "value": f"{one.operand.value:f}", "unit": "plain", "text": one.operand.text,
            "origin": "evidence", "times": f"{one.operand.times:f}", "item_id": one.item.item.item_id,
        }
        for one in ordered
    ]  # fmt: skip
    operation: dict[str, Any] = {"kind": arithmetic.operation, "inputs": inputs, "factor": "1"}
    said = _WORDS["of"][language].format(what=name, works=works, sentence=f"{begins}{sentence}")
    return _Sum(operation, said, f"{value:f}", tuple(one.item.item.item_id for one in ordered))
