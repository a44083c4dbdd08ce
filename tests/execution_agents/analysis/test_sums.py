"""Sums, multiples and months of rows, over small tables."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from execution_agents.analysis.analysing import analysed
from foundation.domains.schema.pack import Pack
from foundation.language.wanted.multiples import multiple_in
from tests.execution_agents.analysis.tables import COMPANY, HOMES, WATER, Row, material, month, reading, sale

MONTHS = [month("서울 송파구", f"2026-0{at}", 700_000_000, trades=30 + at) for at in (1, 2, 3)]


def lead(
    question: str, pack: Pack, name: str, rows: Sequence[Row], language: str = "ko", **slots: tuple[str, ...]
) -> str:
    done = analysed(material(question, pack, name, rows, language=language, complete=True, **slots))
    return done.lead if done else ""


def test_counts_of_all_months_asked_for_are_added_up() -> None:
    sentence = lead(
        "송파구 전세 거래 건수 1월부터 3월까지 다 합하면 몇 건이야?",
        HOMES,
        "district_prices",
        MONTHS,
        region=("서울 송파구",),
        period=("2026-01..2026-03",),
    )
    assert "96건입니다 (2026년 1월~2026년 3월)" in sentence


def test_how_many_per_cent_is_no_count_of_records() -> None:
    sentence = lead(
        "how many percent did the mean go up?",
        HOMES,
        "district_prices",
        [month("서울 송파구", "2026-01", 700_000_000), month("서울 송파구", "2026-02", 770_000_000)],
        "en",
        region=("서울 송파구",),
    )
    assert "went up by ₩70 million (10%)" in sentence


def test_single_sales_are_added_up_to_the_won() -> None:
    rows = [sale("가", "2026-01-03", 300_120_001), sale("나", "2026-01-04", 200_000_002)]
    assert "합계는 5억 12만 3원입니다" in lead("매매가 합계 얼마야", HOMES, "trades", rows)


def test_readings_of_two_kinds_have_no_sum() -> None:
    rows = [reading("2026-08-01", 12.3, 15), reading("2026-08-01", 7.9, 8.1, parameter="ph")]
    sentence = lead("탁도 평균하고 pH 평균 더하면 얼마야?", WATER, "readings", rows)
    assert sentence.startswith("단위가 다른 값은")


@pytest.mark.parametrize("question", ["7월이 6월의 몇 배야?", "how many times June is July?"])
def test_how_many_times_one_month_is_another(question: str) -> None:
    rows = [reading("2026-06-30", 6, 8), reading("2026-07-01", 30, 40)]
    language = "ko" if "배" in question else "en"
    sentence = lead(question, WATER, "readings", rows, language, period=("2026-06..2026-06", "2026-07..2026-07"))
    assert "5배입니다" in sentence or "is 5 times" in sentence


def test_two_benefits_named_are_set_beside_each_other() -> None:
    rows = [
        {"benefit": name, "kind": "money", "amount_gbp": amount, "waiting_months": 0, "updated": "2026-02-02"}
        for name, amount in (("Childcare allowance", 150), ("Gym membership", 30), ("Cycle scheme", 1500))
    ]
    words = lead("how much more is the childcare allowance than the gym membership?", COMPANY, "benefits", rows, "en")
    assert words.startswith("Childcare allowance is higher, by 120 GBP")


@pytest.mark.parametrize(
    ("text", "factor"),
    [("그 3배면 몇 개지?", 3), ("세 배로 하면", 3), ("what if we doubled that?", 2), ("두 달의 몇 배야?", None)],
)
def test_a_multiple_is_read_and_a_comparison_is_none(text: str, factor: int | None) -> None:
    assert multiple_in(text) == factor


def test_one_figure_is_shown_as_many_times_as_asked() -> None:
    rows = [sale("단지3", "2026-01-03", 300_000_000)]
    assert "매매가는 6억원 (300,000,000 × 2)입니다" in lead("단지3 두 배면 얼마야?", HOMES, "trades", rows)
