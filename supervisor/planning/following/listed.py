"""An item of the list that was shown last, meant by its place in it: 두번째거 자세히, the last one."""

from __future__ import annotations

import re
from dataclasses import replace

from foundation.language.cues import composed
from foundation.language.wanted.listed import LAST, item_meant
from supervisor.planning.context import TurnContext

MOST = 30
"""Items of a list that are kept."""
RECENT = 2
"""The list is one of the last so many answers."""
_PARTICLE_ALONE = re.compile(r"(?<!\S)[은는이가도을를만](?=[\s?？!.,]|$)")
"""What is left of 두번째는 behind its item."""
_LINE = re.compile(r"^(?:[-*]|\d{1,2}[.)]) (?P<name>[^:\n\[]{1,80})", re.MULTILINE)


def items_of(answer: str) -> tuple[str, ...]:
    """What the lines of an answer's list are called, in their order, one for each line; empty for a list of one."""
    found = [line["name"].strip("* ") for line in _LINE.finditer(answer)][:MOST]
    return tuple(found) if len(found) > 1 else ()


def with_item_resolved(context: TurnContext) -> TurnContext:
    """The context with the item's name in the place of what points at it; unchanged where nothing does, or where the
    list has no such item."""
    text = composed(context.question)
    meant = item_meant(text)
    items = next((one.items for one in reversed(context.exchanges[-RECENT:]) if one.items), ())
    if meant is None or not items or meant.place > len(items) or meant.place == 0:
        return context
    name = items[LAST if meant.place == LAST else meant.place - 1]
    rest = f"{text[: meant.start]} {text[meant.end :]}"
    return replace(context, question=" ".join(f"{name} {_PARTICLE_ALONE.sub(' ', rest)}".split()).replace(" ?", "?"))
