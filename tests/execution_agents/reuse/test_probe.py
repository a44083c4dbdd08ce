"""The probe against a real index."""

from __future__ import annotations

import math

import pytest

from execution_agents.retrieval.index.lexical import TantivyIndex, build_in_memory
from execution_agents.reuse.probe import Probe, supports, told_apart
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
    inside, outside = found.against(law(passage("rent"))), found.against(law(passage("repair")))
    assert (inside.failures, inside.best_in_hand, inside.held, inside.of) == ((), "rent", 1, 1)
    assert (outside.failures, outside.best_out_of_hand) == (("probe:best_out_of_hand",), "rent")
    assert outside.held == 0


def test_nothing_found_and_nothing_in_hand_fail(index: TantivyIndex) -> None:
    assert Probe.search(index, read("?!"), FIGURES).against(law()).failures == ("probe:nothing_found",)
    assert Probe.search(index, read("보증금"), FIGURES, ("other",)).against(law()).failures == ("probe:nothing_found",)
    assert Probe.search(index, read("보증금 증액"), FIGURES).against(law(passage("gone"))).held == 0


def test_what_any_reading_finds_first_must_be_in_hand(index: TantivyIndex) -> None:
    asked = "수선은 누가 할 의무를 지나요?"
    follow_up = Probe.search(index, read(asked, f"계약 갱신을 언제 요구해요? {asked}"), FIGURES, ("guide",))
    renewal = law(passage("renewal"), passage("rent"))
    assert follow_up.against(renewal).failures == ("probe:best_out_of_hand",)
    both = follow_up.against(law(passage("renewal"), passage("repair")))
    assert (both.failures, both.held, both.of) == ((), 2, 2)


def test_a_reading_of_more_weight_decides_what_stands_first(index: TantivyIndex) -> None:
    renewal, repair = "갱신을 요구할 수 있나요?", "필요한 수선을 할 의무"
    for heavy, first in ((renewal, "renewal"), (repair, "repair")):
        readings = tuple(Reading(text=each, weight=2000 if each == heavy else 1000) for each in (renewal, repair))
        assert Probe.search(index, readings, FIGURES).against(law(passage(first))).failures == ()


def hit(name: str, text: str, score: float, group: str = "") -> Hit:
    return Hit(name, f"hash-{name}", group or f"near-{name}", "", text, score)


def test_a_near_duplicate_of_a_passage_in_hand_counts_as_in_hand() -> None:
    twins = [hit("1", "보증금 증액", 2.0, "same"), hit("2", "보증금 증액", 1.9, "same")]
    assert Probe(twins, [1.0, 1.0], FIGURES).against(law(passage("2"))).failures == ()


def test_as_many_are_compared_as_the_pack_says_and_as_are_in_hand() -> None:
    hits, said = [hit(str(at), "보증금", 9.0 - at) for at in range(5)], [0.5, 0.5, 1.0, 1.0, 0.5]
    held = law(*(passage(str(at)) for at in (0, 1, 4, 5)))
    for first, found in ((1, (1, 1)), (3, (2, 3)), (5, (2, 4))):
        reading = Probe(hits, said, ProbeFigures(first=first)).against(held, leans=True)
        assert (reading.held, reading.of) == found
    assert Probe(hits, said, FIGURES).against(law(passage("0"))).of == 1


@pytest.mark.parametrize(("in_hand", "out", "better"), [(0.5, 0.5, 0), (0.5, 0.6, 1), (0.9, 0.6, 0), (0.0, 0.3, 0)])
def test_a_passage_out_of_hand_counts_where_it_says_more_of_the_bare_question(
    in_hand: float, out: float, better: int
) -> None:
    hits = [hit("1", "보증금 증액", 9.0), hit("2", "보증금", 8.0)]
    probe, held = Probe(hits, [in_hand, out], FIGURES), law(passage("1"), passage("3"))
    found = probe.against(held, leans=True)
    assert (found.of - found.held, found.failures) == (better, ())
    assert probe.against(held).held == 1, "a question that stands on its own wants what a fresh search brings"


def test_support_is_the_geometric_mean_of_the_score_and_of_what_is_said() -> None:
    hits = [hit("1", "", 8.0), hit("2", "", 2.0)]
    assert supports(hits, [0.5, 1.0]) == pytest.approx([math.sqrt(0.5), 0.5])
    assert supports([hit("1", "", 0.0)], [1.0]) == [0.0]
    assert supports([], []) == []


TOLD_APART = {
    "together": "수선 비용은 보증금에서 공제하지 못한다. 차임은 달마다 낸다. 계약은 두 해 동안이다. 열쇠는 돌려준다.",
    "apart": "수선 기간은 한 달이다. 차임은 달마다 낸다. 비용은 나눈다. 열쇠는 돌려준다. 보증금에서 세금을 공제한다.",
    "neither": "열쇠를 잃으면 바로 알린다.",
}
"""Both of the first two say all the words of the question; one of them in one place."""


def first_of(figures: ProbeFigures) -> str:
    """Which of the two stands first."""
    told = build_in_memory(
        Chunk(n, n, "p", "guide", "", t, f"hash-{n}", f"near-{n}", "", 0, len(t), None, False, at)
        for at, (n, t) in enumerate(TOLD_APART.items())
    )
    return (
        Probe.search(told, read("수선 비용을 보증금에서 공제하나요?"), figures, ("guide",))
        .against(law())
        .best_out_of_hand
    )


def test_what_one_place_says_counts_more_than_the_same_words_said_apart() -> None:
    assert first_of(ProbeFigures()) == "together"


def test_what_only_one_hit_holds_weighs_more_than_what_all_hold() -> None:
    texts = ("서울 임대차 보증금", "서울 임대차 수선", "서울 임대차 차임")
    held = told_apart("서울 임대차 수선", [hit(str(at), text, 5.0) for at, text in enumerate(texts)])
    # Unweighted, the others would hold 4 of its 5 terms.
    assert held[1] == 1.0
    assert held[0] == held[2] < 0.5
    assert told_apart("수선", [hit("1", "가나다", 1.0)]) == [1.0]


def test_a_question_that_only_asks_is_compared_by_its_words_all_the_same(index: TantivyIndex) -> None:
    found = Probe.search(index, read("무엇을 할 수 있나요?"), FIGURES, ("guide",))
    assert found.against(law(passage("renewal"))).best_in_hand == "renewal"
