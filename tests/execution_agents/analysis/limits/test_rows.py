"""Measured rows against the limit for what they measure."""

from __future__ import annotations

from execution_agents.analysis.limits.rows import RowsJudged, judged_rows
from tests.execution_agents.analysis.limits.questions import FILTERED, FINISHED, WATER, asking, passages, readings

KEPT = (("2026-08-01", 0.05, 0.04, 0.07), ("2026-08-02", 0.06, 0.04, 0.08))
BROKEN = (*KEPT, ("2026-08-03", 0.13, 0.05, 0.2))
TOUCHED = (*KEPT, ("2026-08-03", 0.09, 0.05, 0.12))


def decide(
    question: str, *days: tuple[str, float, float, float], before: tuple[tuple[str, str], ...] = ()
) -> RowsJudged | None:
    """The decision over filtered water's turbidity."""
    evidence = [*passages(FILTERED, FINISHED), *readings("filtered", "turbidity", *days)]
    return judged_rows(asking(question, evidence, before, WATER))


def test_rows_keep_the_target_on_all_days() -> None:
    found = decide("8월에 여과수 탁도는 목표 지켰나", *KEPT)
    assert found and found.is_yes and not found.touched
    assert found.stated.limit.norm == "target" and found.worst.day == "2026-08-02"


def test_the_mean_of_all_days_is_held_against_it_where_asked() -> None:
    kept = decide("8월에 여과수 탁도가 평균으로 목표를 지켰나", *BROKEN)
    assert kept and kept.is_yes and kept.mean is not None and len(kept.beyond) == 1
    english = decide("did filtered water turbidity stay within its target on average in August", *BROKEN)
    assert english and english.is_yes
    over = decide("8월에 여과수 탁도가 평균으로 목표를 넘었나", ("2026-08-01", 0.05, 0, 1), ("2026-08-02", 0.2, 0, 1))
    assert over and over.is_yes
    daily = decide("8월에 여과수 탁도 일평균이 목표를 넘은 날 있었나", *BROKEN)
    assert daily and daily.mean is None and daily.is_yes


def test_days_beyond_it_are_counted() -> None:
    found = decide("8월에 여과수 탁도 목표 넘은 날 있었어?", *BROKEN)
    assert found and found.is_yes and [one.day for one in found.beyond] == ["2026-08-03"]


def test_a_days_highest_value_beyond_it_is_told_apart() -> None:
    found = decide("8월에 여과수 탁도는 목표 지켰나", *TOUCHED)
    assert found and found.is_yes and not found.beyond and len(found.touched) == 1


def test_that_day_is_the_one_the_conversation_found() -> None:
    before = (("제일 높았던 날이 언제야", "가장 높았던 날은 2026년 8월 3일(0.2 NTU)입니다 [3]."),)
    found = decide("그날 여과수 탁도는 목표 지켰나", *BROKEN, before=before)
    assert found and not found.is_yes and len(found.readings) == 1
    assert decide("그날 여과수 탁도는 목표 지켰나", *BROKEN) is None


def test_the_norm_that_is_named_decides_and_another_point_does_not() -> None:
    evidence = [*passages(FILTERED, FINISHED), *readings("finished", "turbidity", ("2026-08-01", 0.3, 0.2, 0.4))]
    legal = judged_rows(asking("8월 정수 탁도는 법정 기준 지켰나", evidence, (), WATER))
    target = judged_rows(asking("8월 정수 탁도는 목표 지켰나", evidence, (), WATER))
    assert legal and legal.is_yes and target and not target.is_yes
    raw = [*passages(FILTERED, FINISHED), *readings("raw", "turbidity", ("2026-08-01", 9.0, 4.0, 20.0))]
    assert judged_rows(asking("8월 원수 탁도는 목표 지켰나", raw, (), WATER)) is None


def test_a_range_is_kept_at_both_ends() -> None:
    low = [*passages(FINISHED), *readings("finished", "chlorine", ("2026-08-01", 0.55, 0.5, 0.7))]
    found = judged_rows(asking("8월 정수 잔류염소는 자체 목표 지켰나", low, (), WATER))
    assert found and not found.is_yes


def test_nothing_is_decided_without_a_norm_or_with_two_subjects() -> None:
    assert decide("8월에 여과수 탁도는 괜찮았나", *KEPT) is None
    assert decide("8월에 여과수 탁도 0.05 NTU 목표 지켰나", *KEPT) is None
    two = [
        *passages(FILTERED, FINISHED),
        *readings("filtered", "turbidity", *KEPT),
        *readings("raw", "turbidity", ("2026-08-01", 9.0, 4.0, 20.0)),
    ]
    assert judged_rows(asking("8월 탁도는 목표 지켰나", two, (), WATER)) is None


def test_rows_that_were_cut_off_say_nothing_of_all_days() -> None:
    evidence = [*passages(FILTERED), *readings("filtered", "turbidity", *KEPT)]
    cut = asking("8월에 여과수 탁도는 목표 지켰나", evidence, (), WATER, complete=False)
    assert judged_rows(cut) is None
