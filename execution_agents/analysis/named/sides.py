"""What a question sets beside each other, and how: by how much the one differs from the other (how many more for my
sister), what per cent of it (그게 여름 속도의 몇 프로야) or how many times it (수성구의 몇 배) it is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from execution_agents.analysis.said.asking import BEGINS, LONGEST, OTHER
from foundation.language.cues import composed
from foundation.language.rules.modality import asks_whether
from foundation.language.wanted.arithmetic import asks_difference
from foundation.language.wanted.comparisons import CHANGED, comparing

Operation = Literal["difference", "part", "ratio"]
_PER_CENT = r"(?:%|％|퍼센트|퍼(?![가-힣])|프로)"
_SHARE = r"(?:%|per\s*cent(?:age)?|percent(?:age)?|share)"
_BE = r"(?:is|are|was|were|'s)"
_KOREAN = (
    re.compile(rf"^(?P<left>.*?)\s*대비\s*(?P<right>.*?)(?P<how>몇\s*{_PER_CENT})"),
    re.compile(
        rf"^(?P<left>.+?)의\s*(?:약|한|대략|거의)?\s*(?P<how>몇\s*(?:{_PER_CENT}|배)|얼마(?=[나쯤]?\s*(?:만큼|배)))"
    ),
    re.compile(r"^(?P<left>.+?)(?:보다(?:는|도)?|에\s?비해서?)\s+(?P<right>.*?)(?P<how>몇\s*배|얼마|몇|며칠)"),
)
"""In `left` a subject may stand before what it is measured against, in `right` behind it."""
_TIMES = re.compile(
    r"^(?:그럼|그러면|그래서|then|that's|thats)?\s*(?:몇\s*배|how\s+many\s+times\b)[^,]{0,20}$", re.IGNORECASE
)
"""It names neither side: 몇 배 긴 거야?"""
_ENGLISH = (
    re.compile(rf"\bwhat\s+(?P<how>{_SHARE})\s+{_BE}\s+(?P<one>\S.*?)\sof\s+(?P<base>\S.*)$", re.IGNORECASE),
    re.compile(rf"\bwhat\s+(?P<how>{_SHARE})\s+of\s+(?P<base>\S.*?)\s{_BE}\s+(?P<one>\S.*)$", re.IGNORECASE),
    re.compile(rf"^(?P<one>.*?)\s*\b{_BE}\s+what\s+(?P<how>{_SHARE})\s+of\s+(?P<base>.+)$", re.IGNORECASE),
    re.compile(
        rf"\bhow\s+many\s+(?P<how>times)\s+\w+\s+{_BE}\s+(?P<one>\S.*?)\s(?:than|as)\s+(?P<base>\S.*)$", re.IGNORECASE
    ),
    re.compile(r"^(?P<one>.*?)\bthan\s+(?P<base>.+)$", re.IGNORECASE),
)  # fmt: skip
_SUBJECT = re.compile(r"(?<=[가-힣A-Za-z0-9])(?:은|는|이|가|도|께?서는)\s+")
_POINTS = re.compile(
    r"^\W*(?:그게|이게|그거[는은]?|이거[는은]?|그것[은이]?|그건|이건|그(?:것|거)?|이(?:것|거)?|그쪽|that|it|this|those|these|the\s+(?:other|first|last)(?:\s+one)?)?\W*$",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Sides:
    """Two things and what is asked of them."""

    operation: Operation
    one: str
    """What is measured; "" where it is what was answered last."""
    base: str
    """What it is measured against; "" where it is what was answered last."""


def sides_of(question: str) -> Sides | None:
    """The two sides of a question; None where it sets nothing beside anything, or asks by how many per cent something
    differs or changed."""
    text = BEGINS.sub("", composed(question).strip())
    asked = comparing(text)
    if len(text) > LONGEST or OTHER.search(text) or CHANGED.search(text) or asked.superlative or asked.ordered:
        return None
    found = next((match for one in _KOREAN if (match := one.search(text))), None)
    if found is not None:
        return _sides(found["how"], *_by_subject(found), text)
    found = next((match for one in _ENGLISH if (match := one.search(text))), None)
    if found is not None:
        return _sides(found.groupdict().get("how") or "", found["one"], found["base"], text)
    if _TIMES.match(text):
        return Sides("ratio", "", "")
    differs = asks_difference(text) and not asked.per_cent and not asks_whether(text)
    return Sides("difference", text, "") if differs else None


def _sides(how: str, one: str, base: str, text: str) -> Sides | None:
    if re.search(r"배$|\btimes$", how):
        operation: Operation = "ratio"
    elif re.search(rf"{_PER_CENT}$|{_SHARE}$", how, re.IGNORECASE):
        if "대비" in text and not comparing(text).part:
            return None  # By how many per cent one differs is no part: 가람 대비 솔빛은 몇 퍼센트 적어.
        operation = "part"
    elif not asks_difference(text) and "보다" not in text and "비해" not in text or comparing(text).per_cent:
        return None
    else:
        operation = "difference"
    one, base = ("" if _POINTS.match(side) else side.strip() for side in (one, base))
    return Sides(operation, one, base) if one or base else None


def _by_subject(found: re.Match[str]) -> tuple[str, str]:
    """What is measured, and what it is measured against: 솔빛이 가람의, 가람보다 솔빛이."""
    left, right = found["left"], found.groupdict().get("right") or ""
    cuts = list(_SUBJECT.finditer(left))
    if cuts:
        return left[: cuts[-1].start()], left[cuts[-1].end() :]
    points = re.match(r"(?:그게|이게|그건|이건|그거|이거)\s+", left)
    return (right, left) if points is None or right else ("", left[points.end() :])
