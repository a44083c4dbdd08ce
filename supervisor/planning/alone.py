"""Whether a question is complete by itself within its conversation: then it is read as in a session of its own.

It is if a heading of the pack's documents holds a third of it (`has_heading`), or if it names a slot value that
passages are matched by. It is not if its words refer to the conversation, if it says too little, or if rows are asked
for: tables have no headings, and their conditions are taken over from question to question.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from execution_agents.reuse.terms import nouns
from foundation.contracts.plan import Understanding
from foundation.domains.schema.pack import DocumentsSource, Pack
from foundation.language.cues import topic_words
from foundation.language.wanted.counted import several_meant
from foundation.language.wanted.forms import asks_for_a_form
from supervisor.planning.context import TurnContext
from supervisor.planning.following.conversation import matched_slots, topics
from supervisor.planning.plan import ending_of
from supervisor.planning.reading import Reading, read_question
from supervisor.planning.understanding import understand


async def read(context: TurnContext) -> tuple[Understanding, TurnContext]:
    """The turn as rules read it, with its context."""
    reading = await context.compute(partial(read_question, context))
    return await _alone(context, reading) or await _looked_up(context, reading)


async def _alone(context: TurnContext, reading: Reading) -> tuple[Understanding, TurnContext] | None:
    """The reading as in a session of its own; None if the question is not complete by itself."""
    if context.documents is None or not topics(context):
        return None
    pack = context.pack
    if await context.compute(partial(_leans, reading)):
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
    return (headed, by_itself) if await context.documents.head(headed) else None


async def _looked_up(context: TurnContext, reading: Reading) -> tuple[Understanding, TurnContext]:
    """A question that would be rejected is first looked up in the documents."""
    rules = await context.compute(partial(understand, context, reading))
    if context.documents is not None and ending_of(rules, context.pack) in ("irrelevant", "unclear"):
        looked_up = replace(context, in_documents=True)
        again = await context.compute(partial(understand, looked_up, reading))
        of_field = context.documents.know if topics(context) else context.documents.speak_of
        if again != rules and await of_field(again):
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


def _is_read(data_type: str, pack: Pack) -> bool:
    """True if passages answer it."""
    documents = {source.name for source in pack.sources if isinstance(source, DocumentsSource)}
    return documents.issuperset(pack.data_type(data_type).sources)
