"""The neighbourhood of a node as a tree on the terminal."""

from __future__ import annotations

from typing import Any

from rich.console import Console

from service_agent.terminal.neighbourhood import MOST, drawn, sources_of


def entity(entity_id: str, name: str, spec: str = "", section: str = "") -> dict[str, Any]:
    return {"entity_id": entity_id, "name": name, "spec": spec, "section": section}


def node(relations: int) -> dict[str, Any]:
    related = [
        {
            "relation": "NEEDS",
            "outgoing": True,
            "quantity": "0.3",
            "unit": "인",
            "entity": entity(f"L-{at}", f"trade {at}"),
        }
        for at in range(relations)
    ]
    return {
        "entity": entity("W-1", "강관용접", "200mm SCH 40", "13-2-3"),
        "path": [entity("S-1", "설비"), entity("S-2", "용접")],
        "relations": related,
        "relation_count": relations,
        "relation_labels": {"NEEDS": {"ko": "투입 인력", "en": "Labour"}},
    }  # fmt: skip


def shown(found: dict[str, Any], language: str) -> str:
    console = Console(width=100)
    with console.capture() as captured:
        console.print(drawn(found, language))
    return captured.get()


def test_a_node_shows_its_place_relations_and_quantities() -> None:
    text = shown(node(2), "ko")
    for part in ("설비 › 용접 › 강관용접 200mm SCH 40", "W-1 13-2-3", "투입 인력", "trade 0 · 0.3 인", "L-1"):
        assert part in text, text
    assert "Labour" in shown(node(2), "en")


def test_more_than_fit_are_counted() -> None:
    text = shown(node(MOST + 7), "en")
    assert "7 more" in text
    assert f"trade {MOST}" not in text


def test_an_answer_without_a_graph_has_no_node() -> None:
    assert sources_of(None) == ()
    assert sources_of({"graph": None}) == ()
