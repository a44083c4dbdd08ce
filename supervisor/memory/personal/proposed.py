"""Memories that a model proposes, checked against the message itself.

A model only points at words: the person's own words are stored, and every rule that forbids storing applies to them
too. A quote that is not in the message, a secret, a question, an order, a statement about somebody else: not stored.
"""

from __future__ import annotations

from collections.abc import Sequence

import structlog

from foundation.contracts.errors import ModelFailed
from foundation.contracts.memories import LONGEST_MEMORY, Memory, MemoryChanges
from foundation.contracts.ports import LanguageModel, Usage
from foundation.language.script import composed
from foundation.language.sentences import sentences_of
from prompts.catalog import shipped_prompts
from prompts.replies import MemoryReply, MemoryWritingReply
from supervisor.memory.personal import vetoes
from supervisor.memory.personal.merging import merged
from supervisor.memory.personal.people import of_whom, speaks_of_oneself
from supervisor.memory.personal.reading import (
    MAX_MESSAGE,
    MAX_STATEMENTS,
    SHORTEST,
    Statement,
    is_of_oneself,
    made,
    may_not_be_kept,
    statements_of,
)
from supervisor.memory.personal.styles import is_style

log = structlog.get_logger()
NOTHING = "(없음)"


async def proposed(
    message: str, held: Sequence[Memory], model: LanguageModel | None, usage: Usage
) -> tuple[MemoryReply, ...]:
    """The model's proposals; none without a model, if it fails, or if nobody talks about themselves."""
    text = composed(message)
    if model is None or len(text) > MAX_MESSAGE or vetoes.is_not_to_be_kept(text) or not speaks_of_oneself(text):
        return ()
    known = "\n".join(f"{place}. {' '.join(one.text.split())}" for place, one in enumerate(held, start=1))
    messages = shipped_prompts().render("memory_writing", message=text, memories=known or NOTHING)
    try:
        reply = await model.structured("memory_writing", messages, MemoryWritingReply, usage)
    except ModelFailed as failure:
        log.warning("memories_by_rules", reason=str(failure.data.get("reason", failure.code)))
        return ()
    return reply.memories


def changes_by(message: str, said: Sequence[MemoryReply], held: Sequence[Memory]) -> MemoryChanges:
    """How rules and model together change the person's current memories. `held`: in the order the model saw them."""
    by_rules = statements_of(message)
    changes = merged(held, by_rules, "rules")
    own = [one.text for one in by_rules]
    pointed = [one for one in said if not any(_overlap(one.quote, text) for text in own)]
    statements = [(statement, one) for one in pointed if (statement := _grounded(one, message)) is not None]
    for statement, one in statements[:MAX_STATEMENTS]:
        more = merged([each for each in held if each.memory_id not in dict(changes.replaced)], [statement], "model")
        if more.added and not _repeated(statement, changes):
            changes = _joined(changes, more, _replaced_by(statement, one, held))
    return changes


def _grounded(one: MemoryReply, message: str) -> Statement | None:
    """The person's words the model points at, unless a rule forbids storing them."""
    quote = " ".join(composed(one.quote).split()).strip(" ,.")
    text = " ".join(composed(message).split())
    if not SHORTEST <= len(quote) <= LONGEST_MEMORY or quote not in text:
        return None
    # A part of a sentence may hide what the whole one says: 내 친구는 / 수성구에 살아.
    whole = next((each for each in sentences_of(text) if quote in each), quote)
    if may_not_be_kept(whole) or may_not_be_kept(quote):
        return None
    if one.kind == "style":
        return made(quote, "style") if is_style(whole) else None
    if of_whom(whole) == "other" or not is_of_oneself(quote) or vetoes.passes(quote):
        return None
    return made(quote, one.kind)


def _replaced_by(statement: Statement, one: MemoryReply, held: Sequence[Memory]) -> str | None:
    """At most one memory, of the same kind, and none if the person adds the new one beside the old."""
    place = (one.replaces or 0) - 1
    if statement.beside or not 0 <= place < len(held) or held[place].kind != statement.kind:
        return None
    return held[place].memory_id


def _joined(changes: MemoryChanges, more: MemoryChanges, replaced: str | None) -> MemoryChanges:
    place = len(changes.added)
    out = {memory_id: place for memory_id, _ in more.replaced}
    if replaced is not None:
        out[replaced] = place
    kept = dict(changes.replaced)
    new = {memory_id: at for memory_id, at in out.items() if memory_id not in kept}
    return MemoryChanges(added=(*changes.added, *more.added), replaced=(*changes.replaced, *new.items()))


def _repeated(statement: Statement, changes: MemoryChanges) -> bool:
    return any(_overlap(statement.text, one.text) for one in changes.added)


def _overlap(one: str, other: str) -> bool:
    short, long = sorted((one.strip(" ,."), other.strip(" ,.")), key=len)
    return short in long
