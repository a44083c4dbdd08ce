"""Whether a question asks about a topic as a whole, and for no one thing of it: sick leave, 보안 규정 정리해줘."""

from __future__ import annotations

import re

from foundation.language.content import content_words
from foundation.language.cues import composed
from foundation.language.figures.reader import figures_of
from foundation.language.wanted.asking import wanted

_KOREAN = re.compile(
    r"^(?P<topic>.{2,40}?)(?:에\s?(?:대해|대하여|관해|관하여)서?|[은는을를]|의)?\s?"
    r"(?:(?:좀\s?)?(?:정리|요약|설명|소개|안내)\s?(?:좀|해\s?줘\S*|해\s?주\S*|부탁\S*)?|(?:전체\s?)?개요|체크리스트"
    r"|(?:주의|유의|조심)\s?(?:할\s?점|해야\s?할\s?(?:점|것)|점|사항)|알아야\s?할\s?(?:점|것|사항)|대해\s?(?:알려|말해)\s?줘\S*)"
    r"\s?(?:좀|뭐야|뭐예요|뭐가\s?있어\S*|알려\s?줘\S*|알려\s?주\S*|정리해\s?줘\S*)?\W*$"
)
_ENGLISH = re.compile(
    r"^\W*(?:(?:can|could)\s(?:you|u)\s|please\s)?(?:tell\sme\s(?:all\s|everything\s)?about|(?:give\sme\s)?(?:an?\s)?(?:overview|summary)\s(?:of|on)"
    r"|summari[sz]e|describe|"
    r"(?:what\s(?:are|is)\s)?(?:the\s|your\s|our\s)?(?:rules?|policy|policies|guidelines?|basics)\s(?:on|for|about|around))"
    r"\s(?:the\s)?(?:chapter\s(?:on|about)\s)?(?P<topic>[a-z' -]{3,40}?)(?:\s(?:rules?|policy|chapter|section))?\W*$"
    r"|^\W*(?:what\s(?:is|are)\s)?(?:the\s|your\s|our\s)?(?P<named>[a-z' -]{3,30}?)"
    r"\s(?:rules|policy|policies|guidelines)\W*$",
    re.IGNORECASE,
)
_GENERAL = re.compile(
    r"(?:규정|정책|기준|규칙|내용|사항|제도)[은는을를의]?|things?|stuff|rules?|policy|chapter", re.IGNORECASE
)
LONGEST = 80
"""Characters of a question that wants the whole of a topic; a longer one says what of it."""


def topic_of(question: str) -> tuple[str, ...]:
    """The words of the topic of which a question wants the whole; empty for any other question, one that asks for a
    thing of its own (a figure, a time, steps) or states a figure among them."""
    plain = " ".join(composed(question).split()) if len(question) <= LONGEST else ""
    found = _KOREAN.match(plain) or _ENGLISH.match(plain)
    if found is None:
        return ()
    topic = next(text for text in found.groups() if text)
    if wanted(topic).asked - {"meaning"} or figures_of(topic):
        return ()
    return tuple(word for word in content_words(topic) if not _GENERAL.fullmatch(word))
