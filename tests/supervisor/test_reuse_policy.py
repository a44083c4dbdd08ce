"""What the search team sees of the experiment: the variant's rule, its judges, its thresholds."""

from __future__ import annotations

import pytest

from execution_agents.reuse.judge2 import Verdict, VerdictName
from foundation.contracts.plan import Judge1, VariantName
from foundation.domains.schema.pack import Thresholds
from supervisor.reuse_policy import VariantPolicy

USUAL = Thresholds()


def policy(name: VariantName, confidence: int = 950, thresholds: Thresholds = USUAL) -> VariantPolicy:
    judge1 = Judge1(by="rules", is_sufficient=True, confidence=confidence, data_source="checkpoint")
    return VariantPolicy(name, judge1, thresholds)


def says(verdict: VerdictName) -> dict[str, Verdict]:
    return {"legal": Verdict("legal", verdict, 800)}


@pytest.mark.parametrize(
    ("name", "sits"), [("no_reuse", False), ("supervisor_only", False), ("hybrid", True), ("hybrid_confirm", True)]
)
def test_judge_2_sits_where_the_variant_says(name: VariantName, sits: bool) -> None:
    assert policy(name).has_judge2 is sits


def test_the_variant_decides_with_judge_1s_view_and_the_turns_thresholds() -> None:
    assert policy("hybrid").resolve(says("sufficient"), {}, 0).actions == {"legal": "reuse"}
    assert policy("no_reuse").resolve(says("sufficient"), {}, 0).actions == {"legal": "search"}
    unsure = policy("hybrid_confirm", 950, Thresholds(reuse_above=960))
    assert unsure.resolve(says("sufficient"), {}, 0).asks == ("legal",)


def test_whether_asking_is_worth_it_is_told_by_the_measured_saving() -> None:
    asked = policy("hybrid_confirm", 800)
    assert asked.resolve(says("uncertain"), {"legal": 1_500}, 1_500).asks == ("legal",)
    assert asked.resolve(says("uncertain"), {"legal": 1_499}, 1_500).not_worth_asking == ("legal",)


def test_the_turns_decision_follows_from_what_happened_to_each_type() -> None:
    assert policy("hybrid").turn_decision({"legal": "reuse", "market": "search"}) == "partial"
    assert policy("hybrid").turn_decision({"legal": "reuse"}) == "reuse"
