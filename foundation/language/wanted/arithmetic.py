"""Words of arithmetic in a question about what was said: whether it asks for a difference, a sum, a length of time, and
what is left of it besides its figures."""

from __future__ import annotations

import re
from collections.abc import Sequence

from foundation.language.content import content_words
from foundation.language.figures.agreement import Figure
from foundation.language.verb_stems import verbs_in
from foundation.language.wanted.comparisons import comparing
from foundation.language.wanted.rates import bases_in

_DIFFERENCE = re.compile(
    r"빼면|뺀|빼고\s*(?:나면|남)|얼마나\s*(?:남|줄|덜)|\b(?:how\s+(?:much|many)(?:\s+\w+){0,2}\s+(?:more|less|fewer|longer|shorter))\b"
    r"|\bminus\b|\bsubtract\w*\b|\bdifferen(?:ce|t)\b|\bapart\b",
    re.IGNORECASE,
)
_SUM = re.compile(
    r"합치|합하|합쳐|합은|합계|더하|더해|둘\s*다\s*(?:하|받|내|쓰)|\bboth\s+together\b|\btogether\b|\badd(?:ed|ing)?\b|\bcombined\b|\bsum\b|\bplus\b",
    re.IGNORECASE,
)
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
    r"^\s*(?:전(?!부|체)|후|뒤|이내|안에|까지|이상|이하|미만|초과|넘|째|번째|차(?![가-힣])|ago\b|later\b|before\b|after\b|or\s+(?:more|less)\b|notice\b|old\b)",
    re.IGNORECASE,
)
_FILLER = re.compile(
    r"\b(?:that|thats|here|there|also|she|he|her|him|his|their|that's|whats|what's|it|its|it's|this|those|them|these|then|so|and|ok|okay|well|please|total|altogether|together|both|us|we|me|you|they"
    r"|all|over|up|in|of|for|a|an|the|per|each|every|one|ones|two|if|is|are|was|be|i|my|our|do|does|did|would|will|how|much|many|long|what|which|about|now|just|only"
    r"|to|too|get|gets|got|pay|pays|paid|cost|costs|come|comes|make|makes|amount|need|needs|add|added|adding|combined|sum|plus|minus|less|more|fewer|longer|shorter"
    r"|difference|different|between|apart|by|with|at|from|last|lasts|hours?|minutes?|days?|weeks?|months?|years?|degrees|times|double|triple|twice|half|max|maximum"
    r"|again|same|see|lol|hm+|ah|oh|work|works|out|say|let's|lets|have|had|take|takes|use|uses|used|full|whole|grand)\b"
    r"|그럼|그러면|그렇게|그거|그건|그게|그걸|그|이거|이건|저거|근데|그래서|그리고|혹시|음|아|흠|총|전부|모두|다|합|합쳐서|합치면|합하면|더하면|더해서|합은|합계"
    r"|차이|차이나|차이가|차이는|둘|둘이|둘은|둘의|두|얼마나|얼마|며칠|몇|도|계산|정도|대충|결국|금액|정확히|시간|분|초|일|주일|주|달|개월|년|동안|빼면|뺀|빼고",
    re.IGNORECASE,
)
_VERB_END = re.compile(
    r"[가-힣]*(?:[으이]?면|[는은인]데|[는은한된할될인던]\s?거(?:야|예요|지|죠)?|[이일]까|이?에요|예요|이야|인가|[았었했됐]어|니|냐|나요?|[지죠]|려|돼|됨)"
)
"""How a Korean verb or copula ends a clause; nouns rarely do."""


def asks_difference(text: str) -> bool:
    """True if a question asks by how much two amounts differ."""
    return comparing(text).difference or bool(_DIFFERENCE.search(text))


def asks_sum(text: str) -> bool:
    """True if a question asks for two amounts together."""
    return bool(_SUM.search(text))


def asks_result(text: str) -> bool:
    """True if a question asks for a figure, or says little more than one."""
    return bool(_ASKS.search(text)) or bool(_OPEN.match(text))


def length_wanted(text: str) -> str | None:
    """The unit the result is asked in: how many days, 며칠, 몇 도, in hours; None for none."""
    found = _WANTED.search(text)
    said = next((part for part in found.groups() if part), None) if found else None
    return None if said is None else _UNITS.get(said, said.lower())


def starts_elsewhere(text: str, start: int, end: int) -> bool:
    """True if a figure is a point in time, a limit or a number of something: in 4 weeks, 3주 전, 5 or more."""
    return bool(_ELSEWHERE.search(text[:start])) or bool(_ELSEWHERE_BEHIND.match(text[end:]))


def rest_of(text: str, figures: Sequence[Figure], known: str) -> tuple[str, ...]:
    """The words of a question that are neither figures nor words of arithmetic, and that nothing said before holds."""
    plain = text
    spans = [(one.start, one.start + len(one.text)) for one in figures]
    spans += [(one.start, one.end) for one in bases_in(text)]
    for start, end in sorted(spans, reverse=True):
        plain = f"{plain[:start]} {plain[end:]}"
    verbs, low = verbs_in(plain), known.lower()
    closed = re.sub(r"\s", "", low)
    words = {singular_of(word) for word in re.findall(r"[a-z]+", low)}
    return tuple(word for word in content_words(plain) if word not in verbs and not _is_known(word, closed, words))


def _is_known(word: str, closed: str, words: set[str]) -> bool:
    low = word.lower()
    if _FILLER.fullmatch(low) or low.isdigit():
        return True
    if low.isascii():
        return singular_of(low) in words
    return low[:2] in closed or bool(_VERB_END.fullmatch(low))


def singular_of(word: str) -> str:
    """A word without a plural s."""
    return word[:-1] if word.endswith("s") else word
