"""Which limit of a list holds: by the place, the group or the kind that the question names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime

from execution_agents.analysis.limits.stated import Stated
from foundation.domains.schema.pack import Pack, RegionNode, Slot
from foundation.domains.slots.slots import find_mentions

_WITHOUT = re.compile(r"[^\s,]+[을를]\s(?:뺀|제외한)|\b(?:outside|except|excluding|other than)\s+\w+", re.IGNORECASE)
_SHORTEST_CLASS = 2
"""Letters that a name of a class has more than: 시 and 구 stand in every word."""


def of_its_place(limits: Sequence[Stated], question: str, pack: Pack, now: datetime) -> Sequence[Stated]:
    """The limits of the list that hold for the region a question names: by its name or that of one around it; else by
    what it is called as a whole (대구광역시: 광역시). All of them if it names none; none if none is said to hold."""
    asked = region_asked(question, pack, now)
    if asked is None:
        return limits
    slot, region = asked
    nodes = {node.name: node for node in slot.regions}
    line = _line(region, nodes)
    texts = {at: _WITHOUT.sub(" ", one.near) for at, one in enumerate(limits)}
    named = {at: {each.value for each in find_mentions(text, _only(slot, pack), now)} for at, text in texts.items()}
    if not any(named.values()) and not any(_classes(line, nodes, text) for text in texts.values()):
        return limits if len(limits) == 1 else ()
    for name in line:
        mine = [one for at, one in enumerate(limits) if name in named[at]]
        if mine:
            return mine
    return [one for at, one in enumerate(limits) if _classes(line, nodes, texts[at])]


def region_asked(question: str, pack: Pack, now: datetime) -> tuple[Slot, str] | None:
    """The region that a text names, and its slot."""
    slots = {slot.name: slot for slot in pack.slots if slot.parser == "region"}
    found = [(slots[one.slot], one.value) for one in find_mentions(question, pack, now) if one.slot in slots]
    names = {name for _, name in found}
    return found[-1] if len(names) == 1 else None


def _only(slot: Slot, pack: Pack) -> Pack:
    return pack.model_copy(update={"slots": (slot,)})


def _line(region: str, nodes: Mapping[str, RegionNode]) -> list[str]:
    """A region and those around it, the nearest first."""
    found: list[str] = []
    at: str | None = region
    while at is not None and at not in found:
        found.append(at)
        node = nodes.get(at)
        at = node.parent if node else None
    return found


def _classes(line: Sequence[str], nodes: Mapping[str, RegionNode], text: str) -> bool:
    """True if a text names what one of the regions is: its alias is its name and that word."""
    for name in line:
        node = nodes.get(name)
        kinds = {alias.removeprefix(name) for alias in (node.aliases if node else ()) if alias.startswith(name)}
        if any(len(kind) > _SHORTEST_CLASS and not kind.startswith(" ") and kind in text for kind in kinds):
            return True
    return False
