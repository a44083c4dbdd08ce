"""A message that seeks help is answered; what people say of themselves is remembered."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from foundation.domains.loading.loader import load_pack, shipped_packs
from supervisor.memory.remembered import is_answered

STRANGERS = Path(__file__).parents[3] / "evaluations" / "strangers" / "memory.jsonl"
SAID = [case for line in STRANGERS.read_text("utf-8").splitlines() if (case := json.loads(line))["keep"]]
PACKS = ("real_estate", "water_treatment", "handbook", "construction")


@pytest.mark.parametrize("name", PACKS)
def test_what_strangers_said_of_themselves_seeks_no_help(name: str) -> None:
    pack = load_pack(shipped_packs() / name)
    alone: list[dict[str, Any]] = [case for case in SAID if "?" not in case["text"]]
    assert len(alone) > 50
    assert [case["text"] for case in alone if is_answered(case["text"], pack)] == []


@pytest.mark.parametrize("said", ["I lost my laptop", "my gran died"])
def test_a_message_that_seeks_help_is_no_memory(said: str) -> None:
    assert is_answered(said, load_pack(shipped_packs() / "handbook"))
