"""Passages as a person sees them in their document: sections with a heading, and the tables in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from foundation.contracts.ports import Hit

_ROW = re.compile(r"^\s*\|(.+)\|\s*$")
_RULE = re.compile(r"[\s:|-]+")
UNDER = " > "
"""What stands between the headings of a passage's title."""


@dataclass(frozen=True)
class SectionTable:
    """A table of a section."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]

    def column(self, at: int) -> tuple[str, ...]:
        """The cells under one heading."""
        return tuple(row[at] for row in self.rows)


@dataclass(frozen=True)
class Section:
    """The passages under one heading."""

    title: str
    """All headings, the document's first."""
    text: str

    @property
    def heading(self) -> str:
        """Its own heading."""
        return self.title.rpartition(UNDER)[2].strip()

    @property
    def document(self) -> str:
        """The title of its document."""
        return self.title.partition(UNDER)[0]

    @property
    def is_document(self) -> bool:
        """Its heading is the document's title: it introduces the document, and is no part of it."""
        return UNDER not in self.title

    def tables(self) -> Iterator[SectionTable]:
        """Its tables; rows that are not as wide as their header are left out."""
        lines: list[tuple[str, ...]] = []
        for line in (*self.text.splitlines(), ""):
            match = _ROW.match(line)
            if match is not None:
                lines.append(tuple(cell.strip() for cell in match[1].split("|")))
                continue
            if len(lines) > 2 and _RULE.fullmatch("|".join(lines[1])):
                yield SectionTable(lines[0], tuple(row for row in lines[2:] if len(row) == len(lines[0])))
            lines = []


def sections_of(hits: Iterable[Hit]) -> Sequence[Section]:
    """The sections that the passages are of, in the order of the passages."""
    texts: dict[str, list[str]] = {}
    for hit in hits:
        texts.setdefault(hit.title, []).append(hit.text)
    return [Section(title, "\n\n".join(dict.fromkeys(parts))) for title, parts in texts.items()]
