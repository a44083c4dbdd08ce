"""The one place that says whether a question must be clarified before it can be planned, and with which choices.

A question back costs the person a turn: it is asked only where the answers would differ and nothing in the conversation
settles what is meant.
"""

from __future__ import annotations

from collections.abc import Sequence

from foundation.contracts.frozen import Frozen
from foundation.contracts.graph import GraphChoices, GraphOption
from foundation.contracts.pauses import Clarification, ClarificationOption
from foundation.contracts.plan import Plan
from foundation.contracts.ports import LanguageModel, Usage
from supervisor.planning.context import TurnContext

IN_A_ROW = 2
"""Clarifications of one turn."""


class Settled(Frozen):
    """What one clarification of this turn came to."""

    original_query: str
    message: str
    label: str
    """The option that was chosen, or what was typed."""
    query: str
    """What is planned instead."""
    by: str
    """person or timeout."""


async def clarification_of(
    plan: Plan, context: TurnContext, settled: Sequence[Settled], model: LanguageModel | None, usage: Usage
) -> Clarification | None:
    """What has to be asked before the plan may be carried out; None: nothing. `settled`: what this turn asked before,
    and was told."""
    del context, model, usage
    if any(one.by == "timeout" for one in settled):
        return None  # the clock chose; what is left open is taken for granted
    part = next((one.understanding for one in plan.parts if one.understanding.choices is not None), None)
    return None if part is None or part.choices is None else _of_graph(part.choices, part.question, plan)


def _of_graph(choices: GraphChoices, question: str, plan: Plan) -> Clarification:
    """What of the graph may be meant. Of a message of several questions the one that is not clear is exchanged."""
    whole = plan.understanding.question

    def asked(query: str) -> str:
        return whole.replace(question, query) if question != whole and question in whole else query

    def option(at: int, one: GraphOption, prefix: str) -> ClarificationOption:
        return ClarificationOption(
            id=f"{prefix}{at}",
            label=one.label,
            query=asked(one.query),
            entity_id=one.entity_id,
            source_section=one.source_section or None,
        )

    options = tuple(option(at, one, "option-") for at, one in enumerate(choices.options, 1))
    best = {one.entity_id for one in choices.best.targets}
    return Clarification(
        message=choices.message,
        reason=choices.reason,
        original_query=whole,
        options=options,
        more=tuple(option(at, one, "all-") for at, one in enumerate(choices.whole, 1)),
        best=next((one.id for one in options if one.entity_id in best), ""),
        likely=False,
    )
