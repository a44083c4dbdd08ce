"""A graph's files: read as CSV or JSON lines, every mistake with its line and what to write."""

from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path
from shutil import copytree

from foundation.domains.loading.graph_files import read_graph
from foundation.domains.loading.loader import check_pack, shipped_packs
from tests.execution_agents.clarification.graphs import SHOP, graph_folder

ENTITIES = """id,type,name,aliases,spec,unit,base,parent,text
C-1,Category,Lamps,,,,,,
P-1,Product,Desk lamp,Table lamp; 스탠드,"red, 20 W",each,1,C-1,
A-1,Part,Bulb,,,,,,Fits every lamp
"""
RELATIONS = "source,type,target,quantity,unit\nP-1,NEEDS,A-1,2,pieces\n"


def test_a_small_graph_is_read_whole(tmp_path: Path) -> None:
    graph = read_graph(graph_folder(tmp_path / "g", ENTITIES, RELATIONS), SHOP)
    assert graph.mistakes == []
    assert graph.entities["P-1"].aliases == ("Table lamp", "스탠드")
    assert graph.links["P-1", "NEEDS", "A-1"].quantity == Decimal(2)
    assert ("P-1", "BELONGS_TO", "C-1") in graph.links


def test_json_lines_say_the_same(tmp_path: Path) -> None:
    rows = [
        {"id": "C-1", "type": "Category", "name": "Lamps"},
        {"id": "P-1", "type": "Product", "name": "Lamp", "aliases": ["L"], "parent": "C-1"},
    ]
    (tmp_path / "entities.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert read_graph(tmp_path, SHOP).entities["P-1"].aliases == ("L",)


def test_every_mistake_has_its_line_and_remedy(tmp_path: Path) -> None:
    entities = (
        "id,type,name,parent,base\nP-1,Product,Lamp,,\nP-1,Product,Lamp again,,\nP-2,Gadget,Fan,,\n"
        "P 3,Product,Fan,,\nP-4,Product,,,\nP-5,Product,Fan,C-9,\nP-6,Product,Fan,,none\n"
    )
    relations = "source,type,target,quantity\nP-1,EATS,P-5,\nP-1,NEEDS,P-9,\nP-1,NEEDS,P-5,lots\n"
    graph = read_graph(graph_folder(tmp_path / "g", entities, relations), SHOP, "graph")
    mistakes = {str(one).split("; ")[0] for one in graph.mistakes}
    assert mistakes == {
        "graph/entities.csv:3: the id `P-1` stands in line 2 too",
        "graph/entities.csv:4: there is no type `Gadget`",
        "graph/entities.csv:5: the id is `P 3`",
        "graph/entities.csv:6: there is no name",
        "graph/entities.csv:7: `parent` is `C-9`, and there is no such entity",
        "graph/entities.csv:8: the base is `none`",
        "graph/relations.csv:2: there is no relation `EATS`",
        "graph/relations.csv:3: `target` is `P-9`, and there is no such entity",
        "graph/relations.csv:4: the quantity is `lots`",
    }


def test_a_folder_without_entities_says_what_to_write(tmp_path: Path) -> None:
    (found,) = read_graph(tmp_path, SHOP).mistakes
    assert "write entities.jsonl or entities.csv" in str(found)


def test_what_is_no_json_is_named_by_its_line(tmp_path: Path) -> None:
    (tmp_path / "entities.jsonl").write_text('{"id": 1\n[]\n', encoding="utf-8")
    assert [one.line for one in read_graph(tmp_path, SHOP).mistakes] == [1, 2]


def test_the_check_of_a_pack_names_file_and_line_of_its_graph(tmp_path: Path) -> None:
    copy = tmp_path / "construction"
    copytree(shipped_packs() / "construction", copy)
    with (copy / "graph" / "relations.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"source": "W-0788", "type": "HAS_NOTE", "target": "N-9999"}\n')
    (found,) = check_pack(copy)
    assert str(found).startswith("graph/relations.jsonl:")
    assert "N-9999" in str(found)


def test_a_graph_without_its_slot_is_a_mistake(tmp_path: Path) -> None:
    copy = tmp_path / "construction"
    copytree(shipped_packs() / "construction", copy)
    file = copy / "pack.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("slot: work", "slot: nothing"), encoding="utf-8")
    assert any("there is no slot `nothing`" in str(one) for one in check_pack(copy))
