"""Captions name every condition the rows were picked by, and no place without a row."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.quoting.conditions import is_their_own_band, with_conditions
from execution_agents.answer.quoting.extractive import extractive_answer
from foundation.contracts.work import EvidenceItem
from foundation.domains.schema.pack import Pack, SlotColumn
from tests.execution_agents.answer.turns import PACK, TRADE_COLUMNS, asked, batch, column, labelled, price, row

REGIONS = [
    {"name": "서울"},
    {"name": "대구"},
    {"name": "서울 중구", "parent": "서울"},
    {"name": "대구 중구", "parent": "대구"},
    {"name": "대구 달서구", "parent": "대구"},
]


def filtered_pack() -> Pack:
    """The small pack with single sales that a place, an area, an amount and a period pick."""
    declared: dict[str, Any] = PACK.model_dump()
    declared["slots"] = [
        {"name": "region", "label": labelled("지역", "Region"), "parser": "region", "regions": REGIONS},
        {"name": "area", "label": labelled("면적", "Area"), "parser": "area"},
        {"name": "amount", "label": labelled("금액", "Amount"), "parser": "amount"},
        {"name": "period", "label": labelled("기간", "Period"), "parser": "period"},
        *declared["slots"],
    ]
    trades = next(source for source in declared["sources"] if source["name"] == "trades")
    trades["columns"] = [column("region", "text", "지역", "Region"), *TRADE_COLUMNS]
    trades["slots"] = [
        {"slot": "region", "column": "region", "match": "region"},
        {"slot": "area", "column": "area_m2", "match": "between"},
        {"slot": "amount", "column": "price_won", "match": "between"},
        {"slot": "period", "column": "date", "match": "month_range"},
    ]
    return Pack.model_validate(declared)


FILTERED = filtered_pack()


def deal(region: str, day: str = "2026-01-02", complex_name: str = "단지") -> EvidenceItem:
    """One sale in a place."""
    fields: dict[str, Any] = {"trade_id": day, "complex": complex_name, "deal": "sale", "date": day}
    fields |= {"area_m2": 84.9, "price_won": 300_000_000, "region": region}
    return row("trades", f"{complex_name} 84.9㎡", fields)


def computed(region: str, months: tuple[str, str] = ("2026-01", "2026-02")) -> EvidenceItem:
    """What the database computed over sales of a place."""
    fields: dict[str, Any] = {"region": region, "deal": "sale", "rows": 3, "price_won_mean": 300_000_000}
    fields |= {"first_time": months[0], "last_time": months[1]}
    return row("trades", f"{region} 매매 집계", fields, derived=True)


def turn(question: str, slots: dict[str, tuple[str, ...]], *items: EvidenceItem, language: str = "ko") -> AnswerRequest:
    """A turn over sales picked by these slots."""
    evidence = batch("market", *items).model_copy(update={"slots": slots})
    return with_conditions(asked(question, evidence, language=language, pack=FILTERED))


@pytest.mark.parametrize(
    ("question", "slots", "caption"),
    [
        ("30평대", {"area": ("75..102",)}, "대구 달서구 매매, 전용면적 75㎡~102㎡(30평대) (2026년 1월~2026년 2월):"),
        ("다시", {"area": ("0..40",)}, "대구 달서구 매매, 전용면적 40㎡ 이하 (2026년 1월~2026년 2월):"),
        ("3억 이하만", {"amount": ("0..300000000",)}, "대구 달서구 매매, 금액 3억원 이하 (2026년 1월"),
        ("다시", {"period": ("2026-01..2026-02",)}, "대구 달서구 매매 (2026년 1월~2026년 2월):"),
        ("다시", {"period": ("2025-12..2026-03",)}, "대구 달서구 매매, 2025년 12월부터 2026년 3월까지 (2026년 1월"),
        ("다시", {"period": ("2024-01..2024-03",)}, "대구 달서구 매매 (2026년 1월~2026년 2월):"),
        (
            "다시",
            {"area": ("0..40",), "amount": ("300000000..300000000",)},
            "대구 달서구 매매, 전용면적 40㎡ 이하, 금액 3억원",
        ),
    ],
)
def test_a_caption_names_the_conditions_said_now_and_those_taken_over(
    question: str, slots: dict[str, tuple[str, ...]], caption: str
) -> None:
    sales = [deal("대구 달서구"), deal("대구 달서구", "2026-02-03")]
    request = turn(question, slots, computed("대구 달서구"), *sales)
    assert extractive_answer(request).startswith(caption)


def test_the_citation_and_the_model_read_the_same_conditions() -> None:
    request = turn("다시", {"area": ("0..40",)}, computed("대구 달서구"), deal("대구 달서구"))
    assert request.evidence[0].items[0].title == "대구 달서구 매매 집계, 전용면적 40㎡ 이하"


def test_rows_without_a_computed_figure_are_captioned_too() -> None:
    request = turn("다시", {"area": ("0..40",)}, deal("대구 달서구"), deal("대구 달서구", "2026-02-03"))
    answer = extractive_answer(replace(request, pack=ordered_by_date()))
    assert answer.startswith("대구 달서구 단지 매매, 전용면적 40㎡ 이하, 최근 2건:")


def ordered_by_date() -> Pack:
    """The same pack whose sales are ordered by their date, so that they are sales without computed figures."""
    sources = [one.model_copy(update={"order_by": "date"}) if one.name == "trades" else one for one in FILTERED.sources]
    return FILTERED.model_copy(update={"sources": tuple(sources)})


def test_only_regions_with_a_row_are_named() -> None:
    both = {"region": ("서울 중구", "대구 중구")}
    request = turn("중구 시세", both, computed("서울 중구 대구 중구"), deal("대구 중구"))
    assert extractive_answer(request).startswith("대구 중구 매매")
    assert "서울" not in request.evidence[0].items[0].title


def test_all_regions_asked_for_are_named_where_rows_were_cut_off() -> None:
    both = {"region": ("서울 중구", "대구 중구")}
    evidence = batch("market", computed("서울 중구 대구 중구"), deal("대구 중구"))
    cut_off = evidence.model_copy(update={"slots": both, "complete": False})
    request = with_conditions(asked("중구 시세", cut_off, pack=FILTERED))
    assert extractive_answer(request).startswith("서울 중구, 대구 중구 매매")


def test_a_sale_says_where_it_is_unless_the_caption_does() -> None:
    request = turn(
        "대구", {"region": ("대구",)}, computed("대구"), deal("대구 달서구"), deal("대구 중구", "2026-02-03")
    )
    answer = extractive_answer(request)
    assert "| 단지 84.9㎡ · 대구 달서구 |" in answer
    assert "| 단지 84.9㎡ · 대구 중구 |" in answer


def test_series_that_share_nothing_name_themselves_and_have_no_caption() -> None:
    rows = [price("2026-02", 300_000_000, region=region, band=band) for region, band in (("가", "A"), ("나", "B"))]
    rows.append(rows[0].model_copy(update={"fields": {**rows[0].fields, "deal": "jeonse"}}))
    answer = extractive_answer(asked("시세", batch("market", *rows)))
    assert answer.split("\n\n")[2].startswith("| 구분 |")
    for name in ("가 매매 A", "나 매매 B", "가 전세 A"):
        assert f"| {name} | 2026년 2월 |" in answer


BAND = SlotColumn(slot="area", column="area_above_m2", column_to="area_up_to_m2", match="overlaps")


@pytest.mark.parametrize(("asked_for", "shown_by_the_rows"), [("0..60", True), ("0..40", False), ("59..59", False)])
def test_the_band_of_the_rows_is_not_said_again(asked_for: str, shown_by_the_rows: bool) -> None:
    held = batch("market", row("trades", "60㎡ 이하", {"area_above_m2": 0, "area_up_to_m2": 60}))
    assert is_their_own_band((asked_for,), BAND, held, "trades") is shown_by_the_rows
