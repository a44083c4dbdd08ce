"""How a pack's passages lie in the search engine: names, fields, settings, and a passage as one document of it.

Terms are made here (`foundation/language/tokens.py`), so that both implementations hold the same ones: the engine gets
them with blanks between, and splits at blanks. No analyser of the engine, hence no plugin, has to know Korean.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from execution_agents.retrieval.index.prepared import packed
from foundation.domains.schema.retrieving import INDEX_B, INDEX_K1
from foundation.storage.records import Chunk

Json = dict[str, Any]
LAYOUT = "1"
"""Part of every index name: raised when fields or settings change, so that indexes are built again."""
LONGEST_NAME = 512
"""Bytes the engine takes for a document's id."""
LONGEST_TERM = 8_000
"""Characters of a term; the engine refuses a passage with a term of more than 32,766 bytes. (Words have 80.)"""


@dataclass(frozen=True)
class Names:
    """The names of one tenant's pack in the engine. Letters a pack's name may hold and an index's may not are left out;
    the digest tells packs apart."""

    base: str
    """The alias of the present version."""

    @classmethod
    def of(cls, prefix: str, tenant_id: str, pack: str) -> Names:
        """Whose passages it holds cannot be read from it but by those who know the tenant's id."""
        digest = hashlib.sha256(f"{tenant_id}\0{pack}".encode()).hexdigest()[:24]
        return cls(f"{prefix}-{re.sub('[^a-z0-9]', '', pack.lower())[:40]}-{digest}")

    def index(self, version: str) -> str:
        """The index of one version: never written again once it is finished."""
        return f"{self.base}.{LAYOUT}-{version}"

    def writing(self, version: str) -> str:
        """The alias an index is written through; it is there only until the index is finished."""
        return f"{self.index(version)}.writing"


def settings(shards: int) -> Json:
    """Of a new index: splits at blanks, ranks by BM25, shows nothing before it is finished."""
    tokenizer = {"type": "whitespace", "max_token_length": LONGEST_TERM}
    return {
        "index": {"number_of_shards": shards, "number_of_replicas": 0, "refresh_interval": "-1"},
        "analysis": {
            "tokenizer": {"blanks": tokenizer},
            "analyzer": {"terms": {"type": "custom", "tokenizer": "blanks"}},
        },
        "similarity": {"default": {"type": "BM25", "k1": INDEX_K1, "b": INDEX_B}},
    }


def mappings() -> Json:
    """The fields: three of terms, the source, and the passage itself, which is read and never searched. The terms are
    not kept beside the postings: PostgreSQL has the text they are made of."""
    words = {"type": "text", "analyzer": "terms", "index_options": "freqs"}
    return {
        "dynamic": "strict",
        "_source": {"excludes": ["title", "body", "references"]},
        "properties": {
            "title": words,
            "body": words,
            "references": {**words, "index_options": "docs"},
            "source": {"type": "keyword"},
            "hit": {"type": "keyword", "index": False, "doc_values": False},
        },
    }


def document(chunk: Chunk, terms: Mapping[str, Sequence[str]]) -> Json:
    """A passage."""
    fields = {field: " ".join(each) for field, each in terms.items()}
    return {**fields, "source": chunk.source, "hit": packed(chunk)}


def name_of(chunk_id: str) -> str:
    """The document's id: the passage's, or its digest where the engine takes no name so long."""
    return chunk_id if len(chunk_id.encode()) <= LONGEST_NAME else hashlib.sha256(chunk_id.encode()).hexdigest()


def query(weighed: Mapping[tuple[str, str], float], sources: Sequence[str]) -> Json:
    """Term by term: a question is never syntax of the engine."""
    should = [{"term": {field: {"value": term, "boost": weight}}} for (field, term), weight in weighed.items()]
    asked: Json = {"should": should, "minimum_should_match": 1}
    if sources:
        asked["filter"] = [{"terms": {"source": list(sources)}}]
    return {"bool": asked}
