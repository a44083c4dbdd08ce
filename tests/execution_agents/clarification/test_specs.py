"""Specs and amounts, however they are written."""

from __future__ import annotations

from decimal import Decimal

import pytest

from execution_agents.clarification.quantities import AmountReader, in_unit, shown, times
from execution_agents.clarification.specs import SpecReader
from tests.execution_agents.clarification.graphs import CONSTRUCTION, SHOP

assert CONSTRUCTION.graph is not None
PIPES = SpecReader(CONSTRUCTION.graph.fields)


@pytest.mark.parametrize(
    "text",
    [
        "200mm SCH 40",
        "200A sch40",
        "(200, SCH 40)",
        "SCH40 200",
        "２００㎜ ＳＣＨ．４０",
        "200xSCH40",
        "DN200 스케줄 40",
    ],
)
def test_a_spec_is_the_same_however_it_is_written(text: str) -> None:
    assert PIPES.read(text).values == {"diameter": "200", "schedule": "40"}


@pytest.mark.parametrize("text", ["30m", "1.5톤", "3번", "100인", "A4 40장"])
def test_other_figures_are_no_spec(text: str) -> None:
    assert PIPES.read(text).values == {}


@pytest.mark.parametrize(
    ("spec", "written"),
    [
        ("200, SCH 40", "200mm SCH 40"),
        ("100", "100mm"),
        ("ø50, Screwed Type, 10.5", "ø50, Screwed Type, 10.5"),
        ("25, 20∼40", "25, 20∼40"),
        ("두 겹", "두 겹"),
        ("", ""),
    ],
)
def test_a_spec_is_shortened_only_where_its_fields_say_all(spec: str, written: str) -> None:
    assert PIPES.written(spec) == written


def test_a_number_alone_is_kept_for_whoever_knows_the_thing() -> None:
    assert PIPES.read("강관용접 200").bare == ("200",)


def test_words_of_a_choice_are_a_field() -> None:
    read = SpecReader(SHOP.fields).read("the red lamp of 40 W")
    assert read.values == {"colour": "red", "watts": "40"}


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [("30m", 30, "m"), ("45 미터는?", 45, "m"), ("1,200㎡", 1200, "m2"), ("3.5 루베", 3.5, "m3")],
)
def test_amounts_are_read_in_the_units_things_have(text: str, value: float, unit: str) -> None:
    amount = AmountReader(["m", "㎡", "m3"]).read(text.replace("㎡", "m2"))
    assert amount is not None
    assert (float(amount.value), amount.unit) == (value, unit)


@pytest.mark.parametrize("text", ["200mm", "1m당 얼마", "30명"])
def test_what_is_no_amount_is_none(text: str) -> None:
    assert AmountReader(["m"]).read(text) is None


def test_kilometres_are_metres_and_square_metres_are_not() -> None:
    reader = AmountReader(["m", "m2"])
    kilometres, area = reader.read("2km"), reader.read("2m2")
    assert kilometres is not None
    assert area is not None
    assert in_unit(kilometres, "m") == 2000
    assert in_unit(area, "m") is None


def test_quantities_grow_with_the_amount_over_the_base() -> None:
    assert shown(times(Decimal("0.312"), Decimal(30), Decimal(1))) == "9.36"
    assert shown(times(Decimal("1.2"), Decimal(30), Decimal(10))) == "3.6"


@pytest.mark.parametrize(
    ("text", "own", "value"),
    [
        ("10평", "m2", "33.057850"),
        ("12그루", "주", "12"),
        ("30루베", "m3", "30"),
        ("3톤", "kg", "3000"),
        ("5메다", "m", "5"),
    ],
)
def test_units_of_the_site_are_converted_into_the_things_own(text: str, own: str, value: str) -> None:
    amount = AmountReader([own]).read(text)
    assert amount is not None
    assert in_unit(amount, own) == Decimal(value)
