"""An index in parts: documents fall into a few parts by their id, each written as segments of its own.

tantivy reads an index as the sum of its segments: how often a term occurs, how long passages are, scores. A segment's
files are never written again, so an unchanged part is taken over from an older index (by hard links),
and only the others are written again. Nothing is ever deleted within a segment: tantivy would keep what was deleted
readable and count it until segments are merged, and lengths after such a merge are estimates. So an updated
index holds the same segments as one that was built in full, and finds and scores the same.

<version>/parts.json    {"grams": [2, 3], "parts": {<part>: {"mark", "lengths", "segments"}}}
"""

from __future__ import annotations

import json
import os
import shutil
import uuid
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from execution_agents.retrieval.index.lexical import LENGTHS, IndexBuilder
from foundation.language.tokens import GRAMS
from foundation.storage.corpus.parts import PARTS, PartMark, marks_of
from foundation.storage.records import Chunk

_PARTS = "parts.json"
_META = "meta.json"
"""tantivy's list of an index's segments."""
PARTED_FROM = ((30_000, 8), (4_000, 4))
"""Passages -> parts of an index of so many or more; of fewer, one. A part is a segment or a few, and each costs each
search. Processor time of one with 1, 4, 8 and 16 parts: 1.6, 1.6, 2.2 and 3.0 ms over 10,000 passages; 3.0, -, 4.1 and
5.1 ms over 60,000."""


@dataclass(frozen=True)
class Part:
    """What an index holds of one part."""

    mark: str
    """The database's, of what was read."""
    lengths: Mapping[str, int]
    """Terms by field."""
    segments: Sequence[Mapping[str, Any]]
    """As tantivy lists them."""


@dataclass(frozen=True)
class Before:
    """An older index whose parts may be taken over. Its holder has its lease."""

    folder: Path
    parts: Mapping[str, Part]
    lease: int

    def close(self) -> None:
        """Lets go of the folder."""
        os.close(self.lease)


def wanted_parts(marks: Mapping[str, PartMark]) -> dict[str, str]:
    """Part -> mark of the new index; a part is named by the database parts it joins ("4567"). Their number depends only
    on the corpus, so that an updated index has the same parts as one built in full."""
    passages = sum(mark.passages for mark in marks.values())
    count = next((parts for least, parts in PARTED_FROM if passages >= least), 1)
    width = len(PARTS) // count
    names = [PARTS[at : at + width] for at in range(0, len(PARTS), width)]
    joined = {name: {part: marks[part] for part in name if part in marks} for name in names}
    return {name: marks_of(its) for name, its in joined.items() if its or count == 1}


def parts_in(folder: Path, grams: tuple[int, ...]) -> dict[str, Part] | None:
    """The parts of a finished index; None if it has other n-grams or cannot be read."""
    try:
        listing = json.loads((folder / _PARTS).read_text(encoding="ascii"))
        if tuple(listing["grams"]) != grams:
            return None
        return {name: Part(**part) for name, part in listing["parts"].items()}
    except (OSError, ValueError, TypeError, KeyError, AttributeError):
        return None


class PartedBuilder:
    """Writes an index part by part into a new folder. Not for two threads at once."""

    def __init__(self, folder: Path, grams: tuple[int, ...] = GRAMS) -> None:
        self._folder = folder
        self._grams = grams
        self._parts: dict[str, Part] = {}

    def add(self, name: str, mark: str, chunks: Iterable[Chunk]) -> None:
        """Writes a part again."""
        beside = self._folder / f"part-{name}"
        builder = IndexBuilder(beside, self._grams)
        builder.add(chunks)
        builder.commit()
        meta = json.loads((beside / _META).read_text(encoding="utf-8"))
        lengths = json.loads((beside / LENGTHS).read_text(encoding="ascii"))
        for file in _files_of(beside, meta["segments"]):
            file.rename(self._folder / file.name)
        shutil.rmtree(beside)
        self._parts[name] = Part(mark, lengths, meta["segments"])

    def carry(self, name: str, before: Before) -> None:
        """Takes a part over from an older index. Raises OSError when that lacks it."""
        part = before.parts[name]
        for file in _files_of(before.folder, part.segments):
            _link(file, self._folder / file.name)
        self._parts[name] = part

    def commit(self) -> None:
        """Makes one index of the parts."""
        # An empty index as tantivy writes it; its list of segments is then that of the parts.
        IndexBuilder(self._folder, self._grams).commit()
        meta = json.loads((self._folder / _META).read_text(encoding="utf-8"))
        parts = [self._parts[name] for name in sorted(self._parts)]
        meta["segments"] = [segment for part in parts for segment in part.segments]
        (self._folder / _META).write_text(json.dumps(meta), encoding="utf-8")
        lengths = sum((Counter(part.lengths) for part in parts), Counter[str]())
        (self._folder / LENGTHS).write_text(json.dumps(lengths), encoding="ascii")
        listing = {"grams": self._grams, "parts": {name: asdict(part) for name, part in self._parts.items()}}
        (self._folder / _PARTS).write_text(json.dumps(listing), encoding="ascii")


def _files_of(folder: Path, segments: Sequence[Mapping[str, Any]]) -> list[Path]:
    """The files of the segments: named by the segment's id without dashes, one per kind."""
    names = {uuid.UUID(segment["segment_id"]).hex for segment in segments}
    found = [file for file in folder.iterdir() if file.name.partition(".")[0] in names]
    if {file.name.partition(".")[0] for file in found} != names:
        raise FileNotFoundError(f"the index in {folder} lacks segments it lists")
    return found


def _link(file: Path, to: Path) -> None:
    try:
        to.hardlink_to(file)
    except OSError:  # another file system, or one without hard links
        shutil.copyfile(file, to)
