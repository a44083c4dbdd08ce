"""The things of a graph that questions may ask for, in memory: by id, by name and spec, by parts of names.

Built once per version of the graph and never changed afterwards, so any number of threads may read it. It holds only
targets, and the Latin words of everything else with the containers that name it.
"""

from __future__ import annotations

import re
from array import array
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, cast

import ahocorasick

from execution_agents.clarification.quantities import AmountReader
from execution_agents.clarification.specs import SpecReader, folded
from execution_agents.knowledge_graph.normalised_text import key_of, normalise
from execution_agents.knowledge_graph.word_edges import is_tail
from foundation.contracts.graph import GraphEntity, GraphTarget
from foundation.domains.schema.graph import GraphSource

_LATIN = re.compile(r"(?<![a-z])[a-z]{2,20}(?![a-z])")
_ID_LIKE = re.compile(r"[A-Za-z0-9][A-Za-z0-9._~-]*\d[A-Za-z0-9._~-]*")
_SEPARATED = re.compile(r"[()\[\]{},.·/:;~+*#%]")
_LEAST_LIKE = 2
"""Letter pairs a name must share to be compared at all."""


@dataclass(frozen=True, slots=True, eq=False)
class Target:
    """A thing a question may ask for."""

    entity_id: str
    type: str
    name: str
    spec: str
    shown: str
    """The spec as a person writes it."""
    values: tuple[tuple[str, str], ...]
    """Of its spec: (field, value)."""
    section: str
    parent: str
    unit: str

    def has(self, values: Mapping[str, str]) -> bool:
        """True if its spec has all of these values."""
        mine = dict(self.values)
        return all(mine.get(name) == value for name, value in values.items())

    def as_target(self) -> GraphTarget:
        return GraphTarget(
            entity_id=self.entity_id, type=self.type, name=self.name, spec=self.shown, section=self.section,
            unit=self.unit,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Led:
    """A container that names something with Latin letters."""

    container: str
    via: str
    """What the thing is called."""
    type: str


class GraphIndex:
    """The targets of one graph."""

    def __init__(
        self, declared: GraphSource, entities: Iterable[GraphEntity], leads: Mapping[str, Sequence[str]]
    ) -> None:
        self.declared = declared
        self.specs = SpecReader(declared.fields)
        self.targets: dict[str, Target] = {}
        self.names: list[str] = []
        """Distinct keys of names and aliases."""
        self.of_name: dict[str, list[str]] = {}
        """Key -> ids of the targets with that name."""
        self._separated: set[str] = set()
        """Names that contain brackets or commas."""
        self._latin: dict[str, list[str]] = defaultdict(list)
        self._led: dict[str, list[Led]] = defaultdict(list)
        self._units: set[str] = set()
        for entity in entities:
            self._take(entity, leads)
        self._order = {one: at for at, one in enumerate(self.targets)}
        self.amounts = AmountReader(self._units)
        self._spec_counts = self._counted_specs()
        self._tops = self._uppermost()
        self.members = self._members()
        """Container -> ids of the targets in it."""
        self._pairs = self._gram_index()
        self._automaton = self._made_automaton()

    def _take(self, entity: GraphEntity, leads: Mapping[str, Sequence[str]]) -> None:
        words = set(_LATIN.findall(folded(" ".join((entity.name, *entity.aliases)))))
        if entity.type not in self.declared.targets:
            for container in leads.get(entity.entity_id, ()):
                for word in words:
                    self._led[word].append(Led(container, entity.name, entity.type))
            return
        values = tuple(self.specs.spec_values(entity.spec).items()) if entity.spec else ()
        spec = self.specs.shown(dict(values)) or entity.spec
        self.targets[entity.entity_id] = Target(
            entity.entity_id,
            entity.type,
            entity.name,
            entity.spec,
            spec,
            values,
            entity.section,
            entity.parent,
            entity.unit,
        )
        if entity.unit:
            self._units.add(entity.unit)
        for key in dict.fromkeys(key_of(each) for each in (entity.name, *entity.aliases)):
            if key not in self.of_name:
                self.of_name[key] = []
                if _SEPARATED.search(entity.name) or any(map(_SEPARATED.search, entity.aliases)):
                    self._separated.add(key)
                self.names.append(key)
            self.of_name[key].append(entity.entity_id)
        for word in words:
            self._latin[word].append(entity.entity_id)

    def _counted_specs(self) -> dict[str, Counter[tuple[tuple[str, str], ...]]]:
        return {key: Counter(self.targets[one].values for one in ids) for key, ids in self.of_name.items()}

    def is_alone(self, target: Target) -> bool:
        """True if no other target has its name and spec."""
        counts = self._spec_counts[key_of(target.name)]
        if counts[target.values] > 1:
            return False
        if not target.values:
            return sum(counts.values()) == 1
        longer = (values for values in counts if len(values) > len(target.values))
        return not any(set(target.values) <= set(values) for values in longer)

    def _members(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for target in self.targets.values():
            if target.parent:
                found.setdefault(target.parent, []).append(target.entity_id)
        return found

    def _gram_index(self) -> dict[str, array[int]]:
        found: dict[str, array[int]] = {}
        for at, key in enumerate(self.names):
            for pair in pairs_of(key):
                found.setdefault(pair, array("I")).append(at)
        return found

    def _made_automaton(self) -> Any:
        automaton: Any = cast(Any, ahocorasick).Automaton()
        for key in self.names:
            if len(key) > 1:
                automaton.add_word(key, key)
        automaton.make_automaton()
        return automaton

    # --- looking up -------------------------------------------------------------------------------

    def ids_in(self, text: str) -> list[str]:
        """Ids of targets that occur literally in a text."""
        return [word for match in _ID_LIKE.finditer(text) if (word := match[0].strip(".")) in self.targets]

    def names_in(self, text: str) -> list[tuple[str, int, int]]:
        """(key, start, end) of names that occur in a folded text, the longest ones, in order; only particles may be
        attached to them."""
        if not self.names:
            return []
        read = normalise(text)
        found: list[tuple[int, int, str]] = []
        for end, key in self._automaton.iter(read.key):
            start, stop = end + 1 - len(key), end + 1
            whole = key in self._separated or not read.crosses_clause(start, stop)
            if start in read.word_starts and whole and _ends(read, stop):
                found.append((start, stop, key))
        chosen: list[tuple[int, int, str]] = []
        for start, stop, key in sorted(found, key=lambda one: one[0] - one[1]):
            if all(stop <= other[0] or other[1] <= start for other in chosen):
                chosen.append((start, stop, key))
        return [(key, *read.span(start, stop)) for start, stop, key in sorted(chosen)]

    def holding(self, word: str) -> set[int]:
        """Positions of the names that hold a word (a key of two letters or more)."""
        postings = [self._pairs.get(pair) for pair in pairs_of(word)]
        if not postings or any(each is None for each in postings):
            return set()
        least = sorted((each for each in postings if each is not None), key=len)
        places = set(least[0])
        for each in least[1:]:
            if len(places) <= 64:
                break
            places.intersection_update(each)
        return {at for at in places if word in self.names[at]}

    def is_word_of_names(self, word: str) -> bool:
        """True if names bear a word, or something has it that a container leads to."""
        return bool(self.holding(key_of(word))) or any(self.latin(word))

    def alike(self, text: str, least: float, most: int) -> list[tuple[float, int]]:
        """(likeness, position) of the names most like a text, by Dice's share of common letter pairs, best first."""
        asked = pairs_of(key_of(text))
        shared: Counter[int] = Counter()
        for pair in asked:
            shared.update(self._pairs.get(pair, ()))
        scored = (
            (2 * count / (len(asked) + max(1, len(self.names[at]) - 1)), at)
            for at, count in shared.items()
            if count >= _LEAST_LIKE
        )
        return sorted((one for one in scored if one[0] >= least), key=lambda one: (-one[0], one[1]))[:most]

    def latin(self, word: str) -> tuple[list[str], list[Led]]:
        """Targets whose name has this Latin word, and containers of other things that have it."""
        return self._latin.get(word, []), self._led.get(word, [])

    def targets_in_order(self, ids: Collection[str]) -> list[str]:
        """These ids in the graph's order."""
        return sorted(ids, key=self._order.__getitem__)

    def ids_of(self, places: Iterable[int]) -> list[str]:
        """The targets of names, each once."""
        return list(dict.fromkeys(each for at in sorted(places) for each in self.of_name[self.names[at]]))

    def top_of(self, target: Target) -> Target | None:
        """The topmost container of a target; the target itself if it is one."""
        return self._tops.get(target.entity_id)

    def _uppermost(self) -> dict[str, Target]:
        found: dict[str, Target] = {}
        containers = self.declared.containers
        for target in self.targets.values():
            above = [*self.way_up(target.entity_id)]
            if above:
                found[target.entity_id] = above[-1]
            elif target.type in containers:
                found[target.entity_id] = target
        return found

    def below(self, entity_id: str) -> set[str]:
        """Ids of everything in a container, at any depth."""
        found: set[str] = set()
        waiting = [entity_id]
        while waiting:
            inside = [one for one in self.members.get(waiting.pop(), ()) if one not in found]
            found.update(inside)
            waiting += inside
        return found

    def way_up(self, entity_id: str) -> Iterator[Target]:
        """The containers of a target, nearest first."""
        seen = {entity_id}
        target = self.targets.get(entity_id)
        while target is not None and target.parent and target.parent not in seen:
            seen.add(target.parent)
            target = self.targets.get(target.parent)
            if target is not None:
                yield target


def pairs_of(key: str) -> set[str]:
    """Pairs of neighbouring letters."""
    return {key[at : at + 2] for at in range(len(key) - 1)}


def _ends(read: Any, stop: int) -> bool:
    if stop >= len(read.key) or stop in read.word_starts:
        return True
    rest = read.key[stop : read.word_at(stop)[1]]
    return is_tail(rest, term=True)
