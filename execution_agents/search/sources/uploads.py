"""Passages of the files attached to one conversation, searched in memory as a pack's documents are searched on disk."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from execution_agents.retrieval.index.memory import MemoryIndex
from execution_agents.retrieval.retriever import Corpus, Query, Retriever, together
from foundation.contracts.identity import Principal
from foundation.contracts.ports import Hit, LexicalIndex, SearchRequest, SearchResult
from foundation.contracts.work import UPLOAD, EvidenceItem, Reading, Slots, SourceKind
from foundation.domains.schema.uploads import SOURCE
from foundation.storage.conversations.file_names import BELOW
from foundation.storage.records import Chunk

_IN_PART = {
    "ko": (
        "{name}: 모두 {parts}개 부분 가운데 처음 {shown}개{up_to}에 바탕을 둔 답입니다. 나머지는 내용을 물어보세요.",
        "(“{heading}”까지)",
    ),
    "en": (
        "{name}: this answer stands on the first {shown} of its {parts} parts{up_to}. Ask for what the rest says.",
        " (up to “{heading}”)",
    ),
}


@dataclass(frozen=True)
class AttachedFiles:
    """What is attached to one conversation, ready to be searched."""

    names: tuple[str, ...]
    chunks: Mapping[str, Chunk]
    """In reading order, the newest file's first."""
    index: MemoryIndex
    version: str
    """Changes with every file that is attached or taken off."""
    weighed: str = ""
    """The version of what its words are weighed among."""


class Uploads:
    """The files of one conversation (implements `Source`)."""

    kind: SourceKind = "upload"

    def __init__(self, files: AttachedFiles, retriever: Retriever) -> None:
        self.name: str = UPLOAD
        self.names = files.names
        self._files = files
        self._retriever = retriever

    @property
    def index(self) -> LexicalIndex:
        """The index of its passages."""
        return self._files.index

    async def search(self, request: SearchRequest) -> SearchResult:
        """The best passages, best first; of a file whose name alone is the question, the first ones; all files' where
        none says anything of it."""
        files, limit = self._files, min(request.limit, SOURCE.limit)
        whole = [chunk for chunk in files.chunks.values() if chunk.title.split(BELOW)[0] == request.question]
        if whole:
            items = [_item(chunk, 0.0) for chunk in whole[:limit]]
            return SearchResult(
                items=tuple(items),
                source_version=files.version,
                complete=len(whole) <= limit,
                notice=_in_part(whole, limit, request) if len(whole) > limit else None,
            )
        corpus = Corpus(files.index, f"{UPLOAD}/{files.version}/{files.weighed}", beside=self._beside)
        readings = request.readings or (Reading(text=request.question, weight=1000),)
        queries = [Query(reading.text, limit, (UPLOAD,), UPLOAD) for reading in readings]
        answered = await asyncio.gather(*(self._retriever.retrieve(corpus, query) for query in queries))
        found = together(answered, [reading.weight for reading in readings], limit)
        items = [
            _item(files.chunks[context.hit.item_id], score)
            for context, score in zip(found.contexts, found.scores(), strict=True)
        ]
        items = items or [_item(chunk, 0.0) for chunk in list(files.chunks.values())[:limit]]
        return SearchResult(items=tuple(items), source_version=files.version, trace=found.trace.as_json())

    async def version(self, principal: Principal) -> str:
        """Changes with every file that is attached or taken off."""
        del principal
        return self._files.version

    async def changed_items(self, principal: Principal, items: Sequence[EvidenceItem]) -> bool:
        """True when a passage with one of these contents is no longer there."""
        del principal
        return not {item.content_hash for item in items} <= {one.content_hash for one in self._files.chunks.values()}

    async def changed_within(self, principal: Principal, slots: Slots, since: datetime) -> bool:
        """Always False: passages have no slots; the probe shows whether something better was added."""
        del principal, slots, since
        return False

    async def _beside(self, item_id: str, reach: int) -> list[Hit]:
        here = self._files.chunks[item_id]
        return [
            Hit(one.chunk_id, one.content_hash, one.near_group, one.title, one.text, 0.0)
            for one in self._files.chunks.values()
            if one.document_id == here.document_id and 0 < abs(one.position - here.position) <= reach
        ]


def _in_part(whole: Sequence[Chunk], shown: int, request: SearchRequest) -> str:
    """What part of a file its first passages are: the answer says no more of the rest than that it is there."""
    heading = whole[shown - 1].title.partition(BELOW)[2]
    words = _IN_PART["ko" if request.language == "ko" else "en"]
    up_to = words[1].format(heading=heading.replace(BELOW, ", ")) if heading else ""
    return words[0].format(name=request.question, parts=len(whole), shown=shown, up_to=up_to)


def _item(chunk: Chunk, score: float) -> EvidenceItem:
    return EvidenceItem(
        item_id=chunk.chunk_id,
        content_hash=chunk.content_hash,
        title=chunk.title,
        text=chunk.text,
        source=UPLOAD,
        uri=chunk.uri,
        score=score,
    )
