"""Graphs in PostgreSQL: kept batch by batch, expanded by one statement, each tenant's and each person's own."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal

import pytest
from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.contracts.graph import GraphEntity, GraphLink, GraphTarget
from foundation.contracts.identity import Principal
from foundation.storage.corpus.graph import GraphPlace, GraphRepository, Neighbours
from foundation.storage.people.person import PeopleRepository

ANN = Principal(tenant_id="graphs", owner_id="ann")
BOB = Principal(tenant_id="graphs", owner_id="bob")
STRANGER = Principal(tenant_id="elsewhere", owner_id="ann")
PLACE = GraphPlace("shop", "goods")
TREE = (
    GraphEntity("C-1", "Category", "Light", section="1"),
    GraphEntity("C-2", "Category", "Lamps", section="1-1", parent="C-1"),
    GraphEntity("P-1", "Product", "Desk lamp", spec="red, 20 W", unit="each", parent="C-2"),
    GraphEntity("A-1", "Part", "E27 bulb", text="Fits all"),
    GraphEntity("N-1", "Note", "Indoors only"),
)
LINKS = (
    GraphLink("C-2", "BELONGS_TO", "C-1"),
    GraphLink("P-1", "BELONGS_TO", "C-2"),
    GraphLink("P-1", "NEEDS", "A-1", Decimal("2"), "pieces"),
    GraphLink("C-2", "HAS_NOTE", "N-1"),
    GraphLink("C-2", "USES", "A-1"),
)


@pytest.fixture
async def graph(engine: AsyncEngine) -> GraphRepository:
    repository = GraphRepository(engine)
    for who in (ANN, STRANGER):
        await repository.clear(who, PLACE)
    await repository.keep_entities(ANN, PLACE, "files", TREE)
    await repository.keep_links(ANN, PLACE, LINKS)
    return repository


async def test_one_statement_expands_a_thing_with_what_its_section_has(
    graph: GraphRepository, engine: AsyncEngine
) -> None:
    statements: list[str] = []

    def heard(_connection: object, _cursor: object, statement: str, *_rest: object) -> None:
        statements.append(statement)

    event.listen(engine.sync_engine, "before_cursor_execute", heard)
    try:
        found = (await graph.expanded(ANN, PLACE, ("P-1",), "BELONGS_TO"))["P-1"]
    finally:
        event.remove(engine.sync_engine, "before_cursor_execute", heard)
    assert len([one for one in statements if "graph_" in one]) == 1
    assert [one.name for one in found.path] == ["Lamps", "Light"]
    assert found.entity.spec == "red, 20 W"
    needs = {(one.relation, one.entity.entity_id): one.quantity for one in found.related if one.outgoing}
    assert needs["NEEDS", "A-1"] == Decimal("2")
    assert ("HAS_NOTE", "N-1") in needs


async def test_what_is_unchanged_is_not_touched_and_moves_no_version(graph: GraphRepository) -> None:
    before = await graph.version(ANN, PLACE)
    counts = await graph.keep_entities(ANN, PLACE, "files", TREE)
    assert (counts.added, counts.changed) == (0, 0)
    assert await graph.keep_links(ANN, PLACE, LINKS) == 0
    assert await graph.version(ANN, PLACE) == before


async def test_a_changed_thing_and_quantity_move_the_version(graph: GraphRepository) -> None:
    before = await graph.version(ANN, PLACE)
    changed = replace(TREE[3], text="Fits most")
    counts = await graph.keep_entities(ANN, PLACE, "files", [changed])
    assert (counts.added, counts.changed) == (0, 1)
    assert await graph.keep_links(ANN, PLACE, [replace(LINKS[2], quantity=Decimal(3))]) == 1
    assert await graph.version(ANN, PLACE) != before


async def test_only_what_the_same_origin_gives_no_more_is_removed(graph: GraphRepository) -> None:
    await graph.keep_entities(ANN, PLACE, "other", [GraphEntity("P-9", "Product", "Fan")])
    kept = [one for one in TREE if one.entity_id != "N-1"]
    gone = await graph.remove_missing(ANN, PLACE, "files", ([one.entity_id for one in kept], LINKS[:3]))
    assert gone == (1, 2)
    assert await graph.ids(ANN, PLACE) == {"C-1", "C-2", "P-1", "A-1", "P-9"}


async def test_another_tenant_has_nothing_of_it(graph: GraphRepository) -> None:
    assert await graph.expanded(STRANGER, PLACE, ("P-1",), "BELONGS_TO") == {}
    assert await graph.places_of(STRANGER, "P-1") == []
    assert await graph.to_index(STRANGER, PLACE, ["Product"]) == []


async def test_latin_words_lead_to_their_containers(graph: GraphRepository) -> None:
    indexed = await graph.to_index(ANN, PLACE, ["Product", "Category"])
    assert "A-1" in {one.entity_id for one in indexed}
    assert await graph.leads(ANN, PLACE, ["Product", "Category"], ["Category"]) == {"A-1": ("C-2",), "N-1": ("C-2",)}


async def test_what_a_person_asked_for_is_theirs_and_counted_for_all(
    graph: GraphRepository, engine: AsyncEngine
) -> None:
    await graph.note_asked(ANN, "shop", ["P-1"])
    await graph.note_asked(BOB, "shop", ["P-1", "C-2"])
    anns = await graph.popularity(ANN, "shop")
    assert anns.times["P-1"] >= 2
    assert anns.mine == ("P-1",)
    await PeopleRepository(engine).erase(BOB)
    assert "C-2" not in (await graph.popularity(ANN, "shop")).times


async def test_what_shares_the_most_is_nearest_and_what_all_share_is_not(
    graph: GraphRepository, monkeypatch: pytest.MonkeyPatch
) -> None:
    lamps = [GraphEntity(f"P-{at}", "Product", f"Lamp {at}", parent="C-2") for at in range(2, 6)]
    parts = [GraphEntity(name, "Part", name) for name in ("A-2", "A-3", "A-4")]
    await graph.keep_entities(ANN, PLACE, "files", [*lamps, *parts, GraphEntity("P-9", "Product", "Desk lamp")])
    given = {
        "P-1": ["A-2", "A-3", "A-4"],
        "P-2": ["A-2"],
        "P-3": ["A-2", "A-3"],
        "P-4": ["A-4"],
        "P-5": [],
        "P-9": ["A-3"],
    }
    await graph.keep_links(ANN, PLACE, [GraphLink(one, "NEEDS", part) for one in given for part in given[one]])
    of = GraphTarget(entity_id="P-1", type="Product", name="Desk lamp")
    found = await graph.neighbours(ANN, PLACE, of, ("P-4", "P-5", "P-x"), ("NEEDS",))
    assert found.sharing == ("P-3", "P-4", "P-2")
    assert found.described == {"P-4"}
    assert await graph.neighbours(ANN, PLACE, of, (), ("USES",)) == Neighbours((), frozenset())
    assert await graph.neighbours(STRANGER, PLACE, of, ("P-4",), ("NEEDS",)) == Neighbours((), frozenset())
    monkeypatch.setattr("foundation.storage.corpus.graph.COMMON", 1)
    assert (await graph.neighbours(ANN, PLACE, of, (), ("NEEDS",))).sharing == ("P-4",)
