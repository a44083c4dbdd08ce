"""Where a question's words stand in many passages, all of them counted at once.

Passage by passage and word by word this was most of a question's time (thirty passages, a dozen words: some hundred
places, each looked at by the interpreter). Here the passages are one row of letters, and every step is one numpy
operation over all of its places:

    places a word of a passage begins at -> those where one of the question's may begin -> how many letters agree
    -> what that beginning is worth -> a table, question's word x part of a passage (its title, each sentence)

from which the whole passage's and the best window's coverage are sums and maxima. The arithmetic is that of counting
one by one (a test does that beside it).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate, chain
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from execution_agents.retrieval.index.prepared import Prepared

MOST_COMPARED = 8_000_000
"""Letters of passages x chains that are counted at once (some 10 MB, held for a moment); thirty passages and a question
make a tenth of it. Passages of a longer question are counted in halves."""
_BLANK = 32
_SHORT = 1 << 16
Floats = NDArray[np.float64]


class Beginning(NamedTuple):
    """A beginning of a key word, and what holding it is worth."""

    text: str
    """With the blank before it."""
    worth: float


Chain = tuple[Beginning, ...]
"""The beginnings of one word, longest first: each begins with the next."""


class Places:
    """Finds the words of one question, each given by the chains of its alternatives."""

    def __init__(self, words: Sequence[Sequence[Chain]]) -> None:
        chains = [(at, each) for at, one in enumerate(words) for each in one]
        self._count = len(words)
        # One letter more than any text has: it matches nothing, so that counting stops there.
        self._width = width = max((len(each[0].text) for _, each in chains), default=1)
        letters = _codes("".join(each[0].text[1:].ljust(width, "\0") for _, each in chains))
        self._letters = letters.reshape(len(chains), width)
        self._columns = np.arange(1, width + 1)
        self._single = np.array([len(each[-1].text) == 2 for _, each in chains], np.bool_)
        self._worth = np.array([_by_length(each, width) for _, each in chains], np.float64).reshape(-1, width)
        self._word = np.array([at for at, _ in chains], np.intp)
        self._begins = np.zeros(_SHORT, np.bool_)
        self._begins[_short(self._letters[:, 0])] = True

    def sums(self, passages: Sequence[Prepared]) -> tuple[Floats, Floats]:
        """Of each passage what the best two neighbouring sentences and the title hold, and what all of it holds."""
        if not passages or not self._word.size:
            return np.zeros(len(passages)), np.zeros(len(passages))
        if len(passages) > 1 and sum(len(each.words) for each in passages) * len(self._word) > MOST_COMPARED:
            half = len(passages) // 2
            windows, wholes = zip(self.sums(passages[:half]), self.sums(passages[half:]), strict=True)
            return np.concatenate(windows), np.concatenate(wholes)
        counts = [len(each.starts) for each in passages]
        titles = np.array([0, *accumulate(counts[:-1])])
        part, row, worth = self._found(passages, counts)
        # Only parts that hold a word, and the titles, each the first of its passage.
        kept = np.zeros(sum(counts), np.bool_)
        kept[titles] = kept[part] = True
        number = kept.cumsum() - 1
        parts = np.flatnonzero(kept)
        held = np.zeros((self._count, len(parts)))
        np.maximum.at(held, (self._word[row], number[part]), worth)
        return _sums(held, parts, number[titles])

    def _found(
        self, passages: Sequence[Prepared], counts: Sequence[int]
    ) -> tuple[NDArray[np.intp], NDArray[np.intp], Floats]:
        """For each position that holds a beginning: (its part, its chain, its weight)."""
        text = "".join(each.words for each in passages)
        codes = _codes(text + " " * (self._width + 1))
        places = np.flatnonzero(codes[: len(text)] == _BLANK)
        places = places[self._begins[_short(codes[places + 1])]]
        at, row = np.nonzero(codes[places + 1][:, None] == self._letters[:, 0])
        places = places[at]
        likely = (codes[places + 2] == self._letters[row, 1]) | self._single[row]
        places, row = places[likely], row[likely]
        agree = codes[places[:, None] + self._columns] == self._letters[row]
        worth = self._worth[row, agree.argmin(axis=1)]
        held = worth > 0
        places, row, worth = places[held], row[held], worth[held]
        bases = np.array([0, *accumulate(len(each.words) for each in passages[:-1])])
        starts = np.fromiter(chain.from_iterable(each.starts for each in passages), np.intp, sum(counts))
        part = (starts + np.repeat(bases, counts)).searchsorted(places, "right") - 1
        return part, row, worth


def _sums(held: Floats, parts: NDArray[np.intp], titles: NDArray[np.intp]) -> tuple[Floats, Floats]:
    """`held`: word x part; `parts`: their numbers, rising; `titles`: which of them are titles."""
    whole = np.maximum.reduceat(held, titles, axis=1).sum(axis=0)
    of_title = held[:, titles]
    held[:, titles] = 0.0
    # A window is a sentence and the one after it; one that begins where nothing is held is no better than the next.
    windows = held.copy()
    beside = np.flatnonzero(parts[1:] - parts[:-1] == 1)
    windows[:, beside] = np.maximum(held[:, beside], held[:, beside + 1])
    counts = np.append(titles[1:], len(parts)) - titles
    added = np.maximum(windows - np.repeat(of_title, counts, axis=1), 0.0).sum(axis=0)
    added[titles] = 0.0
    best: Floats = of_title.sum(axis=0) + np.maximum.reduceat(added, titles)
    # All of a passage's parts but its title's hold something: with one of them, it is the whole of it.
    return np.where(counts < 3, whole, best), whole


def _by_length(beginnings: Chain, width: int) -> list[float]:
    """The weight for each number of matching letters, from none on."""
    found = [0.0] * width
    for one in reversed(beginnings):
        size = len(one.text) - 1
        found[size:] = [one.worth] * (width - size)
    return found


def _codes(text: str) -> NDArray[np.uint16] | NDArray[np.uint32]:
    """A number for each letter; of 16 bits unless a letter needs more."""
    narrow = text.encode("utf-16-le", "surrogatepass")
    if len(narrow) == 2 * len(text):
        return np.frombuffer(narrow, np.uint16)
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


def _short(codes: NDArray[np.uint16] | NDArray[np.uint32]) -> NDArray[np.uint16]:
    """Enough to tell most letters apart."""
    return codes.astype(np.uint16, copy=False)
