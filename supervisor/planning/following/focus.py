"""The period in focus: that of the rows a conversation showed last; and the two times that a length of time lies
between (한달 새, in that year)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from foundation.contracts.plan import SlotValue
from foundation.domains.schema.pack import Pack, Slot, TableSource
from foundation.language.dates.offsets import Offset, months_between, moved
from foundation.language.dates.periods import days, find_periods, is_day, months
from foundation.language.wanted.comparisons import comparing
from supervisor.planning.context import Exchange, TurnContext

MONTH_POINTERS = ("그 달", "같은 달", "that month")
"""Of the words that point at a period, those for the month that a conversation has found."""


def period_slot(pack: Pack) -> Slot | None:
    """The slot that periods are read for."""
    return next((one for one in pack.slots if one.parser == "period"), None)


def table_types(names: Iterable[str], pack: Pack) -> tuple[str, ...]:
    """Those of these data types that rows answer for."""
    tables = {source.name for source in pack.sources if isinstance(source, TableSource)}
    return tuple(each.name for each in pack.data_types if each.name in set(names) and tables.issuperset(each.sources))


def types_of_time(pack: Pack) -> tuple[str, ...]:
    """The data types that rows of a time answer for."""
    slot = period_slot(pack)
    every = table_types([one.name for one in pack.data_types], pack)
    return tuple(name for name in every if slot is not None and slot.name in pack.data_type(name).matching_slots)


def last_rows(context: TurnContext) -> Exchange | None:
    """The last exchange with data, if that was rows of a time; none for a question that follows none."""
    past = next((one for one in reversed(context.exchanges) if one.data_types), None)
    if past is None or context.alone or not set(past.data_types) & set(types_of_time(context.pack)):
        return None
    return past


def in_focus(exchange: Exchange, context: TurnContext) -> tuple[str, ...]:
    """The periods an exchange is about: those asked for, else the latest one of the first line of its answer that
    names one."""
    slot = period_slot(context.pack)
    asked = exchange.slots.get(slot.name, ()) if slot is not None else ()
    return tuple(asked) or _said_first(exchange, context)


def _said_first(exchange: Exchange, context: TurnContext) -> tuple[str, ...]:
    """The latest period of the first line of an answer that names one: it may say what it was before, too."""
    today = context.today
    by_line = (find_periods(line, today) for line in exchange.answer.splitlines())
    latest = (max(reversed(found), key=lambda one: days(one.value)[0]).value for found in by_line if found)
    return next(((value,) for value in latest), ())


def day_found(context: TurnContext) -> tuple[str, ...]:
    """The day that the conversation's rows were about last: the one asked for, or the one found (제일 높았던 날). None
    if what was shown since lies at another time, or if none was found."""
    slot, since = period_slot(context.pack), list[str]()
    for one in reversed(context.exchanges):
        if slot is None or context.alone or not set(one.data_types) & set(types_of_time(context.pack)):
            continue
        day = next((each for each in (_said_first(one, context), in_focus(one, context)) if _is_one_day(each)), ())
        if day:
            return day[:1] if all(_holds(value, day[0]) for value in since) else ()
        since += one.slots.get(slot.name, ())
    return ()


def month_found(context: TurnContext) -> tuple[str, ...]:
    """The month that the last rows of a time were about: the one asked for, or the one found (제일 높은 달은?); none if
    they were about more than one."""
    last = last_rows(context)
    if last is None:
        return ()
    slot = period_slot(context.pack)
    asked = last.slots.get(slot.name, ()) if slot is not None else ()
    each = (_month_of(periods) for periods in (asked, _said_first(last, context)))
    return next(((month,) for month in each if month), ())


def _month_of(periods: Sequence[str]) -> str:
    """The one month that these lie in; "" if they lie in several."""
    touched = {month for value in periods for month in months(value)}
    return f"{first}..{first}" if len(touched) == 1 and (first := next(iter(touched))) else ""


def _is_one_day(periods: Sequence[str]) -> bool:
    return len(periods) == 1 and is_day(periods[0])


def _holds(period: str, day: str) -> bool:
    (first, last), (at, _) = days(period), days(day)
    return first <= at <= last


def newest_shown(context: TurnContext) -> str:
    """The last month that there is data of, as the conversation has shown it: that of monthly rows that were asked for
    without a period; "" if none were."""
    slot, found = period_slot(context.pack), list[str]()
    for one in (*context.older, *context.exchanges):
        asked = slot is None or one.slots.get(slot.name) or comparing(one.question).superlative
        if not asked and any(_is_monthly(name, context.pack) for name in one.data_types):
            found += [months(value)[1] for value in in_focus(one, context)]
    return max(found, default="")


def _is_monthly(data_type: str, pack: Pack) -> bool:
    """True if a table of monthly figures serves this data type, and none but tables."""
    sources = [pack.source(name) for name in pack.data_type(data_type).sources]
    tables = [one for one in sources if isinstance(one, TableSource)]
    return len(tables) == len(sources) and any(one.is_aggregate for one in tables)


def over_a_length(question: str, named: Sequence[str] | None, context: TurnContext) -> tuple[SlotValue, ...]:
    """Both ends of a length of time over which something changed: the month or day that the question names, else the
    one in focus, and the one so long before it, or after it where that was shown before; none if it says no length.
    `named`: the periods named, none if it speaks of no period at all."""
    length, slot = months_between(question), period_slot(context.pack)
    if length is None or slot is None or not comparing(question).changed:
        return ()
    focus = sorted(_shown(context) if named is None else named)
    earlier = [one for one in context.exchanges[:-1] if table_types(one.data_types, context.pack)]
    before = [one.slots.get(slot.name, ()) for one in earlier]
    # Not where the newest was shown unnamed: what changed runs until then.
    if not focus or len(set(months(focus[-1]))) > 1 or () in before:
        return ()
    back, on = (moved(focus[-1], Offset("month", sign * length, 0, 0)) for sign in (-1, 1))
    spoken = {value for values in before for value in values}
    ends = (focus[-1], on) if on in spoken and back not in spoken | set(focus) else (back, focus[-1])
    return tuple(SlotValue(name=slot.name, value=one, text="", origin="pointed") for one in ends if one)


def _shown(context: TurnContext) -> tuple[str, ...]:
    shown = last_rows(context)
    return in_focus(shown, context) if shown is not None else ()
