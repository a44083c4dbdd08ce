"""A graph over HTTP: a node with its relations, the targets to page through, what a large section shows."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

import pytest_asyncio
from rich.console import Console

from service_agent.terminal.neighbourhood import MOST, drawn
from tests.serving import Serve, Serving


@pytest_asyncio.fixture
async def building(serve: Serve) -> AsyncGenerator[Serving]:
    async with serve(pack="construction", llm_model=None) as opened:
        yield opened


async def got(service: Serving, path: str, **query: Any) -> dict[str, Any]:
    answer = await service.http.get(path, params=query)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_a_node_comes_with_its_place_and_relations(building: Serving) -> None:
    node = await got(building, "/api/graph/W-0788")
    assert (node["pack"], node["source"], node["example"]) == ("construction", "works", True)
    assert node["entity"] == {
        "entity_id": "W-0788",
        "type": "WorkType",
        "name": "강관용접",
        "spec": "200mm SCH 40",
        "unit": "m",
        "base_quantity": "1",
        "section": "13-2-3",
        "aliases": [],
        "text": "",
    }
    assert [one["name"] for one in node["path"]] == ["플랜트설비공사", "플랜트 용접", "강관용접"]
    labour = [one for one in node["relations"] if one["relation"] == "REQUIRES_LABOR"]
    assert {(one["quantity"], one["unit"], one["outgoing"]) for one in labour} >= {("0.312", "인", True)}
    assert all(one["entity"]["type"] == "Labor" for one in labour)
    assert node["relation_count"] == len(node["relations"])
    assert node["type_labels"]["WorkType"]["ko"] == "공종"
    assert node["relation_labels"]["REQUIRES_LABOR"]["ko"] == "노무"


async def test_of_a_section_of_115_works_thirty_nodes_are_drawn(building: Serving) -> None:
    node = await got(building, "/api/graph/S-0249")
    assert node["relation_count"] > 115
    console = Console(width=120, height=400)
    with console.capture() as captured:
        console.print(drawn(node, "ko"))
    text = captured.get()
    assert sum(one["entity"]["entity_id"] in text for one in node["relations"]) == MOST == 30
    assert f"그 밖에 {node['relation_count'] - MOST}개" in text


async def test_a_texts_targets_are_paged(building: Serving) -> None:
    pages = [await got(building, "/api/graph", pack="construction", q="강관용접", page=page) for page in (1, 2, 3, 4)]
    assert {(page["count"], page["pack"]) for page in pages} == {(113, "construction")}
    assert [page["page"] for page in pages] == [1, 2, 3, 4]
    assert [len(page["targets"]) for page in pages] == [50, 50, 13, 0]
    ids = [one["entity_id"] for page in pages for one in page["targets"]]
    assert len(set(ids)) == 113
    assert "W-0788" in ids


async def test_without_a_text_every_target_is_listed(building: Serving) -> None:
    page = await got(building, "/api/graph", pack="construction", limit=200)
    assert len(page["targets"]) == 200
    assert page["count"] > 313
    assert {one["type"] for one in page["targets"]} == {"Section", "WorkType"}
