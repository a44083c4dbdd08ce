"""Follow-ups by relations: articles that a cited passage refers to, and what is near a thing of the pack's graph.

Each is read back by the rules that read it when it is asked, and offered only if they find exactly what it was made
for: so the data has it, and nobody is asked which is meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from decimal import Decimal, InvalidOperation

from execution_agents.clarification.cascade import read_graph
from execution_agents.clarification.condensing import NOBODY, query_of
from execution_agents.clarification.index import GraphIndex, Target
from execution_agents.clarification.listening import Listener
from execution_agents.clarification.questions import field_words
from execution_agents.knowledge_graph.cross_references import numbered_thing, referred
from execution_agents.knowledge_graph.index import EntityIndex
from execution_agents.knowledge_graph.linker import link
from execution_agents.knowledge_graph.normalised_text import key_of
from foundation.contracts.entities import Entity
from foundation.contracts.errors import DatabaseUnreachable
from foundation.contracts.events import AnswerWritten
from foundation.contracts.graph import GraphTarget
from foundation.contracts.plan import Understanding
from foundation.contracts.work import Evidence
from foundation.domains.schema.graph import GraphSource
from foundation.domains.schema.pack import Pack
from foundation.language.particles import with_particle
from foundation.language.script import language_of
from foundation.storage.corpus.graph import GraphPlace, Neighbours
from supervisor.deps import SupervisorDeps

TRIED = 6
"""Candidates of one relation that are read back at most."""


def references(
    asked: Understanding, answer: AnswerWritten, evidence: Sequence[Evidence], index: EntityIndex | None
) -> Iterator[str]:
    """The articles that the cited passages refer to, and that are neither cited nor asked about."""
    if index is None:
        return
    items = {one.item_id: one for batch in evidence for one in batch.items if not one.fields}
    cited = [items[one.chunk_id] for one in answer.citations if one.chunk_id in items]
    known = {thing.entity_id for one in cited if (thing := numbered_thing(one.title, index)) is not None}
    known |= {each for one in link(asked.standalone, index) for each in one.entities}
    for item in cited:
        for thing in referred(item.title, item.text, index):
            question = _about(thing, index, asked.language)
            if thing.entity_id in known or not question:
                continue
            known.add(thing.entity_id)
            meant = [one.entities for one in link(question, index) if one.status in ("known", "ambiguous")]
            if meant == [(thing.entity_id,)]:
                yield question


def subject(question: str, index: EntityIndex | None) -> str:
    """The article that a question names, so that none is offered twice in other words; else the question itself."""
    thing = None if index is None else numbered_thing(question, index)
    return question if thing is None else thing.entity_id


def _about(thing: Entity, index: EntityIndex, language: str) -> str:
    """A question that names the article with its law; "" where their names are of another language than the person's:
    what stands there would be too."""
    name = f"{index.entities[thing.parent].name} {thing.name}"
    if language_of(name) != language:
        return ""
    return f"{with_particle(name, '은', '는')} 어떤 내용이야?" if language == "ko" else f"What does {name} say?"


async def near_in_graph(asked: Understanding, deps: SupervisorDeps) -> Sequence[str]:
    """Of the thing of the graph that was asked for: its nearest other spec, a thing of another name with the most in
    common, and the nearest container that may be asked for; of a container what lies in it."""
    graph, view, declared = deps.repositories.graph, deps.graph, deps.pack.graph
    target = _only_target(asked)
    if graph is None or view is None or declared is None or target is None:
        return ()
    near = Near(view.index, declared, deps.pack, asked, target)
    found = Neighbours((), frozenset())
    with suppress(DatabaseUnreachable):
        place = GraphPlace(deps.pack.name, declared.name)
        found = await graph.neighbours(deps.principal, place, target, near.candidates, near.relations)
    return near.questions(found)


def _only_target(asked: Understanding) -> GraphTarget | None:
    read = asked.graph
    return read.targets[0] if read is not None and not read.listing and len(read.targets) == 1 else None


class Near:
    """What is near one thing of a graph."""

    def __init__(
        self, index: GraphIndex, declared: GraphSource, pack: Pack, asked: Understanding, target: GraphTarget
    ) -> None:
        self._index = index
        self._asked = asked
        self._listener = Listener(field_words(pack), asked.language, (), NOBODY)
        self._containers = declared.containers
        self._target = index.targets.get(target.entity_id)
        self._specs = list(self._other_specs())[:TRIED]
        self._members = [index.targets[one] for one in index.members.get(target.entity_id, ())][:TRIED]
        self.relations = tuple(one.name for one in declared.relations if one.expanded)

    @property
    def candidates(self) -> list[str]:
        """Ids of the things that are offered only if something is known of them."""
        return [one.entity_id for one in (*self._specs, *self._members)]

    def questions(self, found: Neighbours) -> Sequence[str]:
        """The questions, of each relation the first that is read as it is meant; of a container two of its members."""
        sharing = [self._index.targets[one] for one in found.sharing if one in self._index.targets]
        alike = sorted(sharing[:TRIED], key=lambda one: self._target is None or one.values != self._target.values)
        ways = (
            [one for one in self._specs if one.entity_id in found.described],
            [one for one in alike if one.type not in self._containers],
            [] if self._target is None else list(self._index.way_up(self._target.entity_id)),
            inside := [one for one in self._members if self._is_described(one, found)],
            inside[1:],
        )
        return list(dict.fromkeys(one for one in (self._first(way) for way in ways) if one))

    def _is_described(self, one: Target, found: Neighbours) -> bool:
        return one.entity_id in found.described or bool(self._index.members.get(one.entity_id))

    def _first(self, things: Iterable[Target]) -> str:
        return next((text for one in things if (text := self._question(one))), "")

    def _question(self, thing: Target) -> str:
        """A question that names it and nothing else, in the person's language; "" if it would be read otherwise."""
        text = query_of(thing, self._index)
        if language_of(text) != self._asked.language or thing.entity_id in text:
            return ""
        reading = read_graph(text, self._index, self._listener)
        meant = [] if reading.asked is None else [one.entity_id for one in reading.asked.targets]
        return text if reading.certain and meant == [thing.entity_id] else ""

    def _other_specs(self) -> Iterator[Target]:
        """Things of the same name and place with another spec, the nearest first: that which differs in the fewest
        fields, of those the later declared ones, by the least, larger ones first."""
        mine = self._target
        if mine is None or not mine.values:
            return iter(())
        same = (self._index.targets[one] for one in self._index.of_name.get(key_of(mine.name), ()))
        others = [one for one in same if one is not mine and one.parent == mine.parent and one.values]
        places = [one.name for one in self._index.declared.fields]
        return iter(sorted(others, key=lambda one: _distance(mine, one, places)))


def _distance(mine: Target, other: Target, fields: Sequence[str]) -> tuple[object, ...]:
    own, its = dict(mine.values), dict(other.values)
    differing = [name for name in fields if own.get(name) != its.get(name)]
    steps = [_number(its.get(name, "")) - _number(own.get(name, "")) for name in differing]
    return (
        len(differing),
        [-fields.index(name) for name in differing],
        [abs(step) for step in steps],
        [step < 0 for step in steps],
        other.entity_id,
    )


def _number(value: str) -> Decimal:
    with suppress(InvalidOperation):
        return Decimal(value)
    return Decimal(0)
