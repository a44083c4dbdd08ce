"""The table "judge 1 says | then", in every variant, and the sticky draw."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from execution_agents.reuse.judge2 import Verdict, VerdictName
from execution_agents.reuse.policy import (
    VARIANTS,
    Action,
    Question,
    Resolution,
    ReuseTerms,
    draw_variant,
    resolve,
    turn_decision,
)
from foundation.contracts.plan import Judge1, VariantName
from foundation.domains.schema.pack import Thresholds

COSTLY = {"legal": 4_000, "market": 2_000}


def judge1(confidence: int, sufficient: bool = True, missing: tuple[str, ...] = ()) -> Judge1:
    return Judge1(
        by="rules",
        is_sufficient=sufficient,
        confidence=confidence,
        data_source="checkpoint",
        missing_data_types=missing,
    )


def verdict(
    name: VerdictName, data_type: str = "legal", missing: bool = False, issues: tuple[str, ...] = ()
) -> Verdict:
    return Verdict(data_type, name, 800, issues, missing=missing)


def action(variant: VariantName, view: Judge1 | None, found: Verdict, worth_ms: int = 1_500) -> str:
    question = Question(variant, view, {"legal": found}, saving_ms=COSTLY, ask_worth_ms=worth_ms)
    return resolve(question).actions["legal"]


@pytest.mark.parametrize(
    ("variant", "confidence", "says", "then"),
    [
        ("hybrid_confirm", 901, "sufficient", "reuse"),
        ("hybrid_confirm", 901, "uncertain", "ask"),
        ("hybrid_confirm", 901, "insufficient", "search"),
        ("hybrid_confirm", 900, "sufficient", "ask"),
        ("hybrid_confirm", 900, "uncertain", "ask"),
        ("hybrid_confirm", 900, "insufficient", "search"),
        ("hybrid_confirm", 601, "sufficient", "ask"),
        ("hybrid_confirm", 600, "sufficient", "search"),
        ("hybrid", 901, "sufficient", "reuse"),
        ("hybrid", 901, "uncertain", "search"),
        ("hybrid", 900, "sufficient", "reuse"),
        ("hybrid", 900, "uncertain", "search"),
        ("hybrid", 600, "sufficient", "search"),
        ("supervisor_only", 901, "insufficient", "reuse"),
        ("supervisor_only", 900, "sufficient", "search"),
        ("no_reuse", 1000, "sufficient", "search"),
    ],
)
def test_the_table_of_judge_1_and_judge_2(variant: VariantName, confidence: int, says: VerdictName, then: str) -> None:
    assert action(variant, judge1(confidence), verdict(says)) == then


@pytest.mark.parametrize("variant", list(VARIANTS))
def test_nothing_is_reused_without_judge_1_evidence_or_rights(variant: VariantName) -> None:
    sure, good = judge1(1000), verdict("sufficient")
    assert action(variant, None, good) == "search"
    assert action(variant, judge1(1000, sufficient=False), good) == "search"
    assert action(variant, judge1(1000, missing=("legal",)), good) == "search"
    assert action(variant, sure, verdict("insufficient", missing=True)) == "search"
    assert action(variant, sure, verdict("insufficient", issues=("rights_changed",))) == "search"


@pytest.mark.parametrize(
    ("confidence", "says", "worth_ms", "then"),
    [
        (800, "sufficient", 4_000, "ask"),
        (800, "sufficient", 4_001, "reuse"),
        (800, "uncertain", 4_001, "search"),
        (950, "uncertain", 4_001, "search"),
        (800, "insufficient", 4_001, "search"),
        (600, "sufficient", 4_001, "search"),
    ],
)
def test_where_asking_saves_too_little_judge_2_decides(
    confidence: int, says: VerdictName, worth_ms: int, then: str
) -> None:
    assert action("hybrid_confirm", judge1(confidence), verdict(says), worth_ms) == then


def test_a_search_that_was_never_measured_is_not_worth_asking_about() -> None:
    question = Question("hybrid_confirm", judge1(800), {"loan": verdict("sufficient", "loan")})
    found = resolve(question)
    assert (dict(found.actions), found.not_worth_asking) == ({"loan": "reuse"}, ("loan",))


def both(first: VerdictName, second: VerdictName) -> Mapping[str, Verdict]:
    return {"legal": verdict(first), "market": verdict(second, "market")}


def test_each_type_is_decided_on_its_own_and_the_longest_search_is_the_saving() -> None:
    found = resolve(Question("hybrid_confirm", judge1(950), both("sufficient", "uncertain"), saving_ms=COSTLY))
    assert (dict(found.actions), found.asks, found.saving_ms) == (
        {"legal": "reuse", "market": "ask"},
        ("market",),
        2_000,
    )
    assert dict(found.decided(use_previous=True)) == {"legal": "reuse", "market": "reuse"}
    assert dict(found.decided(use_previous=False)) == {"legal": "reuse", "market": "search"}
    asked = resolve(Question("hybrid_confirm", judge1(800), both("sufficient", "uncertain"), saving_ms=COSTLY))
    assert asked.saving_ms == 4_000


@pytest.mark.parametrize(
    ("actions", "decision"),
    [
        ({"a": "reuse", "b": "reuse"}, "reuse"),
        ({"a": "reuse", "b": "search"}, "partial"),
        ({"a": "search"}, "search"),
        ({}, "search"),
    ],
)
def test_a_turn_is_reuse_partial_or_search(actions: dict[str, Action], decision: str) -> None:
    assert turn_decision(actions) == decision


@given(
    st.sampled_from(list(VARIANTS)),
    st.integers(0, 1000),
    st.booleans(),
    st.sampled_from(["sufficient", "uncertain", "insufficient"]),
)
def test_only_hybrid_confirm_asks_and_judge_2s_no_is_final_where_it_sits(
    variant: VariantName, confidence: int, sufficient: bool, says: VerdictName
) -> None:
    done = action(variant, judge1(confidence, sufficient), verdict(says))
    assert done != "ask" or variant == "hybrid_confirm"
    if says == "insufficient" and variant != "supervisor_only":
        assert done == "search"
    if not sufficient or confidence <= 600:
        assert done == "search"


def test_the_draw_is_sticky_and_follows_the_weights() -> None:
    weights: dict[VariantName, float] = {"no_reuse": 1, "hybrid": 0, "hybrid_confirm": 3}
    drawn = [draw_variant(f"session-{n}", weights) for n in range(4_000)]
    assert drawn == [draw_variant(f"session-{n}", weights) for n in range(4_000)]
    counts = Counter(drawn)
    assert set(counts) == {"no_reuse", "hybrid_confirm"}
    assert 900 < counts["no_reuse"] < 1_100


def test_without_any_weight_the_default_variant_is_drawn() -> None:
    assert draw_variant("s", {}) == draw_variant("s", {"hybrid": 0}) == "hybrid_confirm"


def test_each_variant_has_the_judges_its_name_says() -> None:
    seats = {name: (each.name, each.judge1, each.judge2, each.person) for name, each in VARIANTS.items()}
    assert seats == {
        "no_reuse": ("no_reuse", False, False, False),
        "supervisor_only": ("supervisor_only", True, False, False),
        "hybrid": ("hybrid", True, True, False),
        "hybrid_confirm": ("hybrid_confirm", True, True, True),
    }


@pytest.mark.parametrize(("saving_ms", "then"), [(1_500, "ask"), (1_499, "search")])
def test_asking_is_worth_a_second_and_a_half_when_nothing_else_is_said(saving_ms: int, then: str) -> None:
    question = Question(
        "hybrid_confirm", judge1(800), both("uncertain", "insufficient"), saving_ms={"legal": saving_ms}
    )
    assert resolve(question).actions["legal"] == then


def test_what_was_never_measured_or_never_asked_about_saves_nothing() -> None:
    unmeasured = resolve(Question("hybrid_confirm", judge1(800), {"loan": verdict("sufficient", "loan")}))
    nobody_asked = resolve(Question("hybrid_confirm", judge1(950), {"loan": verdict("sufficient", "loan")}))
    assert (unmeasured.saving_ms, nobody_asked.saving_ms, Resolution({}).saving_ms) == (0, 0, 0)


def test_weights_below_one_are_shares_too() -> None:
    assert draw_variant("s", {"no_reuse": 0.25}) == "no_reuse"
    drawn = Counter(draw_variant(f"session-{n}", {"no_reuse": 0.1, "hybrid": 0.1}) for n in range(2_000))
    assert 900 < drawn["hybrid"] < 1_100


def test_a_negative_weight_draws_nothing_and_takes_nothing_from_the_others() -> None:
    weights: dict[VariantName, float] = {"hybrid": -1, "no_reuse": 1, "supervisor_only": 1}
    drawn = Counter(draw_variant(f"session-{n}", weights) for n in range(2_000))
    assert set(drawn) == {"no_reuse", "supervisor_only"}
    assert 900 < drawn["no_reuse"] < 1_100


USUAL = Thresholds()


def terms(name: VariantName, confidence: int = 950, thresholds: Thresholds = USUAL) -> ReuseTerms:
    judge1 = Judge1(by="rules", is_sufficient=True, confidence=confidence, data_source="checkpoint")
    return ReuseTerms(name, judge1, thresholds)


def says(verdict: VerdictName) -> dict[str, Verdict]:
    return {"legal": Verdict("legal", verdict, 800)}


@pytest.mark.parametrize(
    ("name", "sits"), [("no_reuse", False), ("supervisor_only", False), ("hybrid", True), ("hybrid_confirm", True)]
)
def test_judge_2_sits_where_the_variant_says(name: VariantName, sits: bool) -> None:
    assert terms(name).has_judge2 is sits


def test_the_variant_decides_with_judge_1s_view_and_the_turns_thresholds() -> None:
    assert terms("hybrid").resolve(says("sufficient"), {}, 0).actions == {"legal": "reuse"}
    assert terms("no_reuse").resolve(says("sufficient"), {}, 0).actions == {"legal": "search"}
    unsure = terms("hybrid_confirm", 950, Thresholds(reuse_above=960))
    assert unsure.resolve(says("sufficient"), {}, 0).asks == ("legal",)


def test_whether_asking_is_worth_it_is_decided_by_the_measured_saving() -> None:
    asked = terms("hybrid_confirm", 800)
    assert asked.resolve(says("uncertain"), {"legal": 1_500}, 1_500).asks == ("legal",)
    assert asked.resolve(says("uncertain"), {"legal": 1_499}, 1_500).not_worth_asking == ("legal",)


def test_the_turns_decision_follows_from_what_happened_to_each_type() -> None:
    assert turn_decision({"legal": "reuse", "market": "search"}) == "partial"
    assert turn_decision({"legal": "reuse"}) == "reuse"
