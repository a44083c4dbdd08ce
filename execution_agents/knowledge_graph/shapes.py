"""Shapes that names of a kind share, learned from the names themselves: TIT-###, #계열, …푸르지오.

A word of such a shape that is no known name certainly names something that the pack does not have.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

from execution_agents.knowledge_graph.declared import KindOfThing
from execution_agents.knowledge_graph.normalised_text import NormalisedText, normalise
from execution_agents.knowledge_graph.numbered import number_of
from foundation.contracts.entities import Entity

SERIES = 3
"""So many names of a column that differ in their number alone make a series. Fewer do for values side by side
(1계열, 2계열), for codes with two letters or more before the number, and where four letters or more agree."""
SHARED_BY = 3
"""Names of a column that must share an ending before it is one."""
PLACED_BY = 5
"""Names that must share an ending of two syllables (…자이): it makes a name of a place before it, not of any word."""
SHORTEST_ENDING, LONGEST_ENDING = 2, 8
"""Syllables. Shorter ones are endings of ordinary words, too."""
_DIGITS = re.compile(r"\d+(?:[.~-]\d+)*")
_LAST_SYLLABLES = re.compile(r"[가-힣]+$")
_LETTERS = re.compile(r"[a-z가-힣]")
MOST_TEMPLATES = 2_000


class Series:
    """Names that differ only in their number."""

    def __init__(self, entities: Iterable[Entity], kinds: Mapping[str, KindOfThing]) -> None:
        found: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        for entity in entities:
            for key in _numbered_keys(entity, kinds[entity.type]):
                found[_DIGITS.sub("#", key)][entity.type].add(key)
        self._types: dict[str, str] = {}
        for template, types in found.items():
            kind, keys = max(types.items(), key=lambda item: len(item[1]))
            if len(keys) >= _enough(template, kinds[kind]) and len(self._types) < MOST_TEMPLATES:
                self._types[template] = kind
        self._pattern = _any_of(self._types)

    def found_in(self, text: NormalisedText) -> Iterator[tuple[int, int, str]]:
        """(start, end, type) in the key of everything of such a shape that begins where a word does."""
        for match in self._pattern.finditer(text.key) if self._types else ():
            if match.start() in text.word_starts:
                yield *match.span(), self._types[_DIGITS.sub("#", match.group())]


def learned_endings(entities: Iterable[Entity], kinds: Mapping[str, KindOfThing]) -> dict[str, str]:
    """Ending -> type, of those that several names of a collected kind share: the longest ones, since 아이파크 says more
    than 이파크."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for entity in entities:
        kind = kinds[entity.type]
        if entity.source and not kind.weak and not kind.is_code and not number_of(entity.name):
            tail = _LAST_SYLLABLES.search(normalise(entity.name).key)
            syllables = tail.group() if tail else ""
            longest = min(LONGEST_ENDING, len(syllables) - 2)
            counts[entity.type].update(syllables[-size:] for size in range(SHORTEST_ENDING, longest + 1))
    found: dict[str, str] = {}
    for kind, endings in counts.items():
        shared = {
            ending: count
            for ending, count in endings.items()
            if count >= (PLACED_BY if len(ending) == SHORTEST_ENDING else SHARED_BY)
        }
        part_of_longer = {ending[1:] for ending, count in shared.items() if shared.get(ending[1:]) == count}
        found |= {ending: kind for ending in shared if ending not in part_of_longer}
    return found


def _numbered_keys(entity: Entity, kind: KindOfThing) -> Iterator[str]:
    if kind.weak or number_of(entity.name):
        return
    for spelling in entity.aliases if kind.is_term else (entity.name, *entity.aliases):
        key = normalise(spelling).key
        if _DIGITS.search(key) and _LETTERS.search(key) and len(key) <= 24:
            yield key


def _enough(template: str, kind: KindOfThing) -> int:
    letters = len(template.replace("#", ""))
    if kind.is_code and template.isascii() and letters >= 2:
        return 1
    return 2 if kind.is_term or kind.is_code or letters > SERIES else SERIES


def _any_of(templates: Iterable[str]) -> re.Pattern[str]:
    ordered = sorted(templates, key=len, reverse=True)
    spelled = "|".join(re.escape(one).replace(r"\#", "#").replace("#", r"\d+(?:[.~-]\d+)*") for one in ordered)
    return re.compile(rf"(?<![0-9])(?:{spelled or '(?!)'})(?!\d)")
