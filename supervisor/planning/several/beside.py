"""What is answered side by side: the last answers that a message asks to see beside each other, and two topics of the
documents that it compares."""

from __future__ import annotations

from execution_agents.retrieval.asked_lines import line_index
from foundation.domains.slots.slots import find_mentions
from foundation.language.content import content_words
from foundation.language.wanted.forms import answers_meant, asks_for_a_form
from foundation.language.wanted.sides import sides_in
from supervisor.planning.context import TurnContext
from supervisor.planning.following.focus import table_types
from supervisor.planning.needs.of_rows import rows_named

TWO = 2


def set_beside(context: TurnContext) -> tuple[str, ...]:
    """The questions that are answered side by side, each as one that stands on its own; none for any other message."""
    return shown_beside(context) or compared_topics(context)


def shown_beside(context: TurnContext) -> tuple[str, ...]:
    """The questions of the last answers, where a message asks to see these beside each other: each is answered again.
    None of rows, which are set beside each other as rows, and none of a list, whose own lines are meant."""
    many = None if context.alone else answers_meant(context.question)
    if many is None:
        return ()
    asked = {
        one.standalone: one
        for one in context.exchanges
        if one.evidence and not asks_for_a_form(one.question) and answers_meant(one.question) is None
    }
    last = [*asked.values()][-many:] if many else [*asked.values()]
    of_rows = all(one.data_types == table_types(one.data_types, context.pack) for one in last)
    if len(last) < max(TWO, many) or of_rows or (not many and last[-1].items):
        return ()
    return tuple(one.standalone for one in last)


def compared_topics(context: TurnContext) -> tuple[str, ...]:
    """Both topics of documents that a question compares, if each is nearer to a line of its own than both are to one,
    and no heading names both. One side that says more than the other says what is asked of both (shop vs home minimum
    term): that is one question. What rows are of (places, products) is compared as rows."""
    sides = sides_in(context.question)
    lines = line_index(context.pack)
    of_rows = {slot.name for slot in context.pack.slots if slot.parser in ("region", "period")}
    if sides is None or any(one.slot in of_rows for one in find_mentions(context.question, context.pack, context.now)):
        return ()
    if len({len(content_words(side)) for side in sides}) > 1:
        return ()
    if any(True for _ in rows_named(context.question, context.entities, context.pack)):
        return ()
    whole, *near = (lines.nearest(text, "", 1) for text in (context.question, *sides))
    least = max(context.pack.readings.asked_least / 1000, whole[0].nearness if whole else 0.0)
    found = [each[0] for each in near if each and each[0].nearness >= least]
    apart = len({(one.document, one.heading) for one in found}) == TWO
    return sides if apart and not are_compared(context) else ()


def are_compared(context: TurnContext) -> bool:
    """True if a section is about both things that a question compares: it is quoted, and no figure of it is subtracted
    from another (PACl과 PAHCS의 차이)."""
    sides = sides_in(context.question)
    near = line_index(context.pack).nearest(context.question, "", 1) if sides is not None else []
    return sides is not None and bool(near) and all(one.lower() in near[0].heading.lower() for one in sides)
