"""Whether a question goes on with the attached files that the turn before was answered from.

A lease and the law of leases speak in the same words, so the words alone would take "and the notice period?" to the
law. A question that stands on the file (and the rent?) is the file's where a passage of it says what is asked, and no
passage of the pack more of it; so is a whole one (who pays the gas?) that names nothing the pack knows by name. One
that the files say nothing of, and the pack does, follows what was said before them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from execution_agents.knowledge_graph.linker import link
from execution_agents.search.field import is_enough, share_answered, share_spoken_of
from execution_agents.search.sources.uploads import Uploads
from foundation.contracts.plan import Understanding
from foundation.contracts.work import UPLOAD
from supervisor.planning.alone import read
from supervisor.planning.context import TurnContext
from supervisor.planning.following.conversation import topics
from supervisor.planning.following.topic import earlier_question, with_topic
from supervisor.planning.needs.data_types import is_of_documents
from supervisor.planning.plan import ending_of
from supervisor.planning.reading import Reading, read_question

ROW_KEYS = frozenset({"region", "period"})
"""Parsers of slots that rows are found by: and in Seocho-gu? is asked of rows, although a lease lies there."""


async def asked_going_on(rules: Understanding, context: TurnContext, files: Uploads) -> str:
    """What is asked of the files; "" if the question does not go on with them."""
    if not _after_files(context):
        return ""
    reading = await context.compute(partial(read_question, context))
    leans = bool(reading.is_fragment or reading.continues or reading.references)
    if reading.changes_topic or not await context.compute(partial(_may_be_of, files, reading, context, leans)):
        return ""
    said = await context.compute(partial(share_answered, files.index, reading.text, (UPLOAD,)))
    if not is_enough(said, reading.text):
        return ""
    asked = rules.model_copy(update={"standalone": reading.text})
    beside = await context.documents.share_answered(asked) if context.documents is not None else 0.0
    # How much rows say of a question is not known: only what the file says all of is asked of it.
    of_rows = not all(is_of_documents(name, context.pack) for name in rules.data_types)
    if said < beside or (of_rows and not leans and said < 1):
        return ""
    return with_topic(earlier_question(topics(context)[0]), reading.text) if leans else reading.text


async def beside_files(context: TurnContext) -> TurnContext:
    """The turn without what was said of the files, where they say too little of a question and the pack knows it."""
    files = context.attached
    if files is None or not _after_files(context):
        return context
    reading = await context.compute(partial(read_question, context))
    if reading.references or reading.pointers or reading.reuse_cue or not reading.residue + reading.mentions:
        return context
    said = await context.compute(partial(share_answered, files.index, reading.text, (UPLOAD,)))
    if is_enough(said, reading.text):
        return context
    apart = replace(context, exchanges=tuple(one for one in context.exchanges if one.data_types != (UPLOAD,)))
    found, _ = await read(apart)
    if ending_of(found, context.pack) is not None:
        return context
    named = [name for name in _names(reading, context) if share_spoken_of(files.index, name, (UPLOAD,)) < 1]
    beside = 0.0 if named or context.documents is None else await context.documents.share_answered(found)
    return apart if named or beside > said else context


def _after_files(context: TurnContext) -> bool:
    """True if what was last spoken of was answered from the files alone."""
    return any(one.data_types == (UPLOAD,) for one in topics(context)[:1])


def _may_be_of(files: Uploads, reading: Reading, context: TurnContext, leans: bool) -> bool:
    """True if all that the question names is a word of the file, too (the landlord), and it stands on the file; or if
    it names nothing."""
    parsers = {slot.name: slot.parser for slot in context.pack.slots}
    if any(parsers[mention.slot] in ROW_KEYS for mention in reading.mentions):
        return False
    return all(leans and share_spoken_of(files.index, name, (UPLOAD,)) == 1 for name in _names(reading, context))


def _names(reading: Reading, context: TurnContext) -> Iterator[str]:
    yield from (mention.text for mention in reading.mentions)
    if context.entities is not None:
        yield from (one.text for one in link(reading.text, context.entities) if one.status != "weak")
