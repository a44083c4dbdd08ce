"""A team as a node of the supervisor's graph: it passes the brief in and the finding out, and nothing else."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from datetime import datetime

import structlog
from langgraph.errors import GraphBubbleUp, GraphInterrupt
from langgraph.runtime import Runtime

from execution_agents.reuse.policy import Choice, Judged, ReuseTerms
from execution_agents.team import EvidenceStore, Team, TeamDeps
from foundation.contracts.errors import DatabaseUnreachable, Fenced
from foundation.contracts.events import TeamCompleted
from foundation.contracts.plan import Plan, Understanding
from foundation.contracts.ports import JsonObject, Usage
from foundation.contracts.work import Brief, Evidence, Finding
from foundation.language.rules.contract_text import pasted_contract
from supervisor.deps import SupervisorDeps
from supervisor.memory.stock import standings_of
from supervisor.memory.window import EXCHANGES
from supervisor.nodes.aggregate import keep_fresh
from supervisor.nodes.worked_again import joined, nothing_of
from supervisor.planning.several.reading_again import lacks_input
from supervisor.routing import plan_of
from supervisor.state import SupervisorState
from supervisor.usage import usage_of
from supervisor.words import said

log = structlog.get_logger()
ANALYSIS = "analysis"
DOCUMENT = "document"
TeamNode = Callable[[SupervisorState, Runtime[SupervisorDeps]], Awaitable[JsonObject]]


def team_node(team: Team) -> TeamNode:
    """The node of one team."""

    async def work(state: SupervisorState, runtime: Runtime[SupervisorDeps]) -> JsonObject:
        deps, plan = runtime.context, plan_of(state)
        usage = Usage()
        brief = await brief_for(team, state, deps)
        try:
            finding = await _finding(team, brief, await team_deps(deps, plan, usage))
        except GraphInterrupt:
            await keep_fresh(deps)
            raise
        for evidence in finding.evidence:
            deps.memory.evidence[evidence.evidence_id] = evidence
        await deps.emit(_completed(finding))
        ids = [*state["evidence_ids"].get(team.name, ()), *(evidence.evidence_id for evidence in finding.evidence)]
        step = f"{team.name}@{state['settled']}" if state["again"] else team.name
        spent = state["timings"].get(team.name, 0) + finding.elapsed_ms
        if state["again"] and (held := state["findings"].get(team.name)) is not None:
            store, kept = evidence_store_of(deps), state["evidence_ids"].get(team.name, ())
            # With its evidence, by which the notices of what is replaced are taken back.
            found = [await store.get(each) for each in kept]
            before = Finding.model_validate(held).model_copy(update={"evidence": tuple(found)})
            finding = joined(before, finding, state["again"])
        return {
            "findings": {team.name: finding.model_copy(update={"evidence": ()}).model_dump(mode="json")},
            "evidence_ids": {team.name: list(dict.fromkeys(ids))},
            "worked": {team.name: state["settled"]},
            "timings": {team.name: spent},
            "usage": {step: usage_of(usage)},
        }

    return work


async def brief_for(team: Team, state: SupervisorState, deps: SupervisorDeps) -> Brief:
    """Everything the team may know of the turn, with the findings of the teams it waits for."""
    plan, store = plan_of(state), evidence_store_of(deps)
    ids = [each for first in team.waits_for for each in state["evidence_ids"].get(first, [])]
    whole = _brief(plan.understanding, deps)
    parts = tuple(_brief(part.understanding, deps) for part in plan.requests)
    if team.name == ANALYSIS:
        later = [at for at, part in enumerate(plan.requests) if at >= max(state["settled"], 1) and lacks_input(part)]
        parts = tuple(nothing_of(one) if at in later else one for at, one in enumerate(parts))
    if state["again"]:  # The others are worked on already; they keep their places.
        parts = tuple(one if at in state["again"] else nothing_of(one) for at, one in enumerate(parts))
    if team.name == DOCUMENT:
        spoken_of = await _spoken_of(plan, state, deps)
        whole, parts = whole.model_copy(update=spoken_of), tuple(one.model_copy(update=spoken_of) for one in parts)
    elif team.name == ANALYSIS:
        now = datetime.fromisoformat(state["now"])
        whole = whole.model_copy(update={"said_before": _said_before(state), "now": now})
    evidence = tuple([await store.get(each) for each in ids])
    return whole.model_copy(update={"evidence": evidence, "requests": parts})


async def _spoken_of(plan: Plan, state: SupervisorState, deps: SupervisorDeps) -> JsonObject:
    """What only the document team needs: the contract or document that is meant, and the earlier messages."""
    pasted = pasted_contract(state["question"])
    asked, drafts = plan.understanding.document, deps.repositories.drafts
    contract, held = pasted.contract if pasted else "", None
    if drafts is not None and asked is not None and pasted is None:
        if asked.document_id:
            held = await drafts.newest(deps.principal, deps.run.session_id)
        elif asked.kind == "review":
            attached = await drafts.attached(deps.principal, deps.run.session_id)
            contract = attached[0].text if attached else ""
    now = datetime.fromisoformat(state["now"])
    return {"contract": contract, "held": held, "said_before": _said_before(state), "now": now}


def _said_before(state: SupervisorState) -> tuple[str, ...]:
    """What the person asked in the last exchanges, the newest first."""
    return tuple(one["question"] for one in reversed(state["exchanges"][-EXCHANGES:]))


def _brief(understanding: Understanding, deps: SupervisorDeps) -> Brief:
    return Brief(
        run_id=deps.run.run_id,
        session_id=deps.run.session_id,
        question=understanding.standalone,
        original_question=understanding.question,
        readings=understanding.readings,
        language=understanding.language,
        intent=understanding.intent,
        slots=understanding.slot_values(),
        data_types=understanding.data_types,
        computation=understanding.computation,
        said=understanding.said,
        named=understanding.named,
        document=understanding.document,
    )


async def team_deps(deps: SupervisorDeps, plan: Plan, usage: Usage) -> TeamDeps:
    """What the team may use."""
    return TeamDeps(
        principal=deps.principal,
        pack=deps.pack,
        sources=deps.sources,
        costs=deps.repositories.costs,
        store=evidence_store_of(deps),
        clock=deps.clock,
        emit=deps.emit,
        reuse=await _terms(deps, plan),
        elapsed_ms=deps.memory.elapsed_ms,
        model=deps.model,
        usage=usage,
        telemetry=deps.telemetry,
        may_ask=deps.asks,
        form_values=deps.run.options.form_values,
        compute=deps.compute,
    )


def evidence_store_of(deps: SupervisorDeps) -> EvidenceStore:
    """The turn's `EvidenceStore`; evidence that is not in memory is read from this person's ledger."""

    async def load(evidence_id: str) -> Evidence:
        return await deps.repositories.evidence.get(deps.principal, evidence_id)

    return EvidenceStore(load, deps.memory.evidence)


async def _terms(deps: SupervisorDeps, plan: Plan) -> ReuseTerms:
    options = deps.run.options
    first, *others = [Judged(part.judge1, await standings_of(part.understanding, deps)) for part in plan.parts]
    return ReuseTerms(
        variant=deps.variant,
        judge1=first.judge1,
        thresholds=deps.thresholds,
        standings=first.standings,
        others=tuple(others),
        ask_worth_ms=round(deps.ask_worth_s * 1000),
        may_ask=deps.asks,
        preset={"always": Choice.USE_PREVIOUS, "never": Choice.SEARCH_NEW}.get(options.reuse or ""),
        insist=options.override_of is not None and options.reuse == "always",
        timed_out=deps.run.resumed_by == "timeout",
    )


async def _finding(team: Team, brief: Brief, deps: TeamDeps) -> Finding:
    started = time.monotonic()
    try:
        return await team.work(brief, deps)
    except (GraphBubbleUp, Fenced, DatabaseUnreachable):  # Without the database no turn continues: it is restarted.
        raise
    except Exception:
        # A team that fails costs its part of the answer, never the turn.
        log.exception("team_failed", team=team.name, run_id=brief.run_id)
        why = said("team_failed", brief.language, team=team.name)
        elapsed_ms = round((time.monotonic() - started) * 1000)
        missing = {need: why for need, _ in brief.needs}
        return Finding(team=team.name, missing=missing, elapsed_ms=elapsed_ms)


def _analysed(finding: Finding) -> TeamCompleted:
    done = finding.analysis
    worked = done is not None and done.refused is None
    counts = {"operations": len(done.operations) if done else 0}
    return TeamCompleted(
        team=finding.team, status="done" if worked else "skipped", counts=counts, elapsed_ms=finding.elapsed_ms
    )


def _documented(finding: Finding) -> TeamCompleted:
    done = [one for one in finding.documents if one is not None and one.paragraphs]
    counts = {
        "documents": sum(one.drafted is not None for one in done),
        "findings": sum(len(one.findings) for one in done),
    }
    status = "done" if done else "skipped"
    return TeamCompleted(team=finding.team, status=status, counts=counts, elapsed_ms=finding.elapsed_ms)


def _completed(finding: Finding) -> TeamCompleted:
    if finding.team == ANALYSIS and not finding.missing:
        return _analysed(finding)
    if finding.team == DOCUMENT and not finding.missing:
        return _documented(finding)
    searched = any(decision.decision == "searched" for decision in finding.decisions)
    reused = len(finding.using_cached_data)
    asked = bool(finding.decisions or finding.missing)
    status = "done" if searched or finding.evidence else "failed" if asked else "skipped"
    return TeamCompleted(
        team=finding.team,
        status="skipped" if reused and not searched and not finding.missing else status,
        counts={
            "items": sum(len(evidence.items) for evidence in finding.evidence),
            "reused": reused,
            "searched": finding.search_calls,
        },
        elapsed_ms=finding.elapsed_ms,
    )
