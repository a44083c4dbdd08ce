"""A name that several things of the pack have, if nothing says which is meant: an article of several laws, places of
one name, rows that differ by one column.

The linker decides first, by the question and by what was named before. The rest is asked only if the data the plan
needs differs between the things, and if no other word of the question refers to one of them alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from execution_agents.knowledge_graph.index import EntityIndex
from execution_agents.knowledge_graph.linker import link
from execution_agents.reuse.terms import nouns
from foundation.contracts.entities import Conversation, Entity, Mention
from foundation.contracts.pauses import Clarification, ClarificationOption
from foundation.contracts.plan import Plan
from foundation.domains.schema.pack import Pack
from foundation.language.cues import topic_words
from foundation.language.particles import with_particle
from foundation.language.script import language_of
from supervisor.planning.clarifying.wording import said
from supervisor.planning.context import TurnContext

SHOWN = 6
"""Choices at most; if there are more, the whole list is one more."""
HEADING = "heading"


def shared_name(plan: Plan, context: TurnContext) -> Clarification | None:
    """The clarification for the first name that nothing decides; None: there is none."""
    index = context.entities
    if index is None:
        return None
    mentions = link(context.question, index, named_before(context, index))
    if any(one.status == "unknown" for one in mentions):
        return None  # It names something the pack does not have: none of our choices is meant.
    open_names = (one for one in mentions if one.status == "ambiguous" and not one.negated)
    for shared in (SharedName(one, context.question, index) for one in open_names):
        if plan.ends_early == "irrelevant" and not shared.is_all_there_is():
            continue
        if shared.matters(plan, context.pack) and not shared.is_settled() and not shared.is_of_another():
            return shared.asked()
    return None


def named_before(context: TurnContext, index: EntityIndex) -> Conversation:
    """The things the conversation named."""
    conversation = Conversation()
    for exchange in context.exchanges:
        conversation = conversation.after(link(exchange.standalone, index, conversation))
    return conversation


class SharedName:
    """One name of a question, and the things it may mean."""

    def __init__(self, mention: Mention, question: str, index: EntityIndex) -> None:
        self._mention, self._question, self._index = mention, question, index
        self._language = language_of(question)
        self._things = [index.entities[one] for one in mention.entities]
        self._headings = headings_of(self._things, index)
        self._rest = f"{question[: mention.start]} {question[mention.end :]}"

    def matters(self, plan: Plan, pack: Pack) -> bool:
        """True if the data the plan needs differs by it: the things come from one of its sources, or it is matched by
        the slot they are values of."""
        needed = plan.understanding.data_types or tuple(each.name for each in pack.data_types)
        types = [pack.data_type(name) for name in needed]
        sources = {source for each in types for source in each.sources}
        slots = {slot for each in types for slot in each.matching_slots}
        return all(one.source in sources or one.type in slots for one in self._things)

    def is_all_there_is(self) -> bool:
        """True if the question is about nothing else: "What does Article 3 say?" has no content word but its name,
        "article 3 of the constitution" has another one."""
        return not any(word in nouns(self._rest) for word in topic_words(self._rest))

    def is_settled(self) -> bool:
        """True if the question's other words match one of them more than any other."""
        most = max(self._fits())
        return most > 0 and self._fits().count(most) == 1

    def is_of_another(self) -> bool:
        """True if the word before it names its container, and that is one the pack does not have."""
        before = self._question[: self._mention.start].split()
        above = {one.type for thing in self._things if (one := self._index.entities.get(thing.parent)) is not None}
        nouns_of_kind = [noun for each in self._index.pack.entities if each.name in above for noun in each.head_nouns]
        return bool(before) and any(before[-1].endswith(noun) for noun in nouns_of_kind)

    def asked(self) -> Clarification | None:
        """The question with its choices, the likeliest first; None if fewer than two have distinct names."""
        fits = self._fits()
        likeliest = sorted(range(len(self._things)), key=lambda at: -fits[at])
        found = [option for at in likeliest if (option := self._option(at)) is not None]
        options = tuple({option.label: option for option in found}.values())
        if len(options) < 2:
            return None
        kind = self._kind()
        particle = with_particle(kind, "이", "가")[len(kind) :]
        return Clarification(
            message=said(
                "ask_name", self._language, word=self._mention.text, count=len(options), kind=kind, subject=particle
            ),
            reason=said("why", self._language),
            original_query=self._question,
            options=options[:SHOWN],
            more=options if len(options) > SHOWN else (),
            best=options[0].id,
        )

    def _fits(self) -> list[int]:
        """For each thing, how many of the question's other words match its heading and its containers."""
        index = self._index
        words = {word for word in nouns(self._rest) if len(word) > 1}
        for one in link(self._rest, index):
            for entity in (index.entities[each] for each in one.entities):
                words |= {entity.name, *entity.aliases}
        return [sum(word in text for word in words) for text in map(self._about, self._things)]

    def _about(self, thing: Entity) -> str:
        entities = self._index.entities
        above = [entities[one].name for one in self._index.lineage(thing.entity_id) if one in entities]
        return " ".join((*above, self._heading(thing)))

    def _heading(self, thing: Entity) -> str:
        return self._headings.get(thing.properties.get("document", ""), "")

    def _option(self, at: int) -> ClarificationOption | None:
        """The choice of one thing; None if none of its names identifies it alone."""
        thing = self._things[at]
        all_names = full_names(thing, self._index, self._mention.text)
        names = sorted(all_names, key=lambda one: language_of(one) != self._language)
        for name in names:
            query = f"{self._question[: self._mention.start]}{name}{self._question[self._mention.end :]}"
            if means(thing, query, self._index):
                section = self._heading(thing) or None
                return ClarificationOption(
                    id=f"o{at + 1}", label=name, query=query, entity_id=thing.entity_id, source_section=section
                )
        return None

    def _kind(self) -> str:
        """What they are, in words."""
        kind = self._index.kinds[self._mention.type or self._things[0].type]
        return kind.label.get(self._language) or next(iter(kind.label.values()), kind.name)


def headings_of(things: Sequence[Entity], index: EntityIndex) -> dict[str, str]:
    """Document -> its first heading, for the documents the things were collected from."""
    wanted = {one.properties["document"] for one in things if "document" in one.properties}
    found: dict[str, str] = {}
    for entity in index.entities.values() if wanted else ():
        document = entity.properties.get("document", "")
        if entity.type == HEADING and document in wanted:
            found.setdefault(document, entity.name)
    return found


def full_names(thing: Entity, index: EntityIndex, called: str = "") -> Iterable[str]:
    """Its own names, then those with its container. `called`: the question's name for it (Article 3 for 제3조)."""
    names = (thing.name, *thing.aliases)
    yield from names
    above = index.entities.get(thing.parent)
    if above is None:
        return
    for holder in (above.name, *above.aliases):
        yield from (f"{holder} {name}" for name in dict.fromkeys((*names, *filter(None, [called]))))


def means(thing: Entity, query: str, index: EntityIndex) -> bool:
    """True if a text names this thing for certain."""
    return any(one.status == "known" and one.entities == (thing.entity_id,) for one in link(query, index))
