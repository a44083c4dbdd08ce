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
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from tempfile import mkdtemp
from typing import cast

import tantivy

from execution_agents.retrieval.analysis import key_words
from execution_agents.retrieval.coverage import Worth
from execution_agents.retrieval.index.bm25 import FIELDS, WIDER, Statistics, Wanted, rescored
from execution_agents.retrieval.index.prepared import FoundPassage, Prepared, prepare, prepared_of
from foundation.contracts.ports import Hit
from foundation.domains.schema.retrieving import INDEX_B, INDEX_K1
from foundation.domains.slots.synonyms import Synonyms
from foundation.language.tokens import (
    BEGINNING,
    GRAMS,
    LONG_GRAM_WEIGHT,
    CharacterGrams,
    MixedTokenizer,
    Tokenizer,
    asked_references,
    term_weight,
    title_references,
    tokenize,
)
from foundation.storage.records import Chunk

FORMAT = "5"
"""Part of every index folder's name: raised when tokens, fields or files change, so old folders are rebuilt."""
MAX_QUERY_TERMS = 256
"""Distinct terms of a question that are searched; the first ones of a longer text are kept."""
KEPT_PASSAGES = 1_000
"""Passages of one open index that are cached (some 4 MB); the operating system caches the others' pages."""
KEPT_TERMS = 50_000
"""Index terms whose holders one open index has counted already (some 6 MB)."""
_TERMS, _RAW = "terms", "raw"
LENGTHS = "lengths.json"
"""Beside the index: terms of all its passages by field."""
_WRITER_BYTES = 50_000_000


@dataclass(frozen=True)
class LexicalFigures:
    """What the ranking may be tuned by (measured: `python -m benchmarks.lexical`)."""

    title_boost: float = 0.6
    """Weight of a term found in the title against one found in the text."""
    synonym_weight: float = 0.3
    """Weight of a term that only a synonym of the question's words brought in."""
    number_boost: float = 3.0
    """Weight of an article's number in the question (제7조) that is the title's: its n-grams drown in longer names."""
    reference_boost: float = 9.0
    """Weight of a whole reference (보기법 제7조) that is the title's."""
    k1: float = INDEX_K1
    b: float = INDEX_B
    """BM25's; with values other than the index's own, the passages found are scored again (`bm25.py`)."""


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
        terms = _terms_of(chunk.title, chunk.text, self._tokenizer)
        self._lengths.update({field: len(each) for field, each in terms.items()})
        fields = {field: " ".join(each) for field, each in terms.items()}
        return tantivy.Document(**fields, source=chunk.source, hit=_packed(chunk))


class TantivyIndex:
    """One built index, opened for reading (implements `LexicalIndex`); searches may run side by side."""

    def __init__(
        self,
        folder: Path,
        synonyms: Mapping[str, Sequence[str]] | None = None,
        figures: LexicalFigures | None = None,
        grams: tuple[int, ...] = GRAMS,
    ) -> None:
        self.grams = grams
        self._tokenizer = MixedTokenizer(CharacterGrams(grams))
        self._figures = figures or LexicalFigures()
        self._synonyms = Synonyms(synonyms or {})
        self._schema = _schema()
        self._index = tantivy.Index.open(str(folder))
        self._searcher = self._index.searcher()
        self._lengths: dict[str, int] = json.loads((folder / LENGTHS).read_text(encoding="ascii"))
        # Functions of the searcher, not methods of the index: a cache that held the index would keep it alive after its
        # last user released it, and with it the lease on a folder that may hold what was erased.
        self._passage = _reader(self._searcher)
        self._titled = self._lengths.get("title", 0) > 0
        self.holders = _counter(self._searcher, titled=self._titled)
        self.worth = Worth(len(self), self.holders, grams)
        if len(self) <= KEPT_PASSAGES:
            self._read_all()

    def _read_all(self) -> None:
        """What is cached in any case is read at once (20 ms): the first questions would do it fifty at a time."""
        for _, address in self._searcher.search(tantivy.Query.all_query(), limit=max(1, len(self)), count=False).hits:
            self._passage(address.segment_ord, address.doc)

    def __len__(self) -> int:
        return self._searcher.num_docs

    def search(self, question: str, limit: int, sources: Sequence[str] = ()) -> tuple[FoundPassage, ...]:
        """Best first; empty for a question with no indexable characters."""
        return self.search_terms(self.query_terms(question), question, limit, sources)

    def covered(self, question: str, hits: Sequence[Hit], window_share: int) -> list[float]:
        """How much of the question each hit says, as the re-ranker reads it (`Coverage.mixed`)."""
        coverage = self.worth.coverage(question, key_words(question), self._synonyms)
        return coverage.mixed([prepared_of(hit) for hit in hits], window_share)

    def weight(self, question: str) -> tuple[float, float]:
        """(what the question's key words weigh that passages hold, what all of them weigh); 1 is a word that one
        passage alone holds."""
        coverage, unit = self.worth.coverage(question, key_words(question), self._synonyms), self.worth.idf(1)
        return coverage.total / unit, coverage.asked / unit

    def search_terms(
        self,
        weights: Mapping[str, float],
        question: str,
        limit: int,
        sources: Sequence[str] = (),
        figures: LexicalFigures | None = None,
    ) -> tuple[FoundPassage, ...]:
        """The same for terms whose weights are given; articles named in the question count as usual. `figures`: used
        instead of the index's own."""
        if not weights or limit < 1:
            return ()
        own = figures or self._figures
        weighed = _weighed(weights, asked_references(question), own, self._titled)
        anew = (own.k1, own.b) != (INDEX_K1, INDEX_B)
        wide = limit * WIDER if anew else limit
        found = self._searcher.search(self._query(weighed, sources), limit=wide, count=False)
        hits = [self._hit(float(score), address) for score, address in found.hits]
        if anew:
            return rescored(hits, Wanted(weighed, own.k1, own.b), self._terms, self.statistics())[:limit]
        return tuple(sorted(hits, key=lambda hit: (-hit.score, hit.item_id)))

    def query_terms(self, question: str) -> dict[str, float]:
        """Term -> weight: how often the question holds it; what synonyms add comes at a lower weight."""
        weights = self.plain_terms(question)
        for term, weight in self.synonym_terms(question, self._figures.synonym_weight).items():
            weights.setdefault(term, weight)
        return weights

    def plain_terms(self, text: str, long_gram_weight: float = LONG_GRAM_WEIGHT) -> dict[str, float]:
        """Term -> weight of a text alone."""
        asked = Counter(tokenize(text, self._tokenizer)) if text else Counter[str]()
        shortest, first = min(self.grams), list(asked.items())[:MAX_QUERY_TERMS]
        return {term: count * term_weight(term, shortest, long_gram_weight) for term, count in first}

    def beginnings(self, words: Iterable[str]) -> list[str]:
        """The terms that words begin with."""
        shortest = min(self.grams)
        return [BEGINNING + word[:shortest] for word in words if len(word) >= shortest]

    def synonym_terms(
        self, question: str, weight: float, long_gram_weight: float = LONG_GRAM_WEIGHT
    ) -> dict[str, float]:
        """Term -> weight of what synonyms of the question's words add."""
        others = self._synonyms.added(question)
        terms = [term for other in others for term in tokenize(other, self._tokenizer)][:MAX_QUERY_TERMS]
        shortest = min(self.grams)
        return {term: weight * term_weight(term, shortest, long_gram_weight) for term in terms}

    def _terms(self, hit: FoundPassage) -> dict[str, list[str]]:
        return _terms_of(hit.title, hit.text, self._tokenizer)

    def statistics(self) -> Statistics:
        """What BM25 needs of all passages."""
        count = max(1, len(self))
        average = {field: self._lengths.get(field, 0) / count for field in FIELDS}
        return Statistics(len(self), average, self._searcher.doc_freq)

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


def _terms_of(title: str, text: str, tokenizer: Tokenizer) -> dict[str, list[str]]:
    """Field -> the terms of a passage."""
    return {
        "title": tokenize(title, tokenizer),
        "body": tokenize(text, tokenizer),
        "references": title_references(title),
    }


def _weighed(
    weights: Mapping[str, float], named: Mapping[str, bool], figures: LexicalFigures, titled: bool
) -> dict[tuple[str, str], float]:
    """(field, term) -> weight of everything that is searched. `titled`: some passage has a title."""
    fields = (("body", 1.0), ("title", figures.title_boost)) if titled else (("body", 1.0),)
    found = {(field, term): weight * boost for term, weight in weights.items() for field, boost in fields}
    for name, is_whole in list(named.items())[:MAX_QUERY_TERMS]:
        found["references", name] = figures.reference_boost if is_whole else figures.number_boost
    return {key: weight for key, weight in found.items() if weight}


def _reader(searcher: tantivy.Searcher) -> Callable[[int, int], FoundPassage]:
    """(segment, number in it) -> the passage, not scored yet."""

    @lru_cache(maxsize=KEPT_PASSAGES)
    def read(segment: int, doc: int) -> FoundPassage:
        return _unpacked(cast(bytes, searcher.doc(tantivy.DocAddress(segment, doc)).get_first("hit")))

    return read


def _counter(searcher: tantivy.Searcher, *, titled: bool) -> Callable[[str], int]:
    """How many passages hold an index term in their text, or as many as have it in the title if that is more.
    `titled`: some passage has a title."""

    @lru_cache(maxsize=KEPT_TERMS)
    def holders(term: str) -> int:
        in_text = searcher.doc_freq("body", term)
        return max(in_text, searcher.doc_freq("title", term)) if titled else in_text

    return holders


def _packed(chunk: Chunk) -> bytes:
    """What a search needs of a passage: the lengths of the parts, a line's end, the parts."""
    ready = prepare(chunk.title, chunk.text)
    named = (chunk.chunk_id, chunk.content_hash, chunk.near_group or chunk.content_hash, chunk.title, chunk.text)
    parts = (*named, ready.words, ready.figures, ",".join(map(str, ready.starts)))
    return (",".join(str(len(part)) for part in parts) + "\n" + "".join(parts)).encode()


def _unpacked(stored: bytes) -> FoundPassage:
    """What `_packed` joined. Cut by length, since a text may hold any character: a split could not tell."""
    lengths, _, joined = stored.decode().partition("\n")
    parts: list[str] = []
    at = 0
    for length in map(int, lengths.split(",")):
        parts.append(joined[at : at + length])
        at += length
    item_id, content_hash, near_group, title, text, words, figures, starts = parts
    prepared = Prepared(words, tuple(map(int, starts.split(","))), figures)
    return FoundPassage(item_id, content_hash, near_group, title, text, 0.0, prepared)


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
