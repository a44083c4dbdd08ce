"""The one place that decides whether a question must be clarified before it can be planned, and with which choices.

A clarification costs the person a turn: it is only made if the answers would differ and nothing in the question or the
conversation decides what is meant.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from foundation.contracts.pauses import Clarification
from foundation.contracts.plan import Plan
from foundation.contracts.ports import Source
from foundation.contracts.work import UPLOAD
from foundation.language.cues import reuse_cue
from supervisor.planning.clarifying.answers import are_alike
from supervisor.planning.clarifying.graph_choices import chosen_of_graph
from supervisor.planning.clarifying.in_a_row import asked_in_a_row
from supervisor.planning.clarifying.lines import shared_line
from supervisor.planning.clarifying.names import shared_name
from supervisor.planning.clarifying.open_choices import open_choice
from supervisor.planning.clarifying.parts_of_names import shared_part
from supervisor.planning.clarifying.passages import shared_passage
from supervisor.planning.clarifying.readings import read_after_each
from supervisor.planning.clarifying.rows import shared_row
from supervisor.planning.clarifying.settled import Settled as Settled
from supervisor.planning.clarifying.things_alike import question_for_all
from supervisor.planning.context import TurnContext

IN_A_ROW = 2
"""Consecutive clarifications: of one turn, and of turns that continued with their choices."""


@dataclass(frozen=True)
class Unclear:
    """The open part of a question."""

    asked: Clarification
    alike: bool = False
    """The answer is the same whichever is meant: the assumption is named, and nothing is asked."""
    for_all: str = ""
    """A question that names all choices; "" where the likeliest one is answered."""


async def clarification_of(
    plan: Plan, context: TurnContext, settled: Sequence[Settled], sources: Mapping[str, Source] | None = None
) -> Unclear | None:
    """What has to be asked before the plan may be executed; None: nothing. `settled`: this turn's earlier
    clarifications with their answers. `sources`: used to compare the answers of the choices; None: they are not
    compared."""
    if plan.ends_early == "direct" or UPLOAD in plan.understanding.data_types:
        return None  # A file says what it says: no choice of the pack tells its passages apart.
    if len(settled) + asked_in_a_row(context.question, context.exchanges) >= IN_A_ROW:
        return None
    of_graph = None if plan.ends_early == "irrelevant" else chosen_of_graph(plan, settled)
    if of_graph is not None:
        for_all = await question_for_all(of_graph, plan, context, sources or {})
        return Unclear(of_graph, bool(for_all), for_all)
    found = await _without_graph(plan, context, sources or {})
    if found is None or found.asked.original_query in {one.original_query for one in settled}:
        return None
    return found


async def _without_graph(plan: Plan, context: TurnContext, sources: Mapping[str, Source]) -> Unclear | None:
    """Names of several things, then readings of a follow-up, then rows of one name, then places of the documents.
    Nothing is open where what was just found is meant (방금 찾은 전세대출 금리): it is in hand."""
    if context.exchanges and reuse_cue(context.question):
        return None
    asked = await context.compute(partial(shared_name, plan, context))
    if asked is None and plan.ends_early is None:
        asked = await context.compute(partial(read_after_each, plan, context))
    if asked is not None:
        return Unclear(asked, await are_alike(asked, context, sources))
    if plan.ends_early is not None:
        return None
    row = await _of_tables(plan, context, sources) if sources else None
    place = row or await shared_passage(plan, context) or await shared_line(plan, context)
    return None if place is None else Unclear(place)


async def _of_tables(plan: Plan, context: TurnContext, sources: Mapping[str, Source]) -> Clarification | None:
    """Rows of one name, then rows that share a part of their names, then rows that an open choice tells apart."""
    row = await shared_row(plan, context, sources)
    part = row or await shared_part(plan, context, sources)
    return part or await open_choice(plan, context, sources)
