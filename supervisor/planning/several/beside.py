"""What is answered side by side: the last answers that a message asks to see beside each other, and two topics of the
documents that it compares."""

from __future__ import annotations

from execution_agents.knowledge_graph.linker import link
from execution_agents.retrieval.asked_lines import line_index
from foundation.domains.slots.slots import find_mentions
from foundation.language.wanted.forms import answers_meant, asks_for_a_form
from foundation.language.wanted.sides import sides_in
from supervisor.planning.context import TurnContext
from supervisor.planning.following.focus import table_types

TWO = 2
WHOLE = 450
"""Per mille: how near a line must be that answers a comparison itself."""


def set_beside(context: TurnContext) -> tuple[str, ...]:
    """The questions that are answered side by side, each as one that stands on its own; none for any other message."""
    return shown_beside(context) or compared_topics(context)


def shown_beside(context: TurnContext) -> tuple[str, ...]:
    """The questions of the last answers, where a message asks to see these beside each other: each is answered again.
    None of rows, which are set beside each other as rows, and none of a list, whose own lines are meant."""
    many = None if context.alone else answers_meant(context.question)
    if many is None:
        return ()
    asked = [one for one in context.exchanges if one.data_types and not asks_for_a_form(one.question)]
    last = asked[-many:] if many else asked
    of_rows = all(one.data_types == table_types(one.data_types, context.pack) for one in last)
    if len(last) < max(TWO, many) or of_rows or (not many and last[-1].items):
        return ()
    return tuple(one.standalone for one in last)


def compared_topics(context: TurnContext) -> tuple[str, ...]:
    """Both topics of documents that a question compares, if each is near to a line of its own and no line compares
    them. What rows are of (places, products) is compared as rows."""
    sides = sides_in(context.question)
    lines = line_index(context.pack)
    if sides is None or find_mentions(context.question, context.pack, context.now):
        return ()
    if context.entities is not None and any(one.status == "known" for one in link(context.question, context.entities)):
        return ()
    whole, *near = (lines.nearest(text, "", 1) for text in (context.question, *sides))
    if whole and whole[0].nearness * 1000 >= WHOLE:
        return ()
    least = context.pack.readings.asked_least
    found = [each[0] for each in near if each and each[0].nearness * 1000 >= least]
    apart = len({(one.document, one.heading) for one in found}) == TWO
    return sides if apart else ()
