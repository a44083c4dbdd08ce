"""What a text rules for each verb: *may be carried over and must be used*."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from foundation.language.rules.modality import Modal, are_opposed, denies_but_for

_ENGLISH: tuple[tuple[Modal, str], ...] = (
    (
        "need_not",
        r"(?:do|does)(?:n['’]t|\s+not)\s+(?:need|have)\s+to|need\s?n['’]?o?t|(?:is|are)\s+not\s+(?:required|obliged)\s+to",
    ),
    ("need_not", r"(?:nobody|no\s+one)\s+(?:has|needs)\s+to"),
    ("must_not", r"(?:must|may|can|shall)(?:n['’]t|\s*not)|can['’]t|(?:is|are)\s+not\s+(?:allowed|permitted)\s+to"),
    ("must", r"must|ha(?:s|ve)\s+to|needs?\s+to|shall|(?:is|are)\s+(?:required|obliged)\s+to"),
    ("may", r"may|can|(?:is|are)\s+(?:allowed|permitted|free|entitled|welcome)\s+to"),
)
_READ: tuple[tuple[Modal, re.Pattern[str]], ...] = tuple(
    (
        name,
        re.compile(
            rf"\b(?:{words})\s+(?:(?:be|not|also|only|always|first|then|still|\w+ly)\s+)*(?P<verb>[a-z]{{3,}})", re.I
        ),
    )
    for name, words in _ENGLISH
)
_KOREAN_WORDS: tuple[tuple[Modal, str], ...] = (
    ("need_not", r"(?:지\s?않아도|[을를]?\s?필요(?:는|가|도)?\s?없)"),
    ("must_not", r"(?:지\s?못|지\s?아니|\s수(?:는|가|도)?\s?없|면\s?안\s?[되된됩돼]|어서는\s?안)"),
    ("must", r"(?:[아어여]?야\s?[하한합해됩된되돼]|야만)"),
    ("may", r"(?:\s수(?:도)?\s?있|도\s?[되된됩돼])"),
)
_KOREAN: tuple[tuple[Modal, re.Pattern[str]], ...] = tuple(
    (name, re.compile(rf"(?P<verb>[가-힣]+?){words}")) for name, words in _KOREAN_WORDS
)
_AUXILIARY = frozenset(["have", "been", "make", "made", "take", "does", "the", "get"])


@lru_cache(maxsize=2048)
def ruled(text: str) -> frozenset[tuple[str, Modal]]:
    """(Beginning of the verb, the rule about it)."""
    found = frozenset([*_english(text), *_korean(text)])
    if not denies_but_for(text):
        return found
    # 허가 없이는 풀 수 없다: with it one may, and one must have it.
    both: tuple[Modal, Modal] = ("may", "must")
    allowed: list[tuple[str, Modal]] = [(verb, modal) for verb, said in found if said == "must_not" for modal in both]
    return frozenset([*found, *allowed])


def _english(text: str) -> Iterator[tuple[str, Modal]]:
    for name, words in _READ:
        for found in words.finditer(text):
            verb = found["verb"].lower()
            if verb not in _AUXILIARY:
                yield verb[:4].rstrip("yie"), name
        text = words.sub(lambda found: " " * len(found[0]), text)


def _korean(text: str) -> Iterator[tuple[str, Modal]]:
    for name, words in _KOREAN:
        for found in words.finditer(text):
            verb = found["verb"]
            # 할, 하 and 될 do with the noun before them: 신청할 수 있다.
            stem = verb[:2] if len(verb) > 2 or verb[-1:] in "할하될되" else verb[:1]
            if stem not in ("하", "할", "되", "될", "있", "없"):
                yield stem, name


def exchanged_verb(mine: frozenset[tuple[str, Modal]], theirs: frozenset[tuple[str, Modal]]) -> str:
    """A verb of which one allows what the other forbids or demands; "" for none."""
    for verb, modality in sorted(mine):
        said: list[Modal] = [held for other, held in theirs if other == verb]
        if modality not in said and any(are_opposed(modality, held) for held in said):
            return verb
    return ""
