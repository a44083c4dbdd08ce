"""Finds the names of an index in a text: word edges checked, the longest first, without overlaps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from execution_agents.knowledge_graph.index import EntityIndex
from execution_agents.knowledge_graph.names import Name, written_apart
from execution_agents.knowledge_graph.normalised_text import NormalisedText, normalise
from execution_agents.knowledge_graph.numbered import Reference, references
from execution_agents.knowledge_graph.word_edges import is_tail

MOST_NAMES = 64
"""Most names and numbers decided in one text; a question has a handful."""
_LETTERS_A_GAP = 3
"""Letters of a Korean name for each blank that it may hold in a text and not where it comes from (동대문 구)."""
_BETWEEN = 4
"""Words of the pack that may stand between a name and its head noun."""


@dataclass(frozen=True)
class Hit:
    """A spelling found at a stretch of the normalised text."""

    start: int
    end: int
    name: Name


class Reading:
    """One text as an index reads it. Stretches are of the normalised text."""

    def __init__(self, text: str, index: EntityIndex) -> None:
        self.text: NormalisedText = normalise(text)
        self.index = index
        key = self.text.key
        found = (Hit(start, start + len(name.key), name) for start, name in index.hits(key))
        spelled = [hit for hit in found if self._is_whole(hit)]
        numbers = list(islice(references(key), MOST_NAMES)) if index.numbered else []
        self.hits = sorted(spelled, key=lambda hit: (hit.start, hit.end))
        """Every spelling that begins and ends as its script allows, whatever is around it."""
        begins = self._begins(numbers)
        self._closing = self._closes(numbers)
        self.references = [one for one in numbers if one.start in begins]
        self.fitting = [hit for hit in self.hits if hit.start in begins and self._ends(hit)]
        """Those of them that begin and end where a name may."""
        self.heads = [hit for hit in self.hits if hit.name.head_of and self._ends(hit)]
        """Head nouns, attached to a word or separate."""

    def names(self) -> list[Hit]:
        """The names, without overlaps, in order."""
        candidates = [hit for hit in self.fitting if hit.name.names_something or hit.name.is_blocked]
        return chosen(candidates, self.text)[:MOST_NAMES]

    def head_beside(self, start: int, end: int, kind: str) -> Hit | None:
        """The head noun of this type right after a stretch, or right before it; after it, words of the pack may be
        between (한빛 일반 전세 대출)."""
        for hit in self.heads:
            if kind in hit.name.head_of and hit.end == start and start not in self.text.clauses:
                return hit
        places = {end}
        for hit in self.hits:
            if hit.start not in places or not places.isdisjoint(self.text.clauses):
                continue
            if kind in hit.name.head_of and self._ends(hit):
                return hit
            if len(places) <= _BETWEEN and (hit.name.is_word or hit.name.is_term):
                places.add(hit.end)
        return None

    def ends_at(self, place: int) -> bool:
        """Whether a name may end at a place."""
        return place in self._closing or self._word_ends(place, term=False)

    def rest_of_word(self, place: int) -> str:
        """The rest of the word from a position on; "" at a word's end."""
        if place >= len(self.text.key) or place in self.text.word_starts:
            return ""
        return self.text.key[place : self.text.word_at(place)[1]]

    def _is_whole(self, hit: Hit) -> bool:
        """True if neither a Latin word nor a number is split, and no clause ends inside."""
        text, scripts = self.text, self.text.scripts
        room = len(hit.name.key) // _LETTERS_A_GAP if scripts[hit.start] == "hangul" else 0
        if written_apart(text, hit.start, hit.name) > room:
            return False
        if not hit.name.clauses and text.crosses_clause(hit.start, hit.end):
            return False
        before, after = hit.start - 1, hit.end
        if before >= 0 and hit.start not in text.word_starts and scripts[before] == scripts[hit.start] != "hangul":
            return False
        if after < len(scripts) and after not in text.word_starts and scripts[after] == scripts[hit.end - 1]:
            return scripts[after] == "hangul" or self.rest_of_word(after) in ("s", "es")
        tail = text.key[after : after + 2]
        return not (scripts[hit.end - 1] == "digit" and tail[:1] in (".", "-") and tail[1:].isdigit())

    def _begins(self, numbers: Sequence[Reference]) -> set[int]:
        """Where a name may begin."""
        text, scripts = self.text, self.text.scripts
        found = set(text.words)
        found |= {at for at in range(1, len(scripts)) if {scripts[at - 1], scripts[at]} == {"latin", "hangul"}}
        stretches = sorted([(hit.start, hit.end) for hit in self.hits] + [(one.start, one.end) for one in numbers])
        for start, end in stretches:
            if start in found:
                found.add(end)
        return found

    def _closes(self, numbers: Sequence[Reference]) -> set[int]:
        """Positions where a name may end, besides a word's end or a sequence of particles: before another name."""
        found: set[int] = set()
        stretches = [(hit.start, hit.end) for hit in self.hits] + [(one.start, one.end) for one in numbers]
        for start, end in sorted(stretches, reverse=True):
            if end in found or self._word_ends(end, term=True):
                found.add(start)
        return found

    def _ends(self, hit: Hit) -> bool:
        return hit.end in self._closing or self._word_ends(hit.end, term=hit.name.is_term)

    def _word_ends(self, place: int, *, term: bool) -> bool:
        scripts = self.text.scripts
        if place >= len(scripts) or place in self.text.word_starts:
            return True
        if scripts[place - 1] == "latin" and scripts[place] == "hangul":
            return True
        return is_tail(self.rest_of_word(place), term=term)


def chosen(candidates: Iterable[Hit], text: NormalisedText) -> list[Hit]:
    """The longest first, of two equally long ones the one spelled like the name; without overlaps. Words that only
    block others are removed at the end."""
    taken: set[int] = set()
    kept: list[Hit] = []
    ranked = sorted(
        candidates, key=lambda hit: (hit.start - hit.end, written_apart(text, hit.start, hit.name), hit.start)
    )
    for hit in ranked:
        stretch = range(hit.start, hit.end)
        if taken.isdisjoint(stretch):
            taken.update(stretch)
            if hit.name.names_something or hit.name.weak:
                kept.append(hit)
    return sorted(kept, key=lambda hit: hit.start)
