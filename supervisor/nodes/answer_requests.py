"""What each answer of a turn may be written from: of the whole message, and of each of its requests apart."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TypedDict

from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.writing.model_away import model_away
from foundation.contracts.graph import GraphAsked, SurchargesAsked
from foundation.contracts.plan import Plan, Understanding
from foundation.contracts.ports import JsonObject
from foundation.contracts.work import Evidence, Finding, ReuseDecision, TypeDecision, need_of
from foundation.language.dates.impossible import impossible_times
from supervisor.deps import SupervisorDeps
from supervisor.memory.remembered import memories_of, notices, shown_to_writer
from supervisor.memory.window import EXCHANGES, KEPT
from supervisor.nodes.teams import evidence_store_of
from supervisor.state import SupervisorState
from supervisor.words import said

SEARCH = "search"
QUOTED_SHARE, QUOTE_S = 0.05, 2.0
"""The share of a turn's time reserved for the answer without a model, and its most seconds."""


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
        **_talked(state, understanding),
        **_of_graph(understanding),
        analysis=next((finding.analysis for finding in findings if finding.analysis is not None), None),
        document=next((done for finding in findings for done in finding.documents if done is not None), None),
        undo_available=any(finding.timed_out for finding in findings),
        ends_at=ends_at(deps),
        compute=deps.compute,
    )


class _OfGraph(TypedDict):
    graph: GraphAsked | None
    surcharges: SurchargesAsked | None


def _of_graph(understanding: Understanding) -> _OfGraph:
    """What of the pack's graph is asked for."""
    return {"graph": understanding.graph, "surcharges": understanding.surcharges}


class _Talked(TypedDict):
    history: tuple[tuple[str, str], ...]
    opened_with: str
    of_last: bool


def _talked(state: SupervisorState, understanding: Understanding) -> _Talked:
    """What of the conversation the answer goes on from."""
    kept = state["exchanges"]
    return _Talked(
        history=tuple((one["question"], one["answer"]) for one in kept[-EXCHANGES:]),
        opened_with=kept[0].get("typed", kept[0]["question"]) if 0 < len(kept) < KEPT else "",
        of_last=bool(understanding.shown),
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


async def asked_apart(
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
                **_of_graph(asked),
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


async def _evidence(state: SupervisorState, deps: SupervisorDeps, data_types: tuple[str, ...]) -> tuple[Evidence, ...]:
    """All evidence of the turn, in the order of the data types needed."""
    store = evidence_store_of(deps)
    ids = dict.fromkeys(each for found in state["evidence_ids"].values() for each in found)
    order = {name: place for place, name in enumerate(data_types)}
    evidence = [await store.get(each) for each in ids]
    return tuple(sorted(evidence, key=lambda each: order.get(each.data_type, len(order))))


def used(decisions: Sequence[TypeDecision], request: int) -> list[str]:
    """Ids of the evidence one request was answered from."""
    return [name for each in decisions if each.request == request for name in each.evidence_ids]
