"""The one place that says whether a question must be clarified before it can be planned, and with which choices.

A question back costs the person a turn: it is asked only where the answers would differ and nothing in the question or
the conversation settles what is meant.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from foundation.contracts.frozen import Frozen
from foundation.contracts.pauses import Clarification
from foundation.contracts.plan import Plan
from foundation.contracts.ports import LanguageModel, Usage
from supervisor.planning.clarifying.names import shared_name
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
    """What is planned instead: it holds what was settled."""
    by: str
    """person, timeout or superseded."""


async def clarification_of(
    plan: Plan, context: TurnContext, settled: Sequence[Settled], model: LanguageModel | None, usage: Usage
) -> Clarification | None:
    """What has to be asked before the plan may be carried out; None: nothing. `settled`: what this turn asked before,
    and was told. `model`, `usage`: for packs whose candidates a model narrows down."""
    del model, usage
    if plan.ends_early in ("direct", "irrelevant"):
        return None
    asked_before = frozenset(one.original_query for one in settled)
    found = await context.compute(partial(shared_name, plan, context))
    return None if found is None or found.original_query in asked_before else found
