"""How a pack's passages lie in the search engine: names, fields, settings, and a passage as one document of it; and how
its vectors lie there, in an index of their own.

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
from foundation.storage.corpus.vector_copies import PART_DIGITS, VectorKey, check_of, part_of
from foundation.storage.records import Chunk

Json = dict[str, Any]
LAYOUT = "1"
"""Part of every index name: raised when fields or settings change, so that indexes are built again."""
VECTORS = "vectors1"
"""The same of the indexes of vectors."""
WRITING = ".writing"
"""Ends an alias that documents are written through: what has none takes no more of them."""
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
        return self.index(version) + WRITING

    def vectors(self, place: str, dimensions: int) -> str:
        """The index of one shelf's vectors (`shelf` of the stored ones) of this width."""
        return f"{self.base}.{VECTORS}-{dimensions}-{place}"


def all_of_vectors(prefix: str) -> str:
    """The indexes of vectors of all tenants and packs, of this layout and others."""
    return f"{prefix}-*.vectors*"


def place_of(index: str) -> tuple[str, str]:
    """(alias of the pack, shelf) of an index of vectors; the shelf is "" for one of another layout."""
    base, _, rest = index.partition(".")
    layout, _, place = rest.partition("-")
    return base, place.rpartition("-")[2] if layout == VECTORS else ""


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


def vector_settings(shards: int) -> Json:
    """Of a new index of vectors. It shows what was written when it is told to."""
    return {
        "index": {
            "knn": True,
            "number_of_shards": shards,
            "auto_expand_replicas": "0-1",
            "refresh_interval": "-1",
        }
    }


def vector_mappings(dimensions: int) -> Json:
    """The fields. Lucene's graph, because it filters by source while it searches; the figures are pgvector's. The
    numbers are not kept beside the graph: PostgreSQL has them."""
    method = {
        "name": "hnsw",
        "engine": "lucene",
        "space_type": "cosinesimil",
        "parameters": {"m": 16, "ef_construction": 64},
    }
    return {
        "dynamic": "strict",
        "_source": {"excludes": ["embedding", "part", "check"]},
        "properties": {
            "source": {"type": "keyword"},
            "content_hash": {"type": "keyword", "index": False, "doc_values": False},
            "part": {"type": "keyword"},
            "check": {"type": "long", "index": False},
            "embedding": {"type": "knn_vector", "dimension": dimensions, "method": method},
        },
    }


def vector_document(key: VectorKey, vector: Sequence[float]) -> Json:
    """A stored vector. One with nothing in it has no direction, and the engine refuses it: it lies there without."""
    fields: Json = {
        "source": key.source,
        "content_hash": key.content_hash,
        "part": part_of(key.name),
        "check": check_of(key.name),
    }
    if any(vector):
        fields["embedding"] = [float(f"{number:.7g}") for number in vector]
    return fields


def vector_query(asked: Sequence[float], count: int, sources: Sequence[str]) -> Json:
    """The nearest to a vector, of these sources (none named: of all)."""
    near: Json = {"vector": [float(f"{number:.7g}") for number in asked], "k": count}
    if sources:
        near["filter"] = {"terms": {"source": list(sources)}}
    return {"knn": {"embedding": near}}


def parts_asked() -> Json:
    """Counts and sums of all parts, as `VectorCopyRepository.marks` gives them."""
    parts = {"terms": {"field": "part", "size": 16**PART_DIGITS}, "aggs": {"check": {"sum": {"field": "check"}}}}
    return {"size": 0, "track_total_hits": False, "aggs": {"parts": parts}}
