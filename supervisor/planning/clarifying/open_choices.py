"""A choice that a question leaves open although its figure hangs on it: the deal of a price, the water that a reading
is of.

The choice is a slot that tells the rows of a table apart. A pack may say which value is usual where none is said
(`usual`); then that one is meant, and nothing is asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from foundation.contracts.pauses import Clarification, ClarificationOption
from foundation.contracts.plan import Plan, Understanding
from foundation.contracts.ports import Source
from foundation.contracts.work import EvidenceItem
from foundation.domains.schema.entity_types import Choice
from foundation.domains.schema.pack import Pack, Slot, SlotColumn, TableSource
from foundation.domains.slots.slots import find_mentions
from foundation.language.script import language_of
from foundation.language.wanted.asking import wanted
from foundation.language.wanted.comparisons import comparing
from supervisor.planning.clarifying.answers import rows_for, tables_of
from supervisor.planning.clarifying.names import SHOWN
from supervisor.planning.clarifying.together import several_wanted
from supervisor.planning.clarifying.wording import said
from supervisor.planning.context import TurnContext
from supervisor.planning.understanding import understand


async def open_choice(plan: Plan, context: TurnContext, sources: Mapping[str, Source]) -> Clarification | None:
    """The clarification for a choice that nothing decides; None: there is none."""
    read = plan.understanding
    if plan.requests or read.document is not None or read.graph is not None or read.computation is not None:
        return None  # What a formula lacks, a form asks for.
    if read.said is not None or read.named is not None or not wants_one(context.question):
        return None
    tables = tables_of(read.data_types[:1], context.pack) or []
    for table in tables:
        found = await _of_rows(read, table, context, sources)
        if found is not None:
            return found
    return None


def wants_one(question: str) -> bool:
    """True if one figure is asked for outright, a mean or the highest of its rows included; False where several are
    wanted together."""
    asked = comparing(question)
    if asked.comparative or asked.among or asked.ordered or several_wanted(question):
        return False
    return wanted(question).outright or asked.mean


async def _of_rows(
    read: Understanding, table: TableSource, context: TurnContext, sources: Mapping[str, Source]
) -> Clarification | None:
    """The only slot that tells the rows of the question apart."""
    named = {one.name for one in read.slots if one.origin == "named"}
    if table.name not in sources or not named:
        return None
    rows = [one for one in await rows_for(read, [table], context, sources) or () if not one.derived]
    left_open = _left_open(read, table, context.pack)
    if not left_open or _was_said(left_open, context):
        return _of_places(read, table, rows, context)
    apart = [(one, found) for one in left_open if len(found := _values(rows, one)) > 1]
    if len(apart) != 1:
        return None if apart else _of_places(read, table, rows, context)
    mapped, values = apart[0]
    slot = context.pack.slot(mapped.slot)
    choices = [one for one in slot.choices if one.value in values]
    meant = [one for one in choices if _means(one, slot, context)]
    return _asked(meant, slot.label, context.question) if len(meant) == len(values) else None


def _of_places(
    read: Understanding, table: TableSource, rows: Sequence[EvidenceItem], context: TurnContext
) -> Clarification | None:
    """The places with rows in the one place that the question names: a city of two districts."""
    mapped = next((one for one in table.slots if one.match == "region" and one.column in table.key), None)
    said = () if mapped is None else read.slot_values().get(mapped.slot, ())
    if mapped is None or len(said) != 1:
        return None
    slot = context.pack.slot(mapped.slot)
    found = [one for one in find_mentions(context.question, context.pack, context.now) if one.slot == slot.name]
    places = sorted(_values(rows, mapped))
    if len(found) != 1 or said[0] in places or not 1 < len(places) <= SHOWN:
        return None
    before, after = context.question[: found[0].start], context.question[found[0].end :]
    options = {place: f"{before}{place}{after}" for place in places}
    return _offered(options, slot.label, context.question)


def _left_open(read: Understanding, table: TableSource, pack: Pack) -> list[SlotColumn]:
    """The slots of choices that tell rows of the table apart and that the question does not name."""
    slots = {one.name: one for one in pack.slots}
    said = read.slot_values()
    return [
        one
        for one in table.slots
        if one.match == "equals" and one.column in table.key and not one.together and one.slot not in said
        if slots[one.slot].parser == "choice" and not slots[one.slot].usual
    ]


def _was_said(left_open: Sequence[SlotColumn], context: TurnContext) -> bool:
    """True if the conversation has named a value of one of them: it may still be meant."""
    return any(one.slot in exchange.slots for one in left_open for exchange in context.exchanges)


def _values(rows: Sequence[EvidenceItem], mapped: SlotColumn) -> set[str]:
    return {str(row.fields[mapped.column]) for row in rows if row.fields.get(mapped.column) is not None}


def _query(choice: Choice, question: str) -> str:
    return f"{_label(choice, question)} {question}"


def _label(choice: Choice, question: str) -> str:
    return choice.label.get(language_of(question)) or next(iter(choice.label.values()), choice.value)


def _means(choice: Choice, slot: Slot, context: TurnContext) -> bool:
    """True if the question with the choice before it is read as one about this choice."""
    read = understand(replace(context, question=_query(choice, context.question)))
    return read.slot_values().get(slot.name) == (choice.value,)


def _asked(choices: Sequence[Choice], label: Mapping[str, str], question: str) -> Clarification | None:
    if not 1 < len(choices) <= SHOWN:
        return None
    return _offered({_label(one, question): _query(one, question) for one in choices}, label, question)


def _offered(queries: Mapping[str, str], label: Mapping[str, str], question: str) -> Clarification:
    """The question with a choice for each; `queries`: what is called so -> how it is asked."""
    language = language_of(question)
    called = label.get(language) or next(iter(label.values()), "")
    options = tuple(
        ClarificationOption(id=f"c{at}", label=one, query=query) for at, (one, query) in enumerate(queries.items(), 1)
    )
    return Clarification(
        message=said("ask_choice", language, column=called, count=len(options)),
        reason=said("why_row", language, column=called),
        original_query=question,
        options=options,
        best=options[0].id,
    )
