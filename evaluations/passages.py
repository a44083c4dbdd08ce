"""Passages of a public set: in hand as evidence, and indexed to be probed."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from evaluations.cases import FixedSource, documents_in_hand
from execution_agents.retrieval.chunking import content_hash, near_group
from execution_agents.retrieval.index.lexical import build_in_memory
from foundation.contracts.work import Evidence, EvidenceItem
from foundation.domains.schema.pack import Pack, ProbeFigures
from foundation.storage.records import Chunk

SOURCE = "paragraphs"
"""Name of the one source of such a set."""


class Passages:
    """Passages by id, ready to be items in hand and to be indexed."""

    def __init__(self, texts: Mapping[str, tuple[str, str]]) -> None:
        self.items = {
            name: EvidenceItem(
                item_id=name, content_hash=content_hash(title, text), title=title, text=text, source=SOURCE
            )
            for name, (title, text) in texts.items()
        }
        self.index = build_in_memory(self._chunk(item, at) for at, item in enumerate(self.items.values()))
        self.source = FixedSource(SOURCE, "documents", frozenset(i.content_hash for i in self.items.values()))
        self.texts = [f"{title} {text}" for title, text in texts.values()]

    def _chunk(self, item: EvidenceItem, position: int) -> Chunk:
        return Chunk(
            chunk_id=item.item_id,
            document_id=item.item_id,
            pack="evaluation",
            source=SOURCE,
            title=item.title,
            text=item.text,
            content_hash=item.content_hash,
            near_group=near_group(item.title, item.text),
            uri="",
            start=0,
            end=len(item.text),
            as_of=None,
            example=False,
            position=position,
        )

    def in_hand(self, evidence_id: str, query: str, names: Sequence[str]) -> Evidence:
        """These passages, fetched for an earlier question."""
        return documents_in_hand(evidence_id, query, [self.items[n] for n in names if n in self.items], SOURCE)


def with_probe(pack: Pack, probe: ProbeFigures) -> Pack:
    return pack.model_copy(update={"data_types": tuple(d.model_copy(update={"probe": probe}) for d in pack.data_types)})


def lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as file:
        for line in file:
            if line.strip():
                yield json.loads(line)
