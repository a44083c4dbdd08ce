"""Two drafts on a whole service with a scripted model: a right one is kept, a planted wrong one counted."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from evaluations.drafts.run import Asked, evaluate_drafts
from evaluations.harness.files import Results
from foundation.contracts.errors import DataMissing, WrongUse
from service_agent.statistics.intervals import Rate
from tests.evaluations.harness.made import quiet

LIMITS = r"^자료 \d+ \| 5\. Expenses > Limits"
HOTEL: dict[str, Any] = {
    "id": "right", "kind": "close", "label": "right", "pack": "handbook", "language": "en",
    "question": "What is the limit for a hotel in London?", "plan": {"intent": "policy", "slots": {}},
    "draft": "The limit for a hotel in London is £165 a night [{#lim}].", "evidence": {"lim": LIMITS},
}  # fmt: skip
OTHER_ROW = {
    **HOTEL, "id": "wrong", "label": "wrong", "kind": "other-row",
    "draft": "⟦The limit for a hotel in London is £110 a night⟧ [{#lim}].",
}  # fmt: skip
NOWHERE = {**HOTEL, "id": "void", "evidence": {"lim": "no such line"}}


def file_of(path: Path, *cases: dict[str, Any]) -> Path:
    path.write_text("\n".join(json.dumps(case) for case in cases), encoding="utf-8")
    return path


@pytest.mark.slow
async def test_what_reaches_the_person_is_judged(tmp_path: Path, kept: Path) -> None:
    path = file_of(tmp_path / "drafts.jsonl", HOTEL, OTHER_ROW, NOWHERE)
    results = Results(tmp_path / "results.jsonl")
    report = await evaluate_drafts(None, Asked(path, keep=kept, show=True), results, quiet)
    fates = {one.case.id: one.fate for one in report.cases}
    lines = [json.loads(line) for line in (tmp_path / "results.jsonl").read_text(encoding="utf-8").splitlines()]
    content = {line["id"]: line["content"] for line in lines}
    assert fates["right"] == "kept"
    # Whatever the checks of this version make of it: shipped exactly where the person reads it unmarked.
    assert (fates["wrong"] == "shipped") == ("London is £110" in content["wrong"])
    assert report.bad("right") == Rate(0, 1)
    assert fates["void"] == "void"
    assert report.unusable is not None
    with (console := Console(width=200, quiet=False)).capture() as captured:
        console.print(report)
    assert "A failure: 33% of the cases are void" in captured.get()


async def test_missing_data_and_wrong_files_are_said(tmp_path: Path) -> None:
    with pytest.raises(DataMissing, match="drafts/development.jsonl"):
        await evaluate_drafts(None, Asked(), Results(None), quiet)
    wrong = file_of(tmp_path / "drafts.jsonl", {**HOTEL, "label": "maybe"})
    with pytest.raises(WrongUse, match="line 1: label: Input should be 'wrong' or 'right'"):
        await evaluate_drafts(None, Asked(wrong), Results(None), quiet)
