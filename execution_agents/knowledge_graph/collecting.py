"""Collects names from a source: from its documents' front matter, headings and passages, or from the cells of its
table.

What a pack declares under `entities:` decides; without it headings (weak), codes such as WQ-601 and the words of a
table's key are collected, so that a pack without that preparation also has names.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from execution_agents.knowledge_graph.declared import CODE, HEADING, entity_id
from execution_agents.knowledge_graph.index import Collected
from execution_agents.knowledge_graph.normalised_text import key_of, normalise
from execution_agents.knowledge_graph.word_edges import stems
from foundation.contracts.entities import Entity, PassageFacts, Relation
from foundation.domains.schema.pack import ColumnEntities, DocumentEntities, DocumentsSource, TableSource

PART_OF = "PART_OF"
LONGEST_NAME = 200
"""Characters; a longer cell or heading is a sentence, not a name."""
MOST_ENTITIES = 50_000
"""Most entities of one source; further ones are not collected (headings are the bulk of a large corpus)."""
MOST_WORDS = 60_000
"""Words of one source that are kept, the most frequent ones: a million passages have no more that matter."""
MOST_IN_RANGE = 200
"""Codes that TIT-401~412 may stand for."""

_CODE = re.compile(r"(?<![A-Za-z0-9-])(?:[A-Z]{1,6}(?:-[A-Z]{1,5})?-\d{1,5}|[A-Z]{2,6}\d{1,5})(?![A-Za-z0-9])")
_RANGE = re.compile(r"\s?[~∼–]\s?(\d{1,5})(?!\d)")
_NUMBERING = re.compile(r"^(?:(?:제\s?)?\d{1,3}(?:[.\-]\d{1,3})*(?:장|절|편|조|\.|\))?|[IVX]{1,5}\.|[A-Z]\.)\s+")
_LETTER = re.compile(r"[^\W\d_]")


@dataclass
class Gathered:
    """The names collected from one source."""

    source: str
    entities: dict[str, Entity] = field(default_factory=dict[str, Entity])
    relations: dict[tuple[str, str], Relation] = field(default_factory=dict[tuple[str, str], Relation])
    words: Counter[str] = field(default_factory=Counter[str])
    elsewhere: dict[tuple[str, str], None] = field(default_factory=dict[tuple[str, str], None])

    def add(self, kind: str, name: str, parent: Entity | None = None, **properties: str) -> Entity | None:
        """Adds a thing; None if it is not a name, or if there are too many already."""
        words = " ".join(name.split())
        if not (1 < len(words) <= LONGEST_NAME) or len(self.entities) >= MOST_ENTITIES:
            return None
        if not _LETTER.search(words):
            return None
        made = entity_id(kind, words, parent.name if parent else "")
        above = parent.entity_id if parent else ""
        entity = self.entities.setdefault(
            made, Entity(made, kind, words, (), self.source, above, {k: v for k, v in properties.items() if v})
        )
        if above in self.entities:
            self.relations[made, above] = Relation(made, PART_OF, above)
        return entity

    def common_words(self) -> list[str]:
        """The words of its passages, in order of the alphabet."""
        return sorted(word for word, _ in self.words.most_common(MOST_WORDS))


class DocumentGathering:
    """Takes the passages of a documents source, one after the other."""

    def __init__(self, source: DocumentsSource) -> None:
        self.gathered = Gathered(source.name)
        self._front = [one for one in source.entities if one.front_matter]
        self._headings = [(one, re.compile(one.heading)) for one in source.entities if one.heading]
        self._texts = [(one, re.compile(one.text)) for one in source.entities if one.text]
        self._document = ""

    def take(self, passage: PassageFacts) -> None:
        """Adds one passage; the passages of one document come together."""
        if passage.document_id != self._document:
            self._document = passage.document_id
            self._take_front_matter(passage)
        self._take_headings(passage)
        self._take_text(passage)
        for word in _words_of(passage.text):
            self.gathered.words[word] += 1

    def _take_front_matter(self, passage: PassageFacts) -> None:
        found: dict[str, Entity] = {}
        for declared in sorted(self._front, key=lambda one: one.within is not None):
            value = passage.metadata.get(declared.front_matter or "")
            parent = found.get(declared.within or "")
            if isinstance(value, str | int) and (declared.within is None or parent is not None):
                its_own = passage.document_id if declared.within else ""
                made = self.gathered.add(declared.type, str(value), parent, document=its_own)
                if made is not None:
                    found[declared.type] = made

    def _take_headings(self, passage: PassageFacts) -> None:
        for level, heading in enumerate(passage.heading.split(" > ")):
            for declared, pattern in self._headings:
                match = pattern.search(heading)
                if match:
                    self._note(declared, _caught(match), passage)
            bare = _NUMBERING.sub("", heading)
            if len(key_of(bare)) > 2:
                place = passage.document_id if level == 0 else f"{passage.document_id}#{bare}"
                chunk = "" if level == 0 else passage.chunk_id
                made = entity_id(HEADING, bare, place)
                self.gathered.entities.setdefault(
                    made,
                    Entity(made, HEADING, bare[:LONGEST_NAME], (), self.gathered.source, "",
                           {"document": passage.document_id} | ({"chunk": chunk} if chunk else {})),
                )  # fmt: skip

    def _take_text(self, passage: PassageFacts) -> None:
        claimed: set[str] = set()
        for declared, pattern in self._texts:
            for match in pattern.finditer(passage.text):
                for name in _with_range(_caught(match), passage.text, match.end()):
                    claimed.add(key_of(name))
                    self._note(declared, name, passage)
        for match in _CODE.finditer(passage.text):
            for name in _with_range(match.group(), passage.text, match.end()):
                if key_of(name) not in claimed:
                    self.gathered.add(CODE, name, document=passage.document_id)

    def _note(self, declared: DocumentEntities, name: str, passage: PassageFacts) -> None:
        if declared.elsewhere:
            words = " ".join(name.split())
            if 1 < len(words) <= LONGEST_NAME and len(self.gathered.elsewhere) < MOST_ENTITIES:
                self.gathered.elsewhere[declared.type, words] = None
        else:
            self.gathered.add(declared.type, name, document=passage.document_id)


def collected_from(gathered: list[Gathered]) -> Collected:
    """Collects directly from the input (a pack's own files, checked without a database)."""
    return Collected(
        entities=tuple(entity for one in gathered for entity in one.entities.values()),
        words=frozenset(word for one in gathered for word in one.common_words()),
        elsewhere=tuple(pair for one in gathered for pair in one.elsewhere),
    )


def columns_read(source: TableSource) -> list[str]:
    """The columns of a table that names are collected from."""
    declared = _declared(source)
    slots = {slot.slot: slot.column for slot in source.slots}
    within = (one.within for one in declared if one.within)
    parents = (next((o.column for o in declared if o.type == name), slots.get(name, "")) for name in within)
    return list(dict.fromkeys([*(one.column for one in declared), *filter(None, parents)]))


def gathered_from_cells(
    source: TableSource, rows: Iterable[Mapping[str, str]], parents: Mapping[str, Mapping[str, str]]
) -> Gathered:
    """Names in the rows' cells. `parents`: slot -> what a cell of its column is called -> the value it means."""
    gathered = Gathered(source.name)
    slots = {slot.slot: slot.column for slot in source.slots}
    declared = sorted(_declared(source), key=lambda one: one.within is not None)
    for row in rows:
        found: dict[str, Entity] = {}
        for one in declared:
            name = _in_cell(one, row)
            if not name:
                continue
            parent = found.get(one.within or "") or _slot_value(one.within, slots, row, parents)
            made = gathered.add(one.type, name, parent)
            if made is not None:
                found[one.type] = made
    return gathered


def _slot_value(
    slot: str | None, slots: Mapping[str, str], row: Mapping[str, str], parents: Mapping[str, Mapping[str, str]]
) -> Entity | None:
    """The slot's value that contains the row, as an entity the pack declares itself."""
    if slot is None or slot not in slots:
        return None
    cell = row.get(slots[slot], "")
    value = _known_beginning(cell, parents.get(slot, {}))
    return Entity(entity_id(slot, value), slot, value) if value else None


def _known_beginning(cell: str, values: Mapping[str, str]) -> str:
    """The longest beginning of a cell that is a known value: 경기 안양시 동안구 관양동 -> 경기 안양시 동안구."""
    words = cell.split()
    for size in range(len(words), 0, -1):
        value = values.get(" ".join(words[:size]))
        if value:
            return value
    return ""


def _declared(source: TableSource) -> Sequence[ColumnEntities]:
    """What the source declares, else the words of its key and title that no slot filters (rows of aggregates have no
    names of their own)."""
    if source.entities or source.is_aggregate:
        return source.entities
    taken = {slot.column for slot in source.slots}
    named = [*source.key, *re.findall(r"\{(\w+)\}", source.row_title)]
    words = [column.name for column in source.columns if column.type == "text" and column.name not in taken]
    return [ColumnEntities(type=name, column=name) for name in dict.fromkeys(named) if name in words]


def _in_cell(one: ColumnEntities, row: Mapping[str, str]) -> str:
    cell = row.get(one.column, "")
    if one.pattern is None or not cell:
        return cell
    match = re.search(one.pattern, cell)
    return _caught(match) if match else ""


def _caught(match: re.Match[str]) -> str:
    return match[1] if match.re.groups else match[0]


def _with_range(code: str, text: str, end: int) -> Iterator[str]:
    """The code, and those of a range after it: TIT-401~412; TIT-401~TIT-412 names its ends itself."""
    yield code
    match = _RANGE.match(text, end)
    digits = re.search(r"\d+$", code)
    if match is None or digits is None:
        return
    width = len(digits[0])
    first, last = int(digits[0]), int(digits[0][: max(0, width - len(match[1]))] + match[1])
    for number in range(first + 1, min(last, first + MOST_IN_RANGE) + 1):
        yield f"{code[: digits.start()]}{number:0{width}d}"


def _words_of(text: str) -> Iterator[str]:
    """Words of a passage as keys: unchanged, and without their particles."""
    read: Any = normalise
    for start in range(0, len(text), 4_000):
        piece = read(text[start : start + 4_000])
        for begin, end in piece.word_spans():
            word = piece.key[begin:end].strip(".~-")
            if len(word) > 1:
                yield from stems(word)
