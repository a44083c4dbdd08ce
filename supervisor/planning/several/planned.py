"""One request of a message as it is planned, and the plan of all of them: each is judged by rules, since one model call
reads a message, whatever it holds."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection, Mapping
from functools import partial
from typing import Literal

from execution_agents.reuse.judge2 import Standing
from execution_agents.reuse.policy import weakest
from foundation.contracts.plan import Plan, PlannedRequest, Understanding
from supervisor.planning.context import TurnContext
from supervisor.planning.for_people import for_people
from supervisor.planning.judge1 import judge_by_rules
from supervisor.planning.plan import ending_of, make_plan
from supervisor.planning.requests import together

StandingsOf = Callable[[Understanding], Awaitable[Mapping[str, Standing]]]
"""The standing of each data type an understanding needs."""


async def planned_request(
    read: Understanding, after: tuple[int, ...], context: TurnContext, standings: StandingsOf
) -> PlannedRequest:
    """One request, with judge 1's view of it. `after`: the requests whose result it needs."""
    understanding = await context.compute(partial(for_people, read, context))
    judge1 = None
    if needs_judge(understanding, context):
        judge1 = judge_by_rules(understanding, await standings(understanding), context.pack)
    ending = ending_of(understanding, context.pack)
    return PlannedRequest(understanding=understanding, judge1=judge1, ends_early=ending, after=after)


def plan_of_requests(
    parts: tuple[PlannedRequest, ...],
    context: TurnContext,
    roster: Collection[str],
    engine: Literal["model", "rules"],
) -> Plan:
    """The plan of a message of these requests."""
    whole = together([part.understanding for part in parts], context)
    judge1 = weakest([part.judge1 for part in parts])
    return make_plan(whole, judge1, roster, context.pack, engine, parts)


def needs_judge(understanding: Understanding, context: TurnContext) -> bool:
    """False in the control variant, where no judge runs, and where no data is needed."""
    judged = context.variant != "no_reuse"
    return judged and bool(understanding.data_types) and ending_of(understanding, context.pack) is None
