"""A statute of the public data as the pieces of a document: its title, parts, articles, paragraphs and items."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from execution_agents.ingest.front_matter import split_front_matter

Kind = Literal["title", "part", "article", "paragraph", "item"]
_HEADING = re.compile(r"(#{1,6}) +(.*)")
_ARTICLE = re.compile(r"(제\d+조(?:의\d+)*)(?: *\((.*)\))?")
_ITEM = re.compile(r"( *)(?:\d{1,3}(?:의\d+)?|[가-하])\. ")
_VALUE = re.compile(r"(?P<place>\d{1,3})\. (?P<name>[^:]{2,120}?) ?: (?P<value>[^:]{1,80})")
_MARKS = re.compile(r"\*\*|\\(?=[.~*_\[\]<>])")


@dataclass(frozen=True)
class Piece:
    """One paragraph as it stands in the document."""

    kind: Kind
    words: str
    level: int = 0
    """Of an item: 1 numbered (1.), 2 lettered (가.)."""


@dataclass(frozen=True)
class Statute:
    """One statute; the dates as its head prints them."""

    name: str
    kind: str
    number: str
    promulgated: str
    effective: str
    office: str
    pieces: tuple[Piece, ...]

    @property
    def head(self) -> str:
        """The line under the title."""
        return f"[시행 {_printed(self.effective)}] [{self.kind} 제{self.number}호, {_printed(self.promulgated)}]"


def statute_of(path: Path) -> Statute:
    """A file of the public data."""
    front = split_front_matter(path.read_text(encoding="utf-8"))
    offices = front.fields.get("소관부처")
    name, kind, number, promulgated, effective = (
        str(front.fields[field]) for field in ("제목", "법령구분", "공포번호", "공포일자", "시행일자")
    )
    office = str(offices[0]) if isinstance(offices, list) and offices else ""
    return Statute(
        name, kind, number.lstrip("0"), promulgated, effective, office, tuple(_pieces(front.body))
    )  # fmt: skip


def _pieces(body: str) -> Iterator[Piece]:
    held: Piece | None = None
    for line in body.split("\n"):
        read = _read(line) if line.strip() else None
        # A line below an item that is none itself goes on with it, whatever stands between them.
        if read is not None and read.kind == "paragraph" and line.startswith(" ") and held is not None:
            held = Piece(held.kind, f"{held.words} {read.words}", held.level)
        elif read is not None:
            if held is not None:
                yield held
            held = read
    if held is not None:
        yield held


def _read(line: str) -> Piece:
    words = _MARKS.sub("", line)
    if heading := _HEADING.fullmatch(words):
        if article := _ARTICLE.fullmatch(heading[2].strip()):
            return Piece("article", article[1] + (f"({article[2]})" if article[2] else ""))
        return Piece("title" if len(heading[1]) == 1 else "part", heading[2].strip())
    if item := _ITEM.match(words):
        return Piece("item", words.strip(), 2 if len(item[1]) > 2 else 1)
    return Piece("paragraph", words.strip())


def gathered(pieces: Sequence[Piece]) -> Iterator[list[Piece]]:
    """Items that follow each other together, any other piece alone."""
    held: list[Piece] = []
    for piece in pieces:
        if held and not (piece.kind == "item" and held[-1].kind == "item"):
            yield held
            held = []
        held.append(piece)
    if held:
        yield held


def values_of(pieces: Sequence[Piece]) -> list[tuple[str, str, str]]:
    """(number, name, value) of items that are such pairs ("1. 서울특별시: 5천500만원"), at least two; else nothing."""
    found = [_VALUE.fullmatch(piece.words) if piece.kind == "item" and piece.level == 1 else None for piece in pieces]
    rows = [(one["place"], one["name"], one["value"]) for one in found if one]
    return rows if len(rows) == len(pieces) > 1 else []


def unnumbered(words: str) -> str:
    """An item without the number before it: its program draws it."""
    return _ITEM.sub("", words, count=1)


def _printed(day: str) -> str:
    year, month, of_month = day.split("-")
    return f"{year}. {int(month)}. {int(of_month)}."
