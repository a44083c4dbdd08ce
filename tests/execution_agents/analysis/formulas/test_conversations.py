"""Conversations about formulas as people type them, over the shipped packs: what the last message comes to, and false
friends of which none is computed. The answers were worked out by hand and by the annuity formula."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from execution_agents.analysis.formulas.calculating import calculated
from tests.execution_agents.analysis.formulas.talks import asked_last, brief, pack_of

CASES: list[dict[str, Any]] = [
    json.loads(line) for line in (Path(__file__).parent / "conversations.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["say"][-1][:40])
def test_the_last_message_comes_to_its_value_or_none(case: dict[str, Any]) -> None:
    asked = asked_last(case["pack"], *case["say"])
    value = None
    if asked is not None:
        value = calculated(asked, brief(case["say"][-1], asked), pack_of(case["pack"])).value

    if case["value"] is None:
        assert value is None
    else:
        assert value is not None
        assert abs(Decimal(value) - Decimal(case["value"])) < Decimal("0.6")
