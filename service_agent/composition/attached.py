"""The files attached to a conversation, as a source of its turns: kept ready while they stay the same."""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from execution_agents.ingest.attached import chunks_attached
from execution_agents.retrieval.index.memory import HeldPassages, MemoryIndex
from execution_agents.retrieval.index.provider import version_of
from execution_agents.retrieval.index.ranked import RankedIndex
from execution_agents.search.sources.uploads import AttachedFiles
from foundation.contracts.identity import Principal
from foundation.contracts.ports import LexicalIndex
from foundation.contracts.work import UPLOAD
from foundation.domains.schema.pack import Pack
from foundation.storage.conversations.drafts import AttachedPassages, DraftsRepository
from foundation.storage.records import Chunk, Opening

MOST_HELD = 2_400_000
"""Characters of passages that are kept ready in a process, two conversations full of files (each character costs up to
a hundred bytes); what was unused longest is read again."""
_Key = tuple[str, str, str, str]


@dataclass(frozen=True)
class _Held:
    chunks: Sequence[Chunk]
    passages: HeldPassages
    characters: int


class Attachments:
    """Gives each turn its conversation's files; those of other conversations and people do not exist for it."""

    def __init__(self, drafts: DraftsRepository) -> None:
        self._drafts = drafts
        self._held: OrderedDict[_Key, _Held] = OrderedDict()
        self._making = asyncio.Lock()
        """One conversation's files are made ready after another's, and each once."""

    async def of_turn(
        self, principal: Principal, session_id: str, pack: Pack, opening: Opening, index: LexicalIndex | None
    ) -> AttachedFiles | None:
        """The files attached at the opening; None where there are none. `index`: the pack's, among whose words theirs
        are weighed."""
        if not opening.attached:
            return None
        ids = frozenset(each for each, _ in opening.attached)
        version = hashlib.sha256("\n".join(sorted(ids)).encode()).hexdigest()[:24]
        async with self._making:
            held = await self._made(
                (principal.tenant_id, principal.owner_id, session_id, version), principal, pack, ids
            )
        beside = index if isinstance(index, RankedIndex) and index.grams == held.passages.grams else None
        return AttachedFiles(
            names=tuple(name for _, name in opening.attached),
            chunks={chunk.chunk_id: chunk for chunk in held.chunks},
            index=MemoryIndex(held.passages, beside, pack.dictionary.synonyms),
            version=version,
            weighed=version_of(pack, opening.versions_of("corpus")) if beside is not None else "",
        )

    async def _made(self, key: _Key, principal: Principal, pack: Pack, ids: frozenset[str]) -> _Held:
        *whose, session_id, _ = key
        if key not in self._held:
            # What was attached since the opening is another version's.
            files = [one for one in await self._drafts.passages(principal, session_id) if one.attachment_id in ids]
            for other in [one for one in self._held if one[:3] == (*whose, session_id)]:
                del self._held[other]
            self._held[key] = await asyncio.to_thread(_ready, files, pack.retrieval.hybrid.grams)
        self._held.move_to_end(key)
        while len(self._held) > 1 and sum(one.characters for one in self._held.values()) > MOST_HELD:
            self._held.popitem(last=False)
        return self._held[key]


def is_of_files(opening: Opening) -> bool:
    """True for a conversation that a file is attached to, or was: its earlier answers may rest on it."""
    return bool(opening.attached) or any(entry.record.data_type == UPLOAD for entry in opening.ledger)


def _ready(files: list[AttachedPassages], grams: tuple[int, ...]) -> _Held:
    chunks = chunks_attached(files)
    return _Held(chunks, HeldPassages(chunks, grams), sum(len(one.title) + len(one.text) for one in chunks))
