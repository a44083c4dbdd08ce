"""The window of finished exchanges that a follow-up question is understood from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NotRequired, TypedDict

from foundation.contracts.events import AnswerWritten
from foundation.contracts.formulas import FormulaAsked, SaidArithmetic
from foundation.contracts.plan import Understanding
from foundation.contracts.ports import JsonObject
from foundation.domains.schema.pack import Pack
from supervisor.memory.subject import subject_of
from supervisor.planning.context import Exchange
from supervisor.planning.following.listed import items_of

EXCHANGES = 3
"""Exchanges that a follow-up is understood from."""
KEPT = 10
"""Exchanges that are kept: an input of a formula may have been said before those."""
ANSWER_CHARACTERS = 600


class ExchangeState(TypedDict):
    """One finished question and answer, as it is stored with the answer."""

    run_id: str
    question: str
    standalone: str
    intent: str
    slots: dict[str, list[str]]
    data_types: list[str]
    answer: str
    shown: str
    computation: NotRequired[JsonObject | None]
    """`FormulaAsked`, if a formula was asked for."""
    said: NotRequired[JsonObject | None]
    """`SaidArithmetic`, if figures that were said, or that the question named, were computed with."""
    evidence: list[str]
    apart: NotRequired[bool]
    """Its message opened another subject (btw)."""
    items: NotRequired[list[str]]
    """What the lines of the answer's list are called."""
    typed: NotRequired[str]
    """The message, where its question is read in other words: without its opening, with the period it means."""


def last_exchanges(kept: Sequence[ExchangeState], new: Sequence[ExchangeState]) -> list[ExchangeState]:
    """Appends, and drops the oldest."""
    return [*kept, *new][-KEPT:]


def finished(
    run_id: str,
    understanding: Understanding,
    answer: str,
    shown: str = "",
    evidence: Sequence[str] = (),
    *,
    apart: bool = False,
) -> ExchangeState:
    """The exchange of a finished turn."""
    said = understanding.said
    return ExchangeState(
        run_id=run_id,
        question=understanding.question,
        standalone=understanding.standalone,
        intent=understanding.intent,
        slots={name: list(values) for name, values in understanding.slot_values().items()},
        data_types=list(understanding.data_types),
        answer=answer[:ANSWER_CHARACTERS],
        shown=shown,
        computation=understanding.computation.model_dump(mode="json") if understanding.computation else None,
        said=said.model_dump(mode="json") if said else None,
        evidence=list(evidence),
        apart=apart,
        items=list(items_of(answer)),
    )


def exchange_of(
    run_id: str,
    understanding: Understanding,
    answer: AnswerWritten,
    rests_on: Sequence[str],
    pack: Pack,
    *,
    apart: bool = False,
) -> ExchangeState:
    """The exchange of one answered question. `rests_on`: ids of the evidence it was answered from."""
    heading = next((each.title for each in answer.citations if not each.fields), "")
    shown = subject_of(answer.content, answer.citations, pack, understanding.language) or heading
    named = answer.analysis.arithmetic if answer.analysis else None
    if named is not None:
        understanding = understanding.model_copy(update={"said": named})
        rests_on = list(dict.fromkeys([*rests_on, *(each.evidence_id for each in answer.citations)]))
    return finished(run_id, understanding, answer.content, shown, rests_on, apart=apart)


def exchanges_of(kept: Iterable[ExchangeState]) -> tuple[Exchange, ...]:
    """What is kept, in the form planning reads."""
    return tuple(
        Exchange(
            question=exchange["question"],
            standalone=exchange["standalone"],
            intent=exchange["intent"],
            slots={name: tuple(values) for name, values in exchange["slots"].items()},
            data_types=tuple(exchange["data_types"]),
            answer=exchange["answer"],
            shown=exchange["shown"],
            computation=FormulaAsked.model_validate(held) if (held := exchange.get("computation")) else None,
            said=SaidArithmetic.model_validate(done) if (done := exchange.get("said")) else None,
            evidence=tuple(exchange.get("evidence", ())),
            turn=exchange["run_id"],
            apart=exchange.get("apart", False),
            items=tuple(exchange.get("items", ())),
        )
        for exchange in kept
    )


def before_question(kept: Sequence[ExchangeState], question: str) -> list[ExchangeState]:
    """The window as it was when this question was asked: if the question is asked again with another reading, it must
    not use what its first answer took over."""
    asked = [at for at, exchange in enumerate(kept) if exchange.get("typed", exchange["question"]) == question]
    if not asked:
        return list(kept)
    first = asked[-1]
    while first - 1 in asked:  # Asked again more than once.
        first -= 1
    return list(kept[:first])


def before(kept: Sequence[ExchangeState], run_id: str) -> list[ExchangeState]:
    """The window as it was when this run was asked: a repeated turn must not use its own first answer."""
    for index, exchange in enumerate(kept):
        if exchange["run_id"] == run_id:
            return list(kept[:index])
    return list(kept)
