"""Whether a question asks about a topic as a whole, and for no one thing of it: sick leave, 보안 규정 정리해줘."""

from __future__ import annotations

import re

from foundation.language.content import content_words
from foundation.language.cues import composed
from foundation.language.figures.reader import figures_of
from foundation.language.wanted.asking import wanted

_CUES = re.compile(
    r"에\s*(?:대해|대하여|관해|관하여)(?:서)?|(?:총|좀\s*)?정리\S*|요약\S*|개요\S*|소개\S*|설명\S*|안내\S*|전반\S*|체크리스트\S*|예방법?\S*"
    r"|(?:주의|유의|조심)\s*(?:할|해야\s*할)?\s*(?:점|사항|것|거)?\S*|알아야\s*할\s*(?:점|사항|것|거)?\S*"
    r"|\b(?:tell\s+me\s+(?:all\s+|everything\s+)?about|(?:an?\s+)?overview(?:\s+of)?|summar(?:y|i[sz]e)(?:\s+of)?|describe|explain)\b"
    r"|\b(?:what\s+(?:are|is)\s+)?(?:the\s+)?(?:rules?|policy|policies|guidelines?|basics)(?:\s+(?:on|for|about|around|of))?\b"
    r"|\b(?:all|everything|info(?:rmation)?)\s+(?:about|on)\b|\b(?:the\s+)?chapter\s+(?:on|about)\b",
    re.IGNORECASE,
)
_GENERAL = re.compile(
    r"(?:규정|정책|기준|규칙|내용|사항|대해|관해|알려|방법|제도)[가-힣]*|things?|stuff|please|know|need", re.IGNORECASE
)


LONGEST = 120
"""Characters of a question that wants the whole of a topic; a longer one says what of it."""


def topic_of(question: str) -> tuple[str, ...]:
    """The words of the topic of which a question wants the whole; empty for any other question, one that asks for a
    thing of its own (a figure, a time, steps) or states a figure among them."""
    if len(question) > LONGEST:
        return ()
    plain = composed(question)
    left = _CUES.sub(" ", plain)
    if left == plain or wanted(left).asked - {"meaning"} or figures_of(left):
        return ()
    return tuple(word for word in content_words(left) if not _GENERAL.fullmatch(word))
