"""Splits documents into passages: at the text's own boundaries, never over a limit, with the title kept.

A passage's hash covers its words alone: spacing and Markdown marks do not change it.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from foundation.storage.records import Chunk

MAX_CHARS = 1_200
"""A passage is cut above this length (an article of a statute has 300 in the middle, 3,479 at most)."""

_EMPHASIS = re.compile(r"\*\*(.+?)\*\*", re.DOTALL)
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+\-.!<>|~])")
_SPACES = re.compile(r"\s+")
_AMENDED = re.compile(r"<[^<>]{0,80}\d{4}\.\s?\d{1,2}\.\s?\d{1,2}[^<>]{0,200}>")
_NOT_WORD = re.compile(r"[\W_]+")
_SENTENCE_END = re.compile(r"(?<=[.!?。])\s+|\n+")


@dataclass(frozen=True)
class Passage:
    """One piece of a document's text. `start` and `end` are offsets into that text."""

    title: str
    text: str
    start: int
    end: int
    place: Mapping[str, int | str] | None = None
    """Where the original shows it: {"page": 3, "page_to": 4}, {"sheet": "Rates", "row": 2, "row_to": 40}."""


@dataclass(frozen=True)
class Origin:
    """What all passages of one document share."""

    document_id: str
    pack: str
    source: str
    uri: str = ""
    as_of: str | None = None
    example: bool = False


def plain(text: str) -> str:
    """Text as a person reads it: without Markdown's emphasis marks and escapes."""
    return _ESCAPE.sub(r"\1", _EMPHASIS.sub(r"\1", text)).strip()


def content_hash(*parts: str) -> str:
    """SHA-256 of the words: the same text has the same hash wherever it is stored and however it is spaced."""
    joined = "\x1f".join(_SPACES.sub(" ", unicodedata.normalize("NFC", plain(part))).strip() for part in parts)
    return hashlib.sha256(joined.encode()).hexdigest()


def near_group(title: str, text: str) -> str:
    """Equal for passages that differ in punctuation, spacing, case or amendment notes; never in a digit, and never in
    their title: two statutes may have the same text, and each is cited separately."""
    reduced = unicodedata.normalize("NFKC", f"{title}\n{_AMENDED.sub(' ', plain(text))}").lower()
    return hashlib.sha256(_NOT_WORD.sub("", reduced).encode()).hexdigest()


def chunks_of(origin: Origin, passages: Sequence[Passage]) -> Iterator[Chunk]:
    """Passages as rows, made as they are needed; a document of one passage gives that passage its own id."""
    return (_chunk(origin, passage, at, len(passages)) for at, passage in enumerate(passages))


def one_chunk(chunk_id: str, title: str, text: str, source: str = "documents") -> Chunk:
    """A text that is one passage already (evaluations on public data)."""
    passage = Passage(title, plain(text), 0, len(text))
    return _chunk(Origin(chunk_id, "", source), passage, 0, 1)


def cut(
    text: str, joints: re.Pattern[str], limit: int = MAX_CHARS, finer: Sequence[re.Pattern[str]] = ()
) -> Iterator[tuple[int, int]]:
    """Spans of at most `limit` characters, split before a boundary if there is one; a span that is too long is split at
    each finer boundary in turn, then at a sentence, else hard."""
    return _cut(text, (joints, *finer, _SENTENCE_END), limit)


def _cut(text: str, joints: Sequence[re.Pattern[str]], limit: int) -> Iterator[tuple[int, int]]:
    pieces = list(_pieces(text, joints, limit))
    start, end = pieces[0] if pieces else (0, 0)
    for piece_start, piece_end in pieces[1:]:
        if piece_end - start > limit:
            yield start, end
            start = piece_start
        end = piece_end
    if text[start:end].strip():
        yield start, end


def _pieces(text: str, joints: Sequence[re.Pattern[str]], limit: int) -> Iterator[tuple[int, int]]:
    starts = sorted({0, *(match.start() for match in joints[0].finditer(text))})
    for start, end in zip(starts, [*starts[1:], len(text)], strict=True):
        if end - start <= limit:
            yield start, end
        elif len(joints) > 1:
            yield from ((start + low, start + high) for low, high in _cut(text[start:end], joints[1:], limit))
        else:
            yield from ((low, min(low + limit, end)) for low in range(start, end, limit))


def _chunk(origin: Origin, passage: Passage, position: int, count: int) -> Chunk:
    return Chunk(
        chunk_id=origin.document_id if count == 1 else f"{origin.document_id}#{position + 1}",
        document_id=origin.document_id,
        pack=origin.pack,
        source=origin.source,
        title=passage.title,
        text=passage.text,
        content_hash=content_hash(passage.title, passage.text),
        near_group=near_group(passage.title, passage.text),
        uri=origin.uri + _fragment(passage.place or {}),
        start=passage.start,
        end=passage.end,
        as_of=origin.as_of,
        example=origin.example,
        position=position,
        place=passage.place or None,
    )


def _fragment(place: Mapping[str, int | str]) -> str:
    """The place as an address says it: `#page=3` (RFC 8118), `#row=2-40` (RFC 7111), `#Rates!2:40` (of a sheet)."""
    if "page" in place:
        return f"#page={place['page']}"
    if "sheet" not in place:
        return f"#row={place['row']}-{place['row_to']}" if "row" in place else ""
    return f"#{place['sheet']}" + (f"!{place['row']}:{place['row_to']}" if "row" in place else "")
