"""search: fetches the missing data types from their sources in parallel; skip: nothing to fetch."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from langgraph.runtime import Runtime

from execution_agents.reuse.versions import joined_version
from execution_agents.reuse.wording import label_of, said
from execution_agents.search.costs import record_costs
from execution_agents.search.gathering import Gathering, SourceOutcome
from execution_agents.search.nodes.announce import reuse_event
from execution_agents.search.relevance import without_irrelevant
from execution_agents.search.state import SearchState, brief_of, search_scope
from execution_agents.search.variations import with_variations
from execution_agents.team import TeamDeps
from foundation.contracts.events import TeamProgressed
from foundation.contracts.ports import Failing, JsonObject, SearchResult
from foundation.contracts.work import Brief, Evidence, EvidenceItem, SourceKind, need_of
from foundation.domains.schema.pack import TableSource


async def skip(state: SearchState, runtime: Runtime[TeamDeps]) -> JsonObject:
    """Everything needed is available."""
    deps, brief = runtime.context, brief_of(state)
    await deps.emit(reuse_event(state, deps))
    kept = len(state["actions"])
    await deps.emit(
        TeamProgressed(
            team="search",
            step="reuse",
            label=said("kept", brief.language, count=kept),
            status="skipped",
            counts={"reused": kept},
        )
    )
    return {}


async def search(state: SearchState, runtime: Runtime[TeamDeps]) -> JsonObject:
    """Queries the sources of every type that must be fetched. A source that fails is reported, and the others
    continue."""
    deps, brief, scope = runtime.context, brief_of(state), search_scope(state)
    await deps.emit(reuse_event(state, deps))
    # In parallel: the message takes as long as the longest of its searches.
    try:
        async with asyncio.TaskGroup() as group:
            tasks = [group.create_task(_fetched(one, deps)) for one in _asked(brief, scope, deps)]
    except ExceptionGroup as broken:
        raise broken.exceptions[0] from broken
    fetched = [task.result() for task in tasks]
    return {
        "found": {need: found for one in fetched for need, found in one.found.items()},
        "missing": {need: why for one in fetched for need, why in one.missing.items()},
        "notices": [sentence for one in fetched for sentence in one.notices],
        "search_calls": sum(one.calls for one in fetched),
    }


@dataclass(frozen=True)
class _Asked:
    """One search: what must be fetched for one request of the message."""

    brief: Brief
    needs: Mapping[str, Sequence[str]]
    """Data type -> the needs it is fetched for."""


@dataclass(frozen=True)
class _Fetched:
    found: Mapping[str, str]
    missing: Mapping[str, str]
    notices: Sequence[str]
    calls: int


def _asked(brief: Brief, scope: Collection[str], deps: TeamDeps) -> list[_Asked]:
    """The searches of a message: rows that an earlier request of it fetches by the same slots are fetched once."""
    asked: list[_Asked] = []
    rows: dict[tuple[str, str], list[str]] = {}
    for at, part in enumerate(brief.parts):
        needs: dict[str, list[str]] = {}
        for name in part.data_types:
            need = need_of(name, at)
            if need not in scope:
                continue
            same = (name, str(sorted(part.slots.items())))
            if same in rows and _is_rows(name, deps):
                rows[same].append(need)
            else:
                needs[name] = rows[same] = [need]
        if needs:
            asked.append(_Asked(part, needs))
    return asked


def _is_rows(data_type: str, deps: TeamDeps) -> bool:
    """True if its sources are filtered by slots alone, whatever the words of the question."""
    sources = deps.pack.data_type(data_type).sources
    return all(isinstance(deps.pack.source(name), TableSource) for name in sources)


async def _fetched(asked: _Asked, deps: TeamDeps) -> _Fetched:
    scope = tuple(asked.needs)
    brief = await with_variations(asked.brief, scope, deps)
    gathering = Gathering(brief, deps, scope, lambda found: without_irrelevant(found, brief.question, deps))
    outcomes = await gathering.run()
    await record_costs({name: found.elapsed_ms for name, found in outcomes.items() if found.answered}, deps)
    fetched_at = await deps.clock.now()
    found: dict[str, str] = {}
    missing: dict[str, str] = {}
    for data_type in scope:
        mine = {name: outcomes[name] for name in gathering.sources_of(data_type)}
        evidence = _evidence(data_type, mine, brief, fetched_at)
        if evidence is not None:
            results = _speaking(gathering.sources_of(data_type), outcomes)
            instead = tuple(result.instead for result in results if result.instead)
            reported = (*instead, *(result.notice for result in results if result.notice))
            deps.store.put(evidence.model_copy(update={"notices": reported, "instead": instead}))
            found |= dict.fromkeys(asked.needs[data_type], evidence.evidence_id)
        why = _why_missing(data_type, mine, brief, deps)
        if why is not None:
            missing |= dict.fromkeys(asked.needs[data_type], why)
    speaking = [result for data_type in scope for result in _speaking(gathering.sources_of(data_type), outcomes)]
    notices = [result.notice for result in speaking if result.notice]
    notices += _web_away(outcomes.values(), missing.values(), brief, deps)
    return _Fetched(found, missing, notices, gathering.calls)


def _web_away(outcomes: Iterable[SourceOutcome], missing: Iterable[str], brief: Brief, deps: TeamDeps) -> Sequence[str]:
    """That the web was wanted and could not be searched, unless what is missing says so already."""
    labels = [
        label_of(deps.pack.source(one.name).label, brief.language)
        for one in outcomes
        if one.kind == "web" and one.failed is not None
    ]
    said_already = any(label in why for why in missing for label in labels)
    return [said("web_failed", brief.language)] if labels and not said_already else []


def _speaking(sources: Sequence[str], outcomes: Mapping[str, SourceOutcome]) -> list[SearchResult]:
    """The results of one type's sources whose notices count. If one of them found something, those that found nothing
    do not: an answer from monthly figures need not mention that there are no single sales."""
    results = [result for name in sources if (result := outcomes[name].result) is not None]
    return [result for result in results if result.items] or results


def _evidence(
    data_type: str, outcomes: Mapping[str, SourceOutcome], brief: Brief, fetched_at: datetime
) -> Evidence | None:
    """One record for the type; an empty result is recorded too (judge 2 knows "no results")."""
    answered = {name: outcome.result for name, outcome in outcomes.items() if outcome.result is not None}
    if not answered:
        return None
    return Evidence(
        evidence_id=uuid.uuid4().hex,
        session_id=brief.session_id,
        run_id=brief.run_id,
        data_type=data_type,
        sources=tuple(answered),
        kind=_kind([outcomes[name] for name in answered]),
        query=brief.question,
        slots=brief.slots,
        items=_items([outcome for outcome in outcomes.values() if outcome.result is not None]),
        fetched_at=fetched_at,
        source_version=joined_version({name: result.source_version for name, result in answered.items()}),
        # What a failed source would have added is unknown, so the batch is not complete.
        complete=len(answered) == len(outcomes) and all(result.complete for result in answered.values()),
        aggregate=any(result.aggregate for result in answered.values()),
        cost_ms=max(outcome.elapsed_ms for outcome in outcomes.values()),
        traces=tuple(dict(result.trace) for result in answered.values() if result.trace is not None),
    )


def _kind(answered: Sequence[SourceOutcome]) -> SourceKind:
    """The kind of its first source; the web's if only the web found something."""
    items = [item for outcome in answered if outcome.result is not None for item in outcome.result.items]
    return "web" if items and all(item.is_web for item in items) else answered[0].kind


def _items(answered: Sequence[SourceOutcome]) -> tuple[EvidenceItem, ...]:
    """Everything found; passages best first whatever their source, since one index ranks them all."""
    found = [item for outcome in answered if outcome.result is not None for item in outcome.result.items]
    passages = ("documents", "upload", "web")  # the web gives no scores: it stands last
    if all(outcome.kind in passages for outcome in answered):
        found.sort(key=lambda item: item.score, reverse=True)
    return tuple(found)


def _why_missing(data_type: str, outcomes: Mapping[str, SourceOutcome], brief: Brief, deps: TeamDeps) -> str | None:
    """One sentence if something of the type could not be fetched."""
    language = brief.language
    label = label_of(deps.pack.data_type(data_type).label, language)
    if not outcomes:
        return said("no_source", language, label=label)
    found = any(outcome.result and outcome.result.items for outcome in outcomes.values())
    counted = [one for one in outcomes.values() if one.kind != "web" or not found]
    failures = _failures(counted, label, language, deps)
    if failures:
        return " ".join(failures)
    if not found:
        return said("no_rows", language, label=label)
    return None


_FAILED: Mapping[Failing, str] = {
    "slow": "source_slow",
    "error": "source_failed",
    "large": "source_large",
    "refused": "source_refused",
    "unusable": "source_unusable",
}


def _failures(outcomes: Iterable[SourceOutcome], label: str, language: str, deps: TeamDeps) -> list[str]:
    sentences: list[str] = []
    for outcome in outcomes:
        if outcome.failed is None:
            continue
        source = label_of(deps.pack.source(outcome.name).label, language)
        seconds = f"{outcome.elapsed_ms / 1000:.0f}"
        sentences.append(said(_FAILED[outcome.failed], language, label=label, source=source, seconds=seconds))
    return sentences
