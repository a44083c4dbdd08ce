"""The probe against a real index."""

from __future__ import annotations

import math

import pytest

from execution_agents.retrieval.index.lexical import TantivyIndex, build_in_memory
from execution_agents.reuse.probe import Probe, rarity_shares, supports
from foundation.contracts.ports import Hit
from foundation.contracts.work import Reading
from foundation.domains.schema.pack import ProbeFigures
from foundation.storage.records import Chunk
from tests.execution_agents.search.world import law, passage

TEXTS = {
    "renewal": "임차인은 계약이 끝나기 2개월 전까지 계약 갱신을 요구할 수 있다.",
    "rent": "차임과 보증금은 약정한 금액의 20분의 1을 넘겨 증액하지 못한다.",
    "repair": "임대인은 계약 중에 필요한 수선을 할 의무를 진다.",
}

FIGURES = ProbeFigures()


def read(*texts: str) -> tuple[Reading, ...]:
    """Readings of one weight."""
    return tuple(Reading(text=text, weight=1000) for text in texts)


@pytest.fixture(scope="module")
def index() -> TantivyIndex:
    return build_in_memory(
        Chunk(n, n, "p", "guide", "", t, f"hash-{n}", f"near-{n}", "", 0, len(t), None, False, at)
        for at, (n, t) in enumerate(TEXTS.items())
    )


def test_the_best_passage_in_hand_passes_and_out_of_hand_fails(index: TantivyIndex) -> None:
    found = Probe.search(index, read("보증금 증액은 20분의 1까지인가요?"), FIGURES, ("guide",))
    inside, outside = found.against((law(passage("rent")),)), found.against((law(passage("repair")),))
    assert (inside.failures, inside.best_in_hand, inside.held, inside.of) == ((), "rent", 1, 1)
    assert (outside.failures, outside.best_out_of_hand) == (("probe:best_out_of_hand",), "rent")
    assert outside.held == 0


def test_nothing_found_and_nothing_in_hand_fail(index: TantivyIndex) -> None:
    assert Probe.search(index, read("?!"), FIGURES).against((law(),)).failures == ("probe:nothing_found",)
    assert Probe.search(index, read("보증금"), FIGURES, ("other",)).against((law(),)).failures == (
        "probe:nothing_found",
    )
    assert Probe.search(index, read("보증금 증액"), FIGURES).against((law(passage("gone")),)).held == 0


def test_what_any_reading_finds_first_must_be_in_hand(index: TantivyIndex) -> None:
    asked = "수선은 누가 할 의무를 지나요?"
    follow_up = Probe.search(index, read(asked, f"계약 갱신을 언제 요구해요? {asked}"), FIGURES, ("guide",))
    renewal = law(passage("renewal"), passage("rent"))
    assert follow_up.against((renewal,)).failures == ("probe:best_out_of_hand",)
    both = follow_up.against((law(passage("renewal"), passage("repair")),))
    assert (both.failures, both.held, both.of) == ((), 2, 2)


def test_a_reading_of_more_weight_decides_what_stands_first(index: TantivyIndex) -> None:
    renewal, repair = "갱신을 요구할 수 있나요?", "필요한 수선을 할 의무"
    for heavy, first in ((renewal, "renewal"), (repair, "repair")):
        readings = tuple(Reading(text=each, weight=2000 if each == heavy else 1000) for each in (renewal, repair))
        assert Probe.search(index, readings, FIGURES).against((law(passage(first)),)).failures == ()


def hit(name: str, text: str, score: float, group: str = "") -> Hit:
    return Hit(name, f"hash-{name}", group or f"near-{name}", "", text, score)


def test_a_near_duplicate_of_a_passage_in_hand_counts_as_in_hand() -> None:
    twins = [hit("1", "보증금 증액", 2.0, "same"), hit("2", "보증금 증액", 1.9, "same")]
    assert Probe(twins, [0, 1]).against((law(passage("2")),)).failures == ()


def test_what_any_record_holds_is_in_hand() -> None:
    probe = Probe([hit(str(at), "보증금", 9.0 - at) for at in range(3)], [0, 1, 2])
    one, other = law(passage("0"), passage("2")), law(passage("1"))
    assert [probe.against(records, 3).held for records in ((one,), (other,), (one, other))] == [2, 1, 3]
    assert (probe.held_first(one), probe.held_first(other)) == ({0, 2}, {1})


def test_a_conversation_that_found_few_is_asked_for_as_many() -> None:
    probe, held = Probe([hit(str(at), "보증금", 9.0 - at) for at in range(3)], [0, 1, 2]), law(passage("0"))
    assert (probe.against((held,)).held, probe.against((held,)).of) == (1, 1)
    assert (probe.against((held,), found_before=8).held, probe.against((held,), found_before=8).of) == (1, 3)


def test_readings_that_disagree_must_have_more_in_hand(index: TantivyIndex) -> None:
    agreeing = Probe.search(index, read("계약 갱신을 요구", "갱신을 요구하는 계약"), ProbeFigures(first=1), ("guide",))
    apart = Probe.search(
        index, read("갱신을 요구", "수선을 할 의무", "증액하지 못한다"), ProbeFigures(first=1), ("guide",)
    )
    assert len(agreeing.first) < len(apart.first) == 3


def test_what_the_bare_question_finds_first_must_be_in_hand(index: TantivyIndex) -> None:
    heavy = "계약 갱신을 요구할 수 있나요?"
    readings = (Reading(text="필요한 수선을 할 의무", weight=100), Reading(text=heavy, weight=2000))
    found = Probe.search(index, readings, ProbeFigures(first=1, near_best=1000), ("guide",))
    assert found.against((law(passage("renewal")),), found_before=8).held < len(found.first)
    assert found.against((law(passage("renewal"), passage("repair")),)).held == len(found.first)


def test_support_is_the_geometric_mean_of_the_score_and_of_what_is_said() -> None:
    hits = [hit("1", "", 8.0), hit("2", "", 2.0)]
    assert supports(hits, [0.5, 1.0]) == pytest.approx([math.sqrt(0.5), 0.5])
    assert supports([hit("1", "", 0.0)], [1.0]) == [0.0]
    assert supports([], []) == []


TWO_PASSAGES = {
    "together": "수선 비용은 보증금에서 공제하지 못한다. 차임은 달마다 낸다. 계약은 두 해 동안이다. 열쇠는 돌려준다.",
    "apart": "수선 기간은 한 달이다. 차임은 달마다 낸다. 비용은 나눈다. 열쇠는 돌려준다. 보증금에서 세금을 공제한다.",
    "neither": "열쇠를 잃으면 바로 알린다.",
}
"""Both of the first two say all the words of the question; one of them in one place."""


def first_of(figures: ProbeFigures) -> str:
    """Which of the two stands first."""
    built = build_in_memory(
        Chunk(n, n, "p", "guide", "", t, f"hash-{n}", f"near-{n}", "", 0, len(t), None, False, at)
        for at, (n, t) in enumerate(TWO_PASSAGES.items())
    )
    return (
        Probe.search(built, read("수선 비용을 보증금에서 공제하나요?"), figures, ("guide",))
        .against((law(),))
        .best_out_of_hand
    )


def test_what_one_place_says_counts_more_than_the_same_words_said_apart() -> None:
    assert first_of(ProbeFigures()) == "together"


def test_what_only_one_hit_holds_weighs_more_than_what_all_hold() -> None:
    texts = ("서울 임대차 보증금", "서울 임대차 수선", "서울 임대차 차임")
    held = rarity_shares("서울 임대차 수선", [hit(str(at), text, 5.0) for at, text in enumerate(texts)])
    # Unweighted, the others would hold 4 of its 5 terms.
    assert held[1] == 1.0
    assert held[0] == held[2] < 0.5
    assert rarity_shares("수선", [hit("1", "가나다", 1.0)]) == [1.0]


def test_a_question_that_only_asks_is_compared_by_its_words_all_the_same(index: TantivyIndex) -> None:
    found = Probe.search(index, read("무엇을 할 수 있나요?"), FIGURES, ("guide",))
    assert found.against((law(passage("renewal")),)).best_in_hand == "renewal"
