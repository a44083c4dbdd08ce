"""A few questions in every order on the real service; wrong lines are said; the shipped packs' own files are whole."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from evaluations.harness.files import Results
from evaluations.harness.grader import FOLDER
from evaluations.pairs.reading import Line, read_lines
from evaluations.pairs.run import Asked, evaluate_pairs
from foundation.contracts.errors import DataMissing, WrongUse
from foundation.domains.loading.loader import shipped_packs
from tests.evaluations.harness.made import DATA, needs, quiet

DALSEO = {"pack": "real_estate", "say": "대구 달서구 아파트 시세 알려줘", "answer_contains": [["달서구"]]}
# A return to what was asked before is reused; as the second of a pair its planted expectation makes that wrong.
AGAIN = {"pack": "real_estate", "say": "그 지역 평균 시세를 다시 요약해줘", "answer_contains": [["낙원상가"]]}
FOLLOW_UP = {"pack": "real_estate", "turns": [DALSEO["say"], AGAIN["say"]], "decision": {"market": "reuse"}}


def file_of(path: Path, *lines: dict[str, Any]) -> Path:
    path.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    return path


@pytest.mark.slow
@pytest.mark.public_data
@needs(FOLDER, "grade.py")
async def test_a_planted_wrong_reuse_is_counted_and_named(tmp_path: Path, kept: Path) -> None:
    path = file_of(tmp_path / "pairs.jsonl", DALSEO, AGAIN, FOLLOW_UP)
    results = Results(tmp_path / "results.jsonl")
    report = await evaluate_pairs(DATA, Asked([path], keep=kept, show=True), results, quiet)
    assert len(report.pairs) == 2
    assert [(asked.before, asked.line.say) for asked in report.wrong] == [((DALSEO["say"],), AGAIN["say"])]
    found = report.figures("real_estate")
    assert (found["second answered from the first's evidence"].hits, found["right alone"].hits) == (1, 1)
    assert found["true follow-ups that reused"].value == 1.0
    lines = [json.loads(line) for line in (tmp_path / "results.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["wrong_reuse"] for line in lines if line["question"] == AGAIN["say"]] == [True, False, False]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ({"pack": "handbook"}, "a line has say or turns"),
        ({"pack": "handbook", "say": "a", "turns": ["a", "b"], "answer_contains": [["a"]]}, "a line has say or turns"),
        ({"pack": "handbook", "say": "a"}, "a question has answer_contains"),
        ({"pack": "handbook", "turns": ["a"]}, "two turns or more"),
    ],
)
def test_a_line_that_is_neither_question_nor_follow_up_is_said(line: dict[str, Any], said: str, tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match=said):
        read_lines([file_of(tmp_path / "pairs.jsonl", line)])


def test_a_file_without_a_pair_is_said(tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match="there is no pair"):
        read_lines([file_of(tmp_path / "pairs.jsonl", DALSEO, FOLLOW_UP)])


async def test_without_the_grader_nothing_is_begun() -> None:
    with pytest.raises(DataMissing, match="conversations/grade.py"):
        await evaluate_pairs(None, Asked(), Results(None), quiet)


def test_each_shipped_pack_has_thirty_questions_and_ten_follow_ups() -> None:
    for pack in ("handbook", "real_estate", "water_treatment"):
        lines: list[Line] = read_lines([shipped_packs() / pack / "labels" / "pairs.jsonl"])
        assert {line.pack for line in lines} == {pack}
        assert len({line.say for line in lines if line.say}) == 30
        assert sum(bool(line.turns) for line in lines) == 10


def test_questions_without_labels_are_read_from_a_list_per_pack(tmp_path: Path) -> None:
    path = tmp_path / "questions.json"
    path.write_text(json.dumps({"handbook": ["When is payday?", "How long is probation?"]}), encoding="utf-8")
    lines = read_lines([path])
    assert [(line.pack, line.say, line.is_labelled) for line in lines] == [
        ("handbook", "When is payday?", False),
        ("handbook", "How long is probation?", False),
    ]
    path.write_text("[1]", encoding="utf-8")
    with pytest.raises(WrongUse, match="no list of questions for each pack"):
        read_lines([path])
