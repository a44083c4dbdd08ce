"""Arithmetic with figures that earlier answers said: each is found again in the evidence those answers rest on, or
worked out again by its formula; otherwise nothing is computed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from execution_agents.analysis.formulas.calculating import cited_articles
from execution_agents.analysis.formulas.results import result_in_words
from execution_agents.analysis.said.result import factor_of, number_of, result_of, sentence_of
from foundation.contracts.formulas import Analysis, SaidArithmetic, SaidOperand
from foundation.contracts.work import Brief, EvidenceItem
from foundation.domains.schema.pack import Pack
from foundation.language.figures.money import shown_won, won
from foundation.language.figures.reader import figures_of
from foundation.language.wanted.rates import bases_in


def counted_by_rows(asked: SaidArithmetic, items: Sequence[EvidenceItem]) -> SaidArithmetic:
    """With the factor, where the operands' rows all say the same unit that they are counted by (paid: monthly)."""
    if asked.count is None:
        return asked
    found: set[Decimal] = set()
    for item in items:
        words = [value for value in item.fields.values() if isinstance(value, str)]
        bases = {one.factor for each in words for one in bases_in(each) if one.kind == asked.count_kind}
        if len(bases) != 1:
            return asked
        found |= bases
    if len(found) != 1:
        return asked
    return asked.model_copy(update={"factor": asked.count / found.pop(), "count": None})


@dataclass(frozen=True)
class Source:
    """Where an operand stands."""

    item: EvidenceItem
    value: Decimal
    """As the source holds it: a mean is shown rounded."""


def over_what_was_said(asked: SaidArithmetic, brief: Brief, pack: Pack) -> Analysis | None:
    """The result with its calculation and its sources; None where an operand stands in none of them."""
    if any(one.computed is not None and not is_its_result(one, pack, brief.language) for one in asked.operands):
        return None
    in_evidence = [one.origin != "question" and one.computed is None for one in asked.operands]
    sources = [source_of(one, brief) if of else None for one, of in zip(asked.operands, in_evidence, strict=True)]
    held = {at: one for at, one in enumerate(sources) if one is not None}
    if any(of and at not in held for at, of in enumerate(in_evidence)):
        return None
    asked = counted_by_rows(asked, [one.item for one in held.values()])
    if asked.count is not None:
        return None
    return _analysis(asked, brief, held, pack)


def is_its_result(operand: SaidOperand, pack: Pack, language: str) -> bool:
    """True if the operand's formula comes to it again."""
    said = result_in_words(operand.computed, pack, language) if operand.computed is not None else ""
    return any(one.kind == operand.kind and one.value == operand.value for one in figures_of(said))


def _analysis(asked: SaidArithmetic, brief: Brief, held: Mapping[int, Source], pack: Pack) -> Analysis:
    exact = {at: one.value for at, one in held.items()}
    texts = [
        won(int(exact[at]), brief.language) if at in exact and exact[at] != one.value else one.text
        for at, one in enumerate(asked.operands)
    ]
    value = result_of(asked, exact)
    language = "ko" if brief.language == "ko" else "en"
    lead = sentence_of(value, asked, texts, language)
    return Analysis(
        operations=(
            {
                "kind": asked.operation,
                "inputs": [_input(one, held.get(at)) for at, one in enumerate(asked.operands)],
                "factor": f"{asked.factor:f}",
            },
        ),
        lead=lead,
        working=tuple(
            f"{text}: “{one.sentence}”" for text, one in zip(texts, asked.operands, strict=True) if one.sentence
        ),
        value=f"{value / asked.unit_factor:f}",
        unit=asked.kind,
        cites=tuple(dict.fromkeys((*(one.item.item_id for one in held.values()), *_rules(asked, brief, pack)))),
    )


def _rules(asked: SaidArithmetic, brief: Brief, pack: Pack) -> tuple[str, ...]:
    """Passages that state the rules of the formulas."""
    done = [one.computed for one in asked.operands if one.computed is not None]
    return tuple(each for one in done for each in cited_articles(pack.formula(one.formula), brief))


def source_of(operand: SaidOperand, brief: Brief) -> Source | None:
    """The row or passage that holds an operand."""
    items = [item for batch in brief.evidence for item in batch.items]
    if operand.item_id is not None:
        return next((Source(item, operand.value) for item in items if item.item_id == operand.item_id), None)
    rows = [source for item in items if item.fields for source in _cells(operand, item)]
    if rows:
        same = {one.value for one in rows}
        return rows[0] if len(same) == 1 else Source(rows[0].item, operand.value)
    return next((Source(item, operand.value) for item in items if _holds(operand, item)), None)


def _cells(operand: SaidOperand, item: EvidenceItem) -> Iterator[Source]:
    number = number_of(operand)
    for value in item.fields.values():
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            continue
        exact = Decimal(str(value))
        rounded = operand.kind == "won" and shown_won(float(value)) == operand.value
        if rounded or exact in (number, operand.value):
            yield Source(item, exact if rounded else operand.value)


def _holds(operand: SaidOperand, item: EvidenceItem) -> bool:
    number = number_of(operand)
    for one in figures_of(f"{item.title}\n{item.text}"):
        if one.value == operand.value and one.kind == operand.kind:
            return True
        if one.kind == "plain" and one.value == number:
            return True
    return False


def _input(operand: SaidOperand, source: Source | None) -> dict[str, object]:
    return {
        "name": operand.text,
        "value": f"{(operand.value if source is None else source.value) / factor_of(operand):f}",
        "unit": operand.kind,
        "text": operand.text,
        "origin": operand.origin,
        "times": f"{operand.times:f}",
        "item_id": source.item.item_id if source else None,
    }
