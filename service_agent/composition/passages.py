"""Searching a pack's documents outside a turn: for clients that want passages and no answer."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from execution_agents.search.sources.documents import Documents
from foundation.contracts.identity import Principal
from foundation.contracts.ports import SearchRequest
from foundation.contracts.work import EvidenceItem
from foundation.domains.schema.pack import DocumentsSource, Pack
from foundation.language.script import language_of
from service_agent.composition.resources import Resources


async def passages(
    ground: Resources, principal: Principal, pack: Pack, query: str, limit: int
) -> Sequence[EvidenceItem]:
    """The best passages of all documents sources, best first. Raises SourceFailed."""
    request = SearchRequest(principal, query, {}, language_of(query), limit, ground.settings.turn_limit_s)
    sources = [
        Documents(source, pack, ground.repositories.corpus, ground.indexes)
        for source in pack.sources
        if isinstance(source, DocumentsSource)
    ]
    found = await asyncio.gather(*(source.search(request) for source in sources))
    return sorted((item for one in found for item in one.items), key=lambda item: -(item.score or 0.0))[:limit]
