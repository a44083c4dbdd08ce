"""BM25 over one pack's passages: a tantivy index on disk, read-only once built.

The index is a copy (PostgreSQL holds the truth): it is written once into a folder, then mapped by any
number of processes. Queries are built term by term, so a question is never parsed as query syntax.
"""

from __future__ import annotations

import json
import shutil
import weakref
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from tempfile import mkdtemp
from typing import cast

import tantivy

from execution_agents.retrieval.index.bm25 import FIELDS, Statistics
from execution_agents.retrieval.index.prepared import FoundPassage, packed, unpacked
from execution_agents.retrieval.index.ranked import LexicalFigures, RankedIndex, terms_of
from foundation.language.tokens import GRAMS, CharacterGrams, MixedTokenizer
from foundation.storage.records import Chunk

FORMAT = "5"
"""Part of every index folder's name: raised when tokens, fields or files change, so old folders are rebuilt."""
KEPT_PASSAGES = 1_000
"""Passages of one open index that are cached (some 4 MB); the operating system caches the others' pages."""
KEPT_TERMS = 50_000
"""Index terms whose holders one open index has counted already (some 6 MB)."""
_TERMS, _RAW = "terms", "raw"
LENGTHS = "lengths.json"
"""Beside the index: terms of all its passages by field."""
_WRITER_BYTES = 50_000_000


class IndexBuilder:
    """Writes passages into a new index folder, batch by batch. Not for two threads at once."""

    def __init__(self, folder: Path, grams: tuple[int, ...] = GRAMS) -> None:
        """`grams`: lengths of the character n-grams; the index must be opened with the same."""
        folder.mkdir(parents=True, exist_ok=True)
        self._tokenizer = MixedTokenizer(CharacterGrams(grams))
        index = tantivy.Index(_schema(), path=str(folder), reuse=False)
        index.register_tokenizer(_TERMS, tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.whitespace()).build())
        # One thread: the same passages always give the same segments, hence the same order of ties.
        self._writer = index.writer(_WRITER_BYTES, 1)
        self._folder = folder
        self._lengths = Counter[str]()
        self.count = 0

    def add(self, chunks: Iterable[Chunk]) -> None:
        """Adds passages; they are searchable after `commit`."""
        for chunk in chunks:
            self._writer.add_document(self._document(chunk))
            self.count += 1

    def commit(self) -> None:
        """Writes everything to disk."""
        self._writer.commit()
        self._writer.wait_merging_threads()
        (self._folder / LENGTHS).write_text(json.dumps(self._lengths), encoding="ascii")

    def _document(self, chunk: Chunk) -> tantivy.Document:
        terms = terms_of(chunk.title, chunk.text, self._tokenizer)
        self._lengths.update({field: len(each) for field, each in terms.items()})
        fields = {field: " ".join(each) for field, each in terms.items()}
        return tantivy.Document(**fields, source=chunk.source, hit=packed(chunk).encode())


class TantivyIndex(RankedIndex):
    """One built index, opened for reading (implements `LexicalIndex`); searches may run side by side."""

    def __init__(
        self,
        folder: Path,
        synonyms: Mapping[str, Sequence[str]] | None = None,
        figures: LexicalFigures | None = None,
        grams: tuple[int, ...] = GRAMS,
    ) -> None:
        super().__init__(synonyms or {}, figures, grams)
        self._schema = _schema()
        self._index = tantivy.Index.open(str(folder))
        self._searcher = self._index.searcher()
        self._lengths: dict[str, int] = json.loads((folder / LENGTHS).read_text(encoding="ascii"))
        # Functions of the searcher, not methods of the index: a cache that held the index would keep it alive after its
        # last user released it, and with it the lease on a folder that may hold what was erased.
        self._passage = _reader(self._searcher)
        self.titled = self._lengths.get("title", 0) > 0
        self._keep_counts(len(self), _counter(self._searcher, titled=self.titled))
        if len(self) <= KEPT_PASSAGES:
            self._read_all()

    def _read_all(self) -> None:
        """What is cached in any case is read at once (20 ms): the first questions would do it fifty at a time."""
        for _, address in self._searcher.search(tantivy.Query.all_query(), limit=max(1, len(self)), count=False).hits:
            self._passage(address.segment_ord, address.doc)

    def __len__(self) -> int:
        return self._searcher.num_docs

    def statistics(self) -> Statistics:
        """What BM25 needs of all passages."""
        count = max(1, len(self))
        average = {field: self._lengths.get(field, 0) / count for field in FIELDS}
        return Statistics(len(self), average, self._searcher.doc_freq)

    def _found(
        self, weighed: Mapping[tuple[str, str], float], limit: int, sources: Sequence[str]
    ) -> list[FoundPassage]:
        found = self._searcher.search(self._query(weighed, sources), limit=limit, count=False)
        return [self._hit(float(score), address) for score, address in found.hits]

    def _query(self, weighed: Mapping[tuple[str, str], float], sources: Sequence[str]) -> tantivy.Query:
        terms = tantivy.Query.boolean_query(
            [(tantivy.Occur.Should, self._term(field, term, weight)) for (field, term), weight in weighed.items()]
        )
        if not sources:
            return terms
        allowed = tantivy.Query.boolean_query(
            [(tantivy.Occur.Should, tantivy.Query.term_query(self._schema, "source", name)) for name in sources]
        )
        # The filter must not add to the scores, so it counts as the constant 0.
        return tantivy.Query.boolean_query(
            [(tantivy.Occur.Must, terms), (tantivy.Occur.Must, tantivy.Query.const_score_query(allowed, 0.0))]
        )

    def _term(self, field: str, term: str, weight: float) -> tantivy.Query:
        option = "basic" if field == "references" else "freq"
        found = tantivy.Query.term_query(self._schema, field, term, option)
        return found if weight == 1.0 else tantivy.Query.boost_query(found, weight)

    def _hit(self, score: float, address: tantivy.DocAddress) -> FoundPassage:
        return self._passage(address.segment_ord, address.doc).scored(score)


def build_in_memory(
    chunks: Iterable[Chunk],
    synonyms: Mapping[str, Sequence[str]] | None = None,
    figures: LexicalFigures | None = None,
    grams: tuple[int, ...] = GRAMS,
) -> TantivyIndex:
    """The same index over passages at hand (a temporary folder that goes with it): no database needed."""
    folder = Path(mkdtemp(prefix="suffice-index-"))
    builder = IndexBuilder(folder, grams)
    builder.add(chunks)
    builder.commit()
    index = TantivyIndex(folder, synonyms, figures, grams)
    weakref.finalize(index, shutil.rmtree, folder, ignore_errors=True)
    return index


def _reader(searcher: tantivy.Searcher) -> Callable[[int, int], FoundPassage]:
    """(segment, number in it) -> the passage, not scored yet."""

    @lru_cache(maxsize=KEPT_PASSAGES)
    def read(segment: int, doc: int) -> FoundPassage:
        return unpacked(cast(bytes, searcher.doc(tantivy.DocAddress(segment, doc)).get_first("hit")).decode())

    return read


def _counter(searcher: tantivy.Searcher, *, titled: bool) -> Callable[[str], int]:
    """How many passages hold an index term in their text, or as many as have it in the title if that is more.
    `titled`: some passage has a title."""

    @lru_cache(maxsize=KEPT_TERMS)
    def holders(term: str) -> int:
        in_text = searcher.doc_freq("body", term)
        return max(in_text, searcher.doc_freq("title", term)) if titled else in_text

    return holders


def _schema() -> tantivy.Schema:
    return (
        tantivy.SchemaBuilder()
        .add_text_field("title", tokenizer_name=_TERMS, index_option="freq")
        .add_text_field("body", tokenizer_name=_TERMS, index_option="freq")
        .add_text_field("references", tokenizer_name=_TERMS, index_option="basic")
        .add_text_field("source", tokenizer_name=_RAW, index_option="basic")
        .add_bytes_field("hit", stored=True, indexed=False)
        .build()
    )
