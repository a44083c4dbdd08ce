"""Judge 2: every rule, every boundary, in integers."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from execution_agents.reuse.judge2 import GATE, PROBE, SLOT_CONFLICT, ProbeReading, Standing, judge
from foundation.contracts.work import Evidence
from foundation.domains.schema.pack import DataType, Freshness, Judge2Figures
from tests.execution_agents.search.world import DAY, LEGAL, LOAN, MARKET, law, passage, sale, sales

FINE = Standing("market", sales(), age_s=60)
LAW = Standing("legal", law(), age_s=60)


@pytest.mark.parametrize(
    ("left", "verdict"),
    [
        (1000, "sufficient"),
        (701, "sufficient"),
        (700, "uncertain"),
        (500, "uncertain"),
        (499, "insufficient"),
        (0, "insufficient"),
    ],
)
def test_the_bands_end_exactly_where_the_table_says(left: int, verdict: str) -> None:
    assert judge(LAW, LEGAL, left).verdict == verdict


@pytest.mark.parametrize(
    ("judge1", "left", "verdict"),
    [
        (900, 700, "uncertain"),
        (901, 701, "sufficient"),
        (800, 600, "uncertain"),
        (700, 500, "uncertain"),
        (699, 499, "insufficient"),
    ],
)
def test_nine_tenths_less_two_tenths_is_not_above_seven_tenths(judge1: int, left: int, verdict: str) -> None:
    found = judge(Standing("legal", law(passage("only")), age_s=0), LEGAL, judge1)
    assert (found.confidence, found.verdict, found.issues) == (left, verdict, ("few_results",))


def test_eight_tenths_less_one_tenth_is_not_above_seven_tenths_either() -> None:
    assert judge(replace(FINE, age_s=3 * DAY + 1), MARKET, 800).verdict == "uncertain"


@pytest.mark.parametrize(("count", "penalty"), [(2, 200), (3, 0), (4, 0)])
def test_fewer_than_three_results_cost_two_tenths(count: int, penalty: int) -> None:
    items = tuple(sale(str(n)) for n in range(count))
    assert judge(Standing("market", sales(*items), age_s=0), MARKET, 1000).confidence == 1000 - penalty


def test_computed_figures_are_not_results_of_their_own() -> None:
    figures = tuple(sale(str(n)).model_copy(update={"derived": True}) for n in range(4))
    assert judge(Standing("market", sales(sale("1"), *figures), age_s=0), MARKET, 1000).issues == ("few_results",)


@pytest.mark.parametrize(
    ("data_type", "evidence", "age_s", "issues", "left"),
    [
        (MARKET, sales(), 3 * DAY, (), 1000),
        (MARKET, sales(), 3 * DAY + 1, ("old",), 900),
        (MARKET, sales(), 7 * DAY, ("old",), 900),
        (MARKET, sales(), 7 * DAY + 1, ("stale",), 700),
        (LOAN, sales(), DAY, (), 1000),
        (LOAN, sales(), DAY + 1, ("stale",), 600),
        (LEGAL, law(), 4_000 * DAY, (), 1000),
    ],
)
def test_age_counts_as_the_data_type_says(
    data_type: DataType, evidence: Evidence, age_s: int, issues: tuple[str, ...], left: int
) -> None:
    found = judge(Standing(data_type.name, evidence, age_s=age_s), data_type, 1000)
    assert (found.issues, found.confidence) == (issues, left)
    assert found.stale == ("stale" in issues)
    assert (found.verdict == "insufficient") == found.stale


def test_an_unknown_age_costs_a_tenth_and_is_never_sufficient_where_age_matters() -> None:
    market, legal = judge(replace(FINE, age_s=None), MARKET, 1000), judge(replace(LAW, age_s=None), LEGAL, 1000)
    assert (market.confidence, market.verdict, market.issues) == (900, "uncertain", ("age_unknown",))
    assert market.stale is False
    assert (legal.confidence, legal.verdict) == (900, "sufficient")


def test_no_record_and_a_record_without_results_are_missing_and_cost_differently() -> None:
    none, empty = (
        judge(Standing("legal"), LEGAL, 1000),
        judge(Standing("legal", law().model_copy(update={"items": ()}), age_s=0), LEGAL, 1000),
    )
    assert (none.confidence, none.missing, none.verdict, none.issues) == (700, True, "insufficient", ("missing",))
    assert (empty.confidence, empty.missing, empty.verdict) == (600, True, "insufficient")
    assert empty.issues == ("missing", "no_results")
    assert not any((found.stale, found.vetoed) != (False, False) for found in (none, empty))


def test_issues_are_called_what_decision_rows_and_clients_call_them() -> None:
    assert (GATE, PROBE, SLOT_CONFLICT) == ("gate:", "probe:", "slot_conflict:")


def test_a_probe_that_names_no_passage_found_none() -> None:
    reading = ProbeReading(0, 1)
    assert (reading.failures, reading.best_in_hand, reading.best_out_of_hand) == ((), "", "")


VETOED = [
    (replace(FINE, slot_conflicts=("region",)), "slot_conflict:region"),
    (replace(FINE, failed_gates=("gate:number",)), "gate:number"),
    (replace(FINE, source_changed=True), "source_changed"),
    (replace(FINE, rights_changed=True), "rights_changed"),
    (replace(FINE, probe=ProbeReading(0, 3, ("probe:best_out_of_hand",))), "probe:best_out_of_hand"),
]


@pytest.mark.parametrize(("standing", "issue"), VETOED)
def test_a_veto_makes_it_insufficient_whatever_the_confidence(standing: Standing, issue: str) -> None:
    found = judge(standing, MARKET, 1000)
    assert (found.verdict, found.vetoed, found.issues) == ("insufficient", True, (issue,))


def test_slots_that_differ_cost_four_tenths_once_and_are_all_recorded() -> None:
    found = judge(replace(FINE, slot_conflicts=("region", "period")), MARKET, 1000)
    assert (found.confidence, found.issues) == (600, ("slot_conflict:region", "slot_conflict:period"))
    assert judge(replace(FINE, slot_conflicts=("region",)), MARKET, 1000).confidence == 600


def test_every_issue_is_recorded_in_the_order_of_the_rules() -> None:
    standing = Standing(
        "market",
        sales(sale("1")),
        age_s=8 * DAY,
        slot_conflicts=("region",),
        failed_gates=("gate:date",),
        source_changed=True,
        rights_changed=True,
        probe=ProbeReading(0, 1, ("probe:nothing_found",)),
    )
    assert judge(standing, MARKET, 950).issues == (
        *("few_results", "stale", "slot_conflict:region", "gate:date", "source_changed", "rights_changed"),
        "probe:nothing_found",
    )


@pytest.mark.parametrize(("held", "verdict"), [(1, "uncertain"), (2, "uncertain"), (3, "sufficient")])
def test_what_a_fresh_search_brings_first_must_be_in_hand_to_be_sure(held: int, verdict: str) -> None:
    assert judge(replace(LAW, probe=ProbeReading(held, 3)), LEGAL, 1000).verdict == verdict
    returning = replace(LAW, probe=ProbeReading(held, 3, asks_more=False))
    assert judge(returning, LEGAL, 1000).verdict == "sufficient"


def test_without_judge_1_it_starts_from_half() -> None:
    assert judge(LAW, LEGAL, None).confidence == 500
    assert judge(LAW, LEGAL, None).verdict == "uncertain"


def test_a_packs_own_figures_are_used() -> None:
    strict = LEGAL.model_copy(
        update={"judge2": Judge2Figures(min_results=5, few_results_penalty=300, sufficient_above=900)}
    )
    assert judge(LAW, strict, 950).confidence == 650


ISSUES = st.lists(st.sampled_from(["gate:number", "gate:negation", "gate:fresh"]), max_size=2).map(tuple)
STANDINGS = st.builds(
    Standing,
    data_type=st.just("market"),
    evidence=st.one_of(
        st.none(),
        st.integers(0, 5).map(lambda n: sales().model_copy(update={"items": tuple(sale(str(i)) for i in range(n))})),
    ),
    age_s=st.one_of(st.none(), st.integers(0, 20 * DAY)),
    slot_conflicts=st.sampled_from([(), ("region",), ("region", "area")]),
    failed_gates=ISSUES,
    source_changed=st.booleans(),
    rights_changed=st.booleans(),
)
RANK = {"insufficient": 0, "uncertain": 1, "sufficient": 2}


@given(STANDINGS, st.integers(0, 1000), st.integers(0, 1000))
def test_more_confidence_never_makes_the_verdict_worse(standing: Standing, one: int, other: int) -> None:
    low, high = sorted((one, other))
    assert RANK[judge(standing, MARKET, low).verdict] <= RANK[judge(standing, MARKET, high).verdict]


@given(STANDINGS, st.integers(0, 1000))
def test_missing_vetoed_or_stale_is_never_reusable_and_confidence_stays_in_range(
    standing: Standing, start: int
) -> None:
    found = judge(standing, MARKET, start)
    assert 0 <= found.confidence <= start
    if found.missing or found.vetoed or found.stale:
        assert found.verdict == "insufficient"
    assert found.missing == (not standing.there)


@given(STANDINGS, st.integers(0, 1000))
def test_another_conflict_never_makes_the_verdict_better(standing: Standing, start: int) -> None:
    worse = replace(standing, failed_gates=(*standing.failed_gates, "gate:unit"))
    assert RANK[judge(worse, MARKET, start).verdict] <= RANK[judge(standing, MARKET, start).verdict]


@pytest.mark.parametrize(("age_s", "issues"), [(DAY, ()), (DAY + 1, ("stale",))])
def test_evidence_the_web_was_searched_for_is_too_old_after_a_day(age_s: int, issues: tuple[str, ...]) -> None:
    found = judge(Standing("legal", law(sources=("guide", "web")), age_s=age_s), LEGAL, 1000)
    assert (found.issues, found.stale) == (issues, bool(issues))
    assert not judge(Standing("legal", law(), age_s=age_s), LEGAL, 1000).stale


def test_a_types_own_limit_holds_for_the_web_where_it_is_shorter() -> None:
    short = LEGAL.model_copy(update={"freshness": Freshness(stale_after_s=60)})
    assert judge(Standing("legal", law(sources=("web",)), age_s=61), short, 1000).stale
