"""What people said of themselves, looked for in the background once their run is over.

Finished runs are marked in the database when they were looked at: whatever happens to a process, each is looked at
once. A run in which somebody speaks of themselves is looked at within a second, the others within a minute.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

import structlog

from foundation.contracts.memories import LONGEST_SUMMARY, Memory, MemoryChanges
from foundation.contracts.ports import Compute, LanguageModel, Usage, at_once
from foundation.storage.database.engine import AWAY
from foundation.storage.people.memories import DueRun, Said
from foundation.storage.repositories import Repositories
from service_agent.jobs.background import Job
from supervisor.memory.personal.keeping import changes_of
from supervisor.memory.personal.people import speaks_of_oneself
from supervisor.memory.personal.proposed import proposed
from supervisor.memory.personal.reading import MAX_MESSAGE, may_not_be_kept, statements_of
from supervisor.memory.personal.requests import request_of

log = structlog.get_logger(__name__)
NAME = "memories"
BATCH = 200
LOOKED_BACK = 8
"""Questions of a conversation its summary is made of, at most."""
LONGEST_PART = 90

ModelFor = Callable[[DueRun], Awaitable[LanguageModel | None]]
"""The model whose calls are counted as this person's."""
ComputingFor = Callable[[str, str], Compute]
"""Where what reads a run's text (id, text) computes."""


class Remembering:
    """Looks at finished runs."""

    def __init__(
        self,
        repositories: Repositories,
        model_for: ModelFor,
        *,
        on: bool,
        computing_for: ComputingFor = lambda _run_id, _text: at_once,
    ) -> None:
        self._repositories = repositories
        self._computing_for = computing_for
        self._model_for = model_for
        self._on = on

    def job(self) -> Job:
        """Each minute, and as soon as somebody spoke of themselves (`Background.soon`)."""
        return Job(NAME, "* * * * *", self.look)

    async def look(self) -> int:
        """Look at all runs that are due; how many memories were kept."""
        kept = 0
        while due := await self._repositories.memories.due(BATCH):
            kept += await self._looked_at(due)
            if len(due) < BATCH:
                break
        return kept

    async def _looked_at(self, due: Sequence[DueRun]) -> int:
        kept, talks = 0, dict[str, DueRun]()
        for run in due:
            if self._on and run.remembers:
                talks[run.session_id] = run
                kept += await self._tried(run, self._kept_of(run))
        for run in talks.values():
            await self._tried(run, self._summarise(run))
        await self._repositories.memories.settle([run.run_id for run in due])
        return kept

    async def _tried(self, run: DueRun, work: Awaitable[int]) -> int:
        """A run that cannot be looked at is passed over: it must not hold up all others. The database is waited for."""
        try:
            return await work
        except AWAY:
            raise
        except Exception:
            log.exception("memory_not_kept", run_id=run.run_id)
            return 0

    async def _kept_of(self, run: DueRun) -> int:
        compute = self._computing_for(run.run_id, run.question)
        if not await compute(partial(_says_more, run.question)):
            return 0
        memories = self._repositories.memories
        seen = [one for one in await memories.current(run.principal) if one.tier == "longterm"]
        said = await proposed(run.question, seen, await self._model_for(run), Usage())
        if not said and not await compute(partial(statements_of, run.question)):
            return 0

        def decide(held: Sequence[Memory]) -> MemoryChanges:
            return changes_of(run.question, said, _in_order(held, seen))

        return len(await memories.change(run.principal, decide, Said(run.run_id, run.session_id, settles=True)))

    async def _summarise(self, run: DueRun) -> int:
        lines = await self._repositories.messages.recent(run.principal, run.session_id, LOOKED_BACK)
        questions = [one.content for one in lines if one.role == "user"]
        summary = await self._computing_for(run.run_id, "".join(questions))(partial(summary_of, questions))
        if summary:
            await self._repositories.memories.summarise(run.principal, Said(run.run_id, run.session_id), summary)
        return 0


def summary_of(questions: Sequence[str]) -> str:
    """What a conversation was about: its questions, newest first, without what people say of themselves or hide."""
    parts: list[str] = []
    room = LONGEST_SUMMARY
    for question in reversed(questions):
        part = " ".join(question.split())[:LONGEST_PART]
        if may_not_be_kept(question) or statements_of(question) or request_of(question) is not None or part in parts:
            continue
        room -= len(part) + 3
        if room < 0:
            break
        parts.append(part)
    return " · ".join(parts)


def _says_more(question: str) -> bool:
    """Of oneself, beside a request: what was asked for was done at once."""
    return request_of(question) is None and speaks_of_oneself(question)


def is_worth_a_look(question: str) -> bool:
    """Somebody may speak of themselves in it."""
    return len(question) <= MAX_MESSAGE and speaks_of_oneself(question)


def _in_order(held: Sequence[Memory], seen: Sequence[Memory]) -> list[Memory]:
    """As the model saw them, so that its numbers mean the same; what came since stands behind."""
    current = {one.memory_id: one for one in held if one.tier == "longterm"}
    known = [current[one.memory_id] for one in seen if one.memory_id in current]
    if len(known) != len(seen):
        known = [current.get(one.memory_id, one) for one in seen]
    shown = {one.memory_id for one in seen}
    return [*known, *(one for one in current.values() if one.memory_id not in shown)]
