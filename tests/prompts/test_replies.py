"""Replies: extra keys pass, missing and impossible values do not."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from prompts.replies import DataSufficiencyReply, IntentAnalysisReply, QueryRouterReply, TurnPlanningReply

JUDGED: dict[str, Any] = {
    "is_sufficient": True,
    "confidence": 0.95,
    "data_source": "checkpoint",
    "missing_data_types": ["legal"],
    "reasoning": "same district",
}
PLANNED: dict[str, Any] = {
    "route": "rag_required",
    "standalone_question": "대구 달서구 시세는?",
    "intent": "market_inquiry",
    "confidence": 0.9,
    "slots": {"region": ["대구 달서구"]},
    "ambiguity_reason": None,
    "sufficiency": JUDGED,
}


def test_a_whole_plan_with_extra_keys_is_read() -> None:
    plan = TurnPlanningReply.model_validate({**PLANNED, "mood": "good", "sufficiency": {**JUDGED, "why": 1}})
    assert plan.sufficiency == DataSufficiencyReply(**JUDGED)
    assert plan.slots == {"region": ("대구 달서구",)}


def test_what_may_be_left_out_may_be_left_out() -> None:
    plan = TurnPlanningReply.model_validate({"route": "simple", "intent": "unclear", "confidence": 1})
    assert (plan.standalone_question, plan.slots, plan.sufficiency) == ("", {}, None)
    assert DataSufficiencyReply.model_validate({"is_sufficient": False, "confidence": 0}).data_source == "none"


@pytest.mark.parametrize(
    ("slots", "read"),
    [
        ({"region": "서초구", "deal": None, "period": []}, {"region": ("서초구",)}),
        ({"area": 84}, {"area": ("84",)}),
        (
            [{"name": "region", "value": "서초구"}, {"name": "region", "value": ["강남구"]}],
            {"region": ("서초구", "강남구")},
        ),
        (None, {}),
    ],
)
def test_slots_are_read_in_the_shapes_models_write_them(slots: Any, read: dict[str, tuple[str, ...]]) -> None:
    reply = IntentAnalysisReply.model_validate({"intent": "market_inquiry", "confidence": 0.5, "slots": slots})
    assert reply.slots == read


@pytest.mark.parametrize(
    "change",
    [
        {"confidence": 1.01},
        {"confidence": -0.01},
        {"confidence": float("nan")},
        {"confidence": float("inf")},
        {"confidence": "sure"},
        {"is_sufficient": "perhaps"},
        {"data_source": "internet"},
        {"missing_data_types": "legal"},
    ],
)
def test_an_impossible_judgement_is_malformed_never_clamped(change: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        DataSufficiencyReply.model_validate({**JUDGED, **change})
    with pytest.raises(ValidationError):
        TurnPlanningReply.model_validate({**PLANNED, "sufficiency": {**JUDGED, **change}})


@pytest.mark.parametrize("slots", ["서초구", [1, 2], {"region": {"deep": 1}}])
def test_slots_of_no_known_shape_are_malformed(slots: Any) -> None:
    with pytest.raises(ValidationError):
        TurnPlanningReply.model_validate({**PLANNED, "slots": slots})


def test_an_unknown_route_is_malformed() -> None:
    with pytest.raises(ValidationError):
        QueryRouterReply.model_validate({"route": "somewhere"})
