"""The public standard of estimates from file to answer: cut short, taken up again, unchanged the third time."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from execution_agents.answer.evidence.citations import numbered
from execution_agents.answer.writing.graph_answer import graph_answer
from execution_agents.clarification.provider import GraphIndexes
from execution_agents.ingest.graphs import GraphIngest
from execution_agents.ingest.report import IngestReport
from execution_agents.ingest.run import Run
from execution_agents.search.sources.graph import GraphNodes
from foundation.contracts.graph import GraphLink
from foundation.contracts.identity import Principal
from foundation.contracts.ports import SearchRequest
from foundation.storage.corpus.graph import BATCH, GraphPlace, GraphRepository
from tests.execution_agents.answer.turns import asked, batch
from tests.execution_agents.clarification.graphs import CONSTRUCTION, read

ANN = Principal(tenant_id="public-standard", owner_id="ann")
PLACE = GraphPlace("construction", "works")
PUBLIC = (
    Path(os.environ.get("SUFFICE_TEST_DATA") or Path(__file__).resolve().parents[4] / "shared" / "data") / "pumsem2026"
)


class Cut(GraphRepository):
    """A database that goes away after two batches of relations."""

    batches = 0

    async def keep_links(self, principal: Principal, place: GraphPlace, links: Sequence[GraphLink]) -> int:
        self.batches += 1
        if self.batches > 2:
            raise ConnectionError("the cable")
        return await super().keep_links(principal, place, links)


async def take(graph: GraphRepository) -> IngestReport:
    run = Run(CONSTRUCTION, ANN, lambda _done, _total, _what: None, IngestReport("standard"))
    assert await GraphIngest(graph).take(run, PUBLIC, "works")
    return run.report


async def answered(question: str, graph: GraphRepository) -> str:
    """The answer by rules, over what the database holds."""
    assert CONSTRUCTION.graph is not None
    indexes = GraphIndexes(graph)
    index = await indexes.current(ANN, CONSTRUCTION)
    await indexes.aclose()
    assert index is not None
    meant = read(question, index=index).asked
    assert meant is not None
    slots = {CONSTRUCTION.graph.slot: tuple(one.entity_id for one in meant.targets)}
    wanted = SearchRequest(ANN, question, slots, "ko", limit=5, timeout_s=5)
    found = await GraphNodes(CONSTRUCTION.graph, CONSTRUCTION.name, graph).search(wanted)
    request = asked(question, batch("estimate", *found.items, kind="graph"), pack=CONSTRUCTION, graph=meant)
    return graph_answer(request, numbered(request.evidence))


@pytest.mark.public_data
@pytest.mark.nightly
@pytest.mark.skipif(not (PUBLIC / "items.jsonl").is_file(), reason=f"no public data at {PUBLIC}")
async def test_the_public_standard_is_cut_short_taken_up_and_answered_from(engine: AsyncEngine) -> None:
    graph = GraphRepository(engine)
    await graph.clear(ANN, PLACE)
    with pytest.raises(ConnectionError):
        await take(Cut(engine))
    entities, relations = await graph.counts(ANN, PLACE)
    assert entities >= 11_000
    assert 0 < relations <= 2 * BATCH, "what came before the cut is kept"

    resumed = (await take(graph)).of("works")
    assert (resumed.added, resumed.changed, resumed.unchanged) == (0, 0, entities)
    version = await graph.version(ANN, PLACE)
    nodes, links = await graph.counts(ANN, PLACE)
    assert nodes == entities
    assert links >= 26_000

    again = (await take(graph)).of("works")
    assert (again.added, again.changed, again.removed, again.unchanged) == (0, 0, 0, entities)
    assert await graph.version(ANN, PLACE) == version

    text = await answered("건설용리프트 방호선반 설치 및 해체", graph)
    assert "1개소에 보통인부 0.26인, 비계공 0.95인이 듭니다" in text
    listed = await answered("Flange 취부 전체 목록", graph)
    assert "184가지 가운데 1~50번째" in listed
    called = [line.rsplit(" (", 1)[0] for line in listed.splitlines() if line.startswith("- ")]
    assert len(set(called)) == len(called) == 50, "no two works look alike"
