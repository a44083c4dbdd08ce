"""What planning may ask the pack's documents before it decides what a question means."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import PurePosixPath
from typing import TypeVar

import structlog

from execution_agents.search.field import MOSTLY, has_heading, knows, share_answered, share_spoken_of, speaks_of
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

    async def share(self, understanding: Understanding) -> float:
        """How much of its question the one that holds most of it holds, 0..1."""
        names = self._needed(understanding)
        if self.index is None or not names:
            return 0.0
        return await _answered(lambda index: share_spoken_of(index, understanding.standalone, names), self.index, 0.0)

    async def share_answered(self, understanding: Understanding) -> float:
        """The same where a passage that tells a thing of the kind asked holds the word for that kind."""
        names = self._needed(understanding)
        if self.index is None or not names:
            return 0.0
        return await _answered(lambda index: share_answered(index, understanding.standalone, names), self.index, 0.0)

    async def know(self, understanding: Understanding) -> bool:
        """True if they hold enough of its words for it to continue the conversation's topic."""
        if self.index is None:
            return False
        return await _answered(lambda index: knows(index, understanding.question), self.index, False)

    async def head(self, understanding: Understanding) -> bool:
        """True if one of them has it as heading."""
        return await self._look(has_heading, understanding)

    async def say(self, understanding: Understanding) -> bool:
        """True if one of them has a heading that says most of it."""
        return await self._look(partial(has_heading, share=MOSTLY), understanding)

    async def near(self, understanding: Understanding, limit: int) -> Sequence[Hit]:
        """The passages nearest to its question, of the data types it needs, best first."""
        names = self._needed(understanding)
        if self.index is None or not names:
            return ()
        return await _answered(lambda index: index.search(understanding.standalone, limit, names), self.index, ())

    def holds(self, document: str, understanding: Understanding) -> bool:
        """True if a file, from the pack's folder on, is of a source that the understanding needs and that may be
        read."""
        needed = set(self._needed(understanding))
        folders = [one.path for one in self.pack.sources if isinstance(one, DocumentsSource) and one.name in needed]
        return any(folder is not None and PurePosixPath(document).is_relative_to(folder) for folder in folders)

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
