"""Whether a sentence says no while its source says yes.

Korean: negations are counted, two of them cancel each other. English: by the word each negation applies to, since a
sentence may omit a negated clause, or negate something more, and still say the same about the rest (*must act, not
wait* and *must act*).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from foundation.language.claims import without_yes_or_no
from foundation.language.stop_words import ENGLISH_STOP

_KOREAN = re.compile(
    r"지\s?(?:아니|않|못|말)|(?<![가-힣])(?:아니(?:다|며|고|라|한|하|된|되|할|합|됩|었|였)|안\s(?=[가-힣])|못\s?(?=[하한할했]))"
    r"|(?:이|가|은|는)\s?아니|아닙니다|아닌|없(?=[는다으어었고을습이])|불가(?!피)|불허|금지|제외|무효"
)
_HANGUL = re.compile(r"[가-힣]")
_WORD = re.compile(r"[a-z]+(?:['’][a-z]+)*|\d[\d.,]*\d|\d|[.;:!?]", re.IGNORECASE)
_DENIES = re.compile(
    r"not|cannot|never|no|none|neither|nor|without|unable|nobody|nothing|\w+n['’]t"
    r"|(?:are|is|was|were|do|does|did|has|have|had|could|would|should|must|ca|wo)nt",
    re.IGNORECASE,
)


def denies(sentence: str, source: str) -> bool:
    """True if one of the two negates what the other affirms. A question does neither."""
    mine, theirs = without_yes_or_no(sentence), without_yes_or_no(source)
    if theirs.rstrip().endswith("?"):
        return False
    if _HANGUL.search(mine) or _HANGUL.search(theirs):
        return negations(mine) != negations(theirs)
    return _denies(_words(mine), _words(theirs))


def negations(sentence: str) -> int:
    """Of a Korean sentence, or one of both languages. 0: says yes, 1: says no."""
    english = [word for word in _WORD.findall(sentence) if _DENIES.fullmatch(word)]
    return (len(_KOREAN.findall(sentence)) + len(english)) % 2


@dataclass(frozen=True)
class _Word:
    text: str
    denied: bool


def _words(sentence: str) -> list[_Word]:
    """The words that carry meaning, each with whether a negation is said of it: the next one behind the negation, or
    the last before it where its sentence ends."""
    found: list[_Word] = []
    open_negation = False
    for word in _WORD.findall(sentence.lower()):
        if _DENIES.fullmatch(word):
            open_negation = not open_negation
        elif word in ".;:!?":
            if open_negation and found:
                found[-1] = _Word(found[-1].text, True)
            open_negation = False
        elif word not in ENGLISH_STOP:
            found.append(_Word(word, open_negation))
            open_negation = False
    if open_negation and found:
        found[-1] = _Word(found[-1].text, True)
    return found


def _denies(mine: Sequence[_Word], theirs: Sequence[_Word]) -> bool:
    """By words that stand in the same order on both sides. A denial said in other words in front of one is the same
    (*cannot go*, *is not allowed to go*)."""
    one, other = [_stem(word.text) for word in mine], [_stem(word.text) for word in theirs]
    before, before_other = 0, 0
    for at, there, size in SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks():
        for step in range(size):
            denied, denied_there = mine[at + step].denied, theirs[there + step].denied
            if denied != denied_there:
                left = theirs[before_other : there + step] if denied else mine[before : at + step]
                if not any(word.denied for word in left):
                    return True
            before, before_other = at + step + 1, there + step + 1
    return False


def _stem(word: str) -> str:
    return word if len(word) <= 4 else word[: max(4, len(word) - 3)]
