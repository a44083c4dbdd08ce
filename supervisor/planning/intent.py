"""Which of the pack's intents a question's own words indicate: keywords, patterns, similarity to the examples.

A keyword counts more the fewer intents have it; a pattern counts as two keywords; an example counts by its share of
common character pairs, from one half on; words of the intent's one data type count a little. Weights are thousandths of
a keyword.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from foundation.domains.schema.pack import Intent, Pack
from foundation.language.cues import PARTICLE_TAIL, normalise

KEYWORD, QUESTION_WORD, PATTERN, EXAMPLE, TYPE_WORD = 1000, 500, 2000, 3000, 400
LEAST = 900
"""A lower score decides nothing: it comes from words of a data type alone."""
_HANGUL_WORD = re.compile(r"[가-힣]")
_PRICE_WORD_TAIL = re.compile(
    r"^(?:[는를의와도로율격]|\s*(?:$|[?,.]|얼마|알려|평균|추이|비교|조회|시세|변동|상승|하락|동향|좀|어때|보여|정리))"
)


@dataclass(frozen=True)
class IntentReading:
    """The intent a question's own words indicate."""

    name: str | None
    """None if they indicate none."""
    score: int
    runner_up: int
    by_example: bool = False
    """True if only the similarity to an example indicates it: an elliptic "서초구는?" is similar to one and means
    nothing by itself."""
    by_pattern: bool = False
    """True if no word of its indicates it, only how something is asked (how many …)."""
    leaning: str | None = None
    """The intent they indicate, however weakly; None if no word indicates any."""

    @property
    def confidence(self) -> int:
        """Per mille: the lead of the best over the next one, reduced if the score itself is low."""
        return round(1000 * self.score / (self.score + self.runner_up + KEYWORD)) if self.name else 0


def read_intent(text: str, pack: Pack) -> IntentReading:
    """The best intent of those that do not end early; ties go to the one declared first."""
    open_intents = [intent for intent in pack.intents if intent.ends is None]
    shares = _shares(open_intents)
    scored = [
        (_by_words(text, intent, pack, shares), _by_examples(text, intent), intent.name) for intent in open_intents
    ]
    scored.sort(key=lambda each: each[0] + each[1], reverse=True)
    # How something is asked (how many, may I) says less than what is asked about.
    leading, *others = scored or [(0, 0, None)]
    named = {intent.name for intent in open_intents if _words_of(text, intent, pack)}
    if leading[2] not in named:
        leading = next((one for one in others if one[0] >= PATTERN and one[2] in named), leading)
    by_words, by_examples, name = leading
    best = by_words + by_examples
    return IntentReading(
        name=name if best >= LEAST else None,
        score=best,
        runner_up=max((by_word + by_example for by_word, by_example, other in scored if other != name), default=0),
        by_example=by_words < LEAST,
        by_pattern=by_words >= LEAST and name is not None and name not in named,
        leaning=name if best else None,
    )


def _by_examples(text: str, intent: Intent) -> int:
    pairs = _pairs(text)
    likeness = max((_likeness(pairs, _pairs(example)) for example in intent.examples), default=0.0)
    return round(EXAMPLE * likeness) if likeness >= 0.5 else 0


def _by_words(text: str, intent: Intent, pack: Pack, shares: Counter[str]) -> int:
    found = keywords_in(text, intent.keywords, pack)
    total = sum(_weight(keyword) // max(1, shares[keyword]) for keyword in found)
    total += PATTERN * sum(1 for pattern in intent.patterns if _compiled(pattern).search(text))
    if len(intent.data_types) == 1:
        words_of_type = keywords_in(text, pack.data_type(intent.data_types[0]).keywords, pack)
        total += TYPE_WORD * len(words_of_type)
    return total


def _words_of(text: str, intent: Intent, pack: Pack) -> bool:
    """True if the text has a word of the intent's or of its data types'."""
    of_types = (word for name in intent.data_types for word in pack.data_type(name).keywords)
    return bool(keywords_in(text, (*intent.keywords, *of_types), pack))


def _weight(keyword: str) -> int:
    """얼마 asks for a figure of any kind (a price, a period, a limit): half a word for any intent."""
    return QUESTION_WORD if keyword.startswith(("얼마", "how much")) else KEYWORD


def named_data_types(text: str, pack: Pack) -> tuple[str, ...]:
    """Data types whose defining words the text contains."""
    return tuple(data_type.name for data_type in pack.data_types if keywords_in(text, data_type.high_priority, pack))


def intent_of_data_type(name: str, pack: Pack) -> str | None:
    """The first intent that needs exactly this data type."""
    return next((intent.name for intent in pack.intents if intent.data_types == (name,)), None)


def keywords_in(text: str, keywords: tuple[str, ...], pack: Pack) -> tuple[str, ...]:
    """Keywords the text carries; of overlapping ones the longest."""
    plain = normalise(text)
    choice_words = _choice_words(pack) if any(keyword.endswith("가") for keyword in keywords) else frozenset[str]()
    taken: list[tuple[int, int]] = []
    found: list[str] = []
    for keyword in sorted(set(keywords), key=len, reverse=True):
        for match in _keyword(keyword).finditer(plain):
            start, end = match.span()
            free = not any(start < stop and begin < end for begin, stop in taken)
            if free and _is_the_word(plain, keyword, end, choice_words):
                taken.append((start, end))
                found.append(keyword)
                break
    return tuple(found)


def _is_the_word(plain: str, keyword: str, end: int, choice_words: frozenset[str]) -> bool:
    """전세가 is a price, or 전세 with the subject particle: it is the price only before a word used of prices."""
    if keyword.endswith("가") and keyword[:-1] in choice_words:
        return _PRICE_WORD_TAIL.match(plain[end:]) is not None
    return True


def _choice_words(pack: Pack) -> frozenset[str]:
    return frozenset(word for slot in pack.slots for choice in slot.choices for word in choice.words)


@lru_cache(maxsize=2048)
def _keyword(written: str) -> re.Pattern[str]:
    """Latin keywords and single syllables must be whole words (끓이는 법 is no law); others match anywhere."""
    keyword = normalise(written)
    body = r"\s*".join(re.escape(part) for part in keyword.split())
    if not _HANGUL_WORD.search(keyword):
        return re.compile(rf"(?<![a-z0-9]){body}(?![a-z0-9])")
    if len(keyword) == 1:
        return re.compile(rf"(?<!는\s)(?<![가-힣]){body}{_ONE_SYLLABLE_END}")
    return re.compile(body)


_ONE_SYLLABLE_END = r"(?=(?:" + PARTICLE_TAIL.pattern.removesuffix("{0,2}$") + r")?(?![가-힣]))"


@lru_cache(maxsize=512)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


def _shares(intents: list[Intent]) -> Counter[str]:
    return Counter(keyword for intent in intents for keyword in set(intent.keywords))


def _likeness(first: Counter[str], second: Counter[str]) -> float:
    """Dice's share of common character pairs."""
    total = sum(first.values()) + sum(second.values())
    return 2 * sum((first & second).values()) / total if total else 0.0


@lru_cache(maxsize=512)
def _pairs(text: str) -> Counter[str]:
    """Pairs of neighbouring characters, blanks and end marks left out."""
    plain = re.sub(r"[\s?.!,]+", "", normalise(text))
    return Counter(plain[index : index + 2] for index in range(len(plain) - 1))
