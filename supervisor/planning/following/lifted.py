"""Conditions that the person removes: the conversation is read as if it had never named them."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from foundation.domains.schema.pack import Pack
from foundation.domains.slots.slots import find_mentions
from supervisor.planning.context import Exchange
from supervisor.planning.following.topic import Edit, apply_edits, is_whole

_BEFORE_IT = re.compile(r"\b(?:of|in|for|at|on|from|during)\s+$", re.IGNORECASE)
"""Words left over before a removed condition: the mean (of flats)."""
_HANGING = re.compile(
    r"(?:들|에서는|에서|으로는|으로|이면|라면|인데|이고|이랑|하고|보다|부터|까지|은|는|이|가|을|를|의|에|와|과|랑|도|만|로|면)?(?![가-힣])\s*,?"
)
"""What goes with a removed condition."""


def lifted(exchange: Exchange, slots: Collection[str], pack: Pack, now: datetime) -> Exchange:
    """The exchange without these slots: without their values, and without the words for them."""
    return replace(
        exchange,
        question=_unsaid(exchange.question, slots, pack, now),
        standalone=_unsaid(exchange.standalone, slots, pack, now),
        slots={name: values for name, values in exchange.slots.items() if name not in slots},
        computation=None,
    )


def _unsaid(text: str, slots: Collection[str], pack: Pack, now: datetime) -> str:
    mentions = find_mentions(text, pack, now)
    said = [one for one in mentions if one.slot in slots and is_whole(text, one, mentions)]
    spans = dict.fromkeys((_start(text, one.start), one.end) for one in said)
    return apply_edits(text, [_cut(text, *span) for span in spans])


def _cut(text: str, start: int, end: int) -> Edit:
    """Removed with its particle, comma or 와."""
    match = _HANGING.match(text, end)
    return Edit(start, match.end() if match else end, "")


def _start(text: str, start: int) -> int:
    hanging = _BEFORE_IT.search(text[:start])
    return hanging.start() if hanging else start
