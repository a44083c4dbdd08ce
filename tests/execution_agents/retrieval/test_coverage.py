"""How much of a question a passage says."""

from __future__ import annotations

import math

import pytest

from execution_agents.retrieval.coverage import Coverage, Worth, synonym_words
from execution_agents.retrieval.index.prepared import prepare

HELD = {
    "^보증": 3,
    "보증금": 3,
    "증금을": 1,
    "^반환": 2,
    "반환하": 1,
    "환하나": 0,
    "^임대": 4,
    "임대인": 4,
    "rent": 2,
    "deposit": 5,
}


def worth() -> Worth:
    return Worth(10, lambda term: HELD.get(term, 0))


def idf(holders: int) -> float:
    return math.log(1 + (10 - holders + 0.5) / (holders + 0.5))


def test_a_word_counts_as_far_as_its_beginning_is_held() -> None:
    coverage = Coverage([worth().wanted("보증금을")])
    # The whole word is held by one passage at most (증금을), its beginning 보증금 by three.
    assert coverage.of([prepare("", "보증금을 돌려준다")])[0] == (1.0, 1.0)
    assert coverage.of([prepare("", "보증금은 돌려준다")])[0][1] == pytest.approx(idf(3) / idf(1))
    assert coverage.of([prepare("", "차임만 정한다")])[0] == (0.0, 0.0)


def test_a_beginning_is_only_found_where_a_word_begins() -> None:
    assert Coverage([worth().wanted("임대인")]).of([prepare("", "재임대인")])[0] == (0.0, 0.0)


def test_two_neighbouring_sentences_count_together_and_distant_ones_do_not() -> None:
    coverage = Coverage([worth().wanted("보증금"), worth().wanted("임대인")])
    near = coverage.of([prepare("", "보증금을 받는다. 임대인은 나간다. 끝.")])[0]
    far = coverage.of([prepare("", "보증금을 받는다. 사이에 있다. 또 있다. 임대인은 나간다.")])[0]
    assert near == (1.0, 1.0)
    assert far[1] == 1.0
    assert far[0] == pytest.approx(max(idf(3), idf(4)) / (idf(3) + idf(4)))


def test_the_title_stands_with_every_sentence() -> None:
    coverage = Coverage([worth().wanted("보증금"), worth().wanted("임대인")])
    assert coverage.of([prepare("임대인의 의무", "하나. 둘. 셋. 보증금을 돌려준다.")])[0] == (1.0, 1.0)


def test_synonyms_stand_for_their_word_at_a_little_less() -> None:
    wanted = worth().wanted("집주인", synonym_words(("임대인",)))
    assert Coverage([wanted]).of([prepare("", "임대인은 돌려준다")])[0][0] == 1.0
    both = Coverage([worth().wanted("임대인", ("보증금",))])
    assert both.of([prepare("", "보증금")])[0][0] == pytest.approx(0.9 * idf(3) / max(idf(4), 0.9 * idf(3)))


def test_english_words_are_held_by_what_they_share_with_their_stem() -> None:
    coverage = Coverage([worth().wanted("rents"), worth().wanted("deposits")])
    assert coverage.of([prepare("", "The deposit and the rent are due.")])[0][1] == 1.0


def test_a_question_no_passage_can_hold_covers_nothing() -> None:
    coverage = Coverage([worth().wanted("은하수")])
    assert not coverage
    assert coverage.of([prepare("", "은하수")])[0] == (0.0, 0.0)
