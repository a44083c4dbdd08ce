"""When a slot that differs only narrows."""

from __future__ import annotations

from typing import Any

import pytest

from execution_agents.search.narrowing import narrows, slot_conflicts
from foundation.contracts.work import Slots
from tests.execution_agents.search.world import MARKET, law, pack, sale, sales

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
