"""Which item of a list a message points at by its place: 두번째거, the last one, number 3."""

from __future__ import annotations

import re
from dataclasses import dataclass

_PLACES = {"첫": 1, "두": 2, "둘": 2, "세": 3, "셋": 3, "네": 4, "넷": 4, "다섯": 5, "여섯": 6, "일곱": 7, "여덟": 8}
_ENGLISH = {"first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8}
LAST = -1
LONGEST = 60
"""Characters of a message that points at an item and says little else."""
_THING = r"(?:거|것|꺼|건|게|걸|상품|항목|단계)"
_LOOSE = r"(?![가-힣])|(?=[은는이가도을를만의](?![가-힣]))"
_ITEM = re.compile(
    rf"(?<![가-힣\d])(?:(?P<ko>{'|'.join(_PLACES)})\s?(?:번\s?)?째|(?P<number>\d{{1,2}})\s?번(?:\s?째)?)(?:\s?{_THING})?(?:{_LOOSE})"
    rf"|(?<![가-힣])(?P<first>맨\s?(?:처음|위)|제일\s?(?:처음|위))에?\s?{_THING}(?:{_LOOSE})"
    rf"|(?<![가-힣])(?P<last>(?:맨\s?)?(?:마지막|끝|아래|밑)에?)\s?{_THING}(?:{_LOOSE})"
    rf"|\b(?:the\s)?(?:(?P<en>{'|'.join(_ENGLISH)})|(?P<end>last))\s(?:one|item|option|step|point)\b(?!\s(?:to|of|who|that))"
    rf"|\b(?:the\s)?(?P<bottom>(?:one|item)\sat\sthe\s(?:bottom|end))\b|\bnumber\s(?P<no>\d{{1,2}})\b"
    rf"|\bthe\s(?:(?P<alone>{'|'.join(_ENGLISH)})|(?P<end_alone>last))(?=\W*$)",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"\W*(?:(?:and|so|ok|then|what\sabout|how\sabout|tell\sme\s(?:more\s)?about|show\s(?:me)?|can\syou\s(?:expand|tell\sme\smore)|more|details?|on|about"
    r"|그럼|그러면|근데|아니|그|아까|방금|저|음)\W*)*",
    re.IGNORECASE,
)
"""What may stand before it: nothing that names a thing (펌프 3번)."""
_BEHIND = re.compile(
    r"[은는이가도을를만의]?\W*(?:(?:좀|더|자세히|자세하게|설명\S*|알려\S*|보여\S*|말해\S*|뭐\S*|무엇\S*|얼마\S*|조건\S*|금리\S*|한도\S*|로\s?할게\S*)\W*)*"
    r"|\W*(?:(?:please|pls|in|more|detail|details|again|what|whats|when|how|much|does|do|is|it|its|start|actually|pay|worth|cost|about|limit|rate|the|who|can|get)\W*)*",
    re.IGNORECASE,
)
"""What may stand behind it: nothing that is counted (2번 더 연장, 두 번째 달)."""


@dataclass(frozen=True)
class Item:
    """Where a message points at an item, and at which."""

    start: int
    end: int
    place: int
    """From 1 on; `LAST`: the last."""


def item_meant(text: str) -> Item | None:
    """The first that it points at; None if it points at none."""
    found = _ITEM.search(text) if len(text) <= LONGEST else None
    if found is None or not _BEFORE.fullmatch(text, 0, found.start()) or not _BEHIND.fullmatch(text, found.end()):
        return None
    if found["last"] or found["end"] or found["end_alone"] or found["bottom"]:
        place = LAST
    elif found["first"]:
        place = 1
    else:
        digits, word = found["number"] or found["no"], found["ko"] or (found["en"] or found["alone"] or "").lower()
        place = int(digits) if digits else {**_PLACES, **_ENGLISH}[word]
    return Item(found.start(), found.end(), place)
