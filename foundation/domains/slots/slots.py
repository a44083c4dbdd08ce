"""Slots named in a question, read by the pack's declarations: a parser per kind of slot, one canonical form per value.

| parser | canonical value |
| --- | --- |
| region | the pack's name of the region |
| period | months "2026-01..2026-03", in the pack's time zone relative to `now` |
| amount | won "200000000..300000000" |
| area | exclusive square metres "75..102" |
| choice | the choice's value |

Stretches never overlap: longer readings win. Values said not to be meant (전세가 아니라 …) are left out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from functools import lru_cache
from typing import NamedTuple
from zoneinfo import ZoneInfo

from foundation.contracts.plan import SlotValue
from foundation.domains.schema.by_identity import ByIdentity
from foundation.domains.schema.pack import Pack, RegionNode, Slot
from foundation.domains.slots.claims import claimed
from foundation.domains.slots.near_days import RowsOfDays, near_days, rows_of_days
from foundation.domains.slots.regions import as_found, find_regions
from foundation.language.cues import composed, negated, phrase
from foundation.language.dates.month_names import date_words, span_words
from foundation.language.dates.periods import FIRST_MONTH, days, find_periods, is_days, months
from foundation.language.figures.amounts import NO_LIMIT_M2, NO_LIMIT_WON, bounds, find_amounts, find_areas, is_range
from foundation.language.spans import Found, longest

_PLURAL = re.compile(r"(?<=[a-z]{3}[^su])s$", re.IGNORECASE)
_Words = Callable[[int, str], str]
_NO_CHOICE = ""
"""Value of a longer word that is none of the choices, though it holds one's word."""


@dataclass(frozen=True)
class Mention:
    """One value of one slot and the stretch of the (composed) text it was read from."""

    slot: str
    value: str
    text: str
    start: int
    end: int
    ambiguous: bool = False
    """True if several values have these words and nothing decides between them."""
    negated: bool = False
    """True if the text excludes this value."""


def parse_slots(
    text: str, pack: Pack, now: datetime, near: Mapping[str, Sequence[str]] | None = None
) -> tuple[SlotValue, ...]:
    """The values a question names, in order of mention. `near`: slot -> values the conversation is about, which decide
    between places that share a name and which year a bare month lies in."""
    named = (mention for mention in find_mentions(text, pack, now, near) if not mention.negated)
    seen: dict[tuple[str, str], SlotValue] = {}
    for mention in named:
        value = SlotValue(name=mention.slot, value=mention.value, text=mention.text, origin="named")
        seen.setdefault((mention.slot, mention.value), value)
    return tuple(seen.values())


def find_mentions(
    text: str, pack: Pack, now: datetime, near: Mapping[str, Sequence[str]] | None = None, newest: str = ""
) -> tuple[Mention, ...]:
    """Every stretch that names a value, negated ones marked; an ambiguous name gives one mention per candidate.
    `newest`: the last month there is data of, where the conversation has shown it."""
    today = now.astimezone(ZoneInfo(pack.time_zone)).date()
    decided_by = tuple((slot, tuple(values)) for slot, values in sorted((near or {}).items()))
    return _mentions(text, ByIdentity(pack.slots), _Day(today, newest, rows_of_days(pack)), decided_by)


class _Day(NamedTuple):
    """When a text is read."""

    today: date
    newest: str = ""
    """The last month there is data of; "" if it is not known."""
    rows: RowsOfDays = RowsOfDays()
    """What a day may be said beside as seen from today."""


# Cached: one turn reads the same few texts many times, and a conversation's last questions again in every turn.
@lru_cache(maxsize=512)
def _mentions(
    text: str, slots: ByIdentity[tuple[Slot, ...]], day: _Day, near: tuple[tuple[str, tuple[str, ...]], ...]
) -> tuple[Mention, ...]:
    plain = composed(text)
    candidates = list(_readings(plain, slots.part, day, dict(near)))
    candidates += _seen_from_today(plain, slots.part, day, candidates)
    at: dict[tuple[int, int], list[Mention]] = {}
    for mention in candidates:
        at.setdefault((mention.start, mention.end), []).append(mention)
    stretches = longest(Found("", start, end) for start, end in at)
    standing = [at[stretch.start, stretch.end] for stretch in stretches]
    found = [mention for here in standing for mention in here if mention.slot == here[0].slot]
    choices = {slot.name for slot in slots.part if slot.parser == "choice"}
    shared = _sharing_a_word(plain, [one for one in candidates if one.slot in choices], found)
    return tuple(sorted([*found, *shared], key=lambda one: one.start))


def _seen_from_today(text: str, slots: Sequence[Slot], day: _Day, candidates: Sequence[Mention]) -> Iterator[Mention]:
    slot = next((one for one in slots if one.parser == "period"), None)
    if slot is None or day.rows == RowsOfDays():
        return
    beside = [(one.start, one.end) for one in candidates if one.slot in day.rows.slots]
    beside += day.rows.named_in(text)
    for one in near_days(text, day.today, beside, [(one.start, one.end) for one in candidates]):
        yield _mention(slot, one, text)


def _sharing_a_word(text: str, candidates: Sequence[Mention], found: Sequence[Mention]) -> Iterator[Mention]:
    """Names that share whole words with a longer name of another slot and have more before it: of raw water temp, "raw
    water" is meant as well as "water temp". They keep the words that they do not share."""
    taken = {one.slot for one in found}
    for one in candidates:
        over = [other for other in found if one.start < other.end and other.start < one.end]
        if len(over) != 1 or one.slot in taken or not one.start < over[0].start < one.end < over[0].end:
            continue
        start, end = over[0].start, one.end
        if not text[start - 1].isalnum() and not text[end].isalnum():
            yield replace(
                one, text=text[one.start : start].strip(), end=one.start + len(text[one.start : start].rstrip())
            )


def canonical_values(slot: Slot, text: str, pack: Pack, now: datetime) -> tuple[str, ...]:
    """The meaning of these words (a model's, for example) for this slot; empty if they have none. Canonical values stay
    unchanged."""
    plain = text.strip()
    for choice in slot.choices:
        if plain.casefold() == choice.value.casefold():
            return (choice.value,)
    if slot.parser in ("amount", "area") and is_range(plain):
        return (plain,)
    if slot.parser == "graph":  # Only the graph itself says which of its things is meant.
        return ()
    alone = pack.model_copy(update={"slots": (slot,)})
    return tuple(dict.fromkeys(mention.value for mention in find_mentions(text, alone, now) if not mention.negated))


def display_value(slot: Slot, value: str, language: str) -> str:
    """A canonical value in words a question may carry: 2026년 1월, 3억원 이하, 전용 75~102㎡."""
    match slot.parser:
        case "region":
            return value if language == "ko" else english_region(slot, value)
        case "choice":
            labels = next((choice.label for choice in slot.choices if choice.value == value), {"": value})
            return labels.get(language) or next(iter(labels.values()), value)
        case "period":
            return period_words(value, language)
        case "amount":
            return _range_words(value, NO_LIMIT_WON, language, _won_words)
        case "area":
            return _range_words(value, NO_LIMIT_M2, language, _area_words)
        case "graph":
            return value


def english_region(slot: Slot, value: str) -> str:
    """A region by the pack's first Latin name for it and for its containers (Gangnam-gu, Seoul); any other place
    unchanged."""
    nodes = {node.name: node for node in slot.regions}
    node = nodes.get(value)
    if node is None:
        return value
    own, above = _latin_name(node), _latin_name(nodes.get(node.parent or ""))
    if not own:
        return value
    return own if not above or above in own else f"{own}, {above}"


def _latin_name(node: RegionNode | None) -> str:
    return next((name for name in node.aliases if name.isascii()), "") if node is not None else ""


def _readings(text: str, slots: Sequence[Slot], day: _Day, near: Mapping[str, Sequence[str]]) -> Iterator[Mention]:
    for slot in slots:
        mentions = find_regions(text, slot, near.get(slot.name, ())) if slot.parser == "region" else ()
        ambiguous = {(mention.start, mention.end) for mention in mentions if mention.ambiguous}
        found = as_found(mentions) if slot.parser == "region" else _found(slot, text, day, near)
        if slot.parser in ("amount", "area"):
            found = claimed(found, slot, text, slots)
        for one in found:
            yield _mention(slot, one, text, ambiguous=(one.start, one.end) in ambiguous)


def _mention(slot: Slot, found: Found, text: str, *, ambiguous: bool = False) -> Mention:
    return Mention(
        slot=slot.name,
        value=found.value,
        text=text[found.start : found.end].strip(),
        start=found.start,
        end=found.end,
        ambiguous=ambiguous,
        negated=negated(text, (found.start, found.end)),
    )


def _found(slot: Slot, text: str, day: _Day, near: Mapping[str, Sequence[str]]) -> tuple[Found, ...]:
    match slot.parser:
        case "period":
            near_it = near.get(slot.name, ())
            return find_periods(text, day.today, near_it, this_year=slot.of_calendar, newest=day.newest)
        case "amount":
            return find_amounts(text)
        case "area":
            return find_areas(text)
        case "choice":
            named = tuple((choice.value, choice.words) for choice in slot.choices)
            return _find_choices(text, (*named, *((_NO_CHOICE, choice.except_in) for choice in slot.choices)))
        case "region" | "graph":
            return ()


@lru_cache(maxsize=64)
def _choice_patterns(choices: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[tuple[str, re.Pattern[str]], ...]:
    return tuple((value, _choice_word(word)) for value, words in choices for word in words)


def _choice_word(word: str) -> re.Pattern[str]:
    """Korean words may stand inside a compound (주택매매, 전세자금); Latin ones are words of their own, one or many."""
    if word.isascii():
        singular = _PLURAL.sub("", word)
        return re.compile("|".join({phrase(one).pattern for one in (word, singular)}), re.IGNORECASE)
    return re.compile(r"\s*".join(re.escape(part) for part in word.split()), re.IGNORECASE)


def _find_choices(text: str, choices: tuple[tuple[str, tuple[str, ...]], ...]) -> tuple[Found, ...]:
    found = longest(
        Found(value, *match.span()) for value, pattern in _choice_patterns(choices) for match in pattern.finditer(text)
    )
    return tuple(one for one in found if one.value != _NO_CHOICE)


def period_words(value: str, language: str) -> str:
    first, last = (day.isoformat() for day in days(value)) if is_days(value) else months(value)
    if language != "ko" and is_days(value):  # as data writes them: from one to another they are read back as one period
        until = f"up to {last}" if first.startswith(FIRST_MONTH) else f"{first} to {last}"
        return first if first == last else until
    if first.startswith(FIRST_MONTH):
        return f"{date_words(last, language)}까지" if language == "ko" else f"up to {date_words(last, language)}"
    return span_words(first, last, language)


def _range_words(value: str, no_limit: int, language: str, words: _Words) -> str:
    low, high = bounds(value)
    korean = language == "ko"
    if high >= no_limit:
        return f"{words(low, language)} 이상" if korean else f"at least {words(low, language)}"
    if low == 0:
        return f"{words(high, language)} 이하" if korean else f"at most {words(high, language)}"
    if low == high:
        return words(low, language)
    return f"{words(low, language)}{'~' if korean else ' to '}{words(high, language)}"


def _won_words(won: int, language: str) -> str:
    if language != "ko":
        return f"₩{won:,}"
    eok, rest = divmod(won, 10**8)
    man, left = divmod(rest, 10**4)
    parts = [f"{eok}억" if eok else "", f"{man:,}만" if man else "", f"{left:,}" if left or not won else ""]
    return " ".join(part for part in parts if part) + "원"


def _area_words(metres: int, _: str) -> str:
    return f"{metres}㎡"
