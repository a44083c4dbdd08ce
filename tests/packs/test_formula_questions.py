"""Everyday questions about the rules of the shipped packs: those with a person's own figures come to a value, those
that only ask for the rule compute nothing. The values were worked out by hand from the documents."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from execution_agents.analysis.formulas.calculating import calculated
from tests.execution_agents.analysis.formulas.talks import asked_last, brief, pack_of

CASES: list[dict[str, Any]] = [
    json.loads(line) for line in (Path(__file__).parent / "formula_questions.jsonl").read_text("utf-8").splitlines()
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["say"][-1][:50])
def test_own_figures_are_worked_out_and_rules_are_not(case: dict[str, Any]) -> None:
    asked = asked_last(case["pack"], *case["say"])
    done = calculated(asked, brief(case["say"][-1], asked), pack_of(case["pack"])) if asked is not None else None

    if case["says"] is None:
        assert done is None or done.value is None
    else:
        assert done is not None
        assert re.search(rf"(?<![\d.,]){re.escape(case['says'])}(?!\d|[.,]\d)", done.lead)
