"""Tells whether a draft refuses (the documents do not say it) or answers that something is not so.

"The documents do not mention it" refuses, "Codes by text message are not allowed" answers; both contain a negation. A
refusal denies that something is stated. If the evidence itself is worded so (*No data is given to the press*), the
sentence is checked like any other. No model is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from execution_agents.answer.checks.support import Support
from foundation.domains.schema.answering import AnswerFigures

# Groups catch the words that make it a refusal, as far as their forms have them in common.
_SOURCE = r"\b(document|source|evidence|context|data|passage|information|material|text|excerpt)s?\b"
_SAYS = (
    r"(say|said|tell|told|mention|state|stating|specif|contain|includ|provid|describ|cover|answer|show|list|give|address"
    r"|discuss|explain|indicat|speak|refer|reveal|clarif|clear|detail|defin|identif|determin|offer|hold|report|confirm"
    r"|conclu|information|anything|enough|suffic|help)"
)
_SAID = (
    r"(known|mentioned|stated|specified|contained|included|provided|described|covered|answered|shown|listed|given|found|available"
    r"|addressed|discussed|explained|indicated|present|sufficient|enough|clear|conclusive|complete|detailed|defined"
    r"|identified|recorded|revealed|disclosed|about|relevant|related|helpful|here|there)\b"
    r"(?!\s+to\s+(?!answer|determin|say|tell|decid|conclu))"
)
"""After *is not*; never *not provided to visitors*."""
_NOT = r"(?:n?['’]t|\s?not|\s+never)\b"
_CANNOT = r"\b(?:can|could)(?:n?['’]t|\s?not)\b"
_FEW = (
    r"(?:\s+(?:\w+ly|seem|appear|to|even|yet|allow|let|permit|us|me|itself|in|fact|make|it|have|an?|any|the|this|that|such))"
    r"{0,5}\s+"
)
"""Words between a negation and the verb of stating: do not *seem to directly* say. Not *replace the* report."""
_NO = r"\b(?:no|not\s+enough|insufficient)\s+(?:\w+\s+)?"
_OF = (
    r"(?=\s*(?:[.,;:!?)\]]|$)|\s+(?:about|on|of|for|in|to|that|which|who|whether|how|when|why|where|regarding|concerning"
    r"|as|from|and|or|within|is|are|was|were|here|there|available|given|provided|found|c(?:an|ould)\s+be)\b)"
)
"""What may follow the noun itself: not *no data protection officer*."""
_DONE = rf"(?![^.?!]*\b(?:(?:is|are|was|were|be)\s+(?!{_SAID})\w+(?:ed|pt|nt|ld|st|en)\b|(?:may|must|shall|should)\b))"
"""Verbs for something else done with it: *no data is kept*, *no information may leave the room*."""
_IN_IT = rf"\b(?:in|from|by|within|among)\s[^.?!]{{0,30}}{_SOURCE}"
_ENGLISH = (
    rf"{_SOURCE}[^.?!]{{0,40}}\b(?:do|does|did|can|could|may|might){_NOT}(?!\s+be\b){_FEW}{_SAYS}",
    rf"{_SOURCE}[^.?!]{{0,40}}\b(?:is|are|was|were)(?:{_NOT}{_FEW}{_SAID}|\s+(insufficient|inconclusive|silent)\b)",
    rf"{_SOURCE}[^.?!]{{0,40}}\b(?:there\s+(?:is|are|was|were)|ha(?:s|ve|d)|makes?|{_SAYS}\w*)\s+(?:no|nothing)\b",
    rf"\b(?:no|(?:none|neither|nothing)\s+(?:of|in))\s+(?:\w+\s+){{0,3}}?{_SOURCE}\s+(?:\w+\s+)?{_SAYS}",
    rf"\b(?:nothing\s+(about|on)|no\s+(?:\w+\s+)?(mention|answer|reference|indication))\b[^.?!]{{0,60}}{_IN_IT}",
    rf"\b(?:there(?:['’]s|\s+(?:is|are|was|were))|ha(?:s|ve|d)|f(?:i|ou)nd|see|{_SAYS}\w*)\s+{_NO}(information|evidence|data)\b"
    rf"{_OF}(?:[^.?!]{{0,200}}{_IN_IT})?",
    rf"{_NO}(information|evidence|data)\b{_OF}(?:[^.?!]{{0,200}}\b{_SAID}|{_DONE})",
    rf"(?:^\W*|\b(?:I|we)\s+|{_SOURCE}\s+)(?:{_CANNOT}|(?:\b(?:am|is|are|was|were)\s+)?unable\s+to)\s+(?:\w+ly\s+)?"
    r"(answer|determin|find|tell|say)",
    rf"{_CANNOT}\s+be\s+(?:\w+ly\s+)?(?:(answer|determin)ed\b|(found|told)(?:\s*(?:[.,;!]|$)|[^.?!]{{0,20}}{_IN_IT}))",
    r"\b(not\s+possible|impossible)\s+to\s+(?:\w+ly\s+)?(answer|determin|find\s+out|tell|say)\b",
    rf"{_CANNOT}\s+(answer|determin|find|tell|say)[^.?!]{{0,200}}{_IN_IT}",
    r"\bnot\s+(?:\w+\s+)?(mention|stat|specifi)ed\b",
    rf"\b(?:answer|this|that|it|details?|questions?)\b[^.?!]{{0,30}}\b(?:is|are|was|were){_NOT}{_FEW}"
    r"(provided|given|found|available|answered)\b(?!\s+to\b)",
    rf"{_NOT}\s+(?:\w+ly\s+|anywhere\s+)?(?:{_SAID}\s+(?:anywhere\s+)?)?{_IN_IT}",
)
_SOURCE_KO = r"(자료|문서|문헌|규정집|매뉴얼|본문|내용|정보|근거|조항)(?:들)?"
_GIVEN_KO = r"(자료|문서|문헌|규정집|매뉴얼|본문|조항)(?:들)?"
_MARK = r"(?:이|가|은|는|도|을|를)?\s?(?:전혀\s?|따로\s?|별도로\s?|직접\s?|명확히\s?|구체적으로\s?|아무것도\s?)?"
_ABSENT = r"없(?:습니다|었습니다|다|었다|음|어요|네요)"
_FAILS = r"(?:않(?:습니다|았습니다|다|았다|음|아요|네요)|못(?:합니다|했습니다|하였습니다|했다|함|해요))"
_HARD = r"(?:어렵습니다|어렵다|어려움|어려워요|힘듭니다|불가(?:능)?합니다)"
_NOUN = r"(언급|포함|기재|명시|확인|설명|규정|제시|기술|수록|기록|정의|안내|답변|답|말씀|판단|특정|존재|서술|다루)"
_THING = r"(바|부분|사항|항목|답|데이터|기준|문구|구절|수치|것)"
_KOREAN = (
    rf"{_SOURCE_KO}[^.?!]{{0,60}}?(나와|적혀|적고|담겨|담고|쓰여|실려|들어|드러나|나타나|다루고)\s?있지{_MARK}{_FAILS}",
    rf"{_SOURCE_KO}[^.?!]{{0,60}}?(나오|나타나|드러나|보이|적히|담기|찾아지)지{_MARK}{_FAILS}",
    rf"{_SOURCE_KO}[^.?!]{{0,60}}?{_NOUN}{_MARK}(?:되어|돼|하고|되고)\s?있지{_MARK}{_FAILS}",
    rf"{_SOURCE_KO}[^.?!]{{0,60}}?{_NOUN}{_MARK}(?:되|돼|어지|뤄지)지{_MARK}{_FAILS}",
    rf"{_SOURCE_KO}[^.?!]{{0,60}}?{_NOUN}{_MARK}(?:(?:된|되는|한|할|될|해\s?드릴|드릴|하는)\s?(?:바|것|내용|부분|사항|점|수)"
    rf"{_MARK})?{_ABSENT}",
    rf"{_SOURCE_KO}[^.?!]{{0,60}}?{_NOUN}{_MARK}(?:(?:하|되|드리|해\s?드리)기{_MARK})?{_HARD}",
    rf"{_SOURCE_KO}[^.?!]{{0,60}}?(확인|답변|답|특정|판단)하지{_MARK}못",
    rf"{_GIVEN_KO}(?:은|는|이|가|에는?|에서는?)?\s[^.?!]{{0,60}}?(언급|명시|설명|규정|제시|기술|포함|정의|안내|답|말|다루){_MARK}(?:하)?지"
    rf"{_MARK}{_FAILS}",
    rf"{_SOURCE_KO}[^.?!]{{0,60}}?(찾)(?:을\s?수{_MARK}{_ABSENT}|아볼\s?수{_MARK}{_ABSENT}|지{_MARK}못|기{_MARK}{_HARD})",
    rf"{_SOURCE_KO}[^.?!]{{0,60}}?(알)(?:\s?수{_MARK}{_ABSENT}|기{_MARK}{_HARD}|려\s?(?:주|지)지{_MARK}{_FAILS})",
    rf"{_GIVEN_KO}(?!은|는|이|가|을|를)[^.?!]{{0,60}}?{_THING}{_MARK}{_ABSENT}",
    rf"{_GIVEN_KO}[^.?!]{{0,60}}?(관련|해당)[^.?!]{{0,20}}(?:이|가|은|는|도)\s?(?:전혀\s?|따로\s?|별도로\s?)?{_ABSENT}",
    rf"{_SOURCE_KO}(?:가|이|은|는|도|에는?|에도)\s?(?:전혀\s?)?(?:{_ABSENT}|부족(?:합니다|하다|해요))",
)
_REFUSES = tuple(re.compile(each, re.IGNORECASE) for each in (*_ENGLISH, *_KOREAN))
_READ = 1_000
"""Only so many characters of a sentence are read: a longer one says more than a refusal."""


def is_refusal(supports: Sequence[Support], answering: AnswerFigures) -> bool:
    """True if the draft says that the documents do not state the answer: the first of these sentences refuses, they are
    few (`check.refusal_sentences`), and the evidence itself is not worded so."""
    if not 0 < len(supports) <= answering.check.refusal_sentences:
        return False
    first, place = supports[0], supports[0].window.lower()
    aligned = first.coverage >= answering.support.denied / 1000
    return any(not (aligned and _all_in(place, words)) for words in refusing_words(first.sentence))


def _all_in(place: str, beginnings: Sequence[str]) -> bool:
    """True if the place has words that begin so (no *source* in resources)."""
    return all(re.search(rf"(?<![a-z]){re.escape(each)}", place) for each in beginnings)


def reads_as_refusal(sentence: str) -> bool:
    """True if the sentence refuses by its own words, whatever the evidence says."""
    return next(refusing_words(sentence), None) is not None


def refusing_words(sentence: str) -> Iterator[tuple[str, ...]]:
    """For each pattern of refusal that a sentence matches, the words that match it, in lower case."""
    for pattern in _REFUSES:
        found = pattern.search(sentence[:_READ])
        if found is not None:
            yield tuple(word.lower() for word in found.groups() if word)
