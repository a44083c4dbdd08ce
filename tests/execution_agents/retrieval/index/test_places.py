"""Counting over many passages at once gives what counting one by one gives."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from execution_agents.retrieval.index import places
from execution_agents.retrieval.index.places import Beginning, Chain, Places
from execution_agents.retrieval.index.prepared import Prepared, prepare

WORDS = ["보증", "보증금", "보증금을", "반환", "반환하다", "임대인", "rent", "rents", "가", "7", "𝒳표", "𝒳표의", "각"]


def plainly(words: Sequence[Sequence[Chain]], passage: Prepared) -> tuple[float, float]:
    """The same by reading: each word of each sentence, each window, one after the other."""
    ends = (*passage.starts[1:], len(passage.words))
    parts = [passage.words[start:end] for start, end in zip(passage.starts, ends, strict=True)]
    held = [[max(_held(chain, part) for chain in chains) for chains in words] for part in parts]
    whole = sum(max(of_parts) for of_parts in zip(*held, strict=True))
    title, *sentences = held
    if sum(any(sentence) for sentence in sentences) < 2:
        return whole, whole
    windows = (sentences[at : at + 2] for at in range(len(sentences)))
    return max(sum(max(each) for each in zip(title, *window, strict=True)) for window in windows), whole


def _held(chain: Chain, part: str) -> float:
    """Of the longest beginning at any place, the dearest."""
    found = 0.0
    for at in range(len(part)):
        there = [one.worth for one in chain if part.startswith(one.text, at)]
        found = max(found, there[0] if there else 0.0)
    return found


def chain(chance: random.Random) -> Chain:
    word = chance.choice(WORDS)
    if word == "가":
        return (Beginning(" 가 ", chance.random()),)
    lengths = sorted({len(word), *chance.choices(range(min(2, len(word)), len(word) + 1), k=2)}, reverse=True)
    return tuple(Beginning(f" {word[:size]}", chance.random()) for size in lengths)


def passage(chance: random.Random) -> Prepared:
    def said(most: int) -> str:
        return " ".join(chance.choices([*WORDS, "없는", "말", "***", "보"], k=chance.randint(0, most)))

    return prepare(said(3), "\n".join(said(4) for _ in range(chance.randint(0, 8))))


@pytest.mark.parametrize("most", [places.MOST_COMPARED, 300])
def test_many_passages_at_once_are_counted_as_each_is_by_itself(most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "MOST_COMPARED", most)
    chance = random.Random(3)
    for _ in range(150):
        words = [[chain(chance) for _ in range(chance.randint(1, 3))] for _ in range(chance.randint(1, 6))]
        found = [passage(chance) for _ in range(chance.randint(1, 7))]
        got = list(zip(*Places(words).sums(found), strict=True))
        assert got == [pytest.approx(plainly(words, one)) for one in found]


def test_nothing_is_found_where_nothing_is_asked_or_nothing_is_there() -> None:
    assert [one.tolist() for one in Places([]).sums([prepare("", "보증금")])] == [[0.0], [0.0]]
    assert [one.size for one in Places([[(Beginning(" 보증", 1.0),)]]).sums([])] == [0, 0]
    assert [one.tolist() for one in Places([[(Beginning(" 보증", 1.0),)]]).sums([prepare("", "")])] == [[0.0], [0.0]]
