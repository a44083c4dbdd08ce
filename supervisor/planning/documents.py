"""What planning may ask the pack's documents before it decides what a question means."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TypeVar

import structlog

from execution_agents.retrieval.asked_lines import line_index
from execution_agents.search.field import has_heading, knows, speaks_of
from foundation.contracts.errors import SourceFailed
from foundation.contracts.plan import Understanding
from foundation.contracts.ports import Hit, LexicalIndex
from foundation.domains.schema.pack import DocumentsSource, Pack, TableSource
from foundation.language.wanted.kept import asks_of_norm
from supervisor.planning.bounds import as_read

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


def with_line_types(understanding: Understanding, pack: Pack) -> Understanding:
    """The question with the data type of its nearest line beside its own, if it follows none and all of its own are of
    documents.

    An intent is read from words that a pack lists. A question in other words may be read as another one's, and then the
    documents that answer it are not searched at all."""
    own = understanding.data_types
    follows = understanding.standalone != understanding.question
    if not own or follows or understanding.computation is not None:
        return understanding
    if not all(is_of_documents(name, pack) for name in own):
        return understanding
    near = line_index(pack).nearest(as_read(understanding.question), "", 1)
    if not near or near[0].nearness * 1000 < pack.readings.asked_least:
        return understanding
    types = types_of(near[0].document, pack)
    if not types or types & set(own):
        return understanding
    return understanding.model_copy(update={"data_types": (*own, *sorted(types))})


def is_asked_of_a_line(understanding: Understanding, pack: Pack) -> bool:
    """True if people ask so for a line of the documents: people's words are not the documents' words."""
    near = line_index(pack).nearest(as_read(understanding.question), "", 1)
    return bool(near) and near[0].nearness * 1000 >= pack.readings.asked_least


def with_both_sides(understanding: Understanding, pack: Pack) -> Understanding:
    """For a question whether measured rows keep a limit: the data types of the rows and of the documents that state it.

    An intent reads one of the two: 탁도는 목표 지켰어 the readings, TOC도 괜찮았나 목표랑 비교해서 the manual."""
    own = understanding.data_types
    if understanding.computation is not None or not own or not asks_of_norm(understanding.question):
        return understanding
    rows = [name for name in own if is_of_rows(name, pack)]
    documents = [name for name in own if is_of_documents(name, pack)]
    named = {slot.name for slot in understanding.slots}
    if rows and not documents:
        added = [name for name in pack.default_data_types if is_of_documents(name, pack)]
    elif documents and not rows:
        added = [one.name for one in pack.data_types if is_of_rows(one.name, pack) and _measures(one.name, named, pack)]
    else:
        return understanding
    return understanding.model_copy(update={"data_types": (*own, *added)}) if added else understanding


def is_of_rows(name: str, pack: Pack) -> bool:
    """True if only tables of single dated rows serve this data type."""
    sources = [pack.source(source) for source in pack.data_type(name).sources]
    return bool(sources) and all(
        isinstance(one, TableSource) and not one.is_aggregate and any(column.type == "date" for column in one.columns)
        for one in sources
    )


def _measures(name: str, named: Collection[str], pack: Pack) -> bool:
    """True if its tables are asked by a time and by all that the question names of their other slots, and it names
    one."""
    for each in pack.data_type(name).sources:
        source = pack.source(each)
        if not isinstance(source, TableSource):
            return False
        equal = {one.slot for one in source.slots if one.match == "equals"}
        timed = any(one.match == "month_range" for one in source.slots)
        if not timed or not equal & set(named):
            return False
    return True


def is_of_documents(name: str, pack: Pack) -> bool:
    """True if only documents serve this data type."""
    return all(isinstance(pack.source(source), DocumentsSource) for source in pack.data_type(name).sources)


def types_of(document: str, pack: Pack) -> set[str]:
    """The data types that a file of the pack serves."""
    sources = {
        source.name
        for source in pack.sources
        if isinstance(source, DocumentsSource) and source.path and PurePosixPath(document).is_relative_to(source.path)
    }
    return {one.name for one in pack.data_types if sources & set(one.sources)}


async def _answered(ask: Callable[[LexicalIndex], AnswerT], index: LexicalIndex, without: AnswerT) -> AnswerT:
    """In a thread. An index that is elsewhere may be away: planning goes on as without it, with `without`."""
    try:
        return await asyncio.to_thread(ask, index)
    except SourceFailed as away:
        log.warning("documents_not_asked", why=away.message)
        return without
