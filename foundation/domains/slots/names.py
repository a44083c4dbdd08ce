"""Things a question names that the data may not have: 버팀목 대출, a Beotimmok loan.

A pack declares for a data type the nouns a name precedes, and names that people use anyway. The word before the noun is
a name if nothing else explains it: neither the data's own words, the pack's slots, keywords and dictionary, nor plain
words of the language (지금, 다른). A noun that belongs to a verb (대출 받을 때) follows no name, unless it is one
people use. In English a name is capitalised inside a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import lru_cache

from foundation.domains.schema.pack import NamedThings
from foundation.domains.slots.slots import Mention
from foundation.language.cues import negated, phrase
from foundation.language.spans import Found, longest

_WORDS_BACK = 3
_PLAIN = re.compile(
    r"^(?:지금|요즘|현재|최근|오늘|올해|작년|보통|평균|중위값|중앙값|중간값|합계|건수|최저|최고|최대|최소|가장|제일|다른|어떤|무슨|모든|전체|일반|각각|각|새|좋은|싼|큰"
    r"|그|이|저|내|제|우리|혹시|먼저|아직|이미|바로|같이|따로|더|또|많이|조금|그런|이런|저런|그럼|그러면|그리고|얼마|관련|해당|위|아래"
    r"|기존|신규|추천|비교|인기|주요|대표|종류별|상품|한|두|세|네|이번|지난|다음|나|너|저희|얘기|안녕하세요)$"
)
_INFLECTED = re.compile(
    r"(?:는|은|던|을|를|이|가|의|에|에서|에게|로|도|만|와|과|랑|까지|부터|보다|면|고|서|며|니|게|지|요|줘|다|까|때|할|한|될|된|인|하|용)$"
)
_AS_A_NOUN = (
    r"(?=(?:은|는|이|가|을|를|의|도|만|과|와|랑|이랑|에|에서|으로|로|이란|란|보다)?(?:\s*[?.!,]|\s*$|\s+(?:금리|이자|한도|조건|자격|기간|상품|종류"
    r"|대상|서류|정보|내용|상환|만기|비교|있|없|뭐|어때|얼마|몇|알려|보여|설명|궁금|어떻게|언제|누가|누구|신청\s*(?:조건|자격|방법))))"
)


def things_named(
    text: str, things: NamedThings, mentions: tuple[Mention, ...], is_ordinary: Callable[[str], bool]
) -> tuple[str, ...]:
    """The names in the text, in its own words (버팀목 전세자금대출), without excluded ones."""
    taken = {at for mention in mentions for at in range(mention.start, mention.end)}
    known = [Found(match.group(), *match.span()) for name in things.known for match in phrase(name).finditer(text)]
    found = [*known, *_before_nouns(text, things, taken, is_ordinary)]
    named_once = [one for one in longest(found) if not negated(text, (one.start, one.end))]
    return tuple(dict.fromkeys(one.value for one in named_once))


def is_plain(word: str) -> bool:
    """A plain word of the language, which names nothing: 지금, 다른."""
    return _PLAIN.match(word) is not None


def _before_nouns(
    text: str, things: NamedThings, taken: set[int], is_ordinary: Callable[[str], bool]
) -> Iterator[Found]:
    korean, latin = _patterns(things.nouns)
    for match in korean.finditer(text):
        start = _name_start(text, match.start(), match.start("noun"), taken, is_ordinary)
        if start is not None:
            yield Found(text[start : match.end("noun")], start, match.end("noun"))
    for match in latin.finditer(text):
        free = taken.isdisjoint(range(match.start(), match.end("name")))
        if free and match.start() > 0 and not is_ordinary(match["name"]):
            yield Found(match.group(), *match.span())


@lru_cache(maxsize=16)
def _patterns(nouns: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    korean = "|".join(re.escape(noun) for noun in nouns if not noun.isascii()) or r"(?!)"
    latin = "|".join(re.escape(noun) for noun in nouns if noun.isascii()) or r"(?!)"
    return (
        re.compile(rf"(?<![가-힣A-Za-z0-9])[가-힣A-Za-z0-9]*?(?P<noun>{korean}){_AS_A_NOUN}"),
        re.compile(rf"\b(?P<name>[A-Z][A-Za-z-]{{2,}})\s+(?:{latin})\b"),
    )


def _name_start(text: str, word: int, noun: int, taken: set[int], is_ordinary: Callable[[str], bool]) -> int | None:
    """The start of the nearest unexplained word, going back from the noun; None if there is none."""
    for _ in range(_WORDS_BACK):
        attached = text[word:noun].strip()
        rest = unexplained(attached, is_ordinary)
        free = taken.isdisjoint(range(word, word + len(rest)))
        if len(rest) > 1 and free and not is_plain(rest):
            whole_word = rest == attached and text[noun - 1 : noun].isspace()
            return None if whole_word and _INFLECTED.search(rest) else word
        before = re.search(r"([가-힣A-Za-z0-9]+)\s+$", text[:word])
        if before is None or len(rest) > 1:
            return None
        noun, word = word, before.start(1)
    return None


def unexplained(word: str, is_ordinary: Callable[[str], bool]) -> str:
    """The word without the ordinary words it ends with: 버팀목전세자금 -> 버팀목."""
    for size in range(len(word), 1, -1):
        if is_ordinary(word[-size:]):
            return unexplained(word[:-size], is_ordinary)
    return word
