"""Conditions that the person removes: the conversation is read as if it had never named them."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from foundation.domains.schema.pack import Pack
from foundation.domains.slots.slots import find_mentions
from supervisor.planning.context import Exchange
from supervisor.planning.following.rewrite import apply_edits, cut
from supervisor.planning.following.topic import is_whole

_BEFORE_IT = re.compile(r"\b(?:of|in|for|at|on|from|during)\s+$", re.IGNORECASE)
"""Words left over before a removed condition: the mean (of flats)."""


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
    return apply_edits(text, [cut(text, *span) for span in spans])


def _start(text: str, start: int) -> int:
    hanging = _BEFORE_IT.search(text[:start])
    return hanging.start() if hanging else start
