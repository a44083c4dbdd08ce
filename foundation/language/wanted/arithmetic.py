"""Words of arithmetic in a question about what was said: whether it asks for a difference, a sum, a length of time."""

from __future__ import annotations

import re

from foundation.language.wanted.comparisons import comparing
from foundation.language.wanted.multiples import without_multiple

_DIFFERENCE = re.compile(
    r"빼면|뺀|빼고\s*(?:나면|남)|얼마나\s*(?:남|줄)|얼마나?\s*(?:덜|더(?=\s*(?:내|나|받|들|쓰|갚|드))|아[끼낄낀]|아껴|절약|절감|세이브)|(?<![가-힣])더\s+(?:내|나오|받|들|쓰|넣|갚|주|(?:넣어|내|보태)\s?주)는\s(?:\S+\s+)?(?:얼마|몇)|\bsav(?:e[sd]?|ings?)\b|\b(?:how\s+(?:much|many)(?:\s+\w+){0,2}\s+(?:more|less|fewer|longer|shorter))\b"
    r"|\bminus\b|\bsubtract\w*\b|\bdifferen(?:ce|t)\b|\bapart\b",
    re.IGNORECASE,
)
_LEFT = re.compile(
    r"(?:얼마나?|몇\s?[가-힣]+(?:이나)?|며칠(?:이나)?)\s*(?:더\s*)?(?:남[가-힣]*|[가-힣]+\s?수(?:가|는|도)?\s?있[가-힣]*)|남는\s?(?:건|거|게|돈|금액|것)[가-힣]*|나머지[가-힣]*|잔액[가-힣]*"
    r"|\b(?:is|are|be|'?s|have|do\s+i\s+have|will\s+be)?\s*(?<!\bi\s)(?<!\bhe\s)(?<!\bshe\s)(?<!\bwe\s)(?<!\bthey\s)(?<!\byou\s)(?:left|remaining|remains?)\b(?:\s+(?:of|from)\s+(?:it|that|them))?"
    r"|\bwhats\s+left\b(?:\s+(?:of|from)\s+(?:it|that|them))?",
    re.IGNORECASE,
)
_SUM = re.compile(
    r"합치|합친|합하|합한|합쳐|합은|합계|더하|더해|(?:다|모두|전부)\s?(?:해서|해선|하면)|둘\s*다\s*(?:하|받|내|쓰)|\bboth\s+together\b|\btogether\b|\badd(?:ed|ing)?\b(?:\s+up\b)?|\bcombined\b|\bsum\b"
    r"|\b(?:both|they|all|the\s+(?:two|three|four))\s+(?:\w+\s+)?comes?\s+to\b",
    re.IGNORECASE,
)
_BOTH = re.compile(r"\b(?:both|the\s+two)\b|(?<![가-힣])둘(?:이|은|을|의|다)?(?![가-힣])", re.IGNORECASE)
_ASKS = re.compile(
    r"얼마|몇|며칠|총|전부|모두|합|차이|빼면|계산|"
    r"\bhow\s+(?:much|many|long|far)\b|\bwhat(?:'?s|\s+is|\s+are|\s+would|\s+does|\s+do)?\b|\btotal\b|\btogether\b|\bin\s+all\b|\bthat'?s\b|\bdifference\b"
    r"|\badded\b|\bcombined\b|\bmakes?\b|\bcomes?\s+to\b",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"^\W*(?:(?:and|so|then|ok(?:ay)?|well|for|what\s+about|how\s+about|그럼|그러면|근데|그리고)\s+)*"
    r"\S{1,12}(?:\s+\S{1,12}){0,2}\s*[?？.!]*\s*$",
    re.IGNORECASE,
)
"""A message that says little more than a figure: 4 weeks then, 그럼 3박이면?"""
_WANTED = re.compile(
    r"(?P<days>며칠)|몇\s*(?P<ko>시간|분|초|일|주일|주|달|개월|년|도)(?![가-힣]?차)"
    r"|\bhow\s+many\s+(?:\w+\s+)?(?P<en>hours?|minutes?|days?|weeks?|months?|years?|degrees)\b"
    r"|\bin\s+(?P<into>hours?|minutes?|days?|weeks?|months?|years?)\b(?!\s+time)|(?P<to>시간|분|일|주|개월)(?:으로|로)(?:는|\s|\?|치|계)"
    r"|\b(?:full|paid|whole)?\s*(?P<named>hours|minutes|days|weeks|months|years)\b",
    re.IGNORECASE,
)
_UNITS = {"며칠": "일", "도": "℃", "degrees": "℃"}
_ELSEWHERE = re.compile(
    r"(?:\b(?:in|after|within|before|since|by|until|till|ago|under|than|from|at|on|no|number|level|step|version)\s+)$",
    re.IGNORECASE,
)
_ELSEWHERE_BEHIND = re.compile(
    r"^\s*(?:전(?!부|체)|후|뒤|이내|안에|까지|이상|이하|미만|초과|넘|째|번째|차(?![가-힣])|ago\b|later\b|before\b|after\b|or\s+(?:more|less)\b|ahead\b|notice\b|old\b)",
    re.IGNORECASE,
)


AT_MOST = re.compile(
    r"\bat\s+(?:the\s+)?most\b|\b(?:the\s+)?most\s+(?:i|we|you|they|one)\s+(?:can|could|may|get)\b|\bmax(?:imum)?\b"
    r"|최대(?:한(?:도)?|로|치)?|많아야",
    re.IGNORECASE,
)
"""The question asks how much it may be."""
_LASTS = re.compile(
    r"(?<![가-힣])가(?=[나요지냐\s?？.]|$)|갈까|버[티텨틸]|견디|견딜|쓸\s?수|남[았은]|떨어지|바닥|\blasts?\b|\brun\s+out\b|\benough\b|\bleft\b",
    re.IGNORECASE,
)


def asks_how_long_it_lasts(text: str) -> bool:
    """True if a question asks how long a stock lasts."""
    return bool(_LASTS.search(text))


def asks_remainder(text: str) -> bool:
    """True if a question asks what is left of an amount."""
    return bool(_LEFT.search(text))


def besides_remainder(text: str) -> str:
    """What it says besides that."""
    return _LEFT.sub(lambda found: " " * len(found[0]), text)


def asks_difference(text: str) -> bool:
    """True if a question asks by how much two amounts differ."""
    return comparing(text).difference or bool(_DIFFERENCE.search(text))


def asks_sum(text: str) -> bool:
    """True if a question asks for two amounts together."""
    return bool(_SUM.search(text))


def asks_result(text: str) -> bool:
    """True if a question asks for a figure, or says little more than one."""
    return bool(_ASKS.search(text)) or bool(_OPEN.match(text))


def besides_arithmetic(text: str) -> str:
    """What a question says besides its words of arithmetic; every other word stays in its place."""
    lasting = (_LASTS,) if length_wanted(text) is not None else ()
    for words in (*lasting, _DIFFERENCE, _SUM, _BOTH, _WANTED, _ASKS):
        text = words.sub(lambda found: " " * len(found[0]), text)
    return without_multiple(text)


def length_wanted(text: str) -> str | None:
    """The unit the result is asked in: how many days, 며칠, 몇 도, in hours; None for none."""
    found = _WANTED.search(text)
    said = next((part for part in found.groups() if part), None) if found else None
    return None if said is None else _UNITS.get(said, said.lower())


def starts_elsewhere(text: str, start: int, end: int) -> bool:
    """True if a figure is a point in time, a limit or a number of something: in 4 weeks, 3주 전, 5 or more."""
    return bool(_ELSEWHERE.search(text[:start])) or bool(_ELSEWHERE_BEHIND.match(text[end:]))
