"""What a message says besides the figures and the words of a formula: with nothing left, it says nothing else."""

from __future__ import annotations

import re

from execution_agents.analysis.formulas.assigning import Assigned
from execution_agents.analysis.formulas.roles import pattern_of
from foundation.domains.schema.formulas import Formula
from foundation.language.cues import PARTICLE, topic_words
from foundation.language.verb_stems import verbs_in
from foundation.language.wanted.arithmetic import besides_arithmetic
from foundation.language.wanted.rates import bases_in
from foundation.language.wanted.supposing import asks_again, besides_supposing

_FILLER = frozenset(
    re.findall(
        r"\S+",
        "그럼 그러면 그리고 그런데 근데 이면 면 경우 얼마 얼마야 얼마예요 얼마에요 얼마지 되나 되나요 돼 돼요 인데 "
        "일때 때 때는 이라면 라면 하면 계산 계산해줘 and then what how about if it is were was instead now much many "
        "so okay ok would be for with the of at per its it's i'd too also well as again please most least "
        "maximum minimum pay cost costs owe come comes actually wait 짜리",
    )
)
"""Words that repeat a request and name nothing."""
_COPULA = r"(?:(?!이[하상내])(?:이|였|예|에요|입|인|래|라|임)[가-힣]{0,4}(?![가-힣]))?"
"""The end of a clause behind a figure: 5억8천이었어요, 2.5%였네; no limit (5억 이하)."""
_ENDING = re.compile(rf"(?<![가-힣])(?:{PARTICLE}|에요|인가요?|[인는]지|일까요?|씩|쯤|정도|데)+(?![가-힣])")
_WORDS = 12


def left_over(formula: Formula, given: Assigned, text: str, *, but_verbs: bool = False) -> int:
    """Content words that are neither figures nor words of the formula. `but_verbs`: nor verbs (얼마나 내야 해)."""
    rest = _besides(formula, given, text)
    verbs = verbs_in(rest) if but_verbs else ()
    return sum(_is_content(word) and word not in verbs for word in topic_words(rest, _WORDS))


def left_over_supposing(formula: Formula, given: Assigned, text: str) -> int:
    """The same, and no words that set a value otherwise, or compare what comes of it (30년으로 늘리면 매달 얼마 덜
    내?)."""
    rest = _besides(formula, given, text)
    if asks_again(text):
        for word in _words_of_patterns(formula):
            rest = rest.replace(word, " ")
    rest = _without_endings(besides_arithmetic(besides_supposing(rest)))
    for base in reversed(bases_in(rest)):
        rest = f"{rest[: base.start]} {rest[base.end :]}"
    return sum(_is_content(word) for word in topic_words(rest, _WORDS))


def _words_of_patterns(formula: Formula) -> list[str]:
    """Nouns by which people ask for it (세금), whatever stands beside them."""
    return re.findall(r"[가-힣]{2,}", " ".join(formula.patterns))


def left_over_named(formula: Formula, text: str) -> int:
    """The same of a message that gives no value, and no words that name the formula (한달에 얼마씩 갚아)."""
    for pattern in formula.patterns:
        text = re.sub(pattern, " ", text, flags=re.IGNORECASE)
    rest = _besides(formula, Assigned((), ()), text)
    verbs = verbs_in(rest)
    rest = _without_endings(besides_arithmetic(besides_supposing(rest)))
    return sum(_is_content(word) and word not in verbs for word in topic_words(rest, _WORDS))


def _without_endings(text: str) -> str:
    """Without the endings of words that are blanked: 얼마까지에요 leaves 까지에요."""
    return _ENDING.sub(" ", text)


def _is_content(word: str) -> bool:
    return word.lower() not in _FILLER and len(word) > 1


def _besides(formula: Formula, given: Assigned, text: str) -> str:
    rest = text
    for one in sorted(given.inputs, key=lambda each: -len(each.text)):
        rest = re.sub(rf"{re.escape(one.text)}{_COPULA if one.unit else ''}", " ", rest)
    words = [word.removeprefix("~") for one in formula.inputs for word in one.words] + list(formula.words)
    words += [part for label in formula.label.values() for part in label.split()]
    for word in sorted(words, key=len, reverse=True):
        rest = pattern_of(word).sub(" ", rest)
    return rest
