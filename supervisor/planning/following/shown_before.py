"""Several things shown one after the other, meant together: 둘 중 어디가 싸?, which of the two is cheaper?, so did it
go up?

The exchanges over the same data show which condition varied between them; its latest values are meant. They are read in
two steps: the values a question takes over (`set_of_shown`), and both sides of a comparison that names one or none
(`over_what_was_shown`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from execution_agents.analysis.cells import is_of_things
from foundation.contracts.plan import SlotValue, Understanding
from foundation.domains.schema.pack import Pack, Slot
from foundation.domains.slots.slots import display_value, parse_slots
from foundation.language.content import content_words
from foundation.language.cues import wants_fresh
from foundation.language.dates.offsets import counts_from_then
from foundation.language.dates.periods import is_days, months
from foundation.language.wanted.arithmetic import besides_arithmetic
from foundation.language.wanted.comparisons import Comparing, comparing
from foundation.language.wanted.counted import several_meant
from supervisor.planning.context import INHERITED_CONFIDENCE, Exchange, TurnContext
from supervisor.planning.following.focus import in_focus, table_types
from supervisor.planning.reading import Reading

_THEM = re.compile(r"그\s?중|그것들|\b(?:of|among|between)\s+(?:them|those|these)\b", re.IGNORECASE)
"""All things shown, however many."""
_OF_THEM = re.compile(
    r"^\W*(?:(?:그럼|그러면|근데|그런데|그|이|저|아)\s+)*(?:둘|셋|두\s?(?:개|상품)|세\s?(?:개|상품))(?:\s?(?:중|이|의|끼리|다)(?![가-힣]{2})|\s)"
    r"|\b(?:of|between)\s+(?:the|these|those)\s+(?:two|three)\b|\b(?:which|what)\s+of\s+both\b|\bboth\b",
    re.IGNORECASE,
)
"""The things shown, and no others: a message that begins with their number (둘 중 한도가 큰 건), not one that names
what it counts (대출 두 개, 우리 둘)."""
TWO = 2


def set_of_shown(reading: Reading, talked: Sequence[Exchange], pack: Pack) -> tuple[SlotValue, ...]:
    """The values meant together; none if the question means no set. A condition that it names itself is not taken over.
    `talked`: the conversation's exchanges with a topic, newest first."""
    if len(talked) < TWO:
        return ()
    many, parser, own = several_meant(reading.text), "", {mention.slot for mention in reading.mentions}
    if many is None and not own and comparing(reading.text).changed and not talked[0].slots.get(_period(pack), ())[1:]:
        many, parser = TWO, "period"
    if many is None:
        return ()
    same = [one for one in talked if set(one.data_types) & set(talked[0].data_types)]
    declared = (kind for kind in pack.data_types if kind.name in talked[0].data_types)
    matched = {name for kind in declared for name in kind.matching_slots}
    for slot in pack.slots:
        if slot.name not in matched or slot.name in own or (parser and slot.parser != parser):
            continue
        values = _latest([one.slots.get(slot.name, ()) for one in same], many)
        if len(values) == many and len(talked[0].slots.get(slot.name, ())) < many:
            return tuple(SlotValue(name=slot.name, value=one, text="", origin="pointed") for one in values)
    return ()


def _period(pack: Pack) -> str:
    return next((slot.name for slot in pack.slots if slot.parser == "period"), "")


def _latest(said: Sequence[Sequence[str]], many: int) -> list[str]:
    """The latest values, in the order they were mentioned."""
    found: list[str] = []
    for values in said:
        found = [*(value for value in values if value not in found), *found]
        if len(found) >= many:
            break
    return found[-many:]


def over_what_was_shown(rules: Understanding, context: TurnContext) -> Understanding:
    """The understanding with both sides of a comparison; unchanged if the question names them or compares nothing."""
    asked = comparing(context.question)
    if rules.computation is not None or not (asked.asks or asked.difference or asked.ratio):
        return rules
    past = [one for one in reversed(context.exchanges) if table_types(one.data_types, context.pack)]
    if not past:
        return rules
    types = table_types(past[0].data_types, context.pack)
    own, known = named_in(context), rules.slot_values()
    if set(types) <= set(rules.data_types) and _are_places_of_a_time(known, own, context.pack):
        return rules
    since = until_now(rules, asked, past, context)
    if since is not None and set(types) & set(rules.data_types):
        return _widened(rules, *since, (past[0], types, own), context)
    for slot in compared_slots(asked, types, own, context.pack):
        values = sides(slot, own.get(slot.name, ()), asked, past, context)
        held = set(known.get(slot.name, ()))
        if len(held) > 1 and set(types) <= set(rules.data_types):
            return rules  # Both sides are known already.
        if len(values) > 1 and len(held) < len(values):
            return _widened(rules, slot, values, (past[0], types, own), context)
    return rules


def over_things_shown(rules: Understanding, context: TurnContext) -> Understanding:
    """The understanding with the things of a table that the last answers were about, each of one (둘 중 금리가 더 낮은
    건): these are compared, and not all rows of the table. Unchanged if the question means no set, or names a thing."""
    many, asked = several_meant(context.question), comparing(context.question)
    counted = many is not None and _OF_THEM.search(context.question) is not None
    many = many if counted else TWO if says_no_more_than_a_difference(context.question) else None
    if (
        many is None
        or context.alone
        or rules.computation is not None
        or not (asked.asks or asked.difference or asked.ratio)
    ):
        return rules
    names, types = dict[str, None](), tuple[str, ...]()
    for one in reversed(context.exchanges):
        things = things_of(one, context.pack)
        if len(names) == many or (types and not set(things) & set(types)):
            break
        if things and one.shown and ", " not in one.shown:
            names[one.shown], types = None, types or things
    if len(names) < many:
        return rules
    said = f"{', '.join(reversed(names))}: {context.question}"
    return rules.model_copy(
        update={
            "intent": context.exchanges[-1].intent if context.pack.intent_ends(rules.intent) else rules.intent,
            "route": "history_required",
            "confidence": max(rules.confidence, INHERITED_CONFIDENCE),
            "data_types": types,
            "standalone": said,
            "readings": (),
            "unresolved": (),
            "ambiguity_reason": None,
        }
    )


def says_no_more_than_a_difference(question: str) -> bool:
    """얼마 차이?, whats the difference, 몇 배야: of the two shown last."""
    asked, rest = comparing(question), content_words(besides_arithmetic(question))
    of_two = asked.ratio or asked.per_cent
    return (asked.difference or asked.ratio) and len(rest) <= int(of_two)  # 배, times, per cent


def things_of(exchange: Exchange, pack: Pack) -> tuple[str, ...]:
    """The data types of an exchange that tables of things answer for."""
    types = (pack.data_type(name) for name in exchange.data_types)
    return tuple(one.name for one in types if all(is_of_things(pack.source(source)) for source in one.sources))


def until_now(
    rules: Understanding, asked: Comparing, past: Sequence[Exchange], context: TurnContext
) -> tuple[Slot, tuple[str, ...]] | None:
    """The months from the one mentioned before up to the latest available, if the question asks what changed since:
    both that month and the present one were shown (한달새 몇 프로 빠진 거야), the question says "now" (그때보다 지금이
    오른 거지) or "since then", or a month is compared with the newest, shown unnamed (1월이랑 비교하면 올랐어)."""
    slot = next((one for one in context.pack.slots if one.parser == "period"), None)
    if slot is None or asked.superlative or rules.slot_values().get(slot.name) is None:
        return None
    values = rules.slot_values()[slot.name]
    spoken = [one.slots.get(slot.name, ()) for one in past]
    since = (
        asked.changed
        and values[0] in spoken[0]
        and (wants_fresh(context.question) or counts_from_then(context.question) or () in spoken[1:])
    )
    beside = (asked.sets_beside or asked.difference) and not spoken[0] and values == named_in(context).get(slot.name)
    if len(values) != 1 or not (since or beside):
        return None
    first, now = months(values[0])[0], f"{context.now:%Y-%m}"
    return (slot, (f"{first}..{now}",)) if first < now else None


def named_in(context: TurnContext) -> Mapping[str, tuple[str, ...]]:
    """The values the question itself names, months read in the year mentioned before."""
    near: dict[str, list[str]] = {}
    for exchange in context.exchanges:
        for name, values in exchange.slots.items():
            near.setdefault(name, []).extend(values)
    found: dict[str, tuple[str, ...]] = {}
    for one in parse_slots(context.question, context.pack, context.now, near):
        found[one.name] = (*found.get(one.name, ()), one.value)
    return found


def _are_places_of_a_time(known: Mapping[str, Sequence[str]], own: Mapping[str, Sequence[str]], pack: Pack) -> bool:
    """True if several places or kinds are meant, in the one period that the question names (작년 12월엔 그 두 동네가
    얼마나 차이났어): these are compared, and not the period with another one."""
    parsers = {slot.name: slot.parser for slot in pack.slots}
    several = any(len(held) > 1 and parsers.get(name) in ("region", "choice") for name, held in known.items())
    return several and any(len(held) == 1 and parsers.get(name) == "period" for name, held in own.items())


def compared_slots(asked: Comparing, types: Sequence[str], own: Mapping[str, Sequence[str]], pack: Pack) -> list[Slot]:
    """The slots that distinguish these rows: first those that the question names one side of (colder than July, after
    two waters were shown), then months if something changed, and else places."""
    matched = {name for each in pack.data_types if each.name in types for name in each.matching_slots}
    by_time = asked.changed or asked.among == "month"
    order = ("period", "region", "choice") if by_time else ("region", "choice", "period")
    slots = [slot for slot in pack.slots if slot.name in matched and slot.parser in order]
    return sorted(slots, key=lambda slot: (slot.name not in own or slot.parser == "choice", order.index(slot.parser)))


def sides(
    slot: Slot, own: Sequence[str], asked: Comparing, past: Sequence[Exchange], context: TurnContext
) -> tuple[str, ...]:
    """The values of this slot that are compared; fewer than two if nothing says so."""
    many = several_meant(context.question)
    pointed = many is not None or _THEM.search(context.question) is not None
    if len(own) > 1:
        return ()
    if own:
        beside = asked.sets_beside or asked.difference or asked.joined
        beside = beside or (not asked.superlative and (asked.comparative or asked.ratio))
        others = [value for one in past for value in one.slots.get(slot.name, ()) if value not in own]
        if slot.parser == "period" and len(set(months(own[0]))) == 1:
            # What changed in a month is how it differs from the one shown, whether that was asked for or not.
            beside = beside or (asked.changed and not asked.superlative)
            others = [value for value in in_focus(past[0], context) if value not in own] or others
            if not is_days(own[0]):  # A month is set beside the month of a day.
                others = [one for one in ("..".join(months(value)) for value in others) if one not in own]
        return (*own, *others[:1]) if beside and slot.parser in ("region", "period") else ()
    pairs = asked.comparative or asked.difference or asked.ratio or (asked.changed and slot.parser == "period")
    if not (pointed or (pairs and not asked.superlative)):
        return ()
    if len(past[0].slots.get(slot.name, ())) > 1:
        return past[0].slots[slot.name] if many in (None, len(past[0].slots[slot.name])) else ()
    wanted, found = many or TWO, list[str]()
    for exchange in past:
        if len(found) >= wanted:
            break
        held = exchange.slots.get(slot.name, ())
        if slot.parser == "period" and asked.among == "month":
            held = held or in_focus(exchange, context)  # The newest, shown unnamed.
            held = tuple("..".join(months(value)) for value in held)  # a month is meant, whatever day of it was shown
        found += [value for value in held if value not in found]
    return tuple(found[:wanted]) if len(found) >= wanted else ()


def _widened(
    rules: Understanding,
    slot: Slot,
    values: Sequence[str],
    topic: tuple[Exchange, tuple[str, ...], Mapping[str, tuple[str, ...]]],
    context: TurnContext,
) -> Understanding:
    last, types, own = topic
    matched = {name for each in context.pack.data_types if each.name in types for name in each.matching_slots}
    kept = {name: held for name, held in last.slots.items() if name in matched}
    kept |= {name: held for name, held in own.items() if name in matched}
    kept[slot.name] = tuple(values)
    slots = tuple(
        SlotValue(name=name, value=value, text="", origin="named" if name in own and value in own[name] else "pointed")
        for name, held in kept.items()
        for value in held
    )
    names = ", ".join(display_value(slot, value, rules.language) for value in values)
    ends = context.pack.intent_ends(rules.intent)
    return rules.model_copy(
        update={
            "intent": last.intent if ends or not set(types) & set(rules.data_types) else rules.intent,
            "route": "history_required",
            "confidence": max(rules.confidence, INHERITED_CONFIDENCE),
            "slots": slots,
            "data_types": types,
            "standalone": f"{names}: {context.question}",
            "readings": (),
            "unresolved": (),
            "ambiguity_reason": None,
        }
    )
