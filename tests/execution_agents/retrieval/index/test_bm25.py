"""BM25 with other figures than the index's own."""

from __future__ import annotations

import pytest

from execution_agents.retrieval.chunking import one_chunk
from execution_agents.retrieval.index.bm25 import Wanted, rescored
from execution_agents.retrieval.index.lexical import LexicalFigures, TantivyIndex, build_in_memory

ONCE = one_chunk("once", "차임", "증액은 약정한 차임의 20분의 1을 넘지 못한다.", "statutes")
OFTEN = one_chunk("often", "기타", "증액 증액 증액 증액 증액 증액 그리고 다른 것", "statutes")
LONG = one_chunk("long", "보기법 제7조 (증액)", "증액을 청구한다. " + "다른 말을 길게 늘어놓는다. " * 4, "statutes")
OTHER = one_chunk("other", "반려동물", "개와 고양이를 기를 수 있다.", "handbook")


@pytest.fixture(scope="module")
def index() -> TantivyIndex:
    return build_in_memory([ONCE, OFTEN, LONG, OTHER])


def scores(index: TantivyIndex, k1: float, b: float, question: str = "보기법 제7조 차임 증액") -> dict[str, float]:
    """Passage -> score."""
    hits = index.search_terms(index.plain_terms(question), question, 4, (), LexicalFigures(k1=k1, b=b))
    return {hit.item_id: hit.score for hit in hits}


def test_near_the_indexs_own_figures_the_scores_are_the_indexs_own(index: TantivyIndex) -> None:
    own, anew = scores(index, 1.2, 0.75), scores(index, 1.2 + 1e-9, 0.75)
    assert list(anew) == list(own)
    # The index keeps lengths of more than 40 terms in steps.
    assert anew == pytest.approx(own, rel=0.03)


def test_a_higher_k1_lets_a_repeated_word_count_more(index: TantivyIndex) -> None:
    low, high = scores(index, 0.1, 0.0, "증액"), scores(index, 5.0, 0.0, "증액")
    assert high["often"] / high["once"] > low["often"] / low["once"]


def test_without_b_a_long_passage_is_not_held_back(index: TantivyIndex) -> None:
    with_b, without = scores(index, 1.5, 1.0, "증액"), scores(index, 1.5, 0.0, "증액")
    assert without["long"] / without["once"] > with_b["long"] / with_b["once"]


def test_passages_without_titles_score_as_under_titles_that_hold_none_of_the_words(index: TantivyIndex) -> None:
    texts = (ONCE.text, OFTEN.text, LONG.text)
    bare = build_in_memory([one_chunk(str(at), "", text) for at, text in enumerate(texts)])
    titled = build_in_memory([one_chunk(str(at), "머리말", text) for at, text in enumerate(texts)])
    assert scores(bare, 1.2, 0.75, "차임 증액") == scores(titled, 1.2, 0.75, "차임 증액")
    assert [bare.holders(term) for term in ("증액", "^증액")] == [titled.holders(term) for term in ("증액", "^증액")]


def test_nothing_found_stays_nothing(index: TantivyIndex) -> None:
    assert scores(index, 1.5, 0.75, "zzz") == {}
    assert rescored((), Wanted({("body", "증액"): 1.0}, 1.5, 0.75), lambda _: {}, index.statistics()) == ()
