"""Two figures of one place that a sentence exchanges: 70 ℃에서 경보, 80 ℃에서 정지 written with 80 and 70."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations

from foundation.language.figures.agreement import Figure, same

Words = Callable[[str], Sequence[str]]
"""The words of a stretch that carry meaning, by what their forms share."""


def swapped(sentence: tuple[str, Sequence[Figure]], place: tuple[str, Sequence[Figure]], words: Words) -> list[str]:
    """Pairs of figures of one kind whose surrounding words belong to the other figure in the place. Both arguments:
    (text, its figures)."""
    mine, theirs = _beside(*sentence, words), _beside(*place, words)
    found: list[str] = []
    for (one, near_one), (other, near_other) in combinations(mine, 2):
        if one.kind != other.kind or same(one, other):
            continue
        own = [near for figure, near in theirs if same(figure, one)]
        others = [near for figure, near in theirs if same(figure, other)]
        if len(own) == len(others) == 1:
            # Words that both figures have (에서, a night) distinguish neither.
            both = own[0] & others[0]
            own, others = [own[0] - both], [others[0] - both]
            straight = min(len(near_one & own[0]), len(near_other & others[0]))
            crossed = min(len(near_one & others[0]), len(near_other & own[0]))
            if straight == 0 and crossed > 0:
                found += [one.text, other.text]
    return list(dict.fromkeys(found))


def _beside(text: str, figures: Sequence[Figure], words: Words) -> list[tuple[Figure, frozenset[str]]]:
    """Each figure with the words behind it, up to the next."""
    ends = [*(one.start for one in figures[1:]), len(text)][: len(figures)]
    near = [frozenset(words(text[one.end : end])) for one, end in zip(figures, ends, strict=True)]
    return list(zip(figures, near, strict=True))
