"""The input of an analysis: one table's rows of a turn, the question, and the slots the rows were asked for by."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import lru_cache

from execution_agents.analysis.cells import cells_of, title_of
from execution_agents.analysis.operations.facts import Fact, facts_of
from foundation.contracts.work import EvidenceItem, Slots
from foundation.domains.schema.by_identity import ByIdentity
from foundation.domains.schema.pack import Pack, SlotColumn, TableSource
from foundation.language.dates.periods import months
from foundation.language.figures.amounts import bounds
from foundation.language.wanted.comparisons import Comparing, comparing

_TITLE_WORD = re.compile(r"[a-z][a-z-]{2,}|[가-힣]{2,}")
_LATIN = re.compile(r"[a-z][a-z-]{2,}")
_DEGREE = re.compile(r"(?:가장|제일|젤|\bmost)\s*$")
SHORTEST_NAME = 3
"""Least letters of a label that is read as a name inside a question."""


@dataclass(frozen=True)
class Material:
    """The rows of one table, as facts."""

    question: str
    """As the person asked it."""
    language: str
    pack: Pack
    source: TableSource
    slots: Slots
    """What the rows were asked for by."""
    items: Mapping[int, EvidenceItem]
    facts: tuple[Fact, ...]
    complete: bool
    """True if no limit cut off rows that belong to these facts."""
    asked: Comparing = field(default_factory=Comparing)
    standalone: str = ""
    """The question with what it takes over from the conversation filled in."""
    spoken: tuple[str, ...] = ()
    """What was asked before, the newest first."""

    def text_of(self, fact: Fact) -> str:
        """A row's description in words, in its own language and the person's."""
        item = self.items[fact.item]
        shown = [cell.shown for cell in cells_of(item, self.pack, self.language) if cell.role == "label"]
        return " ".join([item.title, title_of(item, self.pack, self.language), *shown, *fact.labels.values()])

    @property
    def single(self) -> tuple[Fact, ...]:
        """The rows themselves, without figures computed over them."""
        return tuple(fact for fact in self.facts if not fact.derived)

    @property
    def computed(self) -> tuple[Fact, ...]:
        """Figures the database computed."""
        return tuple(fact for fact in self.facts if fact.derived)

    @property
    def is_events(self) -> bool:
        """Single sales, readings: rows in the order of their time, with figures computed over them."""
        times = {column.name for column in self.source.columns if column.type in ("date", "month")}
        return not self.source.is_aggregate and (self.source.order_by in times or bool(self.source.aggregates))

    @property
    def is_things(self) -> bool:
        """Products and other rows in no order of time."""
        return not self.source.is_aggregate and not self.is_events

    @property
    def dimensions(self) -> tuple[str, ...]:
        """Columns that a question asks by: place, deal, kind of thing measured."""
        return tuple(one.column for one in self.source.slots if one.match in ("equals", "region"))

    @property
    def place(self) -> str:
        """The column that says where; "" for a table without."""
        return next((one.column for one in self.source.slots if one.match == "region"), "")

    def asked_for(self, match: str) -> tuple[str, ...]:
        """What was asked of the first slot that is matched so."""
        found = next((one for one in self.source.slots if one.match == match), None)
        return self.slots.get(found.slot, ()) if found else ()

    @property
    def periods(self) -> tuple[tuple[str, str], ...]:
        """(first, last) month of each period asked for."""
        return tuple(months(value) for value in self.asked_for("month_range"))


def material_of(
    questions: tuple[str, str],
    language: str,
    pack: Pack,
    source: TableSource,
    batches: Sequence[tuple[Slots, bool, Sequence[tuple[int, EvidenceItem]]]],
) -> Material:
    """`questions`: as the person asked, and as it stands alone. `batches`: of each one its slots, whether it is
    complete, and its items of this table under their numbers."""
    facts, slots, complete = list[Fact](), dict[str, tuple[str, ...]](), True
    for asked, whole, items in batches:
        mine = facts_of(items, source, pack)
        kept = mine if whole else whole_times(mine, source)
        complete &= whole or kept is not mine
        facts += kept
        for name, values in asked.items():
            slots[name] = tuple(dict.fromkeys((*slots.get(name, ()), *values)))
    known = {number: item for _, _, items in batches for number, item in items}
    own, alone = questions
    asked = comparing(own)
    if asked.superlative and asked.direction is None and is_named_by_degree(own, source, pack):
        asked = replace(asked, direction="high")
    return Material(own, language, pack, source, slots, known, distinct(facts), complete, asked, alone)


def is_named_by_degree(question: str, source: TableSource, pack: Pack) -> bool:
    """True if a superlative stands before the very word that names what is measured (제일 흙탕이었던 날), or is one
    with it (the muddiest day): most of it is asked for."""
    mapped = {one.slot for one in source.slots}
    words = [word for slot in pack.slots if slot.name in mapped for one in slot.choices for word in one.words]
    low = question.lower()
    places = [(found.start(), word) for word in words for found in re.finditer(re.escape(word.lower()), low)]
    return any(_DEGREE.search(low[:at]) or word.lower().endswith("est") for at, word in places)


def whole_times(facts: tuple[Fact, ...], source: TableSource) -> tuple[Fact, ...]:
    """For rows fetched newest first and cut off: the rows newer than the last one, since rows of that last time may be
    missing. All rows unchanged if that leaves none, or if they came in another order."""
    newest_first = source.order_by in {one.name for one in source.columns if one.type in ("date", "month")}
    times = [fact.time[: len("2026-01")] for fact in facts if not fact.derived]
    if not newest_first or times != sorted(times, reverse=True) or not times:
        return facts
    kept = tuple(fact for fact in facts if fact.derived or fact.time[: len("2026-01")] > min(times))
    return kept if any(not fact.derived for fact in kept) else facts


def distinct(facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """Each row once, even if two batches hold it."""
    seen: dict[object, Fact] = {}
    for fact in facts:
        key = (fact.derived, tuple(sorted(fact.labels.items())), fact.time, tuple(sorted(fact.numbers.items())))
        seen.setdefault(key if not fact.derived and fact.summary else fact.item, fact)
    return tuple(seen.values())


def table_source(source: str, pack: Pack) -> TableSource | None:
    """The source's declaration when it is a table of the pack."""
    try:
        declared = pack.source(source)
    except KeyError:
        return None
    return declared if isinstance(declared, TableSource) else None


def free_labels(material: Material) -> tuple[str, ...]:
    """Text columns that no slot asks by: a complex, a product, who may apply."""
    asked_by = {one.column for one in material.source.slots}
    return tuple(one.name for one in material.source.columns if one.type == "text" and one.name not in asked_by)


def named_things(material: Material, facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """Rows of the things that the question names by a label of their own or by what the pack calls it besides, the
    longest name first; none without one."""
    plain = "".join(material.question.lower().split())
    aliases = _aliases_of(ByIdentity(material.pack))
    held: dict[int, list[Fact]] = {}
    for fact in facts:
        labels = [fact.labels.get(column, "") for column in free_labels(material)]
        names = [_run_together(name) for label in labels for name in (label, *aliases.get(label, ()))]
        longest = max((len(name) for name in names if len(name) >= SHORTEST_NAME and name in plain), default=0)
        if longest:
            held.setdefault(longest, []).append(fact)
    return tuple(held[max(held)]) if held else ()


@lru_cache(maxsize=16)
def _aliases_of(pack: ByIdentity[Pack]) -> Mapping[str, Sequence[str]]:
    """Name of a thing -> what else the pack calls it."""
    found: dict[str, list[str]] = {}
    for kind in pack.part.entities:
        for name, others in kind.aliases.items():
            found.setdefault(name, []).extend(others)
    return found


def _run_together(name: str) -> str:
    return "".join(name.lower().split())


def called_by_a_word(material: Material, text: str) -> tuple[Fact, ...]:
    """Rows of things that a text names by words of their titles that no other title has (신혼부부 전세대출, "the dental
    one"): a Korean word, or in English the first one or two words of the title."""
    low, aliases = text.lower(), _aliases_of(ByIdentity(material.pack))
    plain = _run_together(text)
    said = {word.rstrip("s") for word in _LATIN.findall(low)}
    titles = {fact.item: material.items[fact.item].title.lower() for fact in material.single}
    found: list[Fact] = []
    for fact in material.single:
        own, others = titles[fact.item], [title for title in titles.values() if title != titles[fact.item]]
        telling = [word for word in _TITLE_WORD.findall(own) if not any(word in other for other in others)]
        words = [word for word in _TITLE_WORD.findall(own) if word.isascii()]
        latin = [word for word in words if word.rstrip("s") in said]
        korean = any(not word.isascii() and word in low for word in telling)
        title = material.items[fact.item].title
        called = any(_run_together(one) in plain for one in aliases.get(title, ()) if len(one) >= SHORTEST_NAME)
        first = bool(latin) and latin[0] == words[0] and words[0] in telling
        if called or korean or first or (len(latin) > 1 and any(word in telling for word in latin)):
            found.append(fact)
    return tuple(found)


def slices(material: Material) -> tuple[Fact, ...]:
    """For each place, deal and month, the one row that covers what was asked: the area band that holds the requested
    area, else the row over all bands. Nothing for a month where no row covers it."""
    groups: dict[tuple[object, ...], list[Fact]] = {}
    for fact in material.single:
        key = (*(fact.labels.get(name, "") for name in material.dimensions), fact.time)
        groups.setdefault(key, []).append(fact)
    band = next((one for one in material.source.slots if one.match == "overlaps"), None)
    areas = material.slots.get(band.slot, ()) if band else ()
    found = (covering(group, band, areas) for group in groups.values())
    return tuple(fact for fact in found if fact is not None)


def covering(group: Sequence[Fact], band: SlotColumn | None, areas: Sequence[str]) -> Fact | None:
    """The row of a group that covers everything that was asked and the least besides."""
    if len(group) == 1 and (not areas or band is None):
        return group[0]
    if band is None:
        return whole_of(group)
    ends = [
        (fact, fact.bands.get(band.column, Decimal(0)), fact.bands.get(band.column_to or "", Decimal("Infinity")))
        for fact in group
    ]
    if not areas:
        lowest, highest = min(one[1] for one in ends), max(one[2] for one in ends)
        widest_of_all = [one[0] for one in ends if one[1:] == (lowest, highest)]
        return whole_of(group) if len(widest_of_all) > 1 else next(iter(widest_of_all), None)
    low, high = min(bounds(area)[0] for area in areas), max(bounds(area)[1] for area in areas)
    widest = max(high_end - low_end for _, low_end, high_end in ends)
    # A range is read up to the next metre (85㎡ are also 85.9), which a band that ends in its own last number covers.
    high -= 1 if high - low > 1 else 0
    fitting = [one for one in ends if one[1] <= low and high <= one[2] and (one[2] - one[1] < widest or len(ends) == 1)]
    return min(fitting, key=lambda one: one[2] - one[1])[0] if fitting else None


def whole_of(group: Sequence[Fact]) -> Fact | None:
    """The row that summarises all the others: a total counts as many things as its parts together."""
    largest = max(group, key=lambda fact: fact.size or 0)
    return largest if largest.size and 2 * largest.size >= sum(fact.size or 0 for fact in group) else None


def newest(material: Material, facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """For every subject, its row of the newest month that all subjects have; without such a month, the newest row of
    each."""
    by_subject: dict[tuple[str, ...], dict[str, Fact]] = {}
    for fact in facts:
        by_subject.setdefault(subject(material, fact), {})[fact.time] = fact
    every = {fact.time for fact in facts}
    shared = [time for time in every if all(time in times for times in by_subject.values())]
    return tuple(times[max(shared or times)] for times in by_subject.values())


def subject(material: Material, fact: Fact) -> tuple[str, ...]:
    """What a fact is of, without its time."""
    return tuple(fact.labels.get(name, "") for name in material.dimensions)


def varying(material: Material, facts: Sequence[Fact]) -> tuple[str, ...]:
    """Columns whose values differ between these facts."""
    return tuple(name for name in material.dimensions if len({fact.labels.get(name, "") for fact in facts}) > 1)


def within(place: str, region: str, pack: Pack) -> bool:
    """True if a place is the region or is inside it."""
    parents = {node.name: node.parent for slot in pack.slots for node in slot.regions}
    at: str | None = place
    seen = set[str]()
    while at is not None and at not in seen:
        if at == region or at.startswith(f"{region} "):
            return True
        seen.add(at)
        at = parents.get(at)
    return False


def placed(material: Material) -> tuple[Fact, ...]:
    """Single rows under the place they were asked for by: a sale in a neighbourhood counts for its district."""
    regions = material.asked_for("region")
    if len(regions) < 2 or not material.place:
        return material.single
    found: list[Fact] = []
    for fact in material.single:
        here = fact.labels.get(material.place, "")
        mine = [region for region in regions if within(here, region, material.pack)]
        if mine:
            found.append(replace(fact, labels={**fact.labels, material.place: max(mine, key=len)}))
    return tuple(found)
