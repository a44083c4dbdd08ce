"""How many of the things mentioned before a question means: the two, 둘 중, 세 군데."""

from __future__ import annotations

import re

_KOREAN = {"두": 2, "둘": 2, "양쪽": 2, "세": 3, "셋": 3, "네": 4, "넷": 4}
_ENGLISH = {"both": 2, "either": 2, "two": 2, "three": 3, "four": 4}
_MEANT = re.compile(
    r"(?<![가-힣])(?:그|이)?\s*(?P<bare>둘|셋|넷|양쪽)(?=[은는이가을를의다도중\s]|\s*중|이?랑|끼리|$)"
    r"|(?<![가-힣])(?:그|이)?\s*(?P<counted>두|세|네)\s*(?:군데|곳|지역|동네|구|가지|개)(?!월)(?![가-힣]{2})"
    r"|\b(?P<both>both|either)\b(?!\s+(?:way|and)\b)"
    r"|\b(?:the|these|those|all|of)\s+(?P<english>two|three|four)\b(?!\s+(?:hundred|thousand|million|percent|years?|months?|days?|weeks?)\b)",
    re.IGNORECASE,
)


def several_meant(text: str) -> int | None:
    """2 for the two, 3 for 세 군데; None where nothing is counted so."""
    match = _MEANT.search(text)
    if match is None:
        return None
    word = next(word for word in match.groups() if word)
    return _KOREAN.get(word) or _ENGLISH.get(word.lower())


def without_several(text: str) -> str:
    """The text without what counts them."""
    return _MEANT.sub(" ", text)
