"""Whether a question is complete by itself within its conversation: then it is read as in a session of its own.

It is if a heading of the pack's documents holds a third of it (`has_heading`), or if it names a slot value that
passages are matched by, or if it asks rows for a length of time that none of their columns holds (전세권은 최대 몇 년?
after prices). It is not if its words refer to the conversation, if it says too little, or if rows are asked
for: tables have no headings, and their conditions are taken over from question to question.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from execution_agents.reuse.terms import nouns
from foundation.contracts.plan import Understanding
from foundation.domains.schema.pack import DocumentsSource, Pack, TableSource
from foundation.language.cues import topic_words
from foundation.language.figures.units import LENGTHS, unit_of
from foundation.language.wanted.asking import wanted
from foundation.language.wanted.counted import several_meant
from foundation.language.wanted.forms import asks_for_a_form
from supervisor.planning.context import TurnContext
from supervisor.planning.following.conversation import matched_slots, topics
from supervisor.planning.following.shown_row import row_asked_of
from supervisor.planning.needs.data_types import is_asked_of_a_line
from supervisor.planning.needs.of_rows import type_of_named_row
from supervisor.planning.plan import ending_of
from supervisor.planning.reading import Reading, read_question
from supervisor.planning.understanding import understand

CALENDAR_YEAR = "year"
"""The unit of a column that says in which year something was: no length."""


async def read(context: TurnContext) -> tuple[Understanding, TurnContext]:
    """The turn as rules read it, with its context."""
    reading = await context.compute(partial(read_question, context))
    return await _alone(context, reading) or await _looked_up(context, reading)


async def _alone(context: TurnContext, reading: Reading) -> tuple[Understanding, TurnContext] | None:
    """The reading as in a session of its own; None if the question is not complete by itself."""
    if context.documents is None or not topics(context):
        return None
    pack = context.pack
    if await context.compute(partial(_leans, reading)) or row_asked_of(topics(context), context) is not None:
        return None
    found, by_itself = await _looked_up(replace(context, alone=True), reading)
    read_types = tuple(name for name in found.data_types if _is_read(name, pack))
    has_aim = reading.own_intent is not None
    if ending_of(found, pack) is not None or (has_aim and read_types != found.data_types):
        return None
    slots = {mention.slot for mention in reading.named()} & matched_slots(read_types, pack)
    if has_aim and slots and not (reading.is_fragment or reading.continues):
        return found, by_itself
    # A question without an aim of its own needs what any question may need; a heading shows that passages answer it.
    headed = found.model_copy(update={"data_types": read_types})
    if read_types == found.data_types and _rows_lack(context, reading.text):
        return headed, by_itself
    return (headed, by_itself) if await context.documents.head(headed) else None


async def _looked_up(context: TurnContext, reading: Reading) -> tuple[Understanding, TurnContext]:
    """A question that would be rejected is first looked up among the names of rows, then in the documents."""
    rules = await context.compute(partial(understand, context, reading))
    if ending_of(rules, context.pack) not in ("irrelevant", "unclear"):
        return rules, context
    named = await context.compute(partial(type_of_named_row, reading.text, context.entities, context.pack))
    if named:
        looked_up = replace(context, in_rows=named)
        again = await context.compute(partial(understand, looked_up, reading))
        if ending_of(again, context.pack) is None:
            return again, looked_up
    if context.documents is not None:
        looked_up = replace(context, in_documents=True)
        again = await context.compute(partial(understand, looked_up, reading))
        of_field = context.documents.know if topics(context) else context.documents.speak_of
        asked = partial(is_asked_of_a_line, again, context.pack)
        if again != rules and (await of_field(again) or await context.compute(asked)):
            return again, looked_up
    return rules, context


def _leans(reading: Reading) -> bool:
    """True if its own words refer to the conversation, or say too little without it: no noun, a single word (한도는?),
    or nothing but slots."""
    points = reading.references or reading.pointers or reading.reuse_cue or reading.corrects
    points = points or several_meant(reading.text) is not None or asks_for_a_form(reading.text)
    named = nouns(reading.text)
    exchanges = reading.is_fragment or reading.continues
    slots_alone = not reading.residue and (exchanges or reading.own_intent is None)
    return bool(points) or not named or slots_alone or (reading.is_fragment and len(topic_words(reading.text)) < 2)


def _rows_lack(context: TurnContext, question: str) -> bool:
    """True if it asks outright for a length of time, and the conversation was last about rows that hold none."""
    asked = wanted(question)
    types = topics(context)[0].data_types
    if not asked.outright or not asked.kinds or not asked.kinds <= LENGTHS or not types:
        return False
    return not any(_is_read(name, context.pack) or _hold_lengths(name, context.pack) for name in types)


def _hold_lengths(data_type: str, pack: Pack) -> bool:
    names = pack.data_type(data_type).sources
    tables = [source for source in pack.sources if isinstance(source, TableSource) and source.name in names]
    units = {column.unit for table in tables for column in table.columns if column.unit}
    return any(unit != CALENDAR_YEAR and unit_of(unit).kind in LENGTHS for unit in units)


def _is_read(data_type: str, pack: Pack) -> bool:
    """True if passages answer it."""
    documents = {source.name for source in pack.sources if isinstance(source, DocumentsSource)}
    return documents.issuperset(pack.data_type(data_type).sources)
