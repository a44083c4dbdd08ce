"""Words typed without the blanks between them, cut where words of the corpus begin.

Koreans leave blanks out, and may. What is typed as one word is read by its beginning alone, and the rest of it is lost
to every stage that reads words. The index knows where words begin: of the passages that hold two characters, how many
hold them at a word's beginning.

    share(ab) = passages with a word that begins with ab / passages with ab

A word begins where that share is `STARTS` or more and the corpus never writes both sides together (one of the two
3-grams across the place is in no passage): a compound the corpus knows stays whole. No dictionary and no model; a
corpus' own names are known as soon as they are indexed. An index without 2-grams as its shortest or without 3-grams
cannot tell, and nothing is cut by it. Pieces have two characters or more; of two places side by side
the likelier one is taken.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from foundation.language.tokens import BEGINNING, GRAMS

STARTS = 0.5
"""Share of passages with these characters in which they begin a word."""
LONGEST = 400
"""Characters of a word that is cut; longer ones are no question's."""
_SIZE = 2
"""Characters a word's beginning is indexed by, and the least a piece has."""
_HANGUL = re.compile(r"[가-힣]{2}")

Holders = Callable[[str], int]
"""Index term -> how many passages hold it."""


def pieces(word: str, least: int, holders: Holders, grams: tuple[int, ...] = GRAMS) -> tuple[str, ...]:
    """The words it is made of, in order; itself where it has fewer than `least` characters (0: always) or no other
    word begins within it. `grams`: lengths of the index's character n-grams."""
    if min(grams) != _SIZE or _SIZE + 1 not in grams:
        return (word,)
    if not least or not least <= len(word) <= LONGEST:
        return (word,)
    cuts = [0]
    best = 0.0
    for at in range(_SIZE, len(word) - _SIZE + 1):
        share = _share(word[at : at + _SIZE], holders)
        if share < STARTS or _is_written(word, at, holders):
            continue
        if at - cuts[-1] >= _SIZE:
            cuts.append(at)
            best = share
        elif share > best:
            cuts[-1] = at
            best = share
    ends = [*cuts[1:], len(word)]
    return tuple(word[start:end] for start, end in zip(cuts, ends, strict=True))


def _share(two: str, holders: Holders) -> float:
    if not _HANGUL.fullmatch(two):
        return 0.0
    there = holders(two)
    return holders(BEGINNING + two) / there if there else 0.0


def _is_written(word: str, at: int, holders: Holders) -> bool:
    """True if the corpus writes both sides of the position as one word."""
    return all(holders(word[start : start + _SIZE + 1]) > 0 for start in (at - 2, at - 1))
