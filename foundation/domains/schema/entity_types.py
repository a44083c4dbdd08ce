"""Entities as a pack declares them: kinds of things questions name, and where their names stand in its sources."""

from __future__ import annotations

from foundation.domains.schema.declared import Declared, Name, Text


class Choice(Declared):
    """One canonical value of a choice slot, or of an entity type, and the words that mean it."""

    value: str
    label: Text
    words: tuple[str, ...]
    except_in: tuple[str, ...] = ()
    """Longer words that hold one of them and mean something else: 정수장 and 정수지 are no 정수."""


class EntityType(Declared):
    """A kind of thing that questions name. One that bears a slot's name adds to what the slot declares."""

    name: Name
    label: Text
    head_nouns: tuple[str, ...] = ()
    """The kind's own nouns (아파트, bank). A short name, or one that is an ordinary word too, is known only beside one
    of them; an unknown word right before one names a thing that the pack does not have."""
    ordinary: tuple[str, ...] = ()
    """Words that stand before those nouns, or end as names do, and name nothing (시중은행, 신축). Words of the data,
    of the pack's slots, keywords and dictionary are ordinary anyway."""
    endings: tuple[str, ...] = ()
    """How names of this kind end (동, -gu): an unknown word of three syllables or more that ends so is a name. Endings
    of three syllables or more that several names of a column share are learned."""
    aliases: dict[str, tuple[str, ...]] = {}
    """Name as the data holds it -> what else it is called: 주택임대차보호법 -> 주임법."""
    elsewhere: tuple[str, ...] = ()
    """Names of this kind that the pack surely has nothing of, where no shape gives them away: 부산, 농협."""
    values: tuple[Choice, ...] = ()
    """A closed list with its words; things that stand against each other (임대인 / 임차인) belong in one."""


class DocumentEntities(Declared):
    """Names in a documents source. One of `front_matter`, `heading` and `text` says where."""

    type: Name
    front_matter: str | None = None
    """Key of a document's front matter whose value is the name."""
    heading: str | None = None
    """Regular expression over headings; its first group, or all of it, is the name."""
    text: str | None = None
    """The same over passages: codes and tags. TIT-401~412 stands for twelve of them."""
    elsewhere: bool = False
    """True when what stands there is only quoted, so that the pack has nothing of it: 「형법」 in another statute."""
    within: Name | None = None
    """Type of what it lies in, named by another entry for the same document: the law of an article."""


class ColumnEntities(Declared):
    """Names in a column of a table."""

    type: Name
    column: Name
    pattern: str | None = None
    """Regular expression over the cell; its first group, or all of it, is the name. None: the whole cell."""
    within: Name | None = None
    """Type of what it lies in, in the same row: the bank of a product, the region (a slot's column) of a complex."""
