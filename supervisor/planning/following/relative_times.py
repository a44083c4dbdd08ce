"""Times that are meant relative to the one in focus: 그 전달 걸로, 1년 뒤에는요?, the month before?

In focus is the period that the question itself names beside them, else the one of the rows its conversation showed
last: the one that was asked for, or, where none was, the one the answer says first. The question is read with that
period's neighbour in their place. Without a focus the words stay as they are, and are read from today.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from foundation.domains.schema.pack import Slot
from foundation.domains.slots.slots import display_value
from foundation.language.cues import OWN_CASE, composed
from foundation.language.dates.offsets import Offset, moved, offsets_in
from foundation.language.dates.periods import find_periods, is_days, months
from foundation.language.script import language_of
from foundation.language.wanted.comparisons import comparing
from supervisor.planning.context import TurnContext
from supervisor.planning.following.focus import in_focus, last_rows, period_slot, types_of_time
from supervisor.planning.following.rewrite import Edit, apply_edits
from supervisor.planning.following.row_words import known_to_rows
from supervisor.planning.reading import read_question
from supervisor.planning.understanding import understand

_GOVERNED = re.compile(
    r"(?:^|[,(:]|\b(?:in|for|of|about|with|to|than|and|vs|versus|from|on|or|during|since|but|the|against))\s*$",
    re.IGNORECASE,
)
"""English: what a month may follow without a preposition of its own."""


def with_times_resolved(context: TurnContext) -> TurnContext:
    """The context with the periods that the question means; unchanged if it says none relative to another."""
    text = composed(context.question)
    offsets, slot = offsets_in(text), period_slot(context.pack)
    if not offsets or slot is None:
        return context
    own = _beside(text, offsets, slot, context)
    shown = None if own else last_rows(context)
    focus = own or (in_focus(shown, context) if shown else ())
    if not focus:
        return context
    types = shown.data_types if shown else types_of_time(context.pack)
    if comparing(text).since_last_month and not any(map(is_days, focus)):
        last = max(months(value)[1] for value in focus)
        focus = (f"{last}..{last}",)  # 전월 대비, of January and February: February with January.
    edits = _edits(text, offsets, slot, sorted(focus))
    resolved = replace(context, question=apply_edits(text, edits))
    if not edits or not _is_asked_of(resolved, types, sure=all(one.sure for one in offsets)):
        return context
    return resolved


def _beside(text: str, offsets: Sequence[Offset], slot: Slot, context: TurnContext) -> tuple[str, ...]:
    """The one period that the question names itself, besides what is said relative to it."""
    today = context.today
    near = [value for one in context.exchanges for value in one.slots.get(slot.name, ())]
    named = find_periods(text, today, near, this_year=slot.of_calendar)
    apart = [one for one in named if all(one.end <= each.start or each.end <= one.start for each in offsets)]
    values = tuple(dict.fromkeys(one.value for one in apart))
    return values if len(values) == 1 else ()


def _edits(text: str, offsets: Sequence[Offset], slot: Slot, focus: Sequence[str]) -> list[Edit]:
    """The periods in the place of all these words; none if one of them means no period."""
    found: list[Edit] = []
    for one in offsets:
        meant = _meant(one, focus)
        if meant is None:
            return []
        language = language_of(text)
        words = display_value(slot, meant, language)
        alone = language == "ko" or _GOVERNED.search(text[: one.start]) is not None
        found.append(Edit(one.start, one.end, words if alone else f"in {words}"))
    return found


def _meant(offset: Offset, focus: Sequence[str]) -> str | None:
    """Relative to the newest period in focus; one that is in focus itself is not meant (the month before, of August and
    September): then to the oldest."""
    for value in (focus[-1], focus[0]):
        try:
            meant = moved(value, offset)
        except (ValueError, OverflowError):  # before the first year, or after the last
            continue
        if meant is not None and meant not in focus:
            return meant
    return None


def _is_asked_of(resolved: TurnContext, types: Collection[str], *, sure: bool) -> bool:
    """True if the question so read needs rows of these types; where its words may also say a deadline or what somebody
    did, only if it speaks of nothing that the rows do not hold."""
    reading = read_question(resolved)
    if not set(types) & set(understand(resolved, reading).data_types):
        return False
    return sure or (not OWN_CASE.search(reading.text) and all(known_to_rows(reading.residue, types, resolved.pack)))
