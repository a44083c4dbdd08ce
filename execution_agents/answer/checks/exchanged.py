"""Finds a figure that replaces another figure of the source sentence.

A figure may occur somewhere in the evidence and still be wrong: the deposit's figure in the place of the rent's. If the
words around it are the same on both sides, the figure between them must be the same too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from foundation.domains.schema.answering import AnswerFigures, CheckFigures
from foundation.language.figures.agreement import Figure, Known
from foundation.language.figures.reader import figures_of

_TOKEN = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+|[^\s\w]")
_NOUGHTS = re.compile(r"^0+(?=\d)")


@dataclass(frozen=True)
class Token:
    """One word, number or mark, with its position."""

    text: str
    start: int
    end: int


def exchanged_figures(sentence: str, source: str, figures: AnswerFigures) -> tuple[str, ...]:
    """Figures of the sentence, as it writes them, in whose place the source has another one."""
    mine, theirs = figures_of(sentence), figures_of(source)
    if not mine or not theirs:
        return ()
    found: list[str] = []
    for span, other in exchanges(sentence, source, figures.support.exchanged_figure):
        held = [figure for figure in theirs if overlaps(figure, other)]
        for figure in mine:
            if overlaps(figure, span) and held and not any(same(one, figure, figures.check) for one in held):
                found.append(figure.text)
    return tuple(dict.fromkeys(found))


def same(source: Figure, figure: Figure, check: CheckFigures) -> bool:
    """True if either supports the other: a date may be shorter on either side."""
    return Known([source], check).bears_out(figure) or Known([figure], check).bears_out(source)


def exchanges(sentence: str, source: str, longest: int) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Stretches of at most `longest` tokens that differ between equal words: (from, to) in the sentence, (from, to) in
    the source."""
    mine, theirs = tokens(sentence), tokens(source)
    matcher = SequenceMatcher(None, [one.text for one in mine], [one.text for one in theirs], autojunk=False)
    for kind, start, end, other_start, other_end in matcher.get_opcodes():
        short = end - start <= longest and other_end - other_start <= longest
        if kind == "replace" and short and has_digits(mine[start:end]) and has_digits(theirs[other_start:other_end]):
            yield (
                (mine[start].start, mine[end - 1].end),
                (theirs[other_start].start, theirs[other_end - 1].end),
            )


def has_digits(stretch: Sequence[Token]) -> bool:
    """Whether a number is among them."""
    return any(token.text[0].isdigit() for token in stretch)


def tokens(text: str) -> list[Token]:
    """Words, numbers without separators, marks."""
    return [Token(plain(match[0]), match.start(), match.end()) for match in _TOKEN.finditer(text)]


def plain(token: str) -> str:
    """Lower case; a number without its separators and leading noughts."""
    if not token[0].isdigit():
        return token.lower()
    return _NOUGHTS.sub("", token.replace(",", ""))


def overlaps(figure: Figure, span: tuple[int, int]) -> bool:
    """True if a figure is in this stretch."""
    return figure.start < span[1] and span[0] < figure.start + max(1, len(figure.text))
