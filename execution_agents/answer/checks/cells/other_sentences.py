"""A figure that the evidence gives for something else: the sentence that holds it does not name what the claim is said
of, and a sentence that does has another figure of that kind (*two months* of the Civil Code, said of shops)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from execution_agents.answer.checks.cited_places import Place
from foundation.language.figures.agreement import EXACT, Figure
from foundation.language.figures.reader import figures_of
from foundation.language.sentences import is_row

Says = Callable[[str, str], bool]
"""Whether a flat text says a word."""
MEANT = 0.65
"""Share of a claim's words that the sentence with the other figure must hold."""


def of_another_sentence(
    figures: Sequence[Figure], words: Sequence[str], places: Sequence[Place], says: Says
) -> list[Figure]:
    """The figures of a claim whose sentence tells less of the claim than another one with another figure."""
    single = [(one, figures_of(one.text)) for one in places if one.single and not is_row(one.text)]
    return [one for one in figures if one.kind not in EXACT and _is_of_another(one, figures, words, single, says)]


def _is_of_another(
    figure: Figure,
    figures: Sequence[Figure],
    words: Sequence[str],
    places: Sequence[tuple[Place, Sequence[Figure]]],
    says: Says,
) -> bool:
    own = [(place, there) for place, there in places if _has(there, figure)]
    others = [(place, there) for place, there in places if _is_rival(there, figure, figures)]
    own_titles = {place.title for place, _ in own}
    # Another passage may give another figure under circumstances of its own.
    others = [(place, there) for place, there in others if place.title in own_titles]
    return bool(own) and any(
        all(_tells_more((place, there), each, figures, words, says) for each in own) for place, there in others
    )


def _tells_more(
    other: tuple[Place, Sequence[Figure]],
    own: tuple[Place, Sequence[Figure]],
    figures: Sequence[Figure],
    words: Sequence[str],
    says: Says,
) -> bool:
    """True if more of the claim stands in the other sentence alone than in the figure's own alone."""
    mine = {word for word in words if says(own[0].flat, word)}
    theirs = {word for word in words if says(other[0].flat, word)}
    ours = sum(_has(own[1], one) and not _has(other[1], one) for one in figures) - 1
    return len(theirs) >= MEANT * len(words) and len(theirs - mine) > len(mine - theirs) + ours


def _has(figures: Sequence[Figure], wanted: Figure) -> bool:
    return any((one.kind, one.value) == (wanted.kind, wanted.value) for one in figures)


def _is_rival(there: Sequence[Figure], figure: Figure, figures: Sequence[Figure]) -> bool:
    """A figure of the same kind that the claim does not state; this one not."""
    rivals = [one for one in there if (one.kind, one.counted) == (figure.kind, figure.counted)]
    return bool(rivals) and not _has(there, figure) and not any(_has(figures, one) for one in rivals)
