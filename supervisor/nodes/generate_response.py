"""generate_response: the answer from what the teams found, and everything that is stored of the turn."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from langgraph.runtime import Runtime

from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.writing.draft import write_answer
from execution_agents.answer.writing.record import Recorder
from execution_agents.answer.writing.several import Writes, write_answers
from foundation.contracts.errors import DatabaseUnreachable
from foundation.contracts.events import AnswerWritten, DataReuseDecided
from foundation.contracts.pauses import Clarification
from foundation.contracts.plan import Plan
from foundation.contracts.ports import Delta, Emit, JsonObject, LanguageModel, Usage
from foundation.contracts.work import Finding, TypeDecision
from foundation.language.cues import without_opening
from supervisor.decision import decision_row
from supervisor.deps import SupervisorDeps
from supervisor.follow_ups import days_of, suggestions
from supervisor.memory.remembered import acknowledged, memories_of, used_by
from supervisor.memory.window import ANSWER_CHARACTERS, ExchangeState, exchange_of, finished, last_exchanges
from supervisor.nodes.answer_requests import SEARCH, answer_request, asked_apart, used
from supervisor.outcome import Completed, TurnTimings
from supervisor.routing import plan_of
from supervisor.state import SupervisorState
from supervisor.titles import title_of
from supervisor.usage import total_usage, usage_of


async def generate_response(state: SupervisorState, runtime: Runtime[SupervisorDeps]) -> JsonObject:
    """Writes the answer; the outcome leaves the graph by its stream."""
    deps, plan, usage = runtime.context, plan_of(state), Usage()
    findings = [Finding.model_validate(each) for each in state["findings"].values()]
    started = time.monotonic()
    request = await answer_request(state, deps, plan, findings)
    model = None if plan.model_away else deps.model
    if model is not None:
        deps.prepared()
    write = writing(model, usage, deps)
    asked_back = state["clarification"]
    of_memory = None if asked_back else await _said_of_memory(state, deps, plan)
    if asked_back is not None:
        plan = plan.model_copy(update={"ends_early": "unclear", "active_teams": (), "requests": (), "judge1": None})
        answer = await _asked_back(Clarification.model_validate(asked_back), deps)
    elif of_memory is not None:
        answer = of_memory
    elif plan.requests:
        each = await asked_apart(state, deps, plan, request, findings)
        answer = await write_answers(request, each, plan.left_over, write, (deps.delta, deps.emit))
    else:
        answer = await write(request, deps.delta, deps.emit)
    answer = answer if asked_back else _with_form(answer, findings)
    answer_ms = round((time.monotonic() - started) * 1000)
    total = total_usage([*state["usage"].values(), usage_of(usage)])
    by_model = of_memory is None and answer.engine == "model"
    remembered = used_by(plan.understanding, await memories_of(deps), by_model=by_model)
    done = replace(
        completed(state, deps, plan, (answer, answer_ms), total),
        memories_used=remembered,
        suggestions=await suggestions(plan, answer, request.evidence, deps) if of_memory is None else (),
        data_as_of=days_of(request.evidence),
    )
    done = replace(done, title=title_of(done, deps.pack), answer=with_status(done))
    runtime.stream_writer(done)
    await _count_asked(plan, deps)
    return ended(done)


def writing(model: LanguageModel | None, usage: Usage, deps: SupervisorDeps) -> Writes:
    """Writes one answer; in a message of several questions each section counts its own calls, within its share."""

    async def write(asked: AnswerRequest, delta: Delta, emit: Emit) -> AnswerWritten:
        own = Usage()
        try:
            return await write_answer(asked, model, own, delta, emit, deps.means)
        finally:
            usage.add(own)

    return write


def ended(done: Completed) -> JsonObject:
    """How the turn ended, as its state keeps it."""
    verification = done.answer.verification
    return {
        "exchanges": done.exchanges,
        "retry_count": verification.get("retry_count") or 0,
        "answer_grade": verification.get("grade") or "",
        "workflow_status": done.workflow_status,
    }


def with_status(done: Completed) -> AnswerWritten:
    """The record with how the turn ended."""
    record = {**done.answer.record, "workflow_status": done.workflow_status}
    return done.answer.model_copy(update={"record": record})


def _with_form(answer: AnswerWritten, findings: Sequence[Finding]) -> AnswerWritten:
    """With the form for missing values that nobody could be asked for while the run waited."""
    form = next((one.form for one in findings if one.form is not None), None)
    return answer if form is None else answer.model_copy(update={"type": "form", "form": form})


async def _count_asked(plan: Plan, deps: SupervisorDeps) -> None:
    """Counts what was asked of the graph: it is offered first the next time. An assumed reading is not counted, and a
    count that fails does not fail the answer."""
    asked = [one.understanding.graph for one in plan.parts if one.understanding.graph is not None]
    ids = [target.entity_id for one in asked if not one.assumed and not one.listing for target in one.targets]
    if ids and deps.repositories.graph is not None and plan.ends_early is None:
        with suppress(DatabaseUnreachable):
            await deps.repositories.graph.note_asked(deps.principal, deps.pack.name, ids)


async def _asked_back(asked: Clarification, deps: SupervisorDeps) -> AnswerWritten:
    """The clarification as the answer, for a run that cannot wait: each of its choices can be asked as it is."""
    lines = [asked.message, *(f"{at}. {one.label}" for at, one in enumerate(asked.options, 1))]
    text = "\n".join(lines)
    await deps.delta(text)
    record = Recorder().whole(path="early")
    return AnswerWritten(type="clarify", content=text, clarification=asked, confidence=1000, record=record)


def exchanges(
    deps: SupervisorDeps, plan: Plan, answer: AnswerWritten, decisions: Sequence[TypeDecision], *, apart: bool
) -> list[ExchangeState]:
    """The exchanges for later turns: each request of the message with its own part of the answer; none of a message
    that only asked something about the last one, which stays what is talked of. `apart`: the message opened another
    subject."""
    run_id = deps.run.run_id
    if plan.requests and answer.requests:
        both = enumerate(zip(plan.requests, answer.requests, strict=True))
        return [
            finished(run_id, part.understanding, said.content, said.shown, used(decisions, at), apart=apart and at == 0)
            for at, (part, said) in both
            if not part.understanding.shown
        ]
    if plan.understanding.shown:
        return []
    exchange = exchange_of(run_id, plan.understanding, answer, used(decisions, 0), deps.pack, apart=apart)
    if plan.understanding.question != deps.run.question and len(deps.run.question) <= ANSWER_CHARACTERS:
        exchange["typed"] = deps.run.question  # A pasted contract is not kept.
    return [exchange]


async def _said_of_memory(state: SupervisorState, deps: SupervisorDeps, plan: Plan) -> AnswerWritten | None:
    """The whole answer to a message that asked something of the memories, or stated something to remember."""
    text = state["memory_said"] if state["memory_alone"] else await acknowledged(deps, plan)
    if not text:
        return None
    await deps.delta(text)
    return AnswerWritten(content=text, confidence=1000, record=Recorder().whole(path="early"))


def completed(
    state: SupervisorState, deps: SupervisorDeps, plan: Plan, answered: tuple[AnswerWritten, int], usage: Usage
) -> Completed:
    """Everything that is stored of the turn."""
    answer, answer_ms = answered
    search = state["findings"].get(SEARCH)
    finding = Finding.model_validate(search) if search else None
    decisions = finding.decisions if finding else ()
    return Completed(
        answer=answer,
        plan=plan,
        reuse=_reuse(deps, plan, finding),
        person=finding.person if finding else None,
        timings=TurnTimings(
            total=deps.memory.elapsed_ms(),
            plan=state["timings"].get("plan", 0),
            search=state["timings"].get(SEARCH, 0),
            answer=answer_ms,
        ),
        usage=usage,
        search_calls=finding.search_calls if finding else 0,
        decision=decision_row(state, deps, plan, finding, usage),
        exchanges=last_exchanges(
            state["exchanges"],
            exchanges(deps, plan, answer, decisions, apart=without_opening(state["question"])[1]),
        ),
    )


def _reuse(deps: SupervisorDeps, plan: Plan, finding: Finding | None) -> DataReuseDecided | None:
    if finding is None:
        return None
    return DataReuseDecided(decision=finding.reuse, variant=deps.variant, types=finding.decisions, judge1=plan.judge1)
