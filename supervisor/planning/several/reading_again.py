"""A question of a message that leans on one before it, read again when that one's result is there: which month, which
place, which figure it means stands in no question (제일 높은 달은? 그달 평균은?). It is read as the next message of the
conversation would be, after the same answers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from execution_agents.analysis.said.asking import may_go_on
from foundation.contracts.plan import Plan, PlannedRequest, Understanding
from supervisor.planning.context import Exchange, TurnContext
from supervisor.planning.plan import ending_of
from supervisor.planning.requests import understood
from supervisor.planning.several.planned import StandingsOf, plan_of_requests, planned_request


def leans(part: PlannedRequest) -> bool:
    """True if it was read after the question before it, or points at what nobody had said yet: then that one's answer
    may change how it is read."""
    read = part.understanding
    points = bool(part.after or read.unresolved)
    return part.ends_early is None and (points or lacks_input(part) or read.route == "history_required")


def lacks_input(part: PlannedRequest) -> bool:
    """True if its formula lacks an input: the person is asked for it only when the answers before it have none."""
    asked = part.understanding.computation
    return asked is not None and bool(asked.missing or asked.from_rows)


def may_compute(plan: Plan, at: int) -> bool:
    """True if the request says nothing that those before it do not, and asks for a figure: it may be arithmetic with
    what they are answered with."""
    before = " ".join(one.understanding.question for one in plan.requests[:at])
    part = plan.requests[at]
    return part.ends_early is None and may_go_on(part.understanding.question, before)


def next_leaning(plan: Plan, first: int) -> int | None:
    """The index of the next request, from this one on, that leans on another; None if none does."""
    places = range(max(first, 1), len(plan.requests))
    return next((at for at in places if leans(plan.requests[at]) or may_compute(plan, at)), None)


async def read_again(
    plan: Plan, at: int, context: TurnContext, before: Sequence[Exchange], means: tuple[StandingsOf, Collection[str]]
) -> Plan | None:
    """The plan with the request at this index as it is read after these exchanges, those of the requests before it;
    None if it is read as it was. `means`: the standings of what is read, and the names of the teams that exist."""
    part, (standings, roster) = plan.requests[at], means
    question = part.understanding.question
    read, read_in = await understood(replace(context, question=question, exchanges=(*context.exchanges, *before)))
    points = bool(part.after or part.understanding.unresolved)
    if not leans(part) and read.said is None and read.computation is None:
        return None
    if ending_of(read, context.pack) is not None or same_reading(read, part.understanding, worded=points):
        return None
    again = await planned_request(read, part.after, read_in, standings)
    parts = (*plan.requests[:at], again, *plan.requests[at + 1 :])
    found = plan_of_requests(parts, context, roster, plan.engine)
    return found.model_copy(update={"left_over": plan.left_over, "model_away": plan.model_away})


def same_reading(one: Understanding, other: Understanding, *, worded: bool) -> bool:
    """True if both ask the same of the same data: what is shown of them to people may differ. `worded`: the words it is
    searched for count; the answer before adds some, and a question that does not point at it needs none."""
    apart = {"things": (), "named_things": (), "taken_over": (), "otherwise": (), "confidence": 0}
    if not worded:
        apart["readings"] = ()
    return one.model_copy(update=apart) == other.model_copy(update=apart)
