"""When a slot that differs only narrows."""

from __future__ import annotations

from typing import Any

import pytest

from execution_agents.reuse.slot_cover import narrows, ruled_out, slot_conflicts
from foundation.contracts.work import FieldValue, Slots
from foundation.domains.schema.pack import HttpSource, Pack, RegionNode, Slot, SlotColumn
from tests.execution_agents.search.world import (
    AREA,
    MARKET,
    PERIOD,
    REGION,
    TRADES,
    WORDS,
    law,
    pack,
    sale,
    sales,
)

PACK = pack()


def conflicts(asked: Slots, **changes: Any) -> tuple[str, ...]:
    return slot_conflicts(asked, sales(**changes), MARKET, PACK)


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"region": ("대구 달서구",)}, ()),
        ({"region": ("서울 서초구",)}, ("region",)),
        ({"region": ("대구 달서구", "서울 서초구")}, ("region",)),
        ({"region": ("대구",)}, ("region",)),
        ({}, ("region",)),
        ({"region": ("대구 달서구",), "area": ("75..102",)}, ()),
        ({"region": ("대구 달서구",), "area": ("20..40",)}, ("area",)),
        ({"region": ("대구 달서구",), "period": ("2026-01..2026-01",)}, ()),
        ({"region": ("대구 달서구",), "period": ("2019-05..2019-05",)}, ("period",)),
        ({"region": ("대구 달서구",), "period": ("not a period",)}, ("period",)),
    ],
)
def test_rows_answer_the_same_or_a_narrower_question_only(asked: Slots, found: tuple[str, ...]) -> None:
    assert conflicts(asked) == found


NARROWER = {"region": ("대구 달서구",), "area": ("75..102",)}


@pytest.mark.parametrize("changes", [{"aggregate": True}, {"complete": False}, {"sources": ("elsewhere",)}])
def test_aggregates_cut_off_rows_and_unknown_columns_never_narrow(changes: dict[str, Any]) -> None:
    assert conflicts(NARROWER, **changes) == ("area",)


@pytest.mark.parametrize(
    ("asked", "stored", "found"),
    [
        ("2026-01..2026-01", ("2025-12..2026-01",), ()),
        ("2025-12..2026-01", ("2025-12..2025-12", "2026-01..2026-01"), ("period",)),  # no row is of both
        ("2026-02..2026-02", ("2025-12..2026-01",), ("period",)),
        ("2026-01..2026-01", (), ("period",)),  # a default period was fetched, which no slot shows
    ],
)
def test_aggregates_narrow_by_a_time_within_the_one_fetched(
    asked: str, stored: tuple[str, ...], found: tuple[str, ...]
) -> None:
    region = {"region": ("대구 달서구",)}
    slots: Slots = {**region, "period": stored} if stored else region
    assert conflicts({**region, "period": (asked,)}, aggregate=True, slots=slots) == found


def test_every_row_must_carry_the_field() -> None:
    evidence = sales(sale("1"), sale("2", area_m2=None))
    assert slot_conflicts(NARROWER, evidence, MARKET, PACK) == ("area",)


def test_a_district_lies_in_its_city_and_a_sibling_does_not() -> None:
    city: dict[str, Any] = {"slots": {"region": ("대구",)}}
    assert conflicts({"region": ("대구 달서구",)}, **city) == ()
    assert conflicts({"region": ("대구 수성구",)}, **city) == ("region",)
    assert conflicts({"region": ("서울 서초구",)}, **city) == ("region",)


def test_a_range_must_lie_within_the_stored_one() -> None:
    stored: dict[str, Any] = {"slots": {"region": ("대구 달서구",), "area": ("60..100",)}}
    assert conflicts({"region": ("대구 달서구",), "area": ("80..90",)}, **stored) == ()
    assert conflicts({"region": ("대구 달서구",), "area": ("80..110",)}, **stored) == ("area",)


def test_passages_carry_no_fields_so_a_new_value_conflicts_and_a_dropped_one_does_not() -> None:
    evidence = law(slots={"region": ("대구 달서구",)})
    assert slot_conflicts({"region": ("서울 서초구",)}, evidence, MARKET, PACK) == ("region",)
    assert slot_conflicts({}, evidence, MARKET, PACK) == ()


def test_what_may_be_read_more_particularly() -> None:
    assert narrows(law())
    assert narrows(law(complete=False))
    assert narrows(sales())
    assert not narrows(sales(complete=False))
    assert not narrows(sales(aggregate=True))


DEAL = Slot(name="deal", label=WORDS, parser="choice")
PRICE = Slot(name="price", label=WORDS, parser="amount")
FEED = HttpSource(name="feed", label=WORDS, url="https://example.com/feed")


def wide_pack() -> Pack:
    """Prices by kind of deal and amount too, and a feed whose fields are named like the slots."""
    columns = (
        SlotColumn(slot="deal", column="deal_type"),
        SlotColumn(slot="price", column="price_won", match="between"),
    )
    trades = TRADES.model_copy(update={"slots": (*TRADES.slots, *columns)})
    return pack(slots=(REGION, PERIOD, AREA, DEAL, PRICE), sources=(trades, FEED))


WIDE_PACK = wide_pack()


def wide(slot: str, asked: tuple[str, ...], had: tuple[str, ...], *rows: FieldValue, column: str = "") -> bool:
    """Whether rows with these cells, fetched for what was had of one slot, answer for what is asked of it."""
    market = MARKET.model_copy(update={"matching_slots": (slot,)})
    items = tuple(sale(str(at), **{column or slot: cell}) for at, cell in enumerate(rows))
    evidence = sales(*items, slots={slot: had} if had else {})
    return slot_conflicts({slot: asked}, evidence, market, WIDE_PACK) == ()


def test_rows_of_a_feed_are_rows_too() -> None:
    assert conflicts({}, kind="http") == ("region",)
    assert not narrows(sales(kind="http", complete=False))


def test_a_feed_names_its_fields_like_the_slots() -> None:
    row = sale("1", area=80).model_copy(update={"source": "feed"})
    market = MARKET.model_copy(update={"matching_slots": ("area",)})
    evidence = sales(row, kind="http", sources=("feed",))
    assert slot_conflicts({"area": ("75..102",)}, evidence, market, WIDE_PACK) == ()
    assert slot_conflicts({"area": ("20..40",)}, evidence, market, WIDE_PACK) == ("area",)


def test_a_source_the_pack_no_longer_has_carries_nothing() -> None:
    row = sale("1").model_copy(update={"source": "elsewhere"})
    assert slot_conflicts(NARROWER, sales(row, sources=("elsewhere",)), MARKET, PACK) == ("area",)


def test_every_value_asked_for_must_lie_within_one_of_those_had() -> None:
    both = ("서울 서초구", "대구 달서구 두류동")
    assert wide("region", ("대구 달서구",), ("대구", "서울 서초구"), *both)
    assert wide("region", ("서울 서초구", "대구 달서구"), ("서울 서초구", "대구"), *both)
    assert not wide("region", ("대구 달서구", "서울 서초구"), ("대구",), *both)


def test_every_value_asked_for_needs_a_row_of_its_own_and_no_more_than_one() -> None:
    assert wide("area", ("75..102",), (), 84, 59, column="area_m2")
    assert wide("area", ("75..102", "50..60"), (), 84, 59, column="area_m2")
    assert not wide("area", ("75..102", "20..40"), (), 84, 59, column="area_m2")


@pytest.mark.parametrize(
    ("cell", "fits"), [("대구 달서구", True), ("대구 달서구 두류동", True), ("대구 달서구청", False), ("대구", False)]
)
def test_a_row_stands_in_the_region_it_names_or_in_one_above(cell: str, fits: bool) -> None:
    assert wide("region", ("대구 달서구",), ("대구",), cell) is fits


def test_a_row_of_a_district_stands_in_its_city() -> None:
    assert wide("region", ("대구",), (), "대구 달서구")
    assert wide("region", ("대구",), (), "대구")


@pytest.mark.parametrize(
    ("cell", "fits"), [(74, False), (75, True), (102, True), (103, False), ("84", False), (None, False)]
)
def test_a_row_at_either_end_of_the_range_is_asked_for(cell: FieldValue, fits: bool) -> None:
    assert wide("area", ("75..102",), (), cell, column="area_m2") is fits


@pytest.mark.parametrize(
    ("cell", "fits"), [("2025-12", False), ("2026-01-31", True), ("2026-02", True), ("새해", False)]
)
def test_a_row_of_the_first_or_last_month_is_asked_for(cell: str, fits: bool) -> None:
    assert wide("period", ("2026-01..2026-02",), (), cell, column="month") is fits


@pytest.mark.parametrize(
    ("asked", "cells", "fits"),
    [
        ("2026-01-15..2026-01-15", ("2026-01-15", "2026-01-16"), True),
        ("2026-01-15..2026-01-15", ("2026-01-14", "2026-01-16"), False),
        ("2026-01-10..2026-01-15", ("2026-01-15",), True),
        ("2026-01-15..2026-01-15", ("2026-01-15", "2026-01"), False),  # one row's day is not known
        ("2026-01-15..2026-01-15", ("2026-01",), False),
        ("2026-01..2026-01", ("2026-01-15", "2026-01"), True),
    ],
)
def test_a_day_is_narrower_than_its_month_where_every_row_knows_its_day(
    asked: str, cells: tuple[str, ...], fits: bool
) -> None:
    assert wide("period", (asked,), ("2026-01..2026-03",), *cells, column="month") is fits


@pytest.mark.parametrize("held", ["2026-01-16..2026-01-16", "2026-02..2026-02", "2026-01-01..2026-01-14"])
def test_another_day_is_another_period(held: str) -> None:
    assert not wide("period", ("2026-01-15..2026-01-15",), (held,), "2026-01-15", column="month")


def test_a_month_is_not_answered_from_one_of_its_days() -> None:
    assert not wide("period", ("2026-01..2026-01",), ("2026-01-15..2026-01-15",), "2026-01-15", column="month")


@pytest.mark.parametrize(
    ("asked", "fits"), [("75..90", True), ("80..102", True), ("75..102", True), ("74..90", False), ("80..103", False)]
)
def test_a_range_may_share_the_ends_of_the_stored_one(asked: str, fits: bool) -> None:
    assert wide("area", (asked,), ("75..102",), 84, column="area_m2") is fits


def test_amounts_are_ranges_too() -> None:
    assert wide("price", ("300..400",), ("100..500",), 350, column="price_won")
    assert not wide("price", ("300..600",), ("100..500",), 350, column="price_won")


def test_one_choice_lies_in_no_other_but_rows_of_all_choices_hold_each() -> None:
    assert wide("deal", ("monthly",), (), "monthly", "sale", column="deal_type")
    assert not wide("deal", ("monthly",), (), "jeonse", "sale", column="deal_type")
    assert not wide("deal", ("monthly",), ("sale",), "monthly", column="deal_type")


def test_regions_that_are_said_to_lie_in_each_other_are_looked_through_once() -> None:
    ring = REGION.model_copy(
        update={"regions": (RegionNode(name="가구", parent="나구"), RegionNode(name="나구", parent="가구"))}
    )
    market = MARKET.model_copy(update={"matching_slots": ("region",)})
    evidence = sales(slots={"region": ("다구",)})
    assert slot_conflicts({"region": ("가구",)}, evidence, market, pack(slots=(ring,))) == ("region",)


TWO: dict[str, Any] = {"slots": {"region": ("대구 달서구", "대구 수성구")}}


def test_one_of_several_stored_values_is_a_narrower_question() -> None:
    assert conflicts({"region": ("대구 달서구",)}, **TWO) == ()
    assert conflicts({"region": ("대구 달서구",)}, complete=False, **TWO) == ("region",), "its rows may be cut off"
    assert conflicts({"region": ("대구 수성구",)}, **TWO) == ("region",), "no row in hand lies there"
    assert conflicts({"region": ("대구 달서구",)}, aggregate=True, **TWO) == ("region",)


def test_the_same_values_in_any_order_are_the_same_question_even_when_rows_were_cut_off() -> None:
    assert conflicts({"region": ("대구 수성구", "대구 달서구")}, complete=False, **TWO) == ()


def test_a_row_for_each_condition_alone_is_not_a_row_for_all_of_them() -> None:
    rows = sales(
        sale("1", area_m2=84.9, region="대구 달서구 두류동"),
        sale("2", area_m2=59.9, region="대구 수성구 범어동"),
        slots=TWO["slots"],
    )
    both = {"region": ("대구 달서구",), "area": ("50..70",)}
    assert slot_conflicts({"region": ("대구 달서구",)}, rows, MARKET, PACK) == ()
    assert set(slot_conflicts(both, rows, MARKET, PACK)) == {"region", "area"}


JANUARY = {"region": ("대구 달서구",), "period": ("2026-01..2026-01",)}


@pytest.mark.parametrize(
    ("asked", "changes", "ruled"),
    [
        ({"region": ("대구 달서구",)}, {}, False),
        ({"region": ("대구 달서구",), "area": ("20..40",)}, {}, False),  # only its rows can tell
        ({"region": ("서울 서초구",)}, {}, True),
        ({"region": ("대구 달서구",), "period": ("2019-05..2019-05",)}, {}, False),
        ({"region": ("대구 달서구",), "period": ("2019-05..2019-05",)}, {"slots": JANUARY}, True),
        ({"region": ("대구 달서구",), "area": ("75..102",)}, {"complete": False}, True),
        ({"region": ("대구 달서구",), "area": ("75..102",)}, {"aggregate": True}, True),
        ({}, {}, True),
    ],
)
def test_a_record_is_ruled_out_unread_only_by_what_no_row_could_mend(
    asked: Slots, changes: dict[str, Any], ruled: bool
) -> None:
    assert ruled_out(asked, sales(**changes), MARKET, PACK) is ruled
    if ruled:
        assert conflicts(asked, **changes)


@pytest.mark.parametrize(("asked", "ruled"), [("제6조", False), ("제7조", True)])
def test_a_passage_is_ruled_out_by_a_value_it_was_not_fetched_for(asked: str, ruled: bool) -> None:
    data_type = MARKET.model_copy(update={"matching_slots": ("region",)})
    record = law(slots={"region": ("제6조",)})
    assert ruled_out({"region": (asked,)}, record, data_type, PACK) is ruled
    assert not ruled_out({}, record, data_type, PACK)
