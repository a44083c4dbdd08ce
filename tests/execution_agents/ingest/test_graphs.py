"""Graphs come in batch by batch: again changes nothing, what was cut short goes on, the standard's JSON is read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from execution_agents.ingest.graphs import GraphIngest
from execution_agents.ingest.importers.standard_estimate import StandardEstimate
from execution_agents.ingest.report import IngestReport
from execution_agents.ingest.run import Run
from foundation.contracts.errors import NothingToIngest
from foundation.contracts.graph import GraphEntity
from foundation.contracts.identity import Principal
from foundation.domains.loading.graph_files import GraphFile
from foundation.storage.corpus.graph import GraphPlace, GraphRepository
from tests.execution_agents.clarification.graphs import CONSTRUCTION, graph_folder

ANN = Principal(tenant_id="graph-ingest", owner_id="ann")
PLACE = GraphPlace("construction", "works")
ENTITIES = """id,type,name,parent
S-1,Section,말뚝,
W-1,WorkType,말뚝박기,S-1
W-2,WorkType,말뚝자르기,S-1
L-1,Labor,특별인부,
"""
RELATIONS = "source,type,target,quantity,unit\nW-1,REQUIRES_LABOR,L-1,0.2,인\nW-2,REQUIRES_LABOR,L-1,0.1,인\n"


@dataclass
class Bench:
    graph: GraphRepository
    ingest: GraphIngest
    bars: list[tuple[int, int]]

    async def take(self, path: Path, origin: str = "files") -> IngestReport:
        run = Run(CONSTRUCTION, ANN, lambda done, total, _what: self.bars.append((done, total)), IngestReport(origin))
        assert await self.ingest.take(run, path, "works")
        return run.report


@pytest.fixture
async def bench(engine: AsyncEngine) -> Bench:
    graph = GraphRepository(engine)
    await graph.clear(ANN, PLACE)
    return Bench(graph, GraphIngest(graph), [])


async def test_a_graph_comes_in_and_again_changes_nothing(bench: Bench, tmp_path: Path) -> None:
    folder = graph_folder(tmp_path / "g", ENTITIES, RELATIONS)
    first = (await bench.take(folder)).of("works")
    version = await bench.graph.version(ANN, PLACE)
    again = (await bench.take(folder)).of("works")
    assert (first.added, again.added, again.unchanged) == (4, 0, 4)
    assert await bench.graph.counts(ANN, PLACE) == (4, 4)
    assert await bench.graph.version(ANN, PLACE) == version
    assert bench.bars[-1][0] == bench.bars[-1][1] > 0


@pytest.mark.parametrize("stem", ["entities", "relations"])
async def test_a_graph_that_is_too_large_is_named_and_what_was_there_stays(
    bench: Bench, tmp_path: Path, stem: str
) -> None:
    folder = graph_folder(tmp_path / "g", ENTITIES, RELATIONS)
    await bench.take(folder)
    with (folder / f"{stem}.csv").open("a") as file:
        file.truncate(100_000_001)  # a hole: it takes no room
    report = await bench.take(folder)
    assert [str(part) for part in report.broken] == [f"{stem}.csv: larger than 100 MB; split it"]
    assert await bench.graph.counts(ANN, PLACE) == (4, 4)


async def test_what_a_file_drops_is_removed_and_what_is_wrong_is_named(bench: Bench, tmp_path: Path) -> None:
    await bench.take(graph_folder(tmp_path / "g", ENTITIES, RELATIONS))
    shorter = ENTITIES.replace("W-2,WorkType,말뚝자르기,S-1\n", "")
    report = await bench.take(graph_folder(tmp_path / "g", shorter, RELATIONS.rsplit("W-2", 1)[0]))
    assert report.of("works").removed == 1
    broken = await bench.take(graph_folder(tmp_path / "g", shorter + "W-3,Nothing,x,\n"))
    assert "there is no type `Nothing`" in str(broken.broken[0])
    assert (await bench.graph.counts(ANN, PLACE))[0] == 3


async def test_what_was_cut_short_goes_on(bench: Bench, tmp_path: Path, engine: AsyncEngine) -> None:
    class Dying(GraphRepository):
        async def keep_links(self, *_args: Any, **_more: Any) -> int:
            raise ConnectionError("the cable")

    folder = graph_folder(tmp_path / "g", ENTITIES, RELATIONS)
    with pytest.raises(ConnectionError):
        await Bench(bench.graph, GraphIngest(Dying(engine)), []).take(folder)
    report = await bench.take(folder)
    assert report.of("works").unchanged == 4
    assert await bench.graph.counts(ANN, PLACE) == (4, 4)


async def test_a_folder_without_a_graph_says_what_is_taken(bench: Bench, tmp_path: Path) -> None:
    with pytest.raises(NothingToIngest, match="entities.jsonl or entities.csv"):
        await bench.take(tmp_path)


def item(name: str, code: str, blocks: Sequence[dict[str, Any]]) -> dict[str, Any]:
    return {
        "division": "기계설비부문",
        "section_no": code[:3],
        "section": "강관",
        "item_code": code,
        "item": name,
        "blocks": list(blocks),
    }


def written(folder: Path, *items: dict[str, Any]) -> GraphFile:
    lines = "\n".join(json.dumps(one, ensure_ascii=False) for one in items)
    (folder / "items.jsonl").write_text(lines, encoding="utf-8")
    assert CONSTRUCTION.graph is not None
    return StandardEstimate().read(folder, CONSTRUCTION.graph)


def paragraph(text: str) -> dict[str, Any]:
    return {"type": "p", "text": text}


def table(*rows: str) -> dict[str, Any]:
    return {"type": "table", "rows": [row.split("|") for row in rows]}


def test_the_standard_becomes_sections_works_and_quantities(tmp_path: Path) -> None:
    sizes = table("규 격(㎜)|용접공(인)|규 격(㎜)|용접공(인)", "ø15|0.036|100|0.152")
    needs = table("구 분|단위|수량", "특별인부|인|0.5", "용접봉|kg|1.2", "크레인|hr|0.3")
    matrix = table("SCH No.|40|80", "직종|플랜트|플랜트", "㎜|용접공|용접공", "φ 15|0.066|0.075")
    remarks = [paragraph("[주] ① 이 품은 아크용접을 기준한 것이다."), paragraph("② 자재는 따로 셈한다.")]
    graph = written(
        tmp_path,
        item("용접접합('93, '25년 보완)", "1-1-1", [paragraph("(용접개소당)"), sizes, *remarks]),
        item("기기 설치", "1-1-2", [needs]),
        item("강관용접", "1-1-3", [matrix]),
    )
    works = {f"{one.name} {one.spec}": one for one in graph.entities.values() if one.type == "WorkType"}
    pipes = ("강관용접 φ15, SCH 40", "강관용접 φ15, SCH 80")
    assert set(works) == {"용접접합 ø15", "용접접합 100㎜", "기기 설치 ", *pipes}
    assert works["용접접합 ø15"].unit == "용접개소"
    assert needs_of(graph, works["기기 설치 "]) == {
        "특별인부": ("REQUIRES_LABOR", "0.5"),
        "용접봉": ("USES_MATERIAL", "1.2"),
        "크레인": ("REQUIRES_EQUIPMENT", "0.3"),
    }
    assert needs_of(graph, works[pipes[1]]) == {"플랜트용접공": ("REQUIRES_LABOR", "0.075")}
    kinds = [one.type for one in graph.entities.values()]
    assert (kinds.count("Section"), kinds.count("Standard"), kinds.count("Note")) == (5, 1, 1)


def needs_of(graph: GraphFile, work: GraphEntity) -> dict[str, tuple[str, str]]:
    return {
        graph.entities[one.target_id].name: (one.type, str(one.quantity))
        for one in graph.links.values()
        if one.source_id == work.entity_id and one.quantity is not None
    }


def test_ids_stay_when_other_items_change(tmp_path: Path) -> None:
    first = item("하나", "1-1-1", [paragraph("[주] ① 따로 셈한다.")])
    before = set(written(tmp_path, first).entities)
    assert before < set(written(tmp_path, item("영", "1-1-0", []), first).entities)
