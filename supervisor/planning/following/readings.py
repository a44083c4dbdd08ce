"""All ways a question may be meant in its conversation, as texts to search for.

A follow-up has few words and many possible meanings. No score chooses the right one on follow-ups and on new topics;
searching for all of them and fusing the rankings finds the passage that answers more often than any single reading
(system 7, section 2). Three readings: the bare question, the question before with it, and the heading of the passage
that was shown with it.
"""

from __future__ import annotations

from foundation.contracts.work import Reading
from supervisor.planning.bounds import as_read
from supervisor.planning.context import TurnContext
from supervisor.planning.following.conversation import topics


def readings_of(context: TurnContext, stands_alone: bool) -> tuple[Reading, ...]:
    """The bare question first. It alone where the conversation has no topic yet."""
    weights, question = context.pack.readings, as_read(context.question)
    spoken = topics(context)
    if not spoken:
        return (Reading(text=question, weight=weights.bare),)
    before = spoken[0]
    found = [Reading(text=question, weight=weights.alone if stands_alone else weights.bare)]
    found.append(Reading(text=as_read(f"{before.question} {question}"), weight=weights.previous))
    if before.shown:
        found.append(Reading(text=as_read(f"{before.shown} {question}"), weight=weights.shown))
    return tuple(found)
