"""Plans one turn: by rules, by one call of a capable model (`turn_planning`), or by single-task calls of a small one.

Rules always read the question first; a model may add to that, never remove. Any failure of the model in any of its
calls (error, time-out, malformed after repair, an unknown intent) has this result: understanding by rules, judge 1 not
sufficient with confidence 0, so this turn searches, and its engine is the rules'. In the control variant there is no
judge 1.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal, TypeVar

import structlog

from execution_agents.reuse.judge2 import Standing
from foundation.contracts.errors import ModelFailed
from foundation.contracts.plan import Judge1, Plan, PlannedRequest, Route, Understanding
from foundation.contracts.ports import LanguageModel, Usage
from foundation.contracts.work import UPLOAD
from foundation.language.cues import says_nothing
from prompts.catalog import shipped_prompts
from prompts.replies import (
    ContextEnhancementReply,
    DataSufficiencyReply,
    IntentAnalysisReply,
    QueryRouterReply,
    Reply,
    TurnPlanningReply,
)
from supervisor.planning import prompt_text
from supervisor.planning.context import TurnContext
from supervisor.planning.for_people import for_people
from supervisor.planning.graph import with_model, with_said
from supervisor.planning.judge1 import (
    describe_standings,
    failed_judge1,
    judge_by_rules,
    judge_from_reply,
)
from supervisor.planning.model_reading import ModelReading, checked, small_talk_by
from supervisor.planning.plan import make_plan
from supervisor.planning.requests import Requests, looks_several, requests_of, understood
from supervisor.planning.several.planned import StandingsOf, needs_judge, plan_of_requests, planned_request
from supervisor.planning.several.subtasks import keep_to_it, subtasks_by_model

log = structlog.get_logger()
Mode = Literal["merged", "split", "auto", "rules"]
UNUSABLE = frozenset({"bad_json", "wrong_shape", "empty", "unknown_intent"})
"""Why planning failed although the model answered: it may still write."""
ReplyT = TypeVar("ReplyT", bound=Reply)


@dataclass(frozen=True)
class _Turn:
    """The values every step of planning one turn needs."""

    context: TurnContext
    rules: Understanding
    standings: StandingsOf
    usage: Usage


@dataclass(frozen=True)
class _Judged:
    """The understanding of a turn, and judge 1's verdict."""

    understanding: Understanding
    judge1: Judge1 | None
    engine: Literal["model", "rules"]
    requests: Requests = Requests()
    model_away: bool = False


async def plan_turn(
    context: TurnContext,
    standings: StandingsOf,
    model: LanguageModel | None,
    mode: Mode,
    usage: Usage,
    roster: Collection[str],
) -> Plan:
    """The plan of one turn. `roster`: names of the teams that exist."""
    rules, read_in = await understood(context)
    turn = _Turn(read_in, rules, standings, usage)
    requests = await requests_of(context)
    # Only marks or spaces: there is nothing a model could read.
    if model is None or mode == "rules" or says_nothing(context.question):
        judged = await _by_rules(turn, requests)
    else:
        judged = await _by_model(turn, model, mode, requests)
    plan = await _planned(judged, turn, roster)
    return plan.model_copy(update={"model_away": judged.model_away})


async def _planned(judged: _Judged, turn: _Turn, roster: Collection[str]) -> Plan:
    """The plan; several requests are each judged by rules: one model call reads a message, whatever it holds."""
    context = turn.context
    if not judged.requests.read:
        understanding = await context.compute(partial(for_people, judged.understanding, context))
        return make_plan(understanding, judged.judge1, roster, context.pack, judged.engine)
    parts: list[PlannedRequest] = []
    for each in judged.requests.read:
        after = judged.requests.needs(len(parts))
        parts.append(await planned_request(each, after, context, turn.standings))
    plan = plan_of_requests(tuple(parts), context, roster, judged.engine)
    return plan.model_copy(update={"left_over": judged.requests.left_over})


async def _checked(said: ModelReading, turn: _Turn) -> Understanding:
    if is_certain(turn.rules):
        return turn.rules
    return await turn.context.compute(partial(checked, said, turn.rules, turn.context))


def is_certain(rules: Understanding) -> bool:
    """True if no model's reading changes it: a formula's needs are known, another reading would search for something
    else."""
    certain = (rules.computation, rules.said, rules.graph, rules.surcharges, rules.document)
    return any(one is not None for one in certain) or UPLOAD in rules.data_types


async def _by_rules(turn: _Turn, requests: Requests) -> _Judged:
    if requests.read:
        return _Judged(turn.rules, None, "rules", requests)
    if not _needs_judge(turn, turn.rules):
        return _Judged(turn.rules, None, "rules")
    held = await turn.standings(turn.rules)
    return _Judged(turn.rules, judge_by_rules(turn.rules, held, turn.context.pack), "rules")


async def read_by_model(
    context: TurnContext, standings: StandingsOf, model: LanguageModel, mode: Mode, usage: Usage
) -> Understanding:
    """A question as a turn with this model reads it. Raises ModelFailed where that turn goes on by rules."""
    rules, read_in = await understood(context)
    turn = _Turn(read_in, rules, standings, usage)
    return (await _asked(turn, model, mode, await requests_of(context))).understanding


async def _by_model(turn: _Turn, model: LanguageModel, mode: Mode, requests: Requests) -> _Judged:
    try:
        return await _asked(turn, model, mode, requests)
    except ModelFailed as failure:
        # The field's name and not what stood in it: that is text of people and models.
        details = {name: str(failure.data[name]) for name in ("prompt", "field") if failure.data.get(name)}
        reason = str(failure.data.get("reason", failure.code))
        log.warning("planning_by_rules", run_id=turn.context.run_id, reason=reason, **details)
        judge1 = failed_judge1(turn.rules) if _needs_judge(turn, turn.rules) else None
        return _Judged(turn.rules, judge1, "rules", requests, reason not in UNUSABLE)


async def _asked(turn: _Turn, model: LanguageModel, mode: Mode, requests: Requests) -> _Judged:
    split = mode == "split" or (mode == "auto" and model.is_small)
    if split and not requests.read and looks_several(turn.context.question):
        requests = await subtasks_by_model(turn.context, model, turn.usage)
    if split and requests.read:  # A call for each question's route, wording and intent would make a dozen.
        return _Judged(turn.rules, None, "model", requests)
    return await (_in_steps(turn, model) if split else _in_one_call(turn, model, requests))


async def _in_one_call(turn: _Turn, model: LanguageModel, requests: Requests) -> _Judged:
    context = turn.context
    held = await _held(turn)
    variables = {
        "now": prompt_text.now_text(context),
        "intents": prompt_text.intents_text(context.pack),
        "data_types": prompt_text.data_types_text(context.pack),
        "slots": prompt_text.slots_text(context.pack),
        "things": prompt_text.things_text(context.pack),
        "history": prompt_text.history_text(context),
        "standings": _standings_text(turn, turn.rules, held),
        "memories": prompt_text.memories_text(context),
        "question": context.question,
    }
    reply = await _ask(model, "turn_planning", variables, TurnPlanningReply, turn.usage)
    requests = await _separated(reply.questions, context) or requests
    if requests.read:
        return _Judged(turn.rules, None, "model", requests)
    said = ModelReading(
        route=reply.route,
        standalone=reply.standalone_question,
        intent=reply.intent,
        confidence=reply.confidence,
        slots=reply.slots,
        ambiguity_reason=reply.ambiguity_reason,
    )
    found = replace(turn, rules=await context.compute(partial(with_said, turn.rules, reply, context)))
    understanding = await _checked(said, found)
    if not _needs_judge(turn, understanding):
        return _Judged(understanding, None, "model")
    if _asks_the_same(understanding, turn.rules):
        return _Judged(understanding, _judge1(reply.sufficiency, understanding, held), "model")
    # The model saw the standings of another reading of the question: its view must fit the present ones.
    now_held = await turn.standings(understanding)
    return _Judged(understanding, _judge1(reply.sufficiency, understanding, now_held), "model")


async def _separated(questions: Sequence[str], context: TurnContext) -> Requests | None:
    """The message's questions as the model separates them; None if it finds one, or asks something else."""
    said = [one.strip() for one in questions if one.strip()]
    if len(said) < 2 or not keep_to_it(said, context):
        return None
    found = await requests_of(context, said)
    return found if found.read else None


async def _held(turn: _Turn) -> Mapping[str, Standing]:
    """The standings of the rules' reading; none in the control variant."""
    return await turn.standings(turn.rules) if _needs_judge(turn, turn.rules) else {}


async def _in_steps(turn: _Turn, model: LanguageModel) -> _Judged:
    context = turn.context
    asked = {"history": prompt_text.history_text(context), "question": context.question}
    route, turn = await _routed_and_named(turn, model, asked)
    if small_talk_by(route, turn.rules):
        nothing = ModelReading("simple", "", "", 1.0, {}, None)
        return _Judged(checked(nothing, turn.rules, context), None, "model")
    # The route needs none: whoever says hello says so whatever is known of them.
    asked["memories"] = prompt_text.memories_in_brief(context)
    standalone = ""
    if context.exchanges and "history_required" in (route, turn.rules.route):
        enhanced = await _ask(model, "context_enhancement", asked, ContextEnhancementReply, turn.usage)
        standalone = enhanced.standalone_question
    listed = {"intents": prompt_text.intents_text(context.pack), "slots": prompt_text.slots_text(context.pack)}
    read = await _ask(model, "intent_analysis", {**asked, **listed}, IntentAnalysisReply, turn.usage)
    said = ModelReading(route, standalone, read.intent, read.confidence, read.slots, read.ambiguity_reason)
    understanding = await _checked(said, turn)
    return _Judged(understanding, await _judge_step(turn, model, understanding), "model")


async def _routed_and_named(turn: _Turn, model: LanguageModel, asked: Mapping[str, str]) -> tuple[Route, _Turn]:
    """The route, and the turn with the thing of the graph that is meant: two calls at once, neither needs the other."""
    naming = asyncio.create_task(with_model(turn.rules, turn.context, model, turn.usage))
    try:
        route = await _routed(turn, model, asked)
        return route, replace(turn, rules=await naming)
    finally:
        naming.cancel()


async def _routed(turn: _Turn, model: LanguageModel, asked: Mapping[str, str]) -> Route:
    """The model's route; the rules' one, and no call, if routing is switched off."""
    if not turn.context.routing:
        return turn.rules.route
    return (await _ask(model, "query_router", asked, QueryRouterReply, turn.usage)).route


async def _judge_step(turn: _Turn, model: LanguageModel, understanding: Understanding) -> Judge1 | None:
    """Judge 1 as a separate call; none is made if no evidence is available."""
    if not _needs_judge(turn, understanding):
        return None
    held = await turn.standings(understanding)
    if not any(standing.there for standing in held.values()):
        return _judge1(None, understanding, held)
    context = turn.context
    variables = {
        "now": prompt_text.now_text(context),
        "intent": understanding.intent,
        "data_types": ", ".join(understanding.data_types),
        "history": prompt_text.history_text(context),
        "standings": _standings_text(turn, understanding, held),
        "memories": prompt_text.memories_text(context),
        "question": understanding.standalone,
    }
    reply = await _ask(model, "data_sufficiency_check", variables, DataSufficiencyReply, turn.usage)
    return _judge1(reply, understanding, held)


async def _ask(
    model: LanguageModel, prompt: str, variables: Mapping[str, str], schema: type[ReplyT], usage: Usage
) -> ReplyT:
    messages = shipped_prompts().render(prompt, **variables)
    return await model.structured(prompt, messages, schema, usage)


def _judge1(reply: DataSufficiencyReply | None, understanding: Understanding, held: Mapping[str, Standing]) -> Judge1:
    """A reply without a view on sufficiency counts as not sufficient."""
    if reply is None:
        missing = tuple(name for name in understanding.data_types if not _there(held.get(name)))
        return failed_judge1(understanding, "model_silent").model_copy(update={"missing_data_types": missing})
    return judge_from_reply(reply, understanding, held)


def _there(standing: Standing | None) -> bool:
    return standing is not None and standing.there


def _needs_judge(turn: _Turn, understanding: Understanding) -> bool:
    return needs_judge(understanding, turn.context)


def _standings_text(turn: _Turn, understanding: Understanding, held: Mapping[str, Standing]) -> str:
    if not any(standing.there for standing in held.values()):
        return prompt_text.NOTHING
    return describe_standings(understanding.data_types, held, turn.context.pack)


def _asks_the_same(one: Understanding, other: Understanding) -> bool:
    """True if both need the same data for the same question: then the standings of one apply to the other."""
    return (one.standalone, one.route, one.slot_values(), one.data_types) == (
        other.standalone,
        other.route,
        other.slot_values(),
        other.data_types,
    )
