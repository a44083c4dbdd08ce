"""The probe against a real index."""

from __future__ import annotations

import pytest

from execution_agents.retrieval.lexical import TantivyIndex, build_in_memory
from execution_agents.search.probe import MAX_LEAD, Probe
from foundation.contracts.ports import Hit
from foundation.domains.pack import ProbeFigures
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
    assert Probe("보증금 증액", twins, BEST_ENOUGH).against(law(passage("2"))).lead == MAX_LEAD


@pytest.mark.parametrize(("r", "passes"), [(1.0, True), (0.9, False)])
def test_r_says_how_much_better_what_is_out_of_hand_may_be(r: float, passes: bool) -> None:
    tie = [hit("1", "보증금 증액", 2.0), hit("2", "보증금 증액", 2.0)]
    found = Probe("보증금 증액", tie, ProbeFigures(lead=r, in_hand=0)).against(law(passage("2")))
    assert (found.lead, not found.failures) == (1000, passes)


def test_all_top_hits_must_be_in_hand_unless_a_pack_has_measured_better() -> None:
    hits = [hit("1", "보증금 증액", 9.0), hit("2", "보증금", 1.0)]
    strict = Probe("보증금 증액", hits, ProbeFigures())
    assert strict.against(law(passage("1"))).failures == ("probe:few_in_hand",)
    assert strict.against(law(passage("1"), passage("2"))).failures == ()


def test_what_only_one_hit_holds_weighs_more_than_what_all_hold() -> None:
    hits = [hit("1", "서울 임대차 보증금", 5.0), hit("2", "서울 임대차 수선", 5.0), hit("3", "서울 임대차 차임", 5.0)]
    # Unweighted, the others would cover 4 of its 5 terms and the lead would be 1118.
    assert Probe("서울 임대차 수선", hits, BEST_ENOUGH).against(law(passage("2"))).lead > 1500
