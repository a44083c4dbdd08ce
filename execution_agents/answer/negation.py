"""Whether a sentence says yes or no: negations counted, two of them cancel each other."""

from __future__ import annotations

import re

_KOREAN = re.compile(
    r"지\s?(?:아니|않|못|말)|(?<![가-힣])(?:아니(?:다|며|고|라|한|하|된|되|할|합|됩|었|였)|안\s(?=[가-힣])|못\s?(?=[하한할했]))"
    r"|(?:이|가|은|는)\s?아니|아닙니다|아닌|없(?=[는다으어었고을습이])|불가(?!피)|불허|금지|제외|무효"
)
_ENGLISH = re.compile(
    r"\bnot\b|n['’]t\b|\bcannot\b|\bnever\b|\bno\b|\bnone\b|\bneither\b|\bnor\b|\bwithout\b|\bunable\b|\bnobody\b|\bnothing\b",
    re.IGNORECASE,
)


def negations(sentence: str) -> int:
    """0: says yes, 1: says no."""
    return (len(_KOREAN.findall(sentence)) + len(_ENGLISH.findall(sentence))) % 2
