"""References by number: 제6조, 6조의2, 제6조의3 제1항, Article 7-2, Section 3.2.

A number alone names nothing: it is an article of some law. Which law is decided by the words beside it, else by the
conversation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from execution_agents.knowledge_graph.normalised_text import key_of

_KOREAN = (
    r"(?P<full>제)?(?<![\d.,])(?P<korean>\d{1,4})조(?!\d{1,4}억|[원억만천달개]|각)"
    r"(?:의(?P<branch>\d{1,3})(?!\d|[배명개년월일주원번인차]|가지|퍼센트|프로))?(?:제?\d{1,2}[항호])*"
)
_ENGLISH = r"(?P<word>articles?|arts?|sections?|sec)(?P<english>\d{1,4}(?:[-.]\d{1,3}){0,3})(?!\d)"
_DIGIT = re.compile(r"\d")
_REFERENCE = re.compile(f"{_KOREAN}|{_ENGLISH}")


@dataclass(frozen=True)
class Reference:
    """A number that names something, and its position."""

    number: str
    """In one form for all spellings: "조6-3", "section3.2"."""
    start: int
    end: int
    certain: bool
    """False for a bare 6조, which may also be an amount or a shift: it names an article only beside its law."""


def references(key: str) -> Iterator[Reference]:
    """Every reference of a normalised text, in order."""
    for match in _REFERENCE.finditer(key):
        certain = match["korean"] is None or bool(match["full"] or match["branch"])
        yield Reference(_number(match), *match.span(), certain=certain)


def number_of(name: str) -> str:
    """The number a name is, as references have it; "" when it is none: "제6조의3(계약갱신 요구)" -> "조6-3"."""
    if not _DIGIT.search(name):
        return ""
    match = _REFERENCE.fullmatch(key_of(name.partition("(")[0]))
    return _number(match) if match else ""


def _number(match: re.Match[str]) -> str:
    if match["korean"] is not None:
        return "조" + "-".join(str(int(part)) for part in (match["korean"], match["branch"]) if part)
    if match["word"].startswith("art"):
        return "조" + match["english"].replace(".", "-")
    return "section" + match["english"].replace("-", ".")
