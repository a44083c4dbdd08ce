"""An item of a standard of estimates as nodes: nested sections, works with what they take, notes and standards.

Ids are derived from what a thing is, so that a revised file changes only what was revised.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from execution_agents.ingest.estimates.captions import Caption, per_of
from execution_agents.ingest.estimates.cells import key, kind_of, words
from execution_agents.ingest.estimates.found import NOTHING_KNOWN, Known, Need, Work
from execution_agents.ingest.estimates.grid import grid_of
from execution_agents.ingest.estimates.tables import PROSE, UNREAD, read_table
from foundation.contracts.graph import GraphEntity, GraphLink
from foundation.domains.loading.graph_files import GraphFile

_REVISED = re.compile(r"\s*\(\s*['’‘`]?\s*\d{2}[,년].*$|\s*\(\s*['’‘`]\s*\d{2}.*$", re.DOTALL)
"""The year of an item's revision, after its name: 용접접합('93, '13년 보완)."""
_REMARK = re.compile(r"^\s*(?:\[주\]|비\s*고|[①-⑳]|※|-\s)\s*")
_STANDARD = re.compile(r"기준(?:이다|임|으로\s*한다|한\s*것이다|을\s*적용한다)")
_NAME = re.compile(r"[가-힣A-Za-z]")
_DIGIT = re.compile(r"\d")
_APART = re.compile(r"(?<=\d)\s+(?=[A-Za-z㎜㎝㎡㎥ℓ㎏㎾ø가-힣〃%])")
_RELATIONS = {"Labor": "REQUIRES_LABOR", "Equipment": "REQUIRES_EQUIPMENT", "Material": "USES_MATERIAL"}
_PREFIXES = {"Labor": "L", "Equipment": "E", "Material": "M"}
LONGEST_TEXT = 600
SHORT = 40
"""Characters of a note's name, of one part of a spec, and of the name of a trade, machine or material."""
LONGEST_SPEC = 120


@dataclass
class Made:
    """The graph while it is built."""

    types: set[str]
    relations: set[str]
    parent: str
    known: Known = NOTHING_KNOWN
    graph: GraphFile = field(default_factory=GraphFile)
    with_work: set[str] = field(default_factory=set[str])
    """Items that have some; a file may bring one in several lines."""
    without: dict[str, str] = field(default_factory=dict[str, str])
    """Item -> why it has no work."""

    def add(self, entity: GraphEntity) -> str:
        """One entity, the first of its id kept; a type the pack does not declare is left out ("")."""
        if entity.type not in self.types:
            return ""
        if entity.entity_id not in self.graph.entities:
            self.graph.entities[entity.entity_id] = entity
            if entity.parent:
                self.link(GraphLink(entity.entity_id, self.parent, entity.parent))
        return entity.entity_id

    def link(self, link: GraphLink) -> None:
        """One relation, the first of its two ends kept."""
        if link.target_id and (link.type == self.parent or link.type in self.relations):
            self.graph.links.setdefault((link.source_id, link.type, link.target_id), link)

    def section(self, division: str, code: str, name: str, parent: str) -> str:
        """A section of this division."""
        made = identity("S", division, code)
        return self.add(GraphEntity(made, "Section", name or code, section=code, parent=parent))


def take_item(said: Mapping[str, Any], made: Made) -> None:
    """One item with its sections."""
    division, code = words(said["division"]), words(said["item_code"])
    top = made.section(division, "", division, "")
    part = made.section(division, words(said["section_no"]), plain_name(said["section"]), top)
    item = made.section(division, code, plain_name(said["item"]), part)
    _Item(made, item, (division, code), plain_name(said["item"])).take(said["blocks"])


class _Item:
    def __init__(self, made: Made, section: str, place: tuple[str, str], name: str) -> None:
        self._made, self._section, self._place, self._name = made, section, place, name
        self._caption = Caption(place[0])
        self._tables, self._works = 0, 0
        self._specs: set[str] = set()
        self._again = Counter[str]()
        """Specs -> how many others of the item would be called so."""
        self._done: set[str] = set()
        """Units of what the item's crews get done."""
        self._named: dict[frozenset[str], list[str]] = {}
        """Names of what works take -> their ids."""

    def take(self, blocks: Sequence[Mapping[str, Any]]) -> None:
        why = ""
        for at, block in enumerate(blocks):
            if block.get("type") == "table":
                self._tables += 1
                if self._caption.example:
                    continue
                read = read_table(grid_of(block.get("rows", [])), self._made.known)
                why = read.why if why != UNREAD and read.why else why
                for work in read.works:
                    self._work(work)
                continue
            text = words(block.get("text"))
            if not self._caption.take(text) and (_REMARK.match(text) or _STANDARD.search(text)):
                self._remark(at, text)
        self._units_of_like_tables()
        if not self._works:
            self._made.without[self._section] = why or PROSE
        else:
            self._made.with_work.add(self._section)

    def _remark(self, at: int, text: str) -> None:
        said = re.sub(r"^[①-⑳]\s*", "", _REMARK.sub("", text)).strip()[:LONGEST_TEXT]
        if len(said) < 4:
            return
        kind, relation, prefix = ("Note", "HAS_NOTE", "N")
        if _STANDARD.search(said):
            kind, relation, prefix = ("Standard", "APPLIES_STANDARD", "ST")
        name = said if len(said) <= SHORT else f"{said[:SHORT].rsplit(' ', 1)[0]} …"
        made = self._made.add(
            GraphEntity(
                identity(prefix, *self._place, str(at)), kind, name, section=f"{self._place[1]}#{at}", text=said
            )
        )
        self._made.link(GraphLink(self._section, relation, made))

    def _work(self, work: Work) -> None:
        needs = [need for need in work.needs if _NAME.search(need.name) and len(need.name) <= SHORT]
        if not needs:
            return
        unit, base = (work.unit, work.base) if work.unit else (self._caption.unit, self._caption.base)
        printed = bool(unit)
        if not unit:
            base, unit = next(filter(None, map(per_of, work.spec)), (base, ""))
        kinds = {kind_of(need.name, need.unit) for need in needs}
        if unit == "일" and kinds == {"Material"}:
            base, unit = "", next(iter(self._done)) if len(self._done) == 1 else ""
        if not unit and "Labor" not in kinds:
            return
        self._done |= {work.unit} if work.base and work.unit else set()
        spec = self._spec_of(work)
        made = self._made.add(
            GraphEntity(
                identity("W", *self._place, str(self._tables), spec),
                "WorkType",
                self._name,
                spec=spec,
                unit=unit,
                base=base,
                section=f"{self._place[1]}#{self._tables}",
                parent=self._section,
                text="; ".join(work.more)[:LONGEST_TEXT],
            )
        )
        self._works += 1
        if printed == bool(unit) and unit != "일":
            self._named.setdefault(frozenset(key(need.name) for need in needs), []).append(made)
        for need in needs:
            self._need(made, need)

    def _units_of_like_tables(self) -> None:
        """A work without a unit has that of the works of its item that take the same things, if all have one."""
        entities = self._made.graph.entities
        for like in self._named.values():
            units = {(entities[one].base, entities[one].unit) for one in like if one and entities[one].unit}
            for one in like if len(units) == 1 else ():
                base, unit = next(iter(units))
                if one and not entities[one].unit:
                    entities[one] = replace(entities[one], base=base, unit=unit)

    def _spec_of(self, work: Work) -> str:
        """Parts of the item, then of the table; numbered where the item has one so already."""
        stuff = {kind_of(need.name, need.unit) for need in work.needs} == {"Material"}
        stuff = stuff and bool(self._caption.unit) and not self._caption.side
        said = (*self._caption.parts, *(("재료량",) if stuff else ()), *work.spec)
        parts = [_APART.sub("", one)[:SHORT].strip(" ,◦○∘•∙-") for one in said if one]
        parts = [one for at, one in enumerate(parts) if _DIGIT.search(one) or one not in parts[:at]]
        spec = ", ".join(one for one in parts if key(one) != key(self._name))[:LONGEST_SPEC].strip(" ,")
        plain = spec
        while spec in self._specs:
            self._again[plain] += 1
            spec = f"{plain} ({self._again[plain] + 1})".strip()
        self._specs.add(spec)
        return spec

    def _need(self, work: str, need: Need) -> None:
        kind = kind_of(need.name, need.unit)
        name = need.name.strip(" ,")
        made = self._made.add(GraphEntity(identity(_PREFIXES[kind], key(name)), kind, name))
        if work and made:
            self._made.link(GraphLink(work, _RELATIONS[kind], made, need.quantity, key(need.unit)))


def identity(prefix: str, *parts: str) -> str:
    """An id made from what a thing is."""
    return f"{prefix}-{hashlib.sha256(chr(31).join(parts).encode()).hexdigest()[:10]}"


def plain_name(value: Any) -> str:
    """A name without the years of its revisions."""
    return _REVISED.sub("", words(value)).strip()
