"""Finds a name that replaces another name of the source, between words that are the source's own.

The surrounding words show which place is meant, so a name that no passage holds is not a paraphrase: 감사원의 감사 결과
against 상무위의 감사 결과. Particles must agree (Korean): 성균관에서 does not replace 성균관이. A writer who
paraphrases changes more than one name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from execution_agents.answer.checks.exchanged import Token, tokens
from foundation.domains.schema.supporting import SupportFigures
from foundation.language.numerals import NATIVE

_HANGUL = re.compile(r"[가-힣]")
_PARTICLE = re.compile(
    r"(이라는|라는|에서는|에게서|에서|에게|으로|부터|까지|처럼|보다|에는|[은는]|[이가]|[을를]|[과와]|의|에|로|도|만)$"
)
_SAME = {"는": "은", "가": "이", "를": "을", "와": "과", "로": "으로", "라는": "이라는"}
_ABOUT_FIGURES = re.compile(
    r"^(?:이내|이상|이하|미만|초과|영하|영상|마이너스|대략|가량|정도|최대|최소|최대한|최소한|평균|합계|총|각각|하루|매일|매주|매월|매달|매년"
    r"|연간|월간|주간|일간|동안|안팎|내외|절반|(?:첫|둘|셋|넷)째)(?:에는|에서|으로|까지|부터|마다|[에은는이가을를의로인도만])?$"
)
"""Words used around figures that name nothing; their meaning is compared elsewhere (`opposites.py`)."""
JOINS = re.compile(
    r"^(?:(?:그|이|저)(?:러|런|렇|에|를|는|와|것)|또|즉|다만|특히|이제|하지만|때문|경우|위해|따라|관련|대해|통해|외에"
    r"|(?:즉시|바로|곧|곧바로|매우|항상|늘|반드시|모두|다시|먼저|함께|주로|대개|보통|약간|거의|더욱|이미|아직|각각|서로|직접)$)"
)
"""Korean words that join, point or describe how: they name nothing."""
_NUMERAL = re.compile(NATIVE)
_OPENING = re.compile(r"\s*([가-힣]+),\s")
_CAPITAL = re.compile(r"[A-Z][a-zA-Z\u00c0-\u024f'’-]{2,}")


@dataclass(frozen=True)
class Words:
    """What is known about words from outside the two sentences."""

    is_absent: Callable[[str], bool]
    """True if no passage holds a word."""
    is_nominal: Callable[[str], bool]
    """Whether a Korean word may be a noun."""
    is_name: Callable[[str], bool]
    """True if the passages write an English word with a capital inside a sentence: at its beginning every word has one
    (*However* for *But*)."""


def exchanged_names(sentence: str, source: str, known: Words, figures: SupportFigures) -> tuple[str, ...]:
    """Words of the sentence, as it writes them, that are in no passage, in whose place the source has another name."""
    mine, theirs = tokens(sentence), tokens(source)
    matcher = SequenceMatcher(None, [one.text for one in mine], [one.text for one in theirs], autojunk=False)
    steps = matcher.get_opcodes()
    equal = [end - start if kind == "equal" else 0 for kind, start, end, _, _ in steps]
    if not mine or sum(equal) < figures.name_alike / 1000 * len(mine):
        return ()
    least, longest = figures.name_around, figures.exchanged_name
    found: list[str] = []
    for at, (kind, start, end, other_start, other_end) in enumerate(steps):
        around = sum(equal[max(0, at - 1) : at + 2])
        if kind != "replace" or around < least or max(end - start, other_end - other_start) > longest:
            continue
        stretch, other = mine[start:end], theirs[other_start:other_end]
        words = [sentence[one.start : one.end] for one in stretch]
        names = [source[one.start : one.end] for one in other]
        if not _counts(mine, start) and _is_named(words, names, known, opens=other_start == 0):
            for step, word in enumerate(words, start=start):
                if len(word) > 1 and not word[0].isdigit() and not _counts(mine, step) and _may_name(word, known):
                    found += [word] if known.is_absent(word) else []
    return tuple(dict.fromkeys(found))


def _is_named(words: Sequence[str], other: Sequence[str], known: Words, *, opens: bool) -> bool:
    """Whether both stretches may be names in the same role. `opens`: the other one opens its sentence."""
    last, before = words[-1], other[-1]
    if not (_HANGUL.search(last) or _HANGUL.search(before)):
        certain = [word for at, word in enumerate(other) if at > 0 or not opens or known.is_name(word)]
        return all(any(_CAPITAL.fullmatch(word) for word in each) for each in (words, certain))
    if any(names_nothing(word) for word in (*words, *other)) or not (last[-1].isalpha() and before[-1].isalpha()):
        return False
    return known.is_nominal(last) and known.is_nominal(before) and _particle(last) == _particle(before)


def _may_name(word: str, known: Words) -> bool:
    """A Korean word of the stretch that is no verb (10년으로 줄고 건물은)."""
    return not _HANGUL.search(word) or known.is_nominal(word)


def connective(sentence: str, source: str) -> str:
    """The word that joins a Korean sentence to the one before: it opens the sentence, a comma follows it, and the rest
    begins like the source (*한편, 보증금은 …*); "" if there is none."""
    found = _OPENING.match(sentence)
    if found is None:
        return ""
    after, begins = tokens(sentence[found.end() :]), tokens(source)
    return found[1] if after and begins and after[0].text == begins[0].text else ""


def names_nothing(word: str) -> bool:
    """True if a Korean word joins, points, describes how or belongs to a figure."""
    return bool(JOINS.search(word) or _ABOUT_FIGURES.search(word))


def _particle(word: str) -> str:
    found = _PARTICLE.search(word) if len(word) > 1 else None
    return _SAME.get(found[1], found[1]) if found else ""


def _counts(mine: Sequence[Token], start: int) -> bool:
    """After a number, also one in letters (한 대씩), comes a unit, not a name."""
    before = mine[start - 1].text if start > 0 else ""
    return before[:1].isdigit() or bool(_NUMERAL.fullmatch(before))
