"""The standard's JSON as a graph: parts of items, names known from other items, what holds no work; the public file."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

import pytest

from evaluations.clarification.standard import titles_of
from execution_agents.ingest.importers.standard_estimate import StandardEstimate
from foundation.contracts.graph import GraphEntity
from foundation.domains.loading.graph_files import GraphFile
from tests.execution_agents.clarification.graphs import CONSTRUCTION

PUBLIC = (
    Path(os.environ.get("SUFFICE_TEST_DATA") or Path(__file__).resolve().parents[5] / "shared" / "data") / "pumsem2026"
)
needs_public_data = pytest.mark.skipif(not (PUBLIC / "items.jsonl").is_file(), reason=f"no public data at {PUBLIC}")


def item(code: str, name: str, *blocks: str | list[str]) -> str:
    """A line of the file; a text is a paragraph, a list the rows of a table."""
    lines = [
        {"type": "p", "text": one}
        if isinstance(one, str)
        else {"type": "table", "rows": [row.split("|") for row in one]}
        for one in blocks
    ]
    said = {"division": "토목부문", "section_no": code[:3], "section": "담", "item_code": code, "item": name}
    return json.dumps({**said, "blocks": lines}, ensure_ascii=False)


def written(folder: Path, *lines: str) -> GraphFile:
    (folder / "items.jsonl").write_text("\n".join(lines), encoding="utf-8")
    return read(folder)


def read(folder: Path) -> GraphFile:
    assert CONSTRUCTION.graph is not None
    return StandardEstimate().read(folder, CONSTRUCTION.graph)


def works(graph: GraphFile) -> dict[str, GraphEntity]:
    return {f"{one.name}: {one.spec}": one for one in graph.entities.values() if one.type == "WorkType"}


def needs(graph: GraphFile, work: GraphEntity) -> Mapping[str, str]:
    return {
        graph.entities[link.target_id].name: f"{link.quantity}{link.unit}"
        for link in graph.links.values()
        if link.source_id == work.entity_id and link.quantity is not None
    }


def test_parts_of_an_item_are_specs_and_carry_their_own_units(tmp_path: Path) -> None:
    one = ["구 분|단 위|수 량", "철 공|인|0.2"]
    graph = written(tmp_path, item("1-1-1", "울타리", "1. 기둥 (개당)", one, "2. 판 (10㎡당)", one, "※ 못은 따로."))
    assert {name: (one.base, one.unit) for name, one in works(graph).items()} == {
        "울타리: 기둥": ("", "개"),
        "울타리: 판": ("10", "㎡"),
    }


def test_names_cut_in_two_are_known_from_other_items(tmp_path: Path) -> None:
    plain = ["구 분|단 위|수 량", "숙 련 석 공|인|0.2"]
    cut = ["구|분|단 위|수 량", "숙 련|석 공|인|2"]
    graph = written(tmp_path, item("1-1-1", "쌓기", plain), item("1-1-2", "헐기", cut))
    assert needs(graph, works(graph)["헐기: "]) == {"숙련석공": "2인"}
    assert sum(one.type == "Labor" for one in graph.entities.values()) == 1


def test_a_spec_that_comes_again_in_an_item_is_numbered(tmp_path: Path) -> None:
    one = ["구 분|단 위|수 량", "철 공|인|0.2"]
    assert set(works(written(tmp_path, item("1-1-1", "울타리", one, one)))) == {"울타리: ", "울타리: (2)"}


def test_items_without_work_are_counted_with_the_reason(tmp_path: Path) -> None:
    rates = ["구 분|조 건|할 증", "섬|배로 간다|50%"]
    stuff = ["구 분|단 위|수 량", "자 갈|㎥|0.3"]
    lines = item("1-1-1", "목적", "밝힌다."), item("1-1-2", "할증", rates), item("1-1-3", "표", stuff)
    graph = written(tmp_path, *lines)
    assert not works(graph)
    assert [remark.split(":")[0] for remark in graph.remarks] == [
        "2 items hold no quantities of work",
        "1 items hold no quantities of work",
    ]


def test_tables_of_an_example_give_no_work(tmp_path: Path) -> None:
    one = ["구 분|단 위|수 량", "철 공|인|0.2"]
    graph = written(tmp_path, item("1-1-1", "울타리", "1. 기둥 (개당)", one, "[계산예]", ["직 종|수 량", "철 공|7"]))
    assert set(works(graph)) == {"울타리: 기둥"}


def test_a_unit_is_taken_from_tables_of_the_same_item(tmp_path: Path) -> None:
    one, stuff = ["규격|철공(인)", "15|0.2"], ["구 분|단 위|수 량", "접 착 제|㎏|0.3"]
    crew = ["구 분|단 위|수 량|시공량(㎡)", "철 공|인|2|40"]
    lines = item("1-1-1", "굽히기", one, "(개당)", one), item("1-1-2", "붙이기", "(일당)", crew, stuff)
    found = works(written(tmp_path, *lines))
    assert {name: one.unit for name, one in found.items()} == {
        "굽히기: 15": "개",
        "굽히기: 15 (2)": "개",
        "붙이기: ": "㎡",
        "붙이기: 재료량": "㎡",
    }


def test_an_item_in_two_lines_is_counted_once(tmp_path: Path) -> None:
    lines = item("1-1-1", "울타리", ["구 분|단 위|수 량", "철 공|인|0.2"]), item("1-1-1", "울타리", "밝힌다.")
    assert not written(tmp_path, *lines).remarks


@pytest.mark.long  # every day: titles of several places, below
@needs_public_data
@pytest.mark.public_data
def test_most_items_of_the_public_standard_give_works() -> None:
    graph = read(PUBLIC)
    found = works(graph)
    with_work = {one.parent for one in graph.entities.values() if one.type == "WorkType"}
    items = [one for one in graph.entities.values() if one.type == "Section" and one.section.count("-") > 1]
    unread = sum(int(one.split()[0]) for one in graph.remarks if one.endswith("could not be read"))
    assert len(with_work) >= 835
    assert len(with_work) / (len(with_work) + unread) >= 0.88
    assert sum(int(one.split()[0]) for one in graph.remarks) == len(items) - len(with_work)
    crew = found["타원형 돌망태 설치: 40㎝"]
    assert (crew.unit, needs(graph, crew)["굴착기 1.0㎥"]) == ("㎡", "0.026hr")


@needs_public_data
@pytest.mark.public_data
def test_titles_of_several_places_are_offered_and_unique_ones_answered() -> None:
    report = titles_of(PUBLIC, CONSTRUCTION)
    assert report.ambiguous.hits >= 32
    assert report.unique_asked.hits <= 1, report.missed
    assert report.every_unique_asked.hits <= 16, report.missed
    assert report.every_unique_asked.of >= 1_000


@pytest.mark.parametrize(
    "blocks",
    [
        ["x"],
        None,
        [{"type": "table", "rows": None}],
        [{"type": "table", "rows": [1]}],
        [{"type": "table", "rows": [["a"] * 200, *([["b"]] * 200)]}],
        [{"type": "table", "rows": [["a" * 4_001]]}],
        [{"type": "p", "text": "9" * 4_001}],
        [{"type": "p", "text": {"a": 1}}],
    ],
)
def test_a_line_that_no_standard_has_is_named_and_the_others_are_read(tmp_path: Path, blocks: object) -> None:
    """A table of one wide row and many short ones stood for the product of both: 30 kB took 53 s and 280 MB."""
    sound = item("1-1-1", "울타리", ["구분|단위|수량", "철공|인|0.2"])
    graph = written(tmp_path, sound, json.dumps({**json.loads(sound), "blocks": blocks}, ensure_ascii=False))
    assert [one.line for one in graph.mistakes] == [2]
    assert works(graph)
