"""The names of a pack's entities, by their normalised spelling: the entities of each, and what it needs beside it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from execution_agents.knowledge_graph.declared import KindOfThing, entity_id
from execution_agents.knowledge_graph.normalised_text import NormalisedText, normalise
from execution_agents.knowledge_graph.numbered import number_of
from execution_agents.knowledge_graph.vocabulary import Vocabulary
from foundation.contracts.entities import Entity
from foundation.domains.schema.pack import Pack

SHORT = 3
"""A collected name of this many letters or fewer is only recognised beside its head noun: 현대, 수정, 한양."""
LONGEST_NAME = 120
_SYLLABLE = re.compile(r"[가-힣]")
_BRACKETS = re.compile(r"\s*[(\[（][^()\[\]（）]*[)\]）]\s*")


@dataclass
class Name:
    """One spelling, and everything it may mean."""

    key: str
    spelling: str = ""
    """As it is written at its first occurrence."""
    bare: list[str] = field(default_factory=list[str])
    """Ids of entities it names by itself."""
    headed: list[str] = field(default_factory=list[str])
    """Ids of those it names only beside their head noun."""
    behind: list[str] = field(default_factory=list[str])
    """Ids of those it names only right after their container: 중동 in 수성구 중동."""
    weak: list[str] = field(default_factory=list[str])
    """Ids of headings."""
    elsewhere: list[str] = field(default_factory=list[str])
    """Types of which it names something that the pack does not have."""
    head_of: set[str] = field(default_factory=set[str])
    """Types it is a head noun of."""
    needs_head: bool = False
    """An `elsewhere` name that is an ordinary word too."""
    is_word: bool = False
    is_blocked: bool = False
    """A longer word that contains a value's word and means something else."""
    is_shared: bool = False
    """Other places have it too: the container before it decides."""
    is_group: bool = False
    """All its entities are meant, not one of them."""
    is_term: bool = False
    breaks: set[int] = field(default_factory=set[int])
    """Positions in the key where the name has a space."""
    clauses: bool = False
    """True if it contains a character that ends a clause: 한가람(신라)."""

    @property
    def names_something(self) -> bool:
        """True if it stands for something, and is not only a word that helps to read others."""
        return bool(self.bare or self.headed or self.behind or self.elsewhere)


class Names:
    """Collects the spellings of all entities."""

    def __init__(
        self, pack: Pack, kinds: Mapping[str, KindOfThing], vocabulary: Vocabulary, whole: Collection[str]
    ) -> None:
        """`whole`: the names of all entities: none of them counts as a part of another's."""
        self.by_key: dict[str, Name] = {}
        self._kinds = kinds
        self._vocabulary = vocabulary
        self._english = pack.dictionary.english_names
        self._whole = whole
        self._add_words(pack)

    def add(self, entity: Entity) -> None:
        """All spellings of an entity."""
        kind = self._kinds[entity.type]
        for spelling in dict.fromkeys(self._spellings(entity, kind)):
            name = self._named(spelling)
            if name is None:
                continue
            name.is_term |= kind.is_term
            holders = self._holders(name, entity, kind)
            if entity.entity_id not in holders:
                holders.append(entity.entity_id)
        last = entity.name.rpartition(" ")[2]
        name = self._named(last) if entity.parent and not entity.source and last != entity.name else None
        if name is not None and entity.entity_id not in name.bare:
            name.behind.append(entity.entity_id)

    def add_elsewhere(self, kind: str, spellings: Iterable[str]) -> None:
        """Names of this type that the pack does not have; one that it has stays known."""
        for spelling in spellings:
            name = self._named(spelling)
            if name is not None and kind not in name.elsewhere:
                heads = [normalise(head).key for head in head_nouns_of(self._kinds[kind])]
                alone = not heads or any(name.key.endswith(head) for head in heads)
                name.elsewhere.append(kind)
                name.needs_head |= not alone and self._vocabulary.is_common(name.key)

    def _holders(self, name: Name, entity: Entity, kind: KindOfThing) -> list[str]:
        if kind.weak:
            return name.weak
        collected = bool(entity.source) and name.key not in self._given(kind, entity)
        return name.headed if collected and self._needs_head(name.key, kind) else name.bare

    def _given(self, kind: KindOfThing, entity: Entity) -> set[str]:
        """Keys of the aliases that were written down for it: those were chosen with care."""
        aliases = kind.declared.aliases.get(entity.name, ()) if kind.declared else ()
        return {normalise(alias).key for alias in aliases}

    def _needs_head(self, key: str, kind: KindOfThing) -> bool:
        heads = kind.declared.head_nouns if kind.declared else ()
        syllables = len(_SYLLABLE.findall(key))
        if any(letter.isdigit() for letter in key):
            return syllables > 0 and len(key) <= SHORT
        if syllables == 0:
            return len(key) < SHORT
        if any(key.endswith(normalise(head).key) for head in heads):
            return False
        return syllables <= SHORT or bool(heads and self._vocabulary.is_common(key))

    def _spellings(self, entity: Entity, kind: KindOfThing) -> Iterator[str]:
        if not kind.is_term or entity.source:
            yield entity.name
        yield from entity.aliases
        if not entity.source:
            return
        if kind.declared:
            yield from kind.declared.aliases.get(entity.name, ())
        if entity.name in self._english and not kind.weak:
            yield self._english[entity.name]
        bare = _BRACKETS.sub(" ", entity.name).strip()
        if bare and not kind.weak:
            yield bare
        part = entity.name.rpartition(" ")[0]
        if part.count(" ") >= SHORT - 1 and not kind.weak and part not in self._whole:
            yield part

    def _named(self, spelling: str) -> Name | None:
        """The entry of this spelling; None for one that could name nothing."""
        read = normalise(spelling[:LONGEST_NAME])
        if len(read.key) < 2 or not any(letter.isalpha() for letter in read.key) or number_of(spelling):
            return None
        name = self.by_key.setdefault(read.key, Name(read.key))
        name.spelling = name.spelling or spelling
        name.breaks |= read.word_starts
        name.clauses |= bool(read.clauses - {0})
        return name

    def _add_words(self, pack: Pack) -> None:
        for key in self._vocabulary.spoken:
            if len(key) > 1:
                self.by_key.setdefault(key, Name(key)).is_word = True
        for kind in self._kinds.values():
            for noun in head_nouns_of(kind):
                name = self._named(noun) if len(noun) > 1 else self._one_letter(noun)
                if name is not None:
                    name.head_of.add(kind.name)
                    name.is_word = True
            self.add_elsewhere(kind.name, kind.declared.elsewhere if kind.declared else ())
        blocked = [word for slot in pack.slots for choice in slot.choices for word in choice.except_in]
        blocked += [word for one in pack.entities for choice in one.values for word in choice.except_in]
        for slot in pack.slots:
            for spelling in (name for region in slot.regions for name in region.shared):
                shared = self._named(spelling)
                if shared is not None:
                    shared.is_shared = True
            for group in slot.groups:
                self._add_group(
                    [entity_id(slot.name, member) for member in group.members], (group.name, *group.aliases)
                )
        for word in blocked:
            name = self._named(word)
            if name is not None:
                name.is_blocked = True

    def _one_letter(self, noun: str) -> Name:
        return self.by_key.setdefault(normalise(noun).key, Name(normalise(noun).key))

    def _add_group(self, members: list[str], spellings: Sequence[str]) -> None:
        for spelling in spellings:
            name = self._named(spelling)
            if name is not None:
                name.bare, name.is_group = members, True


def head_nouns_of(kind: KindOfThing) -> tuple[str, ...]:
    """The kind's own nouns: those declared; of a kind that nobody declared, its label (상품, product)."""
    if kind.declared and kind.declared.head_nouns:
        return kind.declared.head_nouns
    return () if kind.is_term or kind.weak or kind.declared else tuple(kind.label.values())


def written_apart(text: NormalisedText, start: int, name: Name) -> int:
    """How many spaces a stretch of `text` has that the name has not."""
    inside = text.words[bisect_right(text.words, start) : bisect_left(text.words, start + len(name.key))]
    return sum(place - start not in name.breaks for place in inside)


def by_parent(entities: Iterable[Entity]) -> tuple[dict[str, dict[str, list[str]]], dict[str, list[str]]]:
    """Numbered entities: parent -> number -> ids, and number -> ids."""
    inside: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    anywhere: dict[str, list[str]] = defaultdict(list)
    for entity in entities:
        number = number_of(entity.name)
        if number:
            inside[entity.parent][number].append(entity.entity_id)
            anywhere[number].append(entity.entity_id)
    return {parent: dict(numbers) for parent, numbers in inside.items()}, dict(anywhere)
