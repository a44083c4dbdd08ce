"""A passage made ready for counting: normalised once, when it is indexed, not at every question.

What is kept beside each passage in the index: its words as one string, where its title and its sentences begin in that
string, and its figures. The stages that look at fifty passages a question (duplicates, pre-filter, phrases, coverage)
read nothing else; what only a vector found is prepared when it is found.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Self

from foundation.contracts.ports import Hit
from foundation.language.tokens import normalised
from foundation.storage.records import Chunk

_SENTENCE_END = re.compile(r"(?<=[.!?。])\s+|\n+")
_NOT_WORD = re.compile(r"[\W_]+")
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True)
class Prepared:
    """A passage as one string of words, a blank before and behind each part (the title, then each sentence)."""

    words: str
    starts: tuple[int, ...]
    """Where the parts begin in `words`; the title is the first."""
    figures: str
    """The digits of the text, with blanks between: passages that differ in one say different things."""

    @property
    def body(self) -> str:
        """The words without the title's."""
        return self.words[self.starts[1] :] if len(self.starts) > 1 else ""


@dataclass(frozen=True)
class FoundPassage(Hit):
    """A hit that brings its passage ready for counting."""

    prepared: Prepared

    def scored(self, score: float) -> Self:
        """The same with another score. (Not `replace`, which passes every field again: fifty times a question.)"""
        found = object.__new__(type(self))
        vars(found).update(vars(self), score=score)
        return found


def prepare(title: str, text: str) -> Prepared:
    """A passage made ready."""
    sentences = [one for one in _SENTENCE_END.split(normalised(text)) if one.strip()]
    parts = [f" {_NOT_WORD.sub(' ', one)} " for one in (normalised(title), *sentences)]
    starts = [0]
    for part in parts[:-1]:
        starts.append(starts[-1] + len(part))
    return Prepared("".join(parts), tuple(starts), " ".join(_DIGITS.findall(text)))


def prepared_of(hit: Hit) -> Prepared:
    """What the hit brings, or made now (hits of another index)."""
    return hit.prepared if isinstance(hit, FoundPassage) else prepare(hit.title, hit.text)


def packed(chunk: Chunk) -> str:
    """What a search needs of a passage: the lengths of the parts, a line's end, the parts."""
    ready = prepare(chunk.title, chunk.text)
    named = (chunk.chunk_id, chunk.content_hash, chunk.near_group or chunk.content_hash, chunk.title, chunk.text)
    parts = (*named, ready.words, ready.figures, ",".join(map(str, ready.starts)))
    return ",".join(str(len(part)) for part in parts) + "\n" + "".join(parts)


def unpacked(stored: str) -> FoundPassage:
    """What `packed` joined. Cut by length, since a text may hold any character: a split could not tell."""
    lengths, _, joined = stored.partition("\n")
    parts: list[str] = []
    at = 0
    for length in map(int, lengths.split(",")):
        parts.append(joined[at : at + length])
        at += length
    item_id, content_hash, near_group, title, text, words, figures, starts = parts
    prepared = Prepared(words, tuple(map(int, starts.split(","))), figures)
    return FoundPassage(item_id, content_hash, near_group, title, text, 0.0, prepared)
