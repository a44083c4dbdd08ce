"""A follow-up to a message of several questions: it may continue any of them ("송파구는?" after lease prices here and
sale prices there). Read after each of them, it gives several questions; if their answers differ, the person says which
is meant.
"""

from __future__ import annotations

from dataclasses import replace

from foundation.contracts.pauses import Clarification, ClarificationOption
from foundation.contracts.plan import Plan, Understanding
from foundation.domains.schema.pack import Pack
from foundation.language.script import language_of
from supervisor.planning.clarifying.wording import said
from supervisor.planning.context import Exchange, TurnContext
from supervisor.planning.following.conversation import matched_slots
from supervisor.planning.plan import ending_of
from supervisor.planning.understanding import understand


def read_after_each(plan: Plan, context: TurnContext) -> Clarification | None:
    """The clarification with a choice for each reading; None if all of them are the same."""
    spoken = last_message(context)
    if len(spoken) < 2 or plan.requests or not _leans(plan.understanding):
        return None
    found: dict[tuple[object, ...], Understanding] = {}
    for exchange in spoken:
        read = understand(replace(context, exchanges=(exchange,)))
        if ending_of(read, context.pack) is None and _is_answered_by(read, context.pack):
            slots = tuple(sorted((one.name, one.value) for one in read.slots))
            found.setdefault((read.data_types, slots), read)
    texts = {read.standalone: read for read in found.values()}
    return asked(list(texts), context.question) if len(texts) > 1 else None


def last_message(context: TurnContext) -> tuple[Exchange, ...]:
    """The questions of the previous message, the last one first."""
    turn = context.exchanges[-1].turn if context.exchanges else ""
    return tuple(one for one in reversed(context.exchanges) if turn and one.turn == turn)


def asked(texts: list[str], question: str) -> Clarification:
    """The question with its readings as choices, the one that follows the last question first."""
    language = language_of(question)
    options = tuple(ClarificationOption(id=f"r{at}", label=one, query=one) for at, one in enumerate(texts, 1))
    return Clarification(
        message=said("ask_reading", language, question=question.strip(), count=len(options)),
        reason=said("why", language),
        original_query=question,
        options=options,
        best=options[0].id,
    )


def _is_answered_by(read: Understanding, pack: Pack) -> bool:
    """True if the data depends on what the follow-up names: a place continues a question about prices, not one about a
    rule."""
    named = {one.name for one in read.slots if one.origin == "named"}
    return bool(named & matched_slots(read.data_types, pack))


def _leans(read: Understanding) -> bool:
    """True if it takes something over silently; a pointing word (그 지역) is explicit."""
    return read.standalone != read.question and any(one.origin == "inherited" for one in read.slots)
