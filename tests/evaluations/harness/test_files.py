"""Files that are missing, wrong or cannot be written are one sentence, before anything is measured."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from pydantic import BaseModel

from evaluations.harness.files import Results, lines_of, public_file
from foundation.contracts.errors import DataMissing, WrongUse


class Line(BaseModel):
    id: str
    n: int


def test_each_line_is_an_object_and_empty_lines_are_none(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"id": "a", "n": 1}\n\n{"id": "b", "n": 2}\n', encoding="utf-8")
    assert [(line.id, line.n) for line in lines_of(path, Line)] == [("a", 1), ("b", 2)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"id": "a", "n": 1}\n{"id": "b"}\n', r"a\.jsonl, line 2: n: Field required"),
        ('{"id": "a", "n": 1}\nnot json\n', r"a\.jsonl, line 2: the line: Invalid JSON"),
        ("\n", r"a\.jsonl holds nothing"),
    ],
)
def test_a_wrong_line_is_named(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(WrongUse, match=said):
        lines_of(path, Line)


def test_a_file_that_cannot_be_read_is_said(tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match="cannot be read"):
        lines_of(tmp_path / "none.jsonl", Line)
    (tmp_path / "latin.jsonl").write_bytes(b'{"id": "\xe9"}')
    with pytest.raises(WrongUse, match="UTF-8"):
        lines_of(tmp_path / "latin.jsonl", Line)


def test_missing_public_data_names_the_setting_and_the_file(tmp_path: Path) -> None:
    with pytest.raises(DataMissing, match="point SUFFICE_TEST_DATA at the folder that holds mtrag/passages.jsonl"):
        public_file(None, "mtrag", "passages.jsonl")
    with pytest.raises(DataMissing, match="has no mtrag/passages.jsonl"):
        public_file(tmp_path, "mtrag", "passages.jsonl")
    (tmp_path / "mtrag").mkdir()
    assert public_file(tmp_path, "mtrag") == tmp_path / "mtrag"


def test_results_are_lines_and_the_figures_lie_beside_them(tmp_path: Path) -> None:
    results = Results(tmp_path / "r.jsonl")
    results.lines([{"id": "가", "n": 1}])
    results.lines([{"id": "b", "n": 2}], "never")
    results.figures({"right": 1})
    assert (tmp_path / "r.jsonl").read_text(encoding="utf-8") == '{"id": "가", "n": 1}\n'
    assert json.loads((tmp_path / "r.never.jsonl").read_text(encoding="utf-8")) == {"id": "b", "n": 2}
    assert json.loads((tmp_path / "r.jsonl.figures.json").read_text(encoding="utf-8")) == {"right": 1}


def test_a_place_that_cannot_be_written_is_said_before_anything_is_measured(tmp_path: Path) -> None:
    with pytest.raises(WrongUse, match="cannot be written"):
        Results(tmp_path / "nowhere" / "r.jsonl")


def test_old_results_stay_until_there_are_new_ones(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    path.write_text("old\n", encoding="utf-8")
    results = Results(path)
    assert path.read_text(encoding="utf-8") == "old\n"
    results.lines([])
    assert path.read_text(encoding="utf-8") == ""


def test_without_a_file_nothing_is_written() -> None:
    results = Results(None)
    results.lines([{"id": "a"}])
    results.figures({})
