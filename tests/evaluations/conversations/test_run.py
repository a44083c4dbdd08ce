"""A tiny file held with the real service: what is right counts as right, and planted wrong results as wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from evaluations.conversations.run import Asked, evaluate_conversations
from evaluations.harness.files import Results
from evaluations.harness.grader import FOLDER
from foundation.contracts.errors import DataMissing, WrongUse
from tests.evaluations.harness.made import DATA, data_with, needs, quiet

FIRST = {
    "say": "대구 달서구 아파트 시세 알려줘", "kind": "opening", "outcome": "answer",
    "expect": {"lead": [["달서구"]]}, "decision": {"market": "search"},
}  # fmt: skip
AGAIN = {**FIRST, "say": "그 지역 평균 시세를 다시 요약해줘", "kind": "follow-up", "decision": {"market": "reuse"}}
TINY: list[dict[str, Any]] = [
    {"id": "right", "turns": [FIRST, AGAIN]},
    {
        "id": "planted",
        "turns": [
            FIRST,
            {**AGAIN, "expect": {"lead": [["서울 종로구 낙원상가"]]}, "decision": {"market": "search"}},
        ],
    },
]
RIGHT, PLANTED = TINY


def file_of(path: Path, *conversations: dict[str, Any]) -> Path:
    lines = [{"pack": "real_estate", "data": "shipped", "lang": "ko", **each} for each in conversations]
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    return path


@pytest.mark.long  # every day: pairs/ and drafts/ with a real service
@pytest.mark.slow
@pytest.mark.public_data
@needs(FOLDER, "grade.py")
async def test_what_is_planted_as_wrong_is_counted_as_wrong(tmp_path: Path, kept: Path) -> None:
    files = file_of(tmp_path / "one.jsonl", *TINY), file_of(tmp_path / "two.jsonl", RIGHT)
    results = Results(tmp_path / "results.jsonl")
    asked = Asked(files, keep=kept, beside_never=True, show=True)
    report = await evaluate_conversations(DATA, asked, results, quiet)
    one, never, two, _ = (run.figures for run in report.runs)
    assert [run.name for run in report.runs] == ["one", "one, never reuse", "two", "two, never reuse"]
    assert (one.right.hits, one.right.of, one.wrong.hits) == (3, 4, 1)
    assert (one.wrong_reuse.hits, one.wrong_reuse.of) == (1, 3)
    assert (one.due_reuse.hits, one.due_reuse.of) == (1, 1)
    assert (one.evidence.hits, one.strayed.hits) == (3, 1)
    assert (never.wrong_reuse.hits, never.due_reuse.hits) == (0, 0)
    assert one.searches is not None and never.searches is not None and never.searches > one.searches
    assert two.right.value == 1.0
    assert report.gap == pytest.approx(-25.0)
    console = Console(width=300, file=StringIO())
    with console.capture() as captured:
        console.print(report)
    shown = captured.get()
    assert "planted.2 WRONG (follow-up, answer): 그 지역 평균 시세를 다시 요약해줘" in shown
    assert "evidence: lacks 서울 종로구 낙원상가" in shown
    assert "turned away or on another topic: planted.2\nnot in the evidence: planted.2" in shown
    assert "right.2" not in shown.partition("one, never reuse: grade.py")[0]
    lines = [json.loads(line) for line in (tmp_path / "results.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(line["id"], line["n"]) for line in lines] == [(t, n) for t in ("right", "planted") for n in (1, 2)]
    graded = grade(tmp_path / "results.jsonl", tmp_path / "one.jsonl")
    assert "right 75%, wrong 25%, wrong reuses 1, reuse recall 100%" in graded


def grade(results: Path, conversations: Path) -> str:
    """What grade.py itself says of the written lines."""
    assert DATA is not None
    program = [sys.executable, str(DATA / FOLDER / "grade.py"), str(results), str(conversations)]
    return subprocess.run(program, capture_output=True, text=True, check=True, timeout=60).stdout


async def test_without_the_grader_nothing_is_begun() -> None:
    with pytest.raises(DataMissing, match="point SUFFICE_TEST_DATA at the folder that holds conversations/grade.py"):
        await evaluate_conversations(None, Asked(), Results(None), quiet)


async def test_a_grader_that_is_none_is_said(tmp_path: Path) -> None:
    (tmp_path / FOLDER).mkdir()
    (tmp_path / FOLDER / "grade.py").write_text("judge = 1\n", encoding="utf-8")
    with pytest.raises(DataMissing, match="has no report, figures, holds"):
        await evaluate_conversations(tmp_path, Asked(), Results(None), quiet)


@pytest.mark.public_data
@needs(FOLDER, "grade.py")
@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (Asked(only=frozenset({"K99"})), "--only: there is no K99; there are right, planted."),
        (Asked(kinds=frozenset({"riddle"})), "--kind: there is no riddle; there are opening, follow-up."),
    ],
)
async def test_what_is_not_in_the_file_is_said(asked: Asked, said: str, tmp_path: Path) -> None:
    path = file_of(tmp_path / "one.jsonl", *TINY)
    with pytest.raises(WrongUse, match=said):
        await evaluate_conversations(DATA, Asked((path,), asked.only, asked.kinds), Results(None), quiet)


@pytest.mark.public_data
@needs(FOLDER, "grade.py")
async def test_files_that_cannot_be_held_are_said(tmp_path: Path) -> None:
    twice = file_of(tmp_path / "twice.jsonl", RIGHT, RIGHT)
    with pytest.raises(WrongUse, match="names right twice"):
        await evaluate_conversations(DATA, Asked((twice,)), Results(None), quiet)
    with pytest.raises(WrongUse, match="two whose gap is wanted"):
        await evaluate_conversations(DATA, Asked((twice, twice, twice)), Results(None), quiet)
    strange = file_of(tmp_path / "strange.jsonl", {**RIGHT, "data": "borrowed"})
    with pytest.raises(WrongUse, match="line 1: data: Input should be 'shipped' or 'ingested'"):
        await evaluate_conversations(DATA, Asked((strange,)), Results(None), quiet)


@pytest.mark.public_data
@needs(FOLDER, "grade.py")
async def test_the_public_files_of_ingested_data_are_asked_for_before_anything_is_started(tmp_path: Path) -> None:
    data = data_with(tmp_path / "data", f"{FOLDER}/grade.py")
    path = file_of(tmp_path / "one.jsonl", {**RIGHT, "data": "ingested"})
    with pytest.raises(DataMissing, match="has no kr_statutes/md"):
        await evaluate_conversations(data, Asked((path,), keep=tmp_path / "keep"), Results(None), quiet)
    assert not (tmp_path / "keep").exists()
