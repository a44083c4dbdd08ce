"""What audits find of reuses whose truth is known: as the turn read them, with the old topic before the new words."""

from __future__ import annotations

import pytest

from evaluations.audits.planting import PLANT, planted_reading, reusing
from evaluations.audits.reading import Planted, read_planted
from foundation.contracts.identity import LOCAL
from foundation.contracts.plan import Understanding
from foundation.domains.loading.loader import shipped_packs
from foundation.storage.database.json_text import dump
from tests.service_agent.experiments.conftest import Stage

FOUND = 0.95
"""Of the wrong reuses."""
ALARMS = 0.05
"""Of the right ones, called wrong."""
PLANTED = read_planted(sorted(shipped_packs().glob("*/labels/planted.jsonl")))[::2]
"""Every other one: all of them are `suffice eval audit`."""
WRONG = [line for line in PLANTED if line.reuse == "wrong"]
RIGHT = [line for line in PLANTED if line.reuse == "right"]


async def planted(stage: Stage, pair: Planted) -> str:
    """The run of a turn that put the first question's topic before the second's words and its conditions beside them,
    and answered from what the first had found."""
    answer = await stage.ask(await stage.service.session(pack=pair.pack), pair.first)
    run_id = str(answer["run_id"])
    row = await stage.service.services.experiments.repositories.decisions.get(LOCAL, run_id)
    assert row is not None
    evidence = {name: str(entry["evidence_id"]) for name, entry in answer["reuse"]["data_types"].items()}
    before = Understanding.model_validate(row.inputs["understanding"])
    read = planted_reading(before, pair.second, tuple(evidence.values()))
    inputs = {**row.inputs, "understanding": read.model_dump(mode="json")}
    values = (pair.second, read.standalone, dump(reusing(row.judge2, evidence)), dump(inputs), run_id)
    stage.sql(PLANT, *values)
    return run_id


async def called_wrong(stage: Stage, pairs: list[Planted]) -> list[tuple[Planted, dict[str, str]]]:
    """Those whose audit finds that reuse was wrong, and by which rules."""
    wrong: list[tuple[Planted, dict[str, str]]] = []
    for pair in pairs:
        run_id = await planted(stage, pair)
        asked = await stage.service.http.post(f"/api/decisions/{run_id}/audit")
        assert asked.json()["status"] == "done", (pair, asked.text)
        found = asked.json()["types"]
        if await stage.truth(run_id) == "incorrect_skip":
            wrong.append((pair, {one["data_type"]: one["rule"] for one in found if not one["agrees"]}))
    return wrong


@pytest.mark.long  # every day: audit/test_auditor.py
async def test_audits_find_wrong_reuses_that_the_turns_reading_hides(stage: Stage) -> None:
    found = await called_wrong(stage, WRONG)
    hidden = [pair for pair in WRONG if pair not in [each for each, _ in found]]
    assert len(found) >= FOUND * len(WRONG), hidden


@pytest.mark.long  # every day: audit/test_auditor.py
async def test_audits_call_right_reuses_right(stage: Stage) -> None:
    alarms = await called_wrong(stage, RIGHT)
    assert len(alarms) <= ALARMS * len(RIGHT), alarms
