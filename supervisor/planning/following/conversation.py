"""What a question takes over from its conversation: which exchange it follows, and which slots come from there.

* named: said in the question; pointed: words that resolve (그 지역, 방금 검색한 시세), from the newest exchange that
  had a value, else the newest evidence; inherited: taken over silently.
* A follow-up without intent words ("그럼 서초구는?") takes over everything it does not name, from the newest
  exchange whose data types use the slots it mentions.
* A question with intent words of its own takes over what it does not name from the newest exchange of that intent,
  unless it names another region; from another intent only the region, or all when it points back and names nothing.
* A question that points back at what was found (방금 찾은 전세대출 금리) takes over every condition it was found by,
  those that lapse otherwise, too; if it points at something else than the exchange it follows, it takes over none.
* A slot is only taken over if a needed data type is matched by it; after a change of topic nothing is taken over.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from foundation.contracts.plan import SlotValue
from foundation.domains.schema.pack import Pack, Slot
from foundation.domains.slots.slots import find_mentions
from foundation.language import cues as words
from foundation.language.dates.periods import all_months_but, is_day, is_days, months
from foundation.language.wanted.comparisons import comparing
from supervisor.planning.context import Exchange, TurnContext
from supervisor.planning.following.exclusion import left_over
from supervisor.planning.following.focus import MONTH_POINTERS, day_found, month_found, over_a_length, table_types
from supervisor.planning.following.over_all import asks_over_all, with_those_beside
from supervisor.planning.following.row_words import known_to_rows
from supervisor.planning.following.shown_before import set_of_shown
from supervisor.planning.reading import Reading


@dataclass(frozen=True)
class Following:
    """The exchange a question follows."""

    exchange: Exchange
    same_intent: bool
    """True when the question has no intent of its own, or the same one."""
    asks_a_column: bool = False
    """True if it asks a column of the row that the exchange was about."""


@dataclass(frozen=True)
class ResolvedSlots:
    """The slots of a question, and the pointing words without a referent."""

    values: tuple[SlotValue, ...]
    unresolved: tuple[str, ...]


def topics(context: TurnContext) -> tuple[Exchange, ...]:
    """Exchanges with a topic (small talk and questions that ended early have none), newest first."""
    return tuple(exchange for exchange in reversed(context.exchanges) if _has_topic(exchange, context.pack))


def _has_topic(exchange: Exchange, pack: Pack) -> bool:
    known = {intent.name: intent for intent in pack.intents}
    intent = known.get(exchange.intent)
    return bool(exchange.data_types) or (intent is not None and intent.ends is None)


def followed(reading: Reading, context: TurnContext) -> Following | None:
    """The exchange this question follows, if any."""
    candidates = topics(context)
    if not candidates or reading.changes_topic or context.alone:
        return None
    if reading.own_intent is None and words.asks_whether_same(reading.text):
        # 월세도 같아? after a question of law is about the law, although prices have the deal as a slot and the law has
        # not.
        return Following(candidates[0], same_intent=True)
    if reading.own_intent is None:
        return Following(_fitting(candidates, reading, context.pack), same_intent=True)
    for exchange in candidates:
        if exchange.intent == reading.own_intent:
            return Following(exchange, same_intent=True)
    matching = (exchange for exchange in candidates if set(reading.data_types) & set(exchange.data_types))
    return Following(next(matching, candidates[0]), same_intent=False)


def _fitting(candidates: Sequence[Exchange], reading: Reading, pack: Pack) -> Exchange:
    """The newest exchange whose data types use all the slots mentioned; the newest one if none does, or if a question
    only points at them (그때 유량은 얼마나 줄여) and asks for what those rows do not have: then the pointing word means
    what was spoken of last."""
    spoken_of = reading.slots_spoken_of()
    fits = (exchange for exchange in candidates if spoken_of <= matched_slots(exchange.data_types, pack))
    found = next(fits, candidates[0])
    of_rows = bool(table_types(found.data_types, pack))
    if found is candidates[0] or reading.mentions or not reading.residue or not of_rows:
        return found
    return found if any(known_to_rows(reading.residue, found.data_types, pack)) else candidates[0]


def matched_slots(data_types: Collection[str], pack: Pack) -> frozenset[str]:
    """Slots that evidence of these data types is matched by."""
    declared = (data_type for data_type in pack.data_types if data_type.name in data_types)
    return frozenset(slot for data_type in declared for slot in data_type.matching_slots)


def resolve_slots(
    reading: Reading, following: Following | None, data_types: Collection[str], context: TurnContext
) -> ResolvedSlots:
    """Named, then pointed, then inherited."""
    named = _named(reading, context.pack)
    pointed, unresolved = _pointed(reading, context)
    if following:
        # 그 기간이 지나면 in a conversation about law points at the topic: only slots that data is matched by can be
        # missing.
        needed = matched_slots(data_types, context.pack)
        unresolved = [word for slot, word in unresolved if slot in needed]
        # 그때 유량은 얼마나 줄여, of a manual: in that case.
        times = {slot.name for slot in context.pack.slots if slot.parser == "period"} - needed
        pointed = [value for value in pointed if value.name not in times]
        pointed.extend(_beside(reading, following, context.pack))
    else:
        unresolved = [word for _, word in unresolved]
    together = over_a_length(reading.text, _periods_named(reading, context.pack), context)
    if following:
        together = together or set_of_shown(reading, topics(context), context.pack)
    pointed = [*(value for value in pointed if value.name not in {one.name for one in together}), *together]
    inherited = _inherited(reading, following, data_types, context.pack)
    others = [*_all_but_excluded(reading, context.pack), *_all_around(reading, inherited, data_types, context)]
    said = _unique([*named, *pointed, *others])
    taken = {value.name for value in said}
    # 방금 검색한 시세 points at that exchange as a whole: its conditions are not taken over silently.
    cue = words.cue_text(reading.text) or _pointing_text(reading)
    silent = [
        SlotValue(name=slot, value=value, text=cue, origin="pointed" if cue else "inherited")
        for slot, values in inherited.items()
        if slot not in taken
        for value in values
    ]
    if following and reading.own_intent is None and reading.bare_figure:
        unresolved.append(reading.bare_figure)
    leaning = () if following or reading.changes_topic else tuple(reference.text for reference in reading.references)
    return ResolvedSlots((*said, *silent), (*unresolved, *leaning))


def _periods_named(reading: Reading, pack: Pack) -> tuple[str, ...] | None:
    """The periods a question names; None if it speaks of none."""
    slot = next((one.name for one in pack.slots if one.parser == "period"), "")
    if slot not in reading.slots_spoken_of():
        return None
    return tuple(dict.fromkeys(mention.value for mention in reading.named() if mention.slot == slot))


def _named(reading: Reading, pack: Pack) -> list[SlotValue]:
    """The values named, each without those excluded: 1월부터 3월까지 2월 빼고."""
    return [
        SlotValue(name=mention.slot, value=value, text=mention.text, origin="named")
        for mention in reading.named()
        for value in left_over(pack.slot(mention.slot), (mention.value,), reading.rejected(mention.slot))
    ]


def _all_around(
    reading: Reading, inherited: Mapping[str, tuple[str, ...]], data_types: Collection[str], context: TurnContext
) -> list[SlotValue]:
    """2월 말고, 강남구 빼고, if nothing is left of the values mentioned before: every other month, or the other
    districts of its city."""
    needed = matched_slots(data_types, context.pack)
    text_of = {mention.slot: mention.text for mention in reading.excluded() if mention.slot in needed}
    return [
        SlotValue(name=name, value=value, text=text, origin="named")
        for name, text in text_of.items()
        if not inherited.get(name)
        for value in _others(context.pack.slot(name), reading.rejected(name), context)
    ]


def _others(slot: Slot, rejected: frozenset[str], context: TurnContext) -> tuple[str, ...]:
    if slot.parser == "period":
        return all_months_but(sorted(rejected), context.today)
    if slot.parser != "region":
        return ()
    cities = [node.parent for node in slot.regions if node.name in rejected and node.parent is not None]
    return left_over(slot, tuple(dict.fromkeys(cities)), rejected)


def _all_but_excluded(reading: Reading, pack: Pack) -> list[SlotValue]:
    """아파트 빼고 means every other kind of housing the pack declares."""
    excluded = reading.excluded()
    words_of = {mention.slot: mention.text for mention in excluded}
    out = {(mention.slot, mention.value) for mention in excluded}
    return [
        SlotValue(name=name, value=choice.value, text=text, origin="named")
        for name, text in words_of.items()
        for choice in pack.slot(name).choices
        if (name, choice.value) not in out
    ]


def _pointing_text(reading: Reading) -> str:
    """The first word that means everything mentioned before ("that"), not one slot of it (그 지역)."""
    return reading.references[0].text if reading.references and _means_it_all(reading) else ""


def _unique(values: Iterable[SlotValue]) -> tuple[SlotValue, ...]:
    kept: dict[tuple[str, str], SlotValue] = {}
    for value in values:
        kept.setdefault((value.name, value.value), value)
    return tuple(kept.values())


def _beside(reading: Reading, following: Following, pack: Pack) -> list[SlotValue]:
    """용산구와 비교해줘 adds one value to those mentioned before."""
    match = words.COMPARES_WITH.search(reading.text)
    if match is None:
        return []
    named = {mention.slot: mention.value for mention in reading.named()}
    alone = [slot.name for slot in pack.slots if len({m.value for m in reading.named() if m.slot == slot.name}) == 1]
    return [
        SlotValue(name=slot, value=value, text=match.group(), origin="pointed")
        for slot in alone
        if pack.slot(slot).parser in ("region", "period")
        for each in following.exchange.slots.get(slot, ())
        if (value := _of_one_length(each, named[slot], pack.slot(slot))) != named[slot]
    ]


def _of_one_length(value: str, beside: str, slot: Slot) -> str:
    """The value that is set beside a named one: the month of a day beside a month."""
    return "..".join(months(value)) if slot.parser == "period" and is_day(value) and not is_days(beside) else value


def _pointed(reading: Reading, context: TurnContext) -> tuple[list[SlotValue], list[tuple[str, str]]]:
    """The values that pointing words resolve to, and (slot, word) of those without a referent."""
    found: list[SlotValue] = []
    unresolved: list[tuple[str, str]] = []
    for slot, word in reading.pointers:
        if _is_named_before(slot, word, reading):
            continue
        values = _meant_by(slot, word, context)
        if not values:
            unresolved.append((slot, word.text))
        found.extend(SlotValue(name=slot, value=value, text=word.text, origin="pointed") for value in values)
    return found, unresolved


def _is_named_before(slot: str, word: words.Reference, reading: Reading) -> bool:
    """True if the message itself names what it points to (gangdong, how much is it there right now?), and sets nothing
    beside it."""
    asked = comparing(reading.text)
    two = asked.comparative or asked.sets_beside or asked.difference or asked.ratio or asked.joined
    return not two and any(one.slot == slot and one.end <= word.span[0] for one in reading.named())


def _meant_by(slot: str, word: words.Reference, context: TurnContext) -> tuple[str, ...]:
    """The values that a pointing word means: several of them, the day, month or place found last, or the last ones."""
    if words.SEVERAL_REGIONS.search(word.text):
        return several_values(slot, context)
    if _is_one_of(word, words.DAY_POINTERS):
        found = day_found(context)
    elif _is_one_of(word, MONTH_POINTERS):
        found = month_found(context)
    else:
        found = found_last(slot, context)
    return found or last_values(slot, context)


def _is_one_of(word: words.Reference, pointers: Collection[str]) -> bool:
    return any(words.phrase(each).fullmatch(word.text) for each in pointers)


def found_last(slot: str, context: TurnContext) -> tuple[str, ...]:
    """The place that the last answer found among several: 거기 is the district that is the dearest, and not the city
    whose districts were ranked. None where nothing was sought among places."""
    declared, last = context.pack.slot(slot), next(iter(topics(context)), None)
    if declared.parser != "region" or last is None:
        return ()
    asked, compared = last.slots.get(slot, ()), comparing(last.question)
    if not asked or not (compared.superlative or compared.comparative):
        return ()
    line = next((one for one in last.answer.splitlines() if one.strip()), "")
    named = (one for one in find_mentions(line, context.pack, context.now, last.slots) if one.slot == slot)
    first = next((one.value for one in named if not one.ambiguous), None)
    return (first,) if first is not None and (len(asked) > 1 or first not in asked) else ()


def last_values(slot: str, context: TurnContext) -> tuple[str, ...]:
    """The last values of a slot: from the newest exchange that had it, else from the newest evidence."""
    exchanges = (exchange.slots.get(slot, ()) for exchange in reversed(context.exchanges))
    records = (record.slots.get(slot, ()) for record in context.ledger)
    return next((values for values in (*exchanges, *records) if values), ())


def several_values(slot: str, context: TurnContext) -> tuple[str, ...]:
    """The values of a slot in the newest exchange, with those of the one before if that was a single value: 그 두
    지역."""
    found: list[str] = []
    for exchange in reversed(context.exchanges):
        found = [*(value for value in exchange.slots.get(slot, ()) if value not in found), *found]
        if len(found) > 1:
            break
    return tuple(found) or last_values(slot, context)


def means_a_place_unnamed(reading: Reading, following: Following | None, pack: Pack) -> bool:
    """옆 동네는?, 서초구 말고: another place than the one mentioned before, and nothing says which."""
    regions = {slot.name for slot in pack.slots if slot.parser == "region"}
    if any(mention.slot in regions for mention in reading.named()):
        return False
    if words.ELSEWHERE.search(reading.text):
        return True
    if following is None:
        return False
    excluded = any(mention.slot in regions for mention in reading.excluded())
    return excluded and not any(
        left_over(pack.slot(name), following.exchange.slots.get(name, ()), reading.rejected(name)) for name in regions
    )


def _inherited(
    reading: Reading, following: Following | None, data_types: Collection[str], pack: Pack
) -> Mapping[str, tuple[str, ...]]:
    if following is None:
        return {}
    matched = matched_slots(data_types, pack)
    # Another intent over the same data, without a condition of its own (기준 넘은 거 아냐?): it is about the data
    # shown.
    names_none = reading.own_intent is not None and not reading.named()
    shared = matched_slots(set(data_types) & set(following.exchange.data_types), pack) if names_none else ()
    over_all = asks_over_all(reading.text, data_types, pack) and not (reading.continues or reading.corrects)
    inherited: dict[str, tuple[str, ...]] = {}
    for slot in pack.slots:
        lasts = slot.inherits or (reading.reuse_cue and following.same_intent)
        wanted = lasts and not words.says_any(reading.text, slot.parser) and slot.name in matched
        if over_all and slot.parser == "choice":
            continue
        if wanted and (slot.name in shared or _takes_over(slot.parser, reading, following)):
            held = following.exchange.slots.get(slot.name, ())
            held = left_over(slot, held, reading.rejected(slot.name))
            inherited[slot.name] = with_those_beside(held, reading.text, slot) if slot.parser == "region" else held
    return inherited


def _takes_over(parser: str, reading: Reading, following: Following) -> bool:
    """True if a slot of this kind is taken over silently. A request for the latest data does not mean the month
    mentioned before."""
    if parser == "period" and (reading.wants_fresh or _among_months(reading)):
        return False
    if reading.reuse_cue:
        return (
            following.same_intent
            or not reading.residue
            or parser == "region"
            or _names_what_is_held(reading, following)
        )
    if _means_it_all(reading):
        return True
    if reading.own_intent is None or reading.continues or reading.corrects:
        another_figure = parser == "area" and bool(reading.bare_figure)
        return parser == "region" or (following.same_intent and not another_figure)
    if not following.same_intent:
        return parser == "region" or (parser == "choice" and _names_a_time_alone(reading))
    return parser == "region" or not _names_another_region(reading, following)


def _names_what_is_held(reading: Reading, following: Following) -> bool:
    """방금 본 침전수 탁도: whatever it names is what was shown, so the period of that is meant too."""
    named = reading.named()
    return bool(named) and all(one.value in following.exchange.slots.get(one.slot, ()) for one in named)


def _names_a_time_alone(reading: Reading) -> bool:
    """8월 실제 평균은?: of what was spoken of."""
    return reading.is_fragment and {mention.slot for mention in reading.mentions} == {"period"}


def _among_months(reading: Reading) -> bool:
    """Which month had the highest: the month mentioned before is not meant."""
    asked = comparing(reading.text)
    return asked.superlative and asked.among == "month"


def _means_it_all(reading: Reading) -> bool:
    """그 지역, that: a pointing question that names nothing else, or a time alone (what was it last month), means what
    was mentioned before, with its conditions."""
    return bool(reading.pointers or reading.references) and {one.slot for one in reading.named()} <= {"period"}


def _names_another_region(reading: Reading, following: Following) -> bool:
    regions = {mention.value for mention in reading.named() if mention.slot == "region"}
    return bool(regions) and not regions <= set(following.exchange.slots.get("region", ()))
