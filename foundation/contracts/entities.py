"""What a question may name: entities of a pack, their relations, and their mentions in a text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Self

MentionStatus = Literal["known", "ambiguous", "unknown", "weak"]
"""known: one thing of the pack; ambiguous: several, and nothing decides between them; unknown: certainly a name, but of
nothing in the pack; weak: may be a name, so it may rank, and never vetoes."""

REMEMBERED = 24
"""Entities a conversation keeps: those of its last few questions and answers."""


@dataclass(frozen=True)
class Entity:
    """One thing a pack knows by name: a region, an article of a law, a product, a machine, a value of a slot."""

    entity_id: str
    """Type and name, with its container if it has one: "article:민법/제618조"."""
    type: str
    """Name of its entity type, or of the slot whose value it is."""
    name: str
    """As its source writes it."""
    aliases: tuple[str, ...] = ()
    source: str = ""
    """The pack's source it was collected from; "" for what the pack itself declares."""
    parent: str = ""
    """Id of its container (an article's law, a complex' region), whether or not that one is known."""
    properties: Mapping[str, str] = field(default_factory=dict[str, str], hash=False)
    """More of it, as its source says: `document` (its document's id), `value` (of a slot), `label`."""


@dataclass(frozen=True)
class Relation:
    """How one entity belongs to another of the same source."""

    source_id: str
    type: str
    """PART_OF: the other one contains it."""
    target_id: str


@dataclass(frozen=True)
class PassageFacts:
    """One passage, with what its document says of itself."""

    document_id: str
    title: str
    """Of the document."""
    metadata: Mapping[str, Any]
    chunk_id: str
    heading: str
    """The passage's title: the document's, then its headings, with " > " between."""
    text: str


@dataclass(frozen=True)
class EntityCounts:
    """What replacing a source's entities did."""

    added: int = 0
    changed: int = 0
    removed: int = 0


@dataclass(frozen=True)
class Mention:
    """A stretch of a text that names something. Known, ambiguous and unknown ones never overlap; a weak one may lie
    around others."""

    text: str
    """The text's own words, `text[start:end]`."""
    start: int
    end: int
    status: MentionStatus
    type: str = ""
    """Type of what is named; "" of a weak one that shows none."""
    entities: tuple[str, ...] = ()
    """Ids. Known: the thing meant (two for a word that is a value of two types). Ambiguous and weak: the things that
    may be meant. Unknown: none."""
    parent: str = ""
    """For an unknown thing: id of the known container that lacks it (the law without such an article)."""
    corrected: str = ""
    """The correct spelling of the name, if the text misspells it."""
    negated: bool = False
    """True if the text excludes it (서초구 말고)."""


@dataclass(frozen=True)
class Conversation:
    """What was named before, as plain values: it decides between several things of one name."""

    named: tuple[str, ...] = ()
    """Ids of known entities, the latest first."""
    types: tuple[str, ...] = ()
    """Types named last, known or not: a bare name after it may be of the same type ("신한은 어때?")."""

    def after(self, mentions: Iterable[Mention]) -> Self:
        """The conversation with one more text; a text that names nothing changes nothing."""
        affirmed = [one for one in mentions if one.status != "weak" and not one.negated]
        fresh = [entity_id for one in affirmed if one.status == "known" for entity_id in one.entities]
        types = tuple(dict.fromkeys(one.type for one in affirmed if one.type))
        named = tuple(dict.fromkeys((*reversed(fresh), *self.named)))[:REMEMBERED]
        return type(self)(named, types or self.types)
