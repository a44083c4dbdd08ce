"""generate_response: the answer from what the teams found, and everything that is stored of the turn."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from langgraph.runtime import Runtime

from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.writing.draft import write_answer
from execution_agents.answer.writing.model_away import model_away
from execution_agents.answer.writing.record import Recorder
from execution_agents.answer.writing.several import Writes, write_answers
from foundation.contracts.errors import DatabaseUnreachable
from foundation.contracts.events import AnswerWritten, DataReuseDecided
from foundation.contracts.pauses import Clarification
from foundation.contracts.plan import Plan, Understanding
from foundation.contracts.ports import Delta, Emit, JsonObject, LanguageModel, Usage
from foundation.contracts.work import Evidence, Finding, ReuseDecision, TypeDecision, need_of
from foundation.language.cues import without_opening
from foundation.language.dates.impossible import impossible_times
from supervisor.decision import decision_row
from supervisor.deps import SupervisorDeps
from supervisor.follow_ups import days_of, suggestions
from supervisor.memory.remembered import acknowledged, memories_of, notices, shown_to_writer, used_by
from supervisor.memory.subject import subject_of
from supervisor.memory.window import ANSWER_CHARACTERS, EXCHANGES, ExchangeState, finished, last_exchanges
from supervisor.nodes.teams import evidence_store_of
from supervisor.outcome import Completed, TurnTimings
from supervisor.routing import plan_of
from supervisor.state import SupervisorState
from supervisor.titles import title_of
from supervisor.usage import total_usage, usage_of
from supervisor.words import said

SEARCH = "search"
QUOTED_SHARE, QUOTE_S = 0.05, 2.0
"""The share of a turn's time reserved for the answer without a model, and its most seconds."""


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
        each = await _asked_apart(state, deps, plan, request, findings)
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


async def _asked_apart(
    state: SupervisorState, deps: SupervisorDeps, plan: Plan, request: AnswerRequest, findings: Sequence[Finding]
) -> list[AnswerRequest]:
    """Each question of the message with its own computation and drafts."""
    none = (None,) * len(plan.requests)
    computed = next((one.analyses for one in findings if one.analyses), none)
    documents = next((one.documents for one in findings if one.documents), none)
    apart = await requests_apart(request, deps, plan, state)
    return [
        replace(one, analysis=done, document=written)
        for one, done, written in zip(apart, computed, documents, strict=True)
    ]


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
    """The exchanges for later turns: each request of the message with its own part of the answer. `apart`: the message
    opened another subject."""
    run_id = deps.run.run_id
    if plan.requests and answer.requests:
        both = enumerate(zip(plan.requests, answer.requests, strict=True))
        return [
            finished(run_id, part.understanding, said.content, said.shown, used(decisions, at), apart=apart and at == 0)
            for at, (part, said) in both
        ]
    heading = next((each.title for each in answer.citations if not each.fields), "")
    shown = subject_of(answer.content, answer.citations, deps.pack, plan.understanding.language) or heading
    named = answer.analysis.arithmetic if answer.analysis else None
    understanding = plan.understanding if named is None else plan.understanding.model_copy(update={"said": named})
    rests_on = list(dict.fromkeys([*used(decisions, 0), *(each.evidence_id for each in answer.citations if named)]))
    exchange = finished(run_id, understanding, answer.content, shown, rests_on, apart=apart)
    if understanding.question != deps.run.question and len(deps.run.question) <= ANSWER_CHARACTERS:
        exchange["typed"] = deps.run.question  # A pasted contract is not kept.
    return [exchange]


def used(decisions: Sequence[TypeDecision], request: int) -> list[str]:
    """Ids of the evidence one request was answered from."""
    return [name for each in decisions if each.request == request for name in each.evidence_ids]


async def requests_apart(
    whole: AnswerRequest, deps: SupervisorDeps, plan: Plan, state: SupervisorState
) -> list[AnswerRequest]:
    """The evidence each request of the message may be answered from: its own, and nothing of the others."""
    store, found = evidence_store_of(deps), list[AnswerRequest]()
    for at, part in enumerate(plan.requests):
        asked = part.understanding
        decisions = tuple(each for each in whole.decisions if each.request == at)
        evidence = [await store.get(name, at) for each in decisions for name in each.evidence_ids]
        # The evidence of the result it needs is added to its own: the two are compared, or computed with.
        needed = [each for each in whole.decisions if each.request in part.after and each.data_type in asked.data_types]
        evidence += [await store.get(name, each.request) for each in needed for name in each.evidence_ids]
        missing = {name: why for name in asked.data_types if (why := whole.missing.get(need_of(name, at)))}
        found.append(
            replace(
                whole,
                question=asked.question,
                standalone=asked.standalone,
                graph=asked.graph,
                intent=asked.intent,
                route=asked.route,
                ends_early=part.ends_early,
                data_types=asked.data_types,
                evidence=tuple(evidence),
                retrieval=traces_of(evidence, state["run_id"]),
                decisions=decisions,
                missing=missing,
                after=part.after,
                named_things=asked.named_things,
                absent_teams=plan.absent_teams if at == 0 else (),
            )
        )
    return found


def traces_of(evidence: Iterable[Evidence], run_id: str) -> tuple[JsonObject, ...]:
    """The traces of this turn's own searches."""
    return tuple(trace for each in evidence if each.run_id == run_id for trace in each.traces)


async def _said_of_memory(state: SupervisorState, deps: SupervisorDeps, plan: Plan) -> AnswerWritten | None:
    """The whole answer to a message that asked something of the memories, or stated something to remember."""
    text = state["memory_said"] if state["memory_alone"] else await acknowledged(deps, plan)
    if not text:
        return None
    await deps.delta(text)
    return AnswerWritten(content=text, confidence=1000, record=Recorder().whole(path="early"))


async def answer_request(
    state: SupervisorState, deps: SupervisorDeps, plan: Plan, findings: list[Finding]
) -> AnswerRequest:
    """Everything the answer may be written from."""
    understanding = plan.understanding
    evidence = await _evidence(state, deps, understanding.data_types)
    memories = await memories_of(deps)
    return AnswerRequest(
        question=understanding.question,
        standalone=understanding.standalone,
        language=understanding.language,
        intent=understanding.intent,
        pack=deps.pack,
        now=datetime.fromisoformat(state["now"]),
        route=understanding.route,
        ends_early=plan.ends_early,
        data_types=understanding.data_types,
        evidence=evidence,
        retrieval=traces_of(evidence, deps.run.run_id),
        decisions=tuple(decision for finding in findings for decision in finding.decisions),
        reuse=_decision(findings),
        missing={name: why for finding in findings for name, why in finding.missing.items()},
        notices=(
            *(state[name] for name in ("memory_said", "assumed") if state[name]),
            *notices(understanding, memories, deps),
            *(notice for finding in findings for notice in finding.notices),
            *([model_away(deps.memory.model_failed, understanding.language)] if plan.model_away else []),
            *of_reading(deps.run.question, understanding),
        ),
        named_things=understanding.named_things,
        absent_teams=plan.absent_teams,
        memories=tuple(one.text for one in shown_to_writer(understanding, memories)),
        history=tuple((exchange["question"], exchange["answer"]) for exchange in state["exchanges"][-EXCHANGES:]),
        graph=understanding.graph,
        analysis=next((finding.analysis for finding in findings if finding.analysis is not None), None),
        document=next((done for finding in findings for done in finding.documents if done is not None), None),
        undo_available=any(finding.timed_out for finding in findings),
        ends_at=ends_at(deps),
        compute=deps.compute,
    )


def of_reading(question: str, understanding: Understanding) -> Iterator[str]:
    """Notices of what a question says and was not read: parts of a long one, times that no calendar has."""
    if understanding.read_in_part:
        yield said("read_in_part", understanding.language)
    if times := impossible_times(question):
        yield said("no_such_time", understanding.language, times=", ".join(times))


def ends_at(deps: SupervisorDeps) -> float:
    """When no model is called any more: the turn's limit less the time a quote takes, on the event loop's clock."""
    most_s = min(deps.limit_s, deps.pack.answering.grading.turn_s)
    kept_s = min(QUOTE_S, QUOTED_SHARE * most_s)
    return asyncio.get_running_loop().time() + max(0.0, most_s - kept_s - deps.memory.elapsed_ms() / 1000)


def _decision(findings: list[Finding]) -> ReuseDecision:
    for finding in findings:
        if finding.team == SEARCH:
            return finding.reuse
    return "search"


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


async def _evidence(state: SupervisorState, deps: SupervisorDeps, data_types: tuple[str, ...]) -> tuple[Evidence, ...]:
    """All evidence of the turn, in the order of the data types needed."""
    store = evidence_store_of(deps)
    ids = dict.fromkeys(each for found in state["evidence_ids"].values() for each in found)
    order = {name: place for place, name in enumerate(data_types)}
    evidence = [await store.get(each) for each in ids]
    return tuple(sorted(evidence, key=lambda each: order.get(each.data_type, len(order))))


def _reuse(deps: SupervisorDeps, plan: Plan, finding: Finding | None) -> DataReuseDecided | None:
    if finding is None:
        return None
    return DataReuseDecided(decision=finding.reuse, variant=deps.variant, types=finding.decisions, judge1=plan.judge1)
