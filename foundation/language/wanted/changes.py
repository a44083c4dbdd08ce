"""A figure by which a value changes, and not the new value: 0.5프로 오르면, 2천만원 더 빌리면, up by half a point."""

from __future__ import annotations

import re
from typing import Literal

_BEHIND = re.compile(
    r"^\s?(?:포인트|만큼|정도|쯤|씩)?\s?(?:만|이|가)?\s?"
    r"(?:(?P<up>더(?!라|니)|오르|오른|올라|올리|올려|올린|인상|상승|늘|높[아이여]|추가|비싸)"
    r"|(?P<down>덜|내리|내려|내린|낮[아추춰]|떨어|인하|하락|줄|깎|빼|싸[게지면]|할인))"
    r"|^\s?(?:points?\s+)?(?:(?P<more>more|higher|extra|longer)|(?P<less>less|lower|fewer|cheaper|shorter|off))\b",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"(?:(?P<up>\b(?:up|rises?|rose|risen|increases?d?|climbs?|goes\s+up|go\s+up|raised?|add(?:ed)?|another|an\s+extra))"
    r"|(?P<down>\b(?:down|falls?|fell|drops?|dropped|decreases?d?|cut|lowered|lower|reduced?)))\s+(?:by\s+)?$",
    re.IGNORECASE,
)


def changes_by(text: str, start: int, end: int) -> Literal[1, -1] | None:
    """1 where the figure at this place is added to a value, -1 where it is taken away; None for a value of its own
    (3%로 오르면, up to 5%)."""
    behind, before = _BEHIND.match(text[end:]), _BEFORE.search(text[:start])
    if behind is not None:
        return 1 if behind["up"] or behind["more"] else -1
    if before is not None:
        return 1 if before["up"] else -1
    return None
