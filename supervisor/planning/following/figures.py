"""A figure that a follow-up gives another value: 석 달 밀리면? → 두 달 밀리면요?, alarm WQ-302 → and 301?"""

from __future__ import annotations

import re
from collections.abc import Sequence

from foundation.language.corrections import meant_after_correction
from foundation.language.cues import Span, topic_words
from foundation.language.figures.agreement import Figure
from foundation.language.figures.reader import figures_of
from foundation.language.verb_stems import stems_in
from foundation.language.wanted.questions import asks
from supervisor.planning.following.topic import Edit
from supervisor.planning.reading import Reading

_CODE = re.compile(r"(?<![A-Za-z0-9])[A-Za-z]+-\d[A-Za-z\d-]*")
"""WQ-401 names one thing."""


def figures_exchanged(base: str, reading: Reading, taken: Sequence[Span]) -> list[Edit]:
    """The edits that put the question's figure in the place of the earlier one of its kind, if it says nothing that the
    earlier question does not say as well. A code is exchanged whole. `taken`: stretches that are read as slots."""
    corrected = None if reading.mentions else meant_after_correction(reading.text)
    text = reading.text if corrected is None else corrected  # sorry typo, 4 months
    own = _apart(text, [(mention.start, mention.end) for mention in reading.mentions])
    # A code may be a slot's value, and the number that a person types for another one is none.
    earlier = _apart(base, [span for span in taken if _CODE.fullmatch(base[slice(*span)]) is None])
    if not own or not _says_the_same(text, own, base):
        return []
    edits: list[Edit] = []
    for kind in dict.fromkeys(one.kind for one in own):
        new, old = ([one for one in each if one.kind == kind] for each in (own, earlier))
        if len(new) == len(old) == 1 and new[0].value != old[0].value:
            edits.append(Edit(*_place(base, old[0]), _typed(text, new[0])))
    return edits


def corrects_what_was_asked(reading: Reading) -> bool:
    """True for a correction that asks nothing of its own (no wait, abroad): sorry, what is a deposit? only begins
    politely."""
    return reading.corrects and not asks(meant_after_correction(reading.text) or reading.text)


def corrected_by(question: str, topic: str) -> bool:
    """True if a message only corrects a figure that now stands in the question before (sorry typo, 4 months): that
    question is asked."""
    corrected = meant_after_correction(question)
    found = figures_of(corrected) if corrected else ()
    if corrected is None or len(found) != 1 or found[0].text not in topic:
        return False
    return not topic_words(corrected.replace(_typed(corrected, found[0]), " "))


def _apart(text: str, taken: Sequence[Span]) -> list[Figure]:
    """The figures outside these stretches; not a number in letters that may be none (한, one)."""
    return [
        one
        for one in figures_of(text)
        if not one.letters and all(one.end <= start or end <= one.start for start, end in taken)
    ]


def _says_the_same(text: str, own: Sequence[Figure], base: str) -> bool:
    spared = text
    for one in reversed(own):
        start, end = _place(text, one)
        spared = f"{spared[:start]} {spared[end:]}"
    said, stems = {word.casefold() for word in topic_words(base, limit=len(base))}, stems_in(base)
    words = topic_words(spared, limit=len(text))
    return all(word.casefold() in said or bool(stems_in(word) & stems) for word in words)


def _place(text: str, figure: Figure) -> Span:
    """The figure's stretch; the whole code that it is a part of."""
    for code in _CODE.finditer(text):
        if code.start() <= figure.start < code.end():
            return code.span()
    return figure.start, figure.end


def _typed(text: str, figure: Figure) -> str:
    start, end = _place(text, figure)
    return text[start:end]
