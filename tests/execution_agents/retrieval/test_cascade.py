"""The stages that throw passages away, one by one."""

from __future__ import annotations

import pytest

from execution_agents.retrieval import cascade
from execution_agents.retrieval.analysis import Analysis
from execution_agents.retrieval.candidates import Candidate, normalised_scores, shares_of_best
from foundation.contracts.ports import Hit
from foundation.domains.schema.retrieving import CutFigures, FilterFigures, QuestionTypeName


def candidate(item_id: str, text: str, lexical: float | None = 1.0, dense: float | None = None) -> Candidate:
    hit = Hit(item_id, f"hash-{text}", f"hash-{text}", "", text, lexical or 0.0)
    return Candidate(hit, dense=dense, lexical=lexical)


def analysis(*key_words: str, kind: QuestionTypeName = "general", tokens: int = 5) -> Analysis:
    return Analysis(kind, 300, tokens, key_words, 0, 200)


def test_the_same_text_is_kept_once_and_the_better_one() -> None:
    kept = cascade.distinct([candidate("a", "보증금 반환"), candidate("b", "보증금 반환")], 900)
    assert [one.hit.item_id for one in kept] == ["a"]


def test_near_duplicates_go_but_never_for_a_figure_or_a_name() -> None:
    long = "임대인은 임차인에게 보증금을 반환하여야 하며 이를 지체한 때에는 이자를 더하여 지급한다 "
    one = candidate("a", long + "제1호")
    almost = candidate("b", long + "제1호.")
    other_figure = candidate("c", long + "제2호")
    kept = cascade.distinct([one, almost, other_figure], 900)
    assert [each.hit.item_id for each in kept] == ["a", "c"]


def test_passages_that_say_the_same_are_named_together() -> None:
    same = "한편 욕계에만 있는 마음작용을 따로 세워 다섯 가지로 부른다"
    found = cascade.near_duplicates([("a", "", same), ("b", "", same + "."), ("c", "", "전혀 다른 글")])
    assert found == {"a": frozenset({"a", "b"}), "b": frozenset({"a", "b"})}


def test_the_pre_filter_asks_for_a_key_word_and_softens_before_it_leaves_nothing() -> None:
    there, away = candidate("a", "보증금 반환"), candidate("b", "전혀 다른 글")
    figures = FilterFigures()
    assert cascade.prefiltered([there, away], analysis("보증금을"), (), figures) == ([there], False)
    assert cascade.prefiltered([away], analysis("보증금을"), (), figures) == ([away], True)


def test_a_synonym_or_a_vector_speaks_for_a_passage_as_well() -> None:
    by_synonym, by_vector = candidate("a", "임대인의 의무"), candidate("b", "전혀 다른 글", None, 0.9)
    kept, softened = cascade.prefiltered([by_synonym, by_vector], analysis("집주인"), ("임대인",), FilterFigures())
    assert (kept, softened) == ([by_synonym, by_vector], False)


def test_the_documents_overlap_is_asked_for_where_it_is_set() -> None:
    near, far = candidate("a", "보증금을 반환하는 시기"), candidate("b", "보증금 제도의 긴 역사")
    figures = FilterFigures(prefilter_overlap=700)
    kept, _ = cascade.prefiltered([near, far], analysis("보증금을", "반환하는"), (), figures)
    assert kept == [near]


def test_confidence_is_the_mean_of_the_legs_as_a_clipped_z_score() -> None:
    found = cascade.calibrated(
        [candidate("a", "x", 10.0, 0.9), candidate("b", "y", 5.0, None), candidate("c", "z", 0.0)]
    )
    values = [one.confidence for one in found]
    # Means 1, .25, 0: middle .4167, spread .4249; z 1.373, -.392, -.981; (z + 3) / 6.
    assert values == pytest.approx([0.7288, 0.4346, 0.3366], abs=1e-3)
    assert cascade.calibrated([candidate("a", "x", 3.0)])[0].confidence == 0.5
    assert cascade.calibrated([]) == []


def test_what_is_at_the_threshold_stays() -> None:
    found = cascade.calibrated([candidate("a", "x", 3.0)])
    assert cascade.confident(found, 500) == found
    assert cascade.confident(found, 501) == []


@pytest.mark.parametrize(
    ("asked", "count"),
    [
        (analysis("a", kind="numeric"), 8),
        (analysis("a", kind="comparative", tokens=30), 10),
        (analysis("a", kind="definition", tokens=3), 5),
        (analysis("a", kind="definition", tokens=9), 6),
        (analysis("a"), 6),
        (analysis(*"abcdefghijkl", tokens=12), 9),
    ],
)
def test_how_many_are_handed_on_depends_on_type_and_length(asked: Analysis, count: int) -> None:
    assert cascade.wanted_count(asked, CutFigures()) == count


def test_the_guard_counts_key_words_and_what_stands_for_them() -> None:
    context = [candidate("a", "임대인은 보증금을 반환한다")]
    assert cascade.guard(analysis("보증금은", "언제"), context, ()) == (500, True)
    assert cascade.guard(analysis("landlord"), context, ("임대인",)) == (1000, True)
    assert cascade.guard(analysis("잔디"), context, ()) == (0, False)
    assert cascade.guard(analysis("잔디"), [], ()) == (0, False)


def test_a_retry_asks_for_less_and_never_for_more() -> None:
    assert cascade.retry_threshold(300, CutFigures()) == 210
    assert cascade.retry_threshold(200, CutFigures()) == 150
    assert cascade.retry_threshold(120, CutFigures()) == 120


def test_scores_are_brought_to_a_common_scale() -> None:
    assert normalised_scores([3.0, 1.0, 2.0]) == [1.0, 0.0, 0.5]
    assert normalised_scores([2.0, 2.0]) == [1.0, 1.0]
    assert shares_of_best([4.0, 1.0]) == [1.0, 0.25]
    assert shares_of_best([0.0]) == [0.0]
    assert normalised_scores([]) == shares_of_best([]) == []
