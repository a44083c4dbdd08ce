"""What is left of a question besides its figures and words of arithmetic: only what was said before may be."""

from __future__ import annotations

import re
from collections.abc import Sequence

from foundation.language.content import content_words
from foundation.language.cues import references
from foundation.language.figures.agreement import Figure
from foundation.language.stop_words import ENGLISH_STOP
from foundation.language.verb_stems import verbs_in
from foundation.language.wanted.arithmetic import besides_arithmetic
from foundation.language.wanted.multiples import without_multiple
from foundation.language.wanted.rates import bases_in, spans_in

_VERB_END = re.compile(
    r"[가-힣]*(?:[으이]?면|[는은인]데|[는은한된할될인던]\s?거(?:야|예요|지|죠)?|[이일]까|이?에요|예요|이야|인가|[았었했됐]어|니|냐|나요?|[지죠]|려|돼|됨)"
)
"""How a Korean verb or copula ends a clause; nouns rarely do."""


def rest_of(text: str, figures: Sequence[Figure], known: str) -> tuple[str, ...]:
    """The words of a question that are neither figures nor words of arithmetic, and that nothing said before holds."""
    # The multiple goes before what it points at: of half of that, half would be left.
    letters = list(without_multiple(text))
    spans = [(one.start, one.start + len(one.text)) for one in figures]
    spans += [(one.start, one.end) for one in (*bases_in(text), *spans_in(text))]
    spans += [one.span for one in references(text)]  # What points at what was said says nothing new.
    for start, end in spans:
        letters[start:end] = " " * (end - start)
    plain = besides_arithmetic("".join(letters))
    verbs, said = verbs_in(plain), words_of(known)
    return tuple(word for word in content_words(plain) if word not in verbs and not is_known(word, said))


def is_known(word: str, said: frozenset[str]) -> bool:
    """True if a word was said before, or is the form of a Korean verb."""
    low = word.lower()
    if low in ENGLISH_STOP or low.isdigit():
        return True
    if low.isascii():
        return singular_of(low) in said
    return low[:2] in said or bool(_VERB_END.fullmatch(low))


def words_of(known: str) -> frozenset[str]:
    """English words in the singular, and the first two syllables of Korean ones."""
    low = known.lower()
    english = {singular_of(word) for word in re.findall(r"[a-z]+", low)}
    return frozenset(english | {word[:2] for word in re.findall(r"[가-힣]{2,}", low)})


def singular_of(word: str) -> str:
    """A word without a plural s."""
    return word[:-1] if word.endswith("s") else word
