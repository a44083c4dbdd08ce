"""The title of a conversation: the names in its first answered question, and the kind of data it asks for."""

from __future__ import annotations

from collections.abc import Sequence

from foundation.contracts.plan import Plan, SlotValue, Understanding
from foundation.domains.schema.pack import DocumentsSource, Pack, TableSource
from foundation.domains.slots.slots import display_value
from supervisor.outcome import Completed

LONGEST_TITLE = 40
MOST_NAMES = 4


def title_of(done: Completed, pack: Pack) -> str:
    """ "대구 달서구 아파트 시세", "Annual leave"; "" where nothing was answered from data: a later question may
    say more. Without a name in it the question says best what it is about."""
    plan = done.plan
    if done.answer.type != "answer" or not done.answer.citations or plan.ends_early is not None:
        return ""
    asked = _first(plan)
    names = _names(asked, pack)
    kind = kind_of(asked, pack) if _is_of_rows(asked, pack) else ""
    if not names or (not kind and set(names) <= set(_terms(asked, pack))):
        return cut(asked.question)
    while names and len(_joined([*names, kind], asked.language)) > LONGEST_TITLE:
        names.pop()
    named = _joined([*names, kind], asked.language) if names else cut(asked.question)
    return named[:1].upper() + named[1:]


def cut(text: str) -> str:
    """A text on one line, at most as long as a title is, ending with a whole word where it has one."""
    line = " ".join(text.split())
    if len(line) <= LONGEST_TITLE:
        return line
    short = line[: LONGEST_TITLE - 1]
    end = short.rfind(" ")
    return (short[:end] if end > LONGEST_TITLE // 2 else short).rstrip(" ,.·") + "…"


def slot_words(values: Sequence[SlotValue], pack: Pack, language: str) -> list[str]:
    """The slots of a question in words, in the pack's order; what was remembered of the person is left out."""
    said = [
        display_value(slot, value.value, language)
        for slot in pack.slots
        for value in values
        if value.name == slot.name and value.origin != "remembered"
    ]
    return list(dict.fromkeys(said))


def kind_of(asked: Understanding, pack: Pack) -> str:
    """The kind of data it asks for; the intent's own name if there are several."""
    if len(asked.data_types) == 1:
        label = pack.data_type(asked.data_types[0]).label
    else:
        label = next((each.label for each in pack.intents if each.name == asked.intent), dict[str, str]())
    return label.get(asked.language) or next(iter(label.values()), "")


def _first(plan: Plan) -> Understanding:
    return plan.parts[0].understanding


def _is_of_rows(asked: Understanding, pack: Pack) -> bool:
    """Rows are figures of something, so the title names it; a passage is about the thing it names."""
    tables = {one.name for one in pack.sources if not isinstance(one, DocumentsSource)}
    return any(tables & set(pack.data_type(name).sources) for name in asked.data_types)


def _names(asked: Understanding, pack: Pack) -> list[str]:
    """Slots, then things in the question's own words, without values a name only implies (아파트: 주택)."""
    names = slot_words(asked.slots, pack, asked.language)
    for thing in asked.things:
        if thing.name in asked.question and not any(thing.name in name for name in names):
            names.append(thing.name)
    return names[:MOST_NAMES]


def _terms(asked: Understanding, pack: Pack) -> list[str]:
    """What chooses rows of a table, and times, in words (전세, 대구 달서구, February): alone they say nothing of what a
    question of documents is about."""
    terms = {slot.name for slot in pack.slots if slot.parser == "period"}
    terms |= {mapped.slot for one in pack.sources if isinstance(one, TableSource) for mapped in one.slots}
    return slot_words([one for one in asked.slots if one.name in terms], pack, asked.language)


def _joined(parts: Sequence[str], language: str) -> str:
    return (" " if language == "ko" else " · ").join(part for part in parts if part)
