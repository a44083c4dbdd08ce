"""Which item of a list a message points at by its place: 두번째거, the last one, number 3."""

from __future__ import annotations

import re
from dataclasses import dataclass

_PLACES = {"첫": 1, "두": 2, "둘": 2, "세": 3, "셋": 3, "네": 4, "넷": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8}
_ENGLISH = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8}
LAST = -1
_THING = r"(?:거|것|꺼|건|게|걸|상품|항목|단계)"
_ENDS = r"(?=[은는이가도을를만]?\s*(?:[?？!.,]|$|좀|더|자세|설명|알려|보여|말해|뭐|무엇|얼마))"
"""No noun follows: 두 번째 달 is a month."""
_ITEM = re.compile(
    rf"(?<![가-힣\d])(?:(?:(?P<ko>{'|'.join(_PLACES)})\s*(?:번\s*)?째|(?P<number>\d{{1,2}})\s*번(?:\s*째)?)(?:\s*{_THING}|{_ENDS})"
    rf"|(?P<first>맨\s*(?:처음|위)|제일\s*(?:처음|위))(?:에)?\s*{_THING}|(?P<last>(?:맨\s*)?(?:마지막|끝|아래|밑)(?:에)?)\s*{_THING})"
    rf"|\b(?:the\s+)?(?:(?P<en>{'|'.join(_ENGLISH)})|(?P<end>last))\s+(?:one|item|option|step|point)\b|\b(?:the\s+)?(?P<bottom>(?:one|item)\s+at\s+the\s+(?:bottom|end))\b|\b(?:number|no\.)\s*(?P<no>\d{{1,2}})\b"
    rf"|\bthe\s+(?:(?P<alone>{'|'.join(_ENGLISH)})|(?P<end_alone>last))(?=\s*(?:[?!.,]|$))",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class Item:
    """Where a message points at an item, and at which."""

    start: int
    end: int
    place: int
    """From 1 on; `LAST`: the last."""


def item_meant(text: str) -> Item | None:
    """The first that it points at; None if it points at none."""
    found = _ITEM.search(text)
    if found is None:
        return None
    if found["last"] or found["end"] or found["end_alone"] or found["bottom"]:
        place = LAST
    elif found["first"]:
        place = 1
    else:
        digits, word = found["number"] or found["no"], found["ko"] or (found["en"] or found["alone"] or "").lower()
        place = int(digits) if digits else {**_PLACES, **_ENGLISH}[word]
    return Item(found.start(), found.end(), place)
