"""The probe against a real index."""

from __future__ import annotations

import math

import pytest

from execution_agents.retrieval.index.lexical import TantivyIndex, build_in_memory
from execution_agents.reuse.probe import MAX_LEAD, OWN_WORDS, OwnWords, Probe, supports, told_apart
from foundation.contracts.ports import Hit
from foundation.domains.schema.pack import ProbeFigures
from foundation.storage.records import Chunk
from tests.execution_agents.search.world import law, passage

TEXTS = {
    "renewal": "임차인은 계약이 끝나기 2개월 전까지 계약 갱신을 요구할 수 있다.",
    "rent": "차임과 보증금은 약정한 금액의 20분의 1을 넘겨 증액하지 못한다.",
    "repair": "임대인은 계약 중에 필요한 수선을 할 의무를 진다.",
}

BEST_ENOUGH = ProbeFigures(in_hand=0)
"""What Korean packs of articles set."""


@pytest.fixture(scope="module")
def index() -> TantivyIndex:
    return build_in_memory(
        Chunk(n, n, "p", "guide", "", t, f"hash-{n}", f"near-{n}", "", 0, len(t), None, False, at)
        for at, (n, t) in enumerate(TEXTS.items())
    )


def test_the_best_passage_in_hand_passes_and_out_of_hand_fails(index: TantivyIndex) -> None:
    found = Probe.search(index, "보증금 증액은 20분의 1까지인가요?", BEST_ENOUGH, ("guide",))
    inside, outside = found.against(law(passage("rent"))), found.against(law(passage("repair")))
    assert (inside.failures, inside.best_in_hand) == ((), "rent")
    assert inside.lead > 1000
    assert (outside.failures, outside.best_out_of_hand) == (("probe:best_out_of_hand",), "rent")
    assert outside.lead < 1000


def test_nothing_found_and_nothing_in_hand_fail(index: TantivyIndex) -> None:
    assert Probe.search(index, "?!", BEST_ENOUGH).against(law()).failures == ("probe:nothing_found",)
    assert Probe.search(index, "보증금", BEST_ENOUGH, ("other",)).against(law()).failures == ("probe:nothing_found",)
    assert Probe.search(index, "보증금 증액", BEST_ENOUGH).against(law(passage("gone"))).lead == 0


def hit(name: str, text: str, score: float, group: str = "") -> Hit:
    return Hit(name, f"hash-{name}", group or f"near-{name}", "", text, score)


def test_a_near_duplicate_of_a_passage_in_hand_counts_as_in_hand() -> None:
    twins = [hit("1", "보증금 증액", 2.0, "same"), hit("2", "보증금 증액", 1.9, "same")]
    assert Probe(twins, [1.0, 0.9], BEST_ENOUGH).against(law(passage("2"))).lead == MAX_LEAD


@pytest.mark.parametrize(("r", "passes"), [(1.0, True), (0.9, False)])
def test_r_says_how_much_better_what_is_out_of_hand_may_be(r: float, passes: bool) -> None:
    tie = [hit("1", "보증금 증액", 2.0), hit("2", "보증금 증액", 2.0)]
    found = Probe(tie, [0.5, 0.5], ProbeFigures(lead=r, in_hand=0)).against(law(passage("2")))
    assert (found.lead, not found.failures) == (1000, passes)


def test_all_top_hits_must_be_in_hand_unless_a_pack_has_measured_better() -> None:
    hits = [hit("1", "보증금 증액", 9.0), hit("2", "보증금", 1.0)]
    strict = Probe(hits, [1.0, 0.2], ProbeFigures())
    assert strict.against(law(passage("1"))).failures == ("probe:few_in_hand",)
    assert strict.against(law(passage("1"), passage("2"))).failures == ()


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


def lead_of(figures: ProbeFigures) -> int:
    """How far `together` lies before `apart`."""
    told = build_in_memory(
        Chunk(n, n, "p", "guide", "", t, f"hash-{n}", f"near-{n}", "", 0, len(t), None, False, at)
        for at, (n, t) in enumerate(TOLD_APART.items())
    )
    found = Probe.search(told, "수선 비용을 보증금에서 공제하나요?", figures, ("guide",)).against(
        law(passage("together"))
    )
    assert found.best_out_of_hand == "apart"
    return found.lead


def test_what_one_place_says_counts_more_than_the_same_words_said_apart() -> None:
    whole, windows = (lead_of(ProbeFigures(in_hand=0, window_share=share)) for share in (0, 700))
    assert windows > 1.1 * whole
    # BM25's score knows nothing of places.
    assert lead_of(ProbeFigures(in_hand=0, support="score")) < windows


def test_what_only_one_hit_holds_weighs_more_than_what_all_hold() -> None:
    texts = ("서울 임대차 보증금", "서울 임대차 수선", "서울 임대차 차임")
    held = told_apart("서울 임대차 수선", [hit(str(at), text, 5.0) for at, text in enumerate(texts)])
    # Unweighted, the others would hold 4 of its 5 terms.
    assert held[1] == 1.0
    assert held[0] == held[2] < 0.5
    assert told_apart("수선", [hit("1", "가나다", 1.0)]) == [1.0]


def test_what_tells_the_hits_apart_can_be_left_out() -> None:
    plain, apart = (lead_of(ProbeFigures(in_hand=0, apart_weight=weight)) for weight in (0, 1000))
    assert plain != apart


def test_a_question_that_only_asks_is_compared_by_its_words_all_the_same(index: TantivyIndex) -> None:
    found = Probe.search(index, "무엇을 할 수 있나요?", BEST_ENOUGH, ("guide",))
    assert found.against(law(passage("renewal"))).best_in_hand == "renewal"


SHOPS = {
    "shop": ("상가 계약 갱신 요구", "가게 세입자는 10년까지 갱신을 요구할 수 있다."),
    "home": ("주택 계약 갱신 요구", "세입자는 한 번 더 2년을 요구할 수 있다."),
    "deposit": ("주택 보증금 증액", "20분의 1까지 올릴 수 있다."),
    "repair": ("수선 의무", "큰 고장은 임대인이 고친다."),
}


@pytest.fixture(scope="module")
def shops() -> TantivyIndex:
    return build_in_memory(
        Chunk(n, n, "p", "guide", title, text, f"hash-{n}", f"near-{n}", "", 0, len(text), None, False, at)
        for at, (n, (title, text)) in enumerate(SHOPS.items())
    )


def own_words(index: TantivyIndex, standalone: str, question: str, *held: str) -> tuple[str, ...]:
    """What the question's own words say against reusing these passages for the rewritten one."""
    evidence = law(*(passage(name) for name in held))
    probe = Probe.search(index, standalone, BEST_ENOUGH, ("guide",))
    return OwnWords(index, question, BEST_ENOUGH, ("guide",)).against_rewritten(evidence, probe.best_in_hand(evidence))


def test_the_best_passage_for_a_questions_own_words_must_be_in_hand(shops: TantivyIndex) -> None:
    asked = ("계약과 관련해, 고장은 누가 고쳐?", "고장은 누가 고쳐?")
    assert own_words(shops, *asked, "shop", "home") == (OWN_WORDS,)
    assert own_words(shops, *asked, "shop", "repair") == ()


def test_the_passage_that_answers_must_say_the_questions_own_words(shops: TantivyIndex) -> None:
    asked = ("상가 계약 갱신 요구와 관련해, 주택은?", "주택은?")
    assert own_words(shops, *asked, "shop", "home", "deposit") == (OWN_WORDS,), "the best one in hand is about shops"
    assert own_words(shops, "주택 계약 갱신 요구와 관련해, 주택은?", "주택은?", "home", "deposit") == ()


def test_words_no_passage_says_are_no_evidence_against_reuse(shops: TantivyIndex) -> None:
    assert own_words(shops, "상가 계약 갱신 요구와 관련해, 더 쉽게 풀어줘", "더 쉽게 풀어줘", "shop") == ()
