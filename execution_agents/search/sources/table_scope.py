"""What a table looks up if it has no rows for the request: the surrounding place, or the newest months."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from execution_agents.search.sources.notices import listed, notice, span, spans
from execution_agents.search.sources.rendering import label_of
from execution_agents.search.sources.table_filters import TableFilters
from execution_agents.search.sources.table_reader import TableReader
from foundation.contracts.ports import SearchRequest
from foundation.contracts.work import Slots
from foundation.domains.schema.pack import Pack, Slot, SlotColumn, TableSource
from foundation.domains.slots.slots import display_value
from foundation.language.dates.month_names import date_words
from foundation.language.dates.periods import FIRST_MONTH, canonical_days, days, is_days, months
from foundation.language.dates.years import names_no_year, years_back

NEWEST_MONTHS = 6
"""Months shown of a table of aggregates if no period was asked for."""
YEARS_BACK = 3
"""Years that a month without a year is looked for in, before the one it would be in."""


@dataclass(frozen=True)
class Scope:
    """The slots that are looked up."""

    slots: Slots
    notices: tuple[str, ...] = ()
    """The differences from the request, as sentences."""
    replaced: bool = False
    """True if another region or period replaces the requested one: such rows never narrow."""
    empty: bool = False
    """True if there is no row of the requested place or time, which a notice reports."""


class ScopeFinder:
    """Decides the scope of one table source."""

    def __init__(self, source: TableSource, filters: TableFilters, reader: TableReader) -> None:
        self._source = source
        self._filters = filters
        self._reader = reader

    async def find(self, request: SearchRequest) -> Scope:
        """The scope of this request. Raises ValueError for a slot value that is not canonical."""
        scope = Scope({name: tuple(values) for name, values in request.slots.items() if values})
        region, period = self._filters.matched("region"), self._filters.matched("month_range")
        if region and scope.slots.get(region.slot):
            scope = await self._known_region(request, scope, region)
        if period and not scope.empty:
            scope = await self._known_period(request, scope, period)
        return scope

    async def _known_region(self, request: SearchRequest, scope: Scope, mapped: SlotColumn) -> Scope:
        """A table of aggregates may use the region one level above the requested place; single rows never do."""
        asked = scope.slots[mapped.slot]
        if await self._reader.any(request.principal, {mapped.slot: asked}):
            return await self._with_those_missing(request, scope, mapped)
        wider = self._filters.wider(asked[0]) if len(asked) == 1 and self._source.is_aggregate else None
        if wider and await self._reader.any(request.principal, {mapped.slot: (wider,)}):
            text = self._notice(
                "wider_region", request, asked=self._places(request, asked), used=self._places(request, (wider,))
            )
            return self._instead(scope, mapped, wider, text)
        known = list(dict.fromkeys(map(district, await self._reader.regions(request.principal, mapped))))
        if not known:
            return replace(scope, notices=(self._notice("empty", request),), empty=True)
        text = self._notice(
            "no_region", request, asked=self._places(request, asked), known=self._places(request, known)
        )
        return replace(scope, notices=(text,), empty=True)

    async def _with_those_missing(self, request: SearchRequest, scope: Scope, mapped: SlotColumn) -> Scope:
        """If several places are asked for at once, a notice names those without a row: the others must not replace
        them."""
        asked = scope.slots[mapped.slot]
        if len(asked) < 2:
            return scope
        known = await self._reader.regions(request.principal, mapped)
        missing = [region for region in asked if not any(self._filters.lies_in(place, region) for place in known)]
        if not missing:
            return scope
        return replace(scope, notices=(self._notice("some_regions", request, asked=self._places(request, missing)),))

    async def _known_period(self, request: SearchRequest, scope: Scope, mapped: SlotColumn) -> Scope:
        """Without a period a table of aggregates gives its newest months. A period after everything known gives them
        too, with a notice; any other period without rows gives nothing, and a notice names the known periods."""
        asked = scope.slots.get(mapped.slot, ())
        if not asked and not self._source.is_aggregate:
            return scope
        others = {name: values for name, values in scope.slots.items() if name != mapped.slot}
        known = await self._reader.months(request.principal, mapped, others)
        if not known:
            return scope
        newest = known[-NEWEST_MONTHS:]
        if not asked:
            return replace(scope, slots={**scope.slots, mapped.slot: (f"{newest[0]}..{newest[-1]}",)})
        wanted = [months(value) for value in asked]
        held = [any(first <= month <= last for month in known) for first, last in wanted]
        if any(held):
            missing = [value for value, there in zip(asked, held, strict=True) if not there]
            texts = self._those_missing(request, asked, missing, known)
            return await self._known_days(request, replace(scope, notices=(*scope.notices, *texts)), mapped)
        if of_a_year := self._latest_year(request, asked, known):
            used = listed([span(value.split(".."), request.language) for value in of_a_year])
            text = self._notice("latest_year", request, used=used)
            found = Scope({**scope.slots, mapped.slot: of_a_year}, (*scope.notices, text))
            return await self._known_days(request, found, mapped)
        if len(asked) == 1 and (found := await self._beside_in_calendar(request, scope, mapped, others)):
            return found
        words = listed([span(value.split(".."), request.language) for value in asked])
        # A table that others replace (prefer_over) must not hide their rows of the requested period.
        if min(wanted)[0] > known[-1] and not self._source.prefer_over:
            value = await self._newest_as_long(request, scope, mapped, known) or f"{newest[0]}..{newest[-1]}"
            return self._newest(request, scope, mapped, value)
        text = self._notice("no_period", request, asked=words, known=spans(known, request.language))
        return replace(scope, notices=(*scope.notices, text), empty=True)

    async def _beside_in_calendar(
        self, request: SearchRequest, scope: Scope, mapped: SlotColumn, others: Slots
    ) -> Scope | None:
        """The next day of a calendar behind the time asked for, which it has none of; its last one where it ends
        earlier. None for what is no calendar."""
        if not self._filters.is_calendar(mapped):
            return None
        (value,) = scope.slots[mapped.slot]
        first, last = (day.isoformat() for day in days(value))
        held = await self._reader.days(request.principal, mapped, others)
        behind, before = [day for day in held if day > last], [day for day in held if day < first]
        if not behind and not before:
            return None
        day, kind = (behind[0], "none_next") if behind else (before[-1], "none_yet")
        asked, used = (span(one.split(".."), request.language) for one in (value, day))
        return self._instead(scope, mapped, f"{day}..{day}", self._notice(kind, request, asked=asked, used=used))

    async def _not_yet(
        self, request: SearchRequest, scope: Scope, mapped: SlotColumn, held: Sequence[str]
    ) -> Scope | None:
        """The newest days for days behind all that has rows, within the newest month: this morning the table ends
        yesterday. None for other days. `held`: the days of the months asked for that have rows."""
        asked = scope.slots[mapped.slot]
        if not held or self._source.prefer_over or min(days(value)[0] for value in asked).isoformat() <= held[-1]:
            return None
        others = {name: values for name, values in scope.slots.items() if name != mapped.slot}
        known = await self._reader.months(request.principal, mapped, others)
        if not known or known[-1] != held[-1][:7]:
            return None
        value = await self._newest_as_long(request, scope, mapped, known)
        return self._newest(request, scope, mapped, value) if value else None

    def _newest(self, request: SearchRequest, scope: Scope, mapped: SlotColumn, value: str) -> Scope:
        asked = listed([span(one.split(".."), request.language) for one in scope.slots[mapped.slot]])
        used = span(value.split(".."), request.language)
        return self._instead(scope, mapped, value, self._notice("newest_period", request, asked=asked, used=used))

    async def _newest_as_long(
        self, request: SearchRequest, scope: Scope, mapped: SlotColumn, known: Sequence[str]
    ) -> str:
        """The newest stretch of a table of days that is as long as the one asked for: for yesterday the last day with
        rows, for a month the last month. "" for a table of months alone."""
        if self._filters.day_column(mapped) is None:
            return ""
        asked = scope.slots[mapped.slot]
        if not all(is_days(value) for value in asked):
            count = min(len(known), max(map(_months_long, asked)))
            return f"{known[-count]}..{known[-1]}"
        last_month = {**scope.slots, mapped.slot: (f"{known[-1]}..{known[-1]}",)}
        held = await self._reader.days(request.principal, mapped, last_month)
        if not held:  # rows of that month know no day
            return ""
        length = max(last - first for first, last in map(days, asked))
        newest = date.fromisoformat(held[-1])
        return canonical_days((newest - length, newest))

    def _latest_year(self, request: SearchRequest, asked: Sequence[str], known: Sequence[str]) -> tuple[str, ...]:
        """Months or days of which the question says no year, in the latest year that has rows of them: October, where
        the rows end in the October before. () where a year is said, or none has rows."""
        if min(months(value)[0] for value in asked) <= known[-1] or self._source.prefer_over:
            return ()
        if not names_no_year(request.question, days(asked[0])[1]):
            return ()
        for back in range(1, YEARS_BACK + 1):
            moved = tuple(years_back(value, back) for value in asked)
            if any(first <= month <= last for first, last in map(months, moved) for month in known):
                return moved
        return ()

    def _those_missing(
        self, request: SearchRequest, asked: Sequence[str], missing: Sequence[str], known: Sequence[str]
    ) -> tuple[str, ...]:
        """If several periods are asked for at once, a notice names those without a row: the others must not replace
        them. Not where all time but a part is asked for: much of that has none."""
        if not missing or any(value.startswith(FIRST_MONTH) for value in asked):
            return ()
        words = listed([span(value.split(".."), request.language) for value in missing])
        return (self._notice("no_period", request, asked=words, known=spans(known, request.language)),)

    async def _known_days(self, request: SearchRequest, scope: Scope, mapped: SlotColumn) -> Scope:
        """Days asked for within known months: rows of these days; if rows only have months, the months, with a notice;
        if the days have no rows, a notice, with the days of these months that have some."""
        asked = scope.slots[mapped.slot]
        if not any(is_days(value) for value in asked):
            return scope
        if self._filters.day_column(mapped) is not None and await self._reader.any(request.principal, scope.slots):
            return scope
        whole = tuple(dict.fromkeys("..".join(months(value)) for value in asked))
        within = {**scope.slots, mapped.slot: whole}
        words = listed([span(value.split(".."), request.language) for value in asked])
        others = {name: values for name, values in scope.slots.items() if name != mapped.slot}
        if len(asked) == 1 and (found := await self._beside_in_calendar(request, scope, mapped, others)):
            return found
        known = await self._reader.days(request.principal, mapped, within)
        if found := await self._not_yet(request, scope, mapped, known):
            return found
        if known:
            held = listed([date_words(day, request.language) for day in known])
            text = self._notice("no_day", request, asked=words, known=held)
            return replace(scope, notices=(*scope.notices, text), empty=True)
        used = listed([span(months(value), request.language) for value in whole])
        text = self._notice("months_alone", request, asked=words, used=used)
        return Scope(within, (*scope.notices, text), replaced=True)

    def not_applied(self, request: SearchRequest, pack: Pack) -> str | None:
        """The notice that the question states conditions which its data type is matched by, but which this table cannot
        apply (an amount over monthly means): its rows must not pass for an answer to them."""
        mapped = {one.slot for one in self._source.slots}
        types = [data_type for data_type in pack.data_types if self._source.name in data_type.sources]
        matching = {name for data_type in types for name in data_type.matching_slots}
        left_out = [slot for slot in pack.slots if slot.name in matching - mapped and request.slots.get(slot.name)]
        if not left_out:
            return None
        said = [words for slot in left_out for words in conditions_of(slot, request.slots, request.language)]
        return self._notice("not_applied", request, what=listed(said))

    async def nothing(self, request: SearchRequest, slots: Slots, pack: Pack) -> str:
        """The notice that no row fits, the conditions that were kept, and which one to leave out: each is tried."""
        own = dict.fromkeys(one.slot for one in self._source.slots)
        kept = [slot for slot in pack.slots if slot.name in own and slots.get(slot.name)]
        if not kept:
            return self._notice("nothing", request)
        drop: list[str] = []
        for slot in kept:
            others = {name: values for name, values in slots.items() if name != slot.name}
            if await self._reader.any(request.principal, others):
                drop += conditions_of(slot, slots, request.language)
        said = listed([words for slot in kept for words in conditions_of(slot, slots, request.language)])
        return self._notice("drop_one" if drop else "nothing_fits_all", request, kept=said, drop=listed(drop))

    def _instead(self, scope: Scope, mapped: SlotColumn, value: str, text: str) -> Scope:
        return Scope({**scope.slots, mapped.slot: (value,)}, (*scope.notices, text), replaced=True)

    def _places(self, request: SearchRequest, regions: Sequence[str]) -> str:
        """A few places by their names in the person's language."""
        return listed([self._filters.place_name(region, request.language) for region in regions])

    def _notice(self, kind: str, request: SearchRequest, **values: str) -> str:
        return notice(kind, request.language, source=label_of(self._source.label, request.language), **values)


def _months_long(value: str) -> int:
    """Months that a period touches."""
    first, last = (12 * int(month[:4]) + int(month[5:]) for month in months(value))
    return last - first + 1


def conditions_of(slot: Slot, slots: Slots, language: str) -> list[str]:
    """The condition of one slot in words: 보증금 3억원 이하."""
    label = label_of(slot.label, language)
    return [f"{label} {display_value(slot, value, language)}" for value in slots.get(slot.name, ())]


def district(region: str) -> str:
    """The city district or county of a neighbourhood: the name people use, and short enough to list."""
    words = region.split()
    kept: Sequence[str] = words[:1]
    for word in words[1:]:
        if word[-1] not in "시군구":
            break
        kept = [*kept, word]
    return " ".join(kept)
