"""What is left of a question besides its figures and words of arithmetic: only what was said before may be."""

from __future__ import annotations

import re
from collections.abc import Sequence

from foundation.language.content import content_words
from foundation.language.figures.agreement import Figure
from foundation.language.verb_stems import verbs_in
from foundation.language.wanted.rates import bases_in

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
