"""Table sources on a real database: filters, figures, what is said when something is missing, narrowing."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from execution_agents.ingest.rows import typed_row
from execution_agents.search.sources.tables import TableRows
from foundation.contracts.errors import SourceFailed
from foundation.contracts.identity import Principal
from foundation.contracts.ports import RowOrder, SearchRequest, SearchResult
from foundation.contracts.work import Evidence, Slots
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import Pack, TableSource
from foundation.storage.corpus.rows import RowsRepository

TRADES: tuple[dict[str, Any], ...] = (
    {"region": "대구 달서구 두류동", "deal": "sale", "month": "2026-01", "price_won": 200_000_000,
     "monthly_rent_won": 0, "area_m2": 84.9},
    {"region": "대구 달서구 두류동", "deal": "sale", "month": "2026-02", "price_won": 300_000_000, "area_m2": 59.9},
    {"region": "대구 달서구 이름없는동", "deal": "sale", "month": "2026-02", "price_won": 400_000_001, "area_m2": 102},
    {"region": "대구 달서구 두류동", "deal": "jeonse", "month": "2026-02", "price_won": 150_000_000, "area_m2": 84.9},
    {"region": "대구 수성구 범어동", "deal": "sale", "month": "2026-01", "price_won": 900_000_000, "area_m2": 84.9},
    {"region": "경기 안양시 동안구 호계동", "deal": "monthly", "month": "2017-05", "price_won": 10_000_000,
     "area_m2": 40, "monthly_rent_won": 500_000},
)  # fmt: skip


@pytest.fixture(scope="module")
def pack() -> Pack:
    return load_pack(shipped_packs() / "real_estate")


class Table:
    """One table source with rows in it."""

    def __init__(self, pack: Pack, name: str, engine: AsyncEngine, principal: Principal) -> None:
        declared = pack.source(name)
        assert isinstance(declared, TableSource)
        self.declared = declared
        self.pack = pack
        self.principal = principal
        self.rows = RowsRepository(engine)
        self.source = TableRows(declared, pack, self.rows)

    async def fill(self, *rows: Mapping[str, Any], replace: bool = True) -> None:
        typed = [typed_row({"trade_id": str(at), "housing_type": "apartment", "complex": "보기", **row}, self.declared)
                 for at, row in enumerate(rows)]  # fmt: skip
        who = self.principal
        await self.rows.upsert_rows(who, self.pack.name, self.declared.name, typed, replace_missing=replace, origin="t")

    async def ask(self, limit: int = 100, language: str = "ko", **slots: tuple[str, ...]) -> SearchResult:
        return await self.within(slots, limit, language)

    async def within(self, slots: Slots, limit: int = 100, language: str = "ko") -> SearchResult:
        return await self.source.search(SearchRequest(self.principal, "?", slots, language, limit, 5))


@pytest.fixture
async def trades(pack: Pack, engine: AsyncEngine, principal: Principal) -> Table:
    table = Table(pack, "trades", engine, principal)
    await table.fill(*TRADES)
    return table


@pytest.fixture
async def prices(pack: Pack, engine: AsyncEngine, principal: Principal) -> Table:
    table = Table(pack, "district_prices", engine, principal)
    months = [f"2025-{month:02d}" for month in range(5, 13)]
    await table.fill(*({"region": "서울 서초구", "deal": "sale", "area_band": "전체", "month": month, "trades": 3,
                        "mean_won": 1_000_000_000, "example": True} for month in months))  # fmt: skip
    return table


def _prices(result: SearchResult) -> list[int]:
    return sorted(int(str(item.fields["price_won"])) for item in result.items if not item.derived)


@pytest.mark.parametrize(
    ("slots", "prices"),
    [
        ({"region": ("대구 달서구",)}, [150_000_000, 200_000_000, 300_000_000, 400_000_001]),
        ({"region": ("대구 달서구 두류동",)}, [150_000_000, 200_000_000, 300_000_000]),
        ({"region": ("대구",)}, [150_000_000, 200_000_000, 300_000_000, 400_000_001, 900_000_000]),
        ({"region": ("대구 수성구", "경기 안양시")}, [10_000_000, 900_000_000]),
        ({"deal": ("jeonse",)}, [150_000_000]),
        ({"deal": ("jeonse", "monthly")}, [10_000_000, 150_000_000]),
        ({"period": ("2026-02..2026-02",)}, [150_000_000, 300_000_000, 400_000_001]),
        ({"period": ("2017-01..2026-01",)}, [10_000_000, 200_000_000, 900_000_000]),
        ({"area": ("75..102",), "deal": ("sale",)}, [200_000_000, 400_000_001, 900_000_000]),
        ({"area": ("103..200",)}, []),
        ({"amount": ("0..200000000",), "deal": ("sale",)}, [200_000_000]),
        ({"amount": ("400000001..9999999999999",)}, [400_000_001, 900_000_000]),
        ({"housing_type": ("villa",)}, []),
        ({"rent": ("500000..500000",)}, [10_000_000]),
        ({"rent": ("0..600000",)}, [10_000_000]),
        ({"rent": ("0..400000",)}, []),
        ({"rent": ("0..600000",), "amount": ("0..9999999",)}, []),
        ({"unknown_slot": ("x",), "deal": ("jeonse",)}, [150_000_000]),
        ({"deal": ()}, [10_000_000, 150_000_000, 200_000_000, 300_000_000, 400_000_001, 900_000_000]),
    ],
)
async def test_slots_choose_rows(trades: Table, slots: dict[str, tuple[str, ...]], prices: list[int]) -> None:
    assert _prices(await trades.within(slots)) == prices


async def test_of_several_places_those_without_a_row_are_reported(trades: Table) -> None:
    both = await trades.ask(region=("대구 수성구", "서울 서초구", "부산"))
    assert both.notice == "개별 실거래에 서울 서초구, 부산 자료는 없습니다."
    assert _prices(both) == [900_000_000]
    english = await trades.ask(language="en", region=("대구 수성구", "서울 서초구"))
    assert english.notice == "There is no data for Seocho-gu, Seoul in “Single transactions”."
    assert (await trades.ask(region=("대구", "경기 안양시"))).notice is None


@pytest.mark.parametrize("value", ["'; DROP TABLE table_rows; --", "%", "대구 달서_", "대구 달서구%"])
async def test_a_value_of_any_content_is_only_ever_a_value(trades: Table, value: str) -> None:
    assert (await trades.ask(region=(value,))).items == ()
    assert (await trades.ask(deal=(value,))).items == ()
    assert len((await trades.ask(deal=("jeonse",))).items) == 2


@pytest.mark.parametrize("slots", [{"period": ("언젠가",)}, {"area": ("넓은",)}, {"amount": ("1..2; DROP",)}])
async def test_a_value_that_is_not_canonical_fails_in_one_sentence(trades: Table, slots: Slots) -> None:
    with pytest.raises(SourceFailed, match="trades"):
        await trades.within(slots)


async def test_figures_come_first_and_are_the_databases(trades: Table) -> None:
    result = await trades.ask(region=("대구 달서구",), deal=("sale",), housing_type=("apartment",))
    figures = result.items[0]
    assert [item.derived for item in result.items] == [True, False, False, False]
    assert figures.fields == {
        "region": "대구 달서구", "deal": "sale", "housing_type": "apartment", "rows": 3, "first_time": "2026-01",
        "last_time": "2026-02", "price_won_count": 3, "price_won_mean": 300_000_000, "price_won_median": 300_000_000,
        "price_won_min": 200_000_000, "price_won_max": 400_000_001,
    }  # fmt: skip
    assert figures.title == "대구 달서구 매매 아파트 집계"
    assert "평균 300,000,000원(3억원)" in figures.text
    assert "3건" in figures.text


async def test_sales_and_rents_are_never_averaged_together(trades: Table) -> None:
    result = await trades.ask()
    means = {item.fields["deal"]: item.fields["price_won_mean"] for item in result.items if item.derived}
    assert means == {"sale": 450_000_000, "jeonse": 150_000_000, "monthly": 10_000_000}


async def test_the_mean_rent_is_that_of_the_rents_and_a_sale_has_none(trades: Table) -> None:
    more = {"region": "경기 안양시 동안구 호계동", "deal": "monthly", "month": "2017-06", "area_m2": 40}
    await trades.fill(*TRADES, {**more, "price_won": 20_000_000, "monthly_rent_won": 700_000})
    rents = {
        item.fields["deal"]: item.fields.get("monthly_rent_won_mean")
        for item in (await trades.ask()).items
        if item.derived
    }
    assert rents == {"sale": None, "jeonse": None, "monthly": 600_000}
    (figures, *_) = (await trades.ask(deal=("monthly",))).items
    assert "월세: 평균 600,000원(60만원)" in figures.text


async def test_figures_speak_of_all_rows_also_when_a_limit_cuts_the_list(trades: Table) -> None:
    result = await trades.ask(limit=1, region=("대구 달서구",), deal=("sale",))
    assert not result.complete
    assert [item.fields.get("rows") for item in result.items if item.derived] == [3]
    assert [item.fields["month"] for item in result.items if not item.derived] == ["2026-02"]


@pytest.mark.parametrize(("limit", "complete"), [(5, False), (6, True), (7, True)])
async def test_complete_means_that_no_row_was_cut_off(trades: Table, limit: int, complete: bool) -> None:
    result = await trades.ask(limit=limit)
    assert result.complete is complete
    assert len(_prices(result)) == min(limit, 6)


async def test_a_row_is_written_with_labels_and_units_in_either_language(trades: Table) -> None:
    [row] = [item for item in (await trades.ask(deal=("monthly",))).items if not item.derived]
    assert row.title == "보기 40㎡"
    assert "거래 유형 월세" in row.text
    assert "월세 500,000원(50만원)" in row.text
    assert "거래 번호" not in row.text
    [english] = [item for item in (await trades.ask(language="en", deal=("monthly",))).items if not item.derived]
    assert "Monthly rent ₩500,000" in english.text


@pytest.mark.parametrize(
    ("slots", "named"),
    [
        ({"region": ("서울 서초구",)}, ["서울 서초구", "대구 달서구", "경기 안양시 동안구"]),
        (
            {"region": ("대구 달서구",), "period": ("2024-01..2024-02",)},
            ["2024년 1월~2024년 2월", "2026년 1월~2026년 2월"],
        ),
        (
            {"region": ("대구 달서구",), "housing_type": ("villa",)},
            [
                "모든 조건(지역 대구 달서구, 주택 유형 연립·다세대)에 맞는 자료가 없습니다",
                "하나를 빼면 있습니다: 주택 유형 연립·다세대.",
            ],
        ),
        (
            {"region": ("대구 달서구",), "housing_type": ("villa",), "period": ("2017-06..2017-06",)},
            ["기간 2017년 6월", "조건 하나만 빼서도 없습니다"],
        ),
    ],
)
async def test_no_rows_is_said_with_what_there_is(trades: Table, slots: Slots, named: list[str]) -> None:
    result = await trades.within(slots)
    assert result.items == ()
    assert result.notice is not None
    assert all(word in result.notice for word in named)
    assert "두류동" not in result.notice


async def test_what_to_leave_out_is_said_in_english_too(trades: Table) -> None:
    result = await trades.ask(language="en", region=("대구 달서구",), housing_type=("villa",))
    assert result.notice is not None
    assert "fits all of these conditions (" in result.notice
    assert "Leaving out one finds some: " in result.notice


async def test_an_empty_table_says_so(pack: Pack, engine: AsyncEngine, principal: Principal) -> None:
    result = await Table(pack, "trades", engine, principal).ask(region=("대구",))
    assert result.items == ()
    assert result.notice == "개별 실거래에 아직 자료가 없습니다."


# --- days -----------------------------------------------------------------------------------------

FIRST_OF_TWO = {
    "region": "대구 달서구",
    "deal": "sale",
    "month": "2026-01",
    "date": "2026-01-15",
    "price_won": 200_000_000,
}
OF_THE_DAY_AFTER = {**FIRST_OF_TWO, "date": "2026-01-16", "price_won": 300_000_000}
WITHOUT_A_DAY = {"region": "경기 안양시", "deal": "sale", "month": "2017-06", "price_won": 100_000_000}
DATED = (FIRST_OF_TWO, OF_THE_DAY_AFTER, WITHOUT_A_DAY)


@pytest.mark.parametrize(
    ("period", "found"),
    [
        ("2026-01-15..2026-01-15", [200_000_000]),
        ("2026-01-16..2026-01-31", [300_000_000]),
        ("2026-01-10..2026-01-20", [200_000_000, 300_000_000]),
        ("2026-01..2026-01", [200_000_000, 300_000_000]),
    ],
)
async def test_days_are_periods_where_rows_know_their_day(trades: Table, period: str, found: list[int]) -> None:
    await trades.fill(*DATED)
    result = await trades.ask(period=(period,))
    assert sorted(_prices(result)) == found
    assert result.notice is None
    assert result.complete


async def test_a_day_without_a_row_finds_nothing_and_tells_the_days_that_have_some(trades: Table) -> None:
    await trades.fill(*DATED)
    result = await trades.ask(period=("2026-01-20..2026-01-20",))
    assert result.items == ()
    assert result.notice == (
        "개별 실거래에 2026년 1월 20일 자료가 없습니다. 그 달에 자료가 있는 날: 2026년 1월 15일, 2026년 1월 16일."
    )
    english = await trades.ask(period=("2026-01-20..2026-01-20",), language="en")
    assert english.notice is not None
    assert english.notice == (
        "There is no data for 20 January 2026 in “Single transactions”. "
        "Days of that month with data: 15 January 2026, 16 January 2026."
    )


async def test_a_day_of_rows_that_know_months_alone_is_said_to_be_the_whole_month(trades: Table) -> None:
    await trades.fill(*DATED)
    result = await trades.ask(period=("2017-06-15..2017-06-15",), region=("경기 안양시",))
    assert _prices(result) == [100_000_000]
    assert result.instead == (
        "개별 실거래 자료는 날짜 없이 달만 알 수 있어, 2017년 6월 15일 대신 2017년 6월 한 달의 자료를 보였습니다."
    )
    assert not result.complete, "another day of the month must not be read out of it"


async def test_a_day_of_monthly_figures_is_said_to_be_the_whole_month(prices: Table) -> None:
    result = await prices.ask(region=("서울 서초구",), period=("2025-12-05..2025-12-05",))
    assert [item.fields["month"] for item in result.items] == ["2025-12"]
    assert result.instead is not None
    assert "2025년 12월 5일 대신 2025년 12월 한 달" in result.instead


async def test_rows_in_hand_are_narrowed_to_a_day_by_the_database(trades: Table) -> None:
    await trades.fill(*DATED)
    evidence = _evidence(await trades.ask(region=("대구",)))
    kept = await trades.source.narrow(trades.principal, evidence, {"period": ("2026-01-16..2026-01-16",)})
    assert [item.fields["price_won"] for item in kept if not item.derived] == [300_000_000]


# --- aggregates -----------------------------------------------------------------------------------


async def test_aggregates_give_the_newest_six_months_when_no_period_is_asked(prices: Table) -> None:
    result = await prices.ask(region=("서울 서초구",))
    assert [item.fields["month"] for item in result.items] == [f"2025-{month:02d}" for month in range(12, 6, -1)]
    assert result.aggregate
    assert result.complete
    assert result.notice is None
    assert all(item.example for item in result.items)
    assert result.items[0].as_of == date(2025, 12, 1)


async def test_a_condition_that_monthly_figures_cannot_apply_is_reported(prices: Table) -> None:
    result = await prices.ask(region=("서울 서초구",), amount=("0..500000000",))
    assert result.items
    assert result.notice is not None
    assert "금액 5억원 이하 조건을 적용할 수 없어" in result.notice


async def test_conditions_that_a_table_applies_are_not_reported(trades: Table) -> None:
    result = await trades.ask(amount=("0..9000000000",))
    assert result.items
    assert result.notice is None


async def test_a_period_after_everything_known_gets_the_newest_and_says_so(prices: Table) -> None:
    result = await prices.ask(region=("서울 서초구",), period=("2026-09..2026-11",))
    assert len(result.items) == 6
    assert result.instead is not None
    assert "2026년 9월~2026년 11월" in result.instead
    assert "2025년 7월~2025년 12월" in result.instead
    assert not result.complete


async def test_a_period_before_everything_known_gets_nothing_and_learns_what_there_is(prices: Table) -> None:
    result = await prices.ask(region=("서울 서초구",), period=("2020-01..2020-12",))
    assert result.items == ()
    assert result.notice is not None
    assert "2025년 5월~2025년 12월" in result.notice


async def test_of_several_periods_those_without_figures_are_reported(prices: Table) -> None:
    asked = ("2020-11..2020-11", "2025-11..2025-11")
    result = await prices.ask(region=("서울 서초구",), period=asked)
    assert [item.fields["month"] for item in result.items] == ["2025-11"]
    assert result.notice is not None
    assert "2020년 11월 기간의 자료가 없습니다" in result.notice and "2025년 5월~2025년 12월" in result.notice


async def test_all_months_but_one_tell_of_none_missing(prices: Table) -> None:
    asked = ("1900-01..2025-10", "2025-12..2025-12", "2026-02..2026-05")
    assert (await prices.ask(region=("서울 서초구",), period=asked)).notice is None


async def test_a_neighbourhood_without_figures_gets_its_districts_and_is_reported(prices: Table) -> None:
    result = await prices.ask(region=("서울 서초구 반포동",))
    assert {item.fields["region"] for item in result.items} == {"서울 서초구"}
    assert result.instead is not None
    assert "반포동" in result.instead
    assert not result.complete


async def test_a_district_without_figures_never_gets_its_whole_citys_or_anothers(prices: Table) -> None:
    city = {"region": "서울", "deal": "sale", "area_band": "전체", "month": "2025-12", "trades": 9}
    await prices.fill(city, replace=False)
    result = await prices.ask(region=("서울 종로구",))
    assert result.items == ()


# --- the two clocks -------------------------------------------------------------------------------


async def test_a_change_within_the_slots_is_seen_and_one_outside_is_not(trades: Table) -> None:
    before = datetime.now(UTC)
    version = await trades.source.version(trades.principal)
    await trades.fill({"trade_id": "new", "region": "대구 수성구 범어동", "deal": "sale", "month": "2026-02",
                       "price_won": 1, "area_m2": 1}, replace=False)  # fmt: skip
    who, source = trades.principal, trades.source
    assert await source.version(who) != version
    assert await source.changed_within(who, {"region": ("대구 수성구",)}, before)
    assert not await source.changed_within(who, {"region": ("대구 달서구",)}, before)
    assert await source.changed_within(who, {"period": ("nonsense",)}, before)


async def test_a_removed_row_counts_as_a_change_within_its_slots(trades: Table) -> None:
    items = (await trades.ask(region=("대구 수성구",))).items
    assert not await trades.source.changed_items(trades.principal, items)
    before = datetime.now(UTC)
    await trades.fill(*TRADES[:4])
    assert await trades.source.changed_within(trades.principal, {"region": ("대구 수성구",)}, before)
    assert not await trades.source.changed_within(trades.principal, {"region": ("대구 달서구",)}, before)
    assert await trades.source.changed_items(trades.principal, items)


async def test_another_tenant_sees_no_row(trades: Table) -> None:
    stranger = Principal(tenant_id="stranger", owner_id=trades.principal.owner_id)
    result = await trades.source.search(SearchRequest(stranger, "?", {}, "ko", 10, 5))
    assert result.items == ()


# --- narrowing ------------------------------------------------------------------------------------


def _evidence(result: SearchResult) -> Evidence:
    return Evidence(
        evidence_id="e", session_id="s", run_id="r", data_type="market", sources=("trades",), kind="table", query="?",
        slots={"region": ("대구 달서구",)}, items=result.items, fetched_at=datetime.now(UTC), source_version="1",
    )  # fmt: skip


async def test_narrowing_computes_the_figures_anew_over_the_rows_in_hand(trades: Table) -> None:
    evidence = _evidence(await trades.ask(region=("대구 달서구",)))
    await trades.fill(TRADES[0])
    slots = {"region": ("대구 달서구",), "area": ("75..102",), "deal": ("sale",)}
    figures, *rows = await trades.source.narrow(trades.principal, evidence, slots)
    assert sorted(int(str(row.fields["price_won"])) for row in rows) == [200_000_000, 400_000_001]
    assert all(row in evidence.items for row in rows)
    assert figures.derived
    assert (figures.fields["rows"], figures.fields["price_won_mean"]) == (2, 300_000_001)
    assert figures.fields["price_won_median"] == 300_000_001


async def test_narrowing_to_what_is_not_in_hand_gives_nothing(trades: Table) -> None:
    evidence = _evidence(await trades.ask(region=("대구 달서구",)))
    assert await trades.source.narrow(trades.principal, evidence, {"area": ("500..600",)}) == ()
    assert await trades.source.narrow(trades.principal, evidence.model_copy(update={"items": ()}), {}) == ()


async def test_each_place_and_period_asked_for_has_figures_of_its_own(trades: Table) -> None:
    both = await trades.ask(deal=("sale",), region=("대구 달서구", "대구 수성구"))
    means = {str(item.fields["region"]): item.fields["price_won_mean"] for item in both.items if item.derived}
    alone = {
        place: next(item.fields["price_won_mean"] for item in (await trades.ask(deal=("sale",), region=(place,))).items)
        for place in ("대구 달서구", "대구 수성구")
    }
    assert means == alone
    months = sorted({str(item.fields["month"]) for item in both.items if not item.derived})[:2]
    asked = await trades.ask(deal=("sale",), period=tuple(f"{month}..{month}" for month in months))
    assert sorted(str(item.fields["last_time"]) for item in asked.items if item.derived) == months


@pytest.mark.parametrize("descending", [True, False])
async def test_a_limit_cuts_off_what_comes_last_in_the_order_asked_for(trades: Table, descending: bool) -> None:
    whole = sorted(int(str(item.fields["price_won"])) for item in (await trades.ask()).items if not item.derived)
    order = RowOrder("price_won", descending=descending)
    cut = await trades.source.search(SearchRequest(trades.principal, "?", {}, "ko", 2, 5, order=order))
    assert not cut.complete
    found = [item.fields["price_won"] for item in cut.items if not item.derived]
    assert found == (whole[::-1] if descending else whole)[:2]
