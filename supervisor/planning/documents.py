"""What planning may ask the pack's documents before it decides what a question means."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import TypeVar

import structlog

from execution_agents.search.field import has_heading, knows, speaks_of
from foundation.contracts.errors import SourceFailed
from foundation.contracts.plan import Understanding
from foundation.contracts.ports import Hit, LexicalIndex
from foundation.domains.schema.pack import DocumentsSource, Pack

log = structlog.get_logger(__name__)

AnswerT = TypeVar("AnswerT")
_Look = Callable[[LexicalIndex, str, Sequence[str]], bool]


@dataclass(frozen=True)
class Documents:
    """The passages of one pack that a person may read."""

    pack: Pack
    index: LexicalIndex | None
    readable: Collection[str]
    """Names of sources."""

    async def speak_of(self, understanding: Understanding) -> bool:
        """True if a document of the understanding's data types is about its question."""
        return await self._look(speaks_of, understanding)

    async def know(self, understanding: Understanding) -> bool:
        """True if they hold enough of its words for it to continue the conversation's topic."""
        if self.index is None:
            return False
        return await _answered(lambda index: knows(index, understanding.question), self.index, False)

    async def head(self, understanding: Understanding) -> bool:
        """True if one of them has it as heading."""
        return await self._look(has_heading, understanding)

    async def near(self, understanding: Understanding, limit: int) -> Sequence[Hit]:
        """The passages nearest to its question, of the data types it needs, best first."""
        names = self._needed(understanding)
        if self.index is None or not names:
            return ()
        return await _answered(lambda index: index.search(understanding.standalone, limit, names), self.index, ())

    def _needed(self, understanding: Understanding) -> Sequence[str]:
        needed = {name for each in understanding.data_types for name in self.pack.data_type(each).sources}
        documents = {source.name for source in self.pack.sources if isinstance(source, DocumentsSource)}
        return sorted(needed & documents & set(self.readable))

    async def _look(self, look: _Look, understanding: Understanding) -> bool:
        names = self._needed(understanding)
        if self.index is None or not names:
            return False
        return await _answered(lambda index: look(index, understanding.standalone, names), self.index, False)


async def _answered(ask: Callable[[LexicalIndex], AnswerT], index: LexicalIndex, without: AnswerT) -> AnswerT:
    """In a thread. An index that is elsewhere may be away: planning goes on as without it, with `without`."""
    try:
        return await asyncio.to_thread(ask, index)
    except SourceFailed as away:
        log.warning("documents_not_asked", why=away.message)
        return without
