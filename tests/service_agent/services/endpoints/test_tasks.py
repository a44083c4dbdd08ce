"""Each task that a turn gives a model is tried through a turn's own validation."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from foundation.contracts.identity import LOCAL
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import Pack
from foundation.llm.scripted import Line, Reply
from service_agent.services.endpoints.tasks import Tried, Trier, material_of, plannable
from tests.foundation.domains.small_pack import SMALL_PACK
from tests.foundation.llm.scripts import scripted

HOMES = load_pack(shipped_packs() / "real_estate")
PLANNED: dict[str, Any] = {"route": "rag_required", "intent": "market_inquiry", "confidence": 0.9, "slots": {}}
MEAN: dict[str, Any] = {"kind": "aggregate", "function": "mean", "column": "area_m2"}
SCRIPT: dict[str, Line] = {
    "turn_planning": PLANNED,
    "answer": Reply("한 사람이 한 번에 4개까지 빌릴 수 있습니다. [1]"),
    "analysis_planning": {"source": "", "operations": [MEAN]},
}


async def tried(changes: Mapping[str, Line], pack: Pack = HOMES) -> dict[str, Tried]:
    async with scripted({**SCRIPT, **changes}) as wired:
        found = await Trier(wired.model, pack, "merged", LOCAL, wired.usage).tried()
    return {one.task: one for one in found}


async def test_a_reply_as_labelled_works_in_every_task() -> None:
    found = await tried({})
    assert {name: one.works for name, one in found.items()} == {"plan": True, "write": True, "calculate": True}
    assert not any(one.labelled or one.got or one.reason for one in found.values())


async def test_a_plan_without_a_confidence_names_that_field() -> None:
    found = await tried({"turn_planning": {"route": "rag_required", "intent": "market_inquiry"}})
    assert (found["plan"].reason, found["plan"].field) == ("wrong_shape", "confidence")


async def test_a_plan_of_another_intent_works_and_says_what_the_label_says() -> None:
    plan = (await tried({"turn_planning": {**PLANNED, "intent": "legal_consult"}}))["plan"]
    assert (plan.works, plan.labelled, plan.got) == (True, "market_inquiry", "legal_consult")


async def test_a_draft_that_the_checks_throw_away_does_not_write() -> None:
    wrong = Reply("한 사람이 한 번에 73개까지 빌릴 수 있습니다. [1]")
    write = (await tried({"answer": wrong, "answer_strict": wrong}))["write"]
    assert (write.works, write.reason) == (False, "numbers")


@pytest.mark.parametrize(
    ("reply", "reason", "said"),
    [
        ({"source": "", "operations": [{**MEAN, "column": "rooms"}]}, "no_such_column", "rooms"),
        ({"source": "elsewhere", "operations": [MEAN]}, "no_such_table", "elsewhere"),
        ({"source": "", "operations": []}, "no_operations", ""),
    ],
)
async def test_operations_that_a_turn_cannot_carry_out_are_named(reply: Line, reason: str, said: str) -> None:
    done = (await tried({"analysis_planning": reply}))["calculate"]
    assert (done.works, done.reason, done.said) == (False, reason, said)


def test_a_pack_whose_turns_calculate_nothing_is_not_asked_to() -> None:
    bare = SMALL_PACK.model_copy(update={"intents": (), "default_teams": ("search",)})
    assert material_of(bare) is None
    assert material_of(HOMES) is not None


def test_without_labels_the_intents_own_examples_are_planned(tmp_path: Path) -> None:
    unlabelled = HOMES.model_copy(update={"root": tmp_path})
    known = {intent.name for intent in HOMES.intents if intent.ends is None}
    found = dict(plannable(unlabelled))
    assert found
    assert set(found.values()) <= {*known, ""}
