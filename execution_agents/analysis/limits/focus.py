"""The one row that a question is about: the one it names, the one the conversation's topic names, or the one that the
last answer spoke of.

People name a row by what sets it apart (청년용, 신혼, the youth one), not by its whole title. What all rows share
(전세대출) and what a person has (보증금, 집) names none.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from execution_agents.analysis.cells import title_of
from execution_agents.analysis.limits.asking import Asking
from execution_agents.analysis.said.amounts import first_sentence
from foundation.contracts.work import EvidenceItem
from foundation.language.content import content_words
from foundation.language.rules.quantities import quantities_in

_POINTS = re.compile(
    r"(?<![가-힣])(?:그거|그걸|그게|그것|이거|이걸|그\s?(?:대출|상품)|거기)|\b(?:it|that|this)\b", re.IGNORECASE
)
_WORD = re.compile(r"[가-힣]+|[a-z][a-z-]+", re.IGNORECASE)
_HANGUL = re.compile(r"[가-힣]")
_LETTERS = {True: 2, False: 4}
"""Letters that a word in Hangul, or another, needs to name something by its beginning."""


def in_focus(asking: Asking) -> EvidenceItem | None:
    """The one row; None where several may be meant, or none."""
    rows = _rows(asking)
    if not rows:
        return None
    for text in (asking.question, asking.standalone):
        named = named_in(" ".join((text, *asking.synonyms.added(text))), rows)
        if named:
            return rows[named[0]] if len(named) == 1 else None
    points = _POINTS.search(asking.question) is not None
    for at, (asked, answer) in enumerate(asking.said):
        if at and not points:
            return None
        named = named_in(asked, rows) or _led_with(answer, rows)
        if named:
            return rows[named[0]] if len(named) == 1 else None
    return None


def without_other_rows(asking: Asking) -> Asking:
    """The same question without the rows that it is not about: where one is in focus, no other row's limit decides."""
    row = in_focus(asking)
    if row is None:
        return asking
    return replace(asking, items=[item for item in asking.items if not item.fields or item.item_id == row.item_id])


def _rows(asking: Asking) -> dict[str, EvidenceItem]:
    """The typed rows of the evidence by their titles; of aggregates and of rows under one title none."""
    found: dict[str, list[EvidenceItem]] = {}
    for item in asking.items:
        if item.fields and not item.derived:
            found.setdefault(title_of(item, asking.pack, asking.language), []).append(item)
    return {title: items[0] for title, items in found.items() if len({one.item_id for one in items}) == 1}


def named_in(text: str, rows: Mapping[str, EvidenceItem]) -> list[str]:
    """The titles that a text names, whole or by the words that set them apart."""
    whole = _whole(text, rows)
    if whole:
        return whole
    words = [word.lower() for word in content_words(text)]
    said = {title: {one for one in _own(title, rows) if any(_same(word, one) for word in words)} for title in rows}
    most = max((len(found) for found in said.values()), default=0)
    return [title for title, found in said.items() if most and len(found) == most]


def _led_with(answer: str, rows: Mapping[str, EvidenceItem]) -> list[str]:
    """The title an answer spoke of first; a list of several spoke of none of them."""
    if not answer.lstrip().startswith("-"):
        return _whole(first_sentence(answer), rows)
    listed = _whole(answer, rows)
    return listed if len(listed) == 1 else []


def _whole(text: str, rows: Mapping[str, EvidenceItem]) -> list[str]:
    plain = _plain(text)
    found = [title for title in rows if _plain(title) in plain]
    return [title for title in found if not any(title != one and _plain(title) in _plain(one) for one in found)]


def _own(title: str, rows: Sequence[str] | Mapping[str, EvidenceItem]) -> list[str]:
    """The words of a title that set it apart."""
    words = [word.lower() for word in _WORD.findall(title)]
    shared = len(rows) > 1
    return [
        word
        for word in words
        if not quantities_in(word) and not (shared and all(word in other.lower() for other in rows))
    ]


def _same(said: str, word: str) -> bool:
    shorter, longer = sorted((said, word), key=len)
    return len(shorter) >= _LETTERS[_HANGUL.search(shorter) is not None] and longer.startswith(shorter)


def _plain(text: str) -> str:
    return "".join(text.lower().split())
