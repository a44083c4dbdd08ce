"""Formulas worked out: brackets at their edges, rounding, choices, what is missing, the time a rule applies in."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from foundation.domains.formulas.working import Result, Unworkable, missing_inputs, work_out
from foundation.domains.schema.formulas import Formula

FEE: dict[str, Any] = {
    "name": "fee",
    "label": {"en": "Fee"},
    "words": ["fee"],
    "intent": "ask",
    "source": {"en": "the rule"},
    "says": {"en": "{result}"},
    "valid_from": "2021-10-19",
    "valid_to": "2030-12-31",
    "inputs": [
        {"name": "deal", "label": {"en": "Deal"}, "choices": [
            {"value": "sale", "label": {"en": "sale"}, "words": ["sale"]},
            {"value": "rent", "label": {"en": "rent"}, "words": ["rent"]},
        ]},
        {"name": "amount", "label": {"en": "Amount"}, "unit": "won"},
        {"name": "monthly", "label": {"en": "Rent"}, "unit": "won"},
        {"name": "usual", "label": {"en": "Usual"}, "unit": "won", "optional": True},
        {"name": "share", "label": {"en": "Share"}, "unit": "percent", "default": 50},
    ],
    "tables": [{"name": "rates", "by": "base", "units": {"rate": "percent", "cap": "won"}, "lines": [
        {"below": 100, "values": {"rate": 1, "cap": 0.5}},
        {"below": 200, "values": {"rate": 2}},
        {"at_least": 200, "below": 1000, "values": {"rate": "base / 100"}},
    ]}],
    "steps": [
        {"name": "base", "label": {"en": "Base"}, "unit": "won", "when": {"deal": ["sale"]}, "expression": "amount"},
        {"name": "base", "label": {"en": "Base"}, "unit": "won", "when": {"deal": ["rent"]},
         "expression": "amount + monthly * 10"},
        {"name": "fee", "label": {"en": "Fee"}, "unit": "won", "expression": "min(base * rate, cap) * share * 2",
         "rounding": {"to": 0.01, "mode": "down"}},
    ],
    "watch": [
        {"when": "base > 150", "text": {"en": "large"}, "article": {"en": "Rule 1"}},
        {"when": "amount > usual", "text": {"en": "unusual"}, "article": {"en": "Rule 2"}},
    ],
    "examples": [{"inputs": {"deal": "sale", "amount": 100}, "result": 2}],
}  # fmt: skip
FORMULA = Formula.model_validate(FEE)


def result(**given: Decimal | str | int) -> Result:
    """What comes out."""
    found = work_out(FORMULA, {name: Decimal(one) if isinstance(one, int) else one for name, one in given.items()})
    assert isinstance(found, Result), found
    return found


@pytest.mark.parametrize(
    ("amount", "fee"), [(99, "0.5"), (100, "2"), (199, "3.98"), (200, "4"), (999, "99.8"), (10, "0.1")]
)
def test_a_bracket_begins_at_its_edge(amount: int, fee: str) -> None:
    assert result(deal="sale", amount=amount).result.value == Decimal(fee)


def test_the_steps_of_the_choice_are_taken() -> None:
    assert result(deal="rent", amount=50, monthly=10).values["base"] == Decimal(150)


def test_what_a_choice_does_not_use_is_not_missing() -> None:
    assert missing_inputs(FORMULA, {"deal": "sale"}) == ("amount",)
    assert missing_inputs(FORMULA, {"deal": "rent"}) == ("amount", "monthly")
    assert missing_inputs(FORMULA, {}) == ("deal",)


def test_a_missing_input_leaves_nothing_worked_out() -> None:
    assert work_out(FORMULA, {"deal": "sale"}) == Unworkable("missing", ("amount",))


def test_a_value_beyond_all_brackets_is_not_worked_out() -> None:
    assert work_out(FORMULA, {"deal": "sale", "amount": Decimal(5000)}) == Unworkable("no_bracket", ("rates",))


@pytest.mark.parametrize(("day", "is_valid"), [("2021-10-18", False), ("2021-10-19", True), ("2031-01-01", False)])
def test_a_rule_applies_within_its_time(day: str, is_valid: bool) -> None:
    found = work_out(FORMULA, {"deal": "sale", "amount": Decimal(100)}, date.fromisoformat(day))
    assert isinstance(found, Result) is is_valid


def test_a_point_to_watch_stands_where_its_condition_holds() -> None:
    assert [one.text["en"] for one in result(deal="sale", amount=180).watch] == ["large"]
    assert not result(deal="sale", amount=20).watch


def test_a_point_may_speak_of_an_input_no_step_uses() -> None:
    assert [one.text["en"] for one in result(deal="sale", amount=20, usual=19).watch] == ["unusual"]
    assert not result(deal="sale", amount=20, usual=20).watch


def test_a_step_worked_out_from_itself_is_refused() -> None:
    steps = [{"name": "x", "label": {"en": "X"}, "unit": "won", "expression": "y"},
             {"name": "y", "label": {"en": "Y"}, "unit": "won", "expression": "x"}]  # fmt: skip
    formula = Formula.model_validate({**FEE, "tables": [], "watch": [], "steps": steps})
    found = work_out(formula, {"deal": "sale", "amount": Decimal(1), "monthly": Decimal(1)})
    assert isinstance(found, Unworkable)
    assert found.reason == "impossible"
