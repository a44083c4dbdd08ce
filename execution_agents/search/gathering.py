"""Queries many sources at once: a time limit each, progress for the person, preferred sources first."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Literal, cast

import structlog

from execution_agents.analysis.ordering import asked_order
from execution_agents.reuse.wording import label_of, said
from execution_agents.search.sources.preferred import without_those_answered
from execution_agents.team import TeamDeps
from foundation.contracts.errors import DatabaseUnreachable, SourceFailed, SufficeError
from foundation.contracts.events import TeamProgressed
from foundation.contracts.ports import Failing, SearchRequest, SearchResult
from foundation.contracts.work import Brief, Slots, SourceKind
from foundation.domains.schema.pack import TableSource, WebSource

log = structlog.get_logger()
SILENT_S = 3.0
"""A database that does not return the time within this is considered unreachable."""


@dataclass(frozen=True)
class SourceOutcome:
    """The result of one source."""

    name: str
    kind: SourceKind
    result: SearchResult | None
    failed: Failing | None
    elapsed_ms: int
    asked: bool = True
    """False if a better source had rows already."""
    relevant: bool = True
    """False if a model holds none of its best documents relevant; they are handed on, as there are no better ones."""

    @property
    def found(self) -> int:
        """Items that are about the question: none of documents that hold too little of it, as the retriever says."""
        if self.result is None or not self.relevant:
            return 0
        guarded = self.result.trace is None or bool(self.result.trace["guard_passed"])
        return sum(not item.derived for item in self.result.items) if guarded else 0

    @property
    def answered(self) -> bool:
        """True if a search was really made and succeeded."""
        return self.asked and self.result is not None


Outcomes = dict[str, SourceOutcome]
"""Source -> what came of it."""
Grade = Callable[[Outcomes], Awaitable[Outcomes]]
"""Leaves out what is irrelevant."""
RANKED = ("documents", "upload")
"""Kinds of sources whose items one index ranks."""


class Gathering:
    """One turn's search. Each source is queried at most once, whichever data types it serves."""

    def __init__(self, brief: Brief, deps: TeamDeps, data_types: tuple[str, ...], grade: Grade | None = None) -> None:
        self._brief = brief
        self._deps = deps
        self._grade = grade
        self._sources = {name: self._declared(name) for name in data_types}
        self._tasks: dict[str, asyncio.Task[SourceOutcome]] = {}
        self._relevant: asyncio.Task[Outcomes]
        self._done = 0
        self._web_asked = False
        self._turn: set[str] = set()
        self.calls = 0
        """Number of searches made."""

    def sources_of(self, data_type: str) -> tuple[str, ...]:
        """The type's available sources, without those a better one made unnecessary, and without the web if the others
        found enough."""
        return tuple(
            name
            for name in self._sources[data_type]
            if name in self._turn and (not self._is_web(name) or self._is_few(data_type, name))
        )

    async def run(self) -> Outcomes:
        """Queries them all, without what is irrelevant; never raises for a source. Raises DatabaseUnreachable: then the
        turn is restarted."""
        names = list(dict.fromkeys(name for sources in self._sources.values() for name in sources))
        try:
            async with asyncio.TaskGroup() as group:
                for name in names:
                    self._tasks[name] = group.create_task(self._ask_in_turn(name, names))
                self._relevant = group.create_task(self._graded(names))
        except ExceptionGroup as broken:
            if broken.subgroup(DatabaseUnreachable) is None:
                raise
            raise DatabaseUnreachable from broken
        outcomes = {name: self._outcome(name) for name in names}
        self._turn = {name for name, outcome in outcomes.items() if outcome.asked}
        return outcomes

    def _declared(self, data_type: str) -> tuple[str, ...]:
        return tuple(name for name in self._deps.pack.data_type(data_type).sources if name in self._deps.sources)

    def _better(self, name: str, names: list[str]) -> list[str]:
        """Sources that make this one unnecessary if they have rows."""
        found: list[str] = []
        for other in names:
            declared = self._deps.pack.source(other)
            if isinstance(declared, TableSource) and name in declared.prefer_over and other != name:
                found.append(other)
        return found

    def _is_web(self, name: str) -> bool:
        return self._deps.sources[name].kind == "web"

    async def _graded(self, names: list[str]) -> Outcomes:
        """What the sources of documents found, without what is irrelevant: before it is counted, and once for all."""
        ranked = [name for name in names if self._deps.sources[name].kind in RANKED]
        found = {name: await asyncio.shield(self._tasks[name]) for name in ranked}
        return found if self._grade is None else await self._grade(found)

    def _outcome(self, name: str) -> SourceOutcome:
        """What came of a source that has answered."""
        return self._relevant.result().get(name) or self._tasks[name].result()

    def _is_few(self, data_type: str, web: str) -> bool:
        """True if the type's own sources, which all have answered, found too little."""
        declared = self._deps.pack.source(web)
        found = sum(self._outcome(name).found for name in self._sources[data_type] if not self._is_web(name))
        return isinstance(declared, WebSource) and found < declared.few

    async def _ask_the_web(self, name: str) -> SourceOutcome:
        """Searches the web once for the turn, if one of the types it serves has too little without it."""
        served = [data_type for data_type, sources in self._sources.items() if name in sources]
        others = {each for one in served for each in self._sources[one] if not self._is_web(each)}
        await asyncio.gather(*(asyncio.shield(self._tasks[each]) for each in others))
        await asyncio.shield(self._relevant)
        if not any(self._is_few(one, name) for one in served):
            return SourceOutcome(name, "web", None, None, 0, asked=False)
        self._web_asked = True
        return await self._ask(name, self._brief.slots)

    async def _ask_in_turn(self, name: str, names: list[str]) -> SourceOutcome:
        if self._is_web(name):
            return await self._ask_the_web(name)
        # All tasks are created before any of them runs, so a better source's task can always be awaited.
        better = self._better(name, names)
        found = [(other, (await self._tasks[other]).result) for other in better]
        slots = without_those_answered(self._brief.slots, [one for one in found if one[1] and one[1].items], self._deps)
        if slots is None:
            await self._progress(name, "skipped", "search_skipped")
            return SourceOutcome(name, self._deps.sources[name].kind, None, None, 0, asked=False)
        return await self._ask(name, slots)

    async def _ask(self, name: str, slots: Slots) -> SourceOutcome:
        self.calls += 1
        await self._progress(name, "running", "searching")
        started = time.monotonic()
        result, failed = await self._answer(name, slots)
        elapsed_ms = round((time.monotonic() - started) * 1000)
        self._done += 1
        if result is None:
            await self._progress(name, "failed", "search_failed", elapsed_ms)
        else:
            await self._progress(name, "done", "search_done", elapsed_ms, len(result.items))
        return SourceOutcome(name, self._deps.sources[name].kind, result, failed, elapsed_ms)

    async def _answer(self, name: str, slots: Slots) -> tuple[SearchResult | None, Failing | None]:
        declared = self._deps.pack.source(name)
        request = SearchRequest(
            principal=self._deps.principal,
            question=self._brief.question,
            readings=self._brief.readings,
            slots=slots,
            language=self._brief.language,
            limit=declared.limit,
            timeout_s=declared.timeout_s,
            order=asked_order(self._brief.question, declared) if isinstance(declared, TableSource) else None,
        )
        try:
            async with asyncio.timeout(declared.timeout_s):
                return await self._deps.sources[name].search(request), None
        except TimeoutError:
            await self._require_database(name)
            log.warning("source_slow", source=name, run_id=self._brief.run_id)
            return None, "slow"
        except DatabaseUnreachable:
            raise
        except SufficeError as failure:
            log.warning("source_failed", source=name, run_id=self._brief.run_id, why=failure.message)
            how = failure.data.get("how", "error") if isinstance(failure, SourceFailed) else "error"
            return None, cast("Failing", how)
        except Exception:
            # A source is somebody else's code and data: its errors must not stop the other sources.
            log.exception("source_broken", source=name, run_id=self._brief.run_id)
            return None, "error"

    async def _require_database(self, name: str) -> None:
        """If one of our own sources is late because the database does not respond, the source is not slow: the turn is
        restarted. Raises DatabaseUnreachable."""
        if self._deps.sources[name].kind in ("http", "mcp", "web"):
            return
        try:
            async with asyncio.timeout(SILENT_S):
                await self._deps.clock.now()
        except TimeoutError as late:
            raise DatabaseUnreachable from late

    async def _progress(
        self,
        name: str,
        status: Literal["running", "done", "failed", "skipped"],
        words: str,
        elapsed_ms: int = 0,
        count: int = 0,
    ) -> None:
        label = label_of(self._deps.pack.source(name).label, self._brief.language)
        counted = {source for sources in self._sources.values() for source in sources}
        total = len([source for source in counted if self._web_asked or not self._is_web(source)])
        await self._deps.emit(
            TeamProgressed(
                team="search",
                step=f"search:{name}",
                label=said(words, self._brief.language, label=label, count=count),
                status=status,
                counts={"found": count} if status == "done" else {},
                elapsed_ms=elapsed_ms,
                done=self._done,
                total=total,
            )
        )
