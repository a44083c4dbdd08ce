"""A graph pack written from docs/packs.md alone, with twenty products: checked, asked about, counted."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from foundation.domains.loading.loader import check_pack
from tests.serving import Serve, Serving

PAGE = (Path(__file__).parents[2] / "docs" / "packs.md").read_text(encoding="utf-8")
COLOURS, POWERS = ("red", "blue"), (5, 10, 20, 40)


def part(name: str) -> str:
    found = re.search(rf"<!-- small graph: {re.escape(name)} -->\n```\w+\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None
    return found[1]


def written(folder: Path) -> Path:
    """The page's pack, its products grown to twenty."""
    (folder / "graph").mkdir(parents=True)
    (folder / "pack.yaml").write_text(part("pack.yaml"), encoding="utf-8")
    specs = [(colour, power) for colour in COLOURS for power in POWERS]
    rows = [
        f'{name[0]}W-{at},Product,{name},,"{colour}, {power} W",pieces,1,C-1,'
        for name in ("Wall lamp", "Reading lamp")
        for at, (colour, power) in enumerate(specs, 1)
    ]
    needs = [f"{row.split(',')[0]},NEEDS,A-1,{at % 3 + 1},pieces" for at, row in enumerate(rows)]
    for name, more in (("entities.csv", rows), ("relations.csv", needs)):
        (folder / "graph" / name).write_text(part(name) + "\n".join(more) + "\n", encoding="utf-8")
    return folder


async def asked(service: Serving, content: str, session_id: str) -> dict[str, Any]:
    answer = await service.http.post("/api/chat", json={"content": content, "session_id": session_id})
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_twenty_products_of_a_stranger_are_offered_and_counted(serve: Serve, tmp_path: Path) -> None:
    folder = written(tmp_path / "packs" / "my_shop")
    assert check_pack(folder) == []
    async with serve(packs_dir=folder.parent, pack="my_shop", llm_model=None) as service:
        session = await service.session(pack="my_shop")
        first = await asked(service, "wall lamp", session)
        assert first["type"] == "clarify"
        assert "8 specs" in first["content"]
        options = first["clarification"]["options"]
        assert [one["label"] for one in options] == [
            *(f"Wall lamp {power} W (2)" for power in POWERS),
            "Whole list (8)",
        ]
        second = await asked(service, options[2]["query"], session)
        assert sorted(one["label"] for one in second["clarification"]["options"]) == [
            "Wall lamp blue 20 W",
            "Wall lamp red 20 W",
        ]
        third = await asked(service, second["clarification"]["options"][0]["query"], session)
        assert third["type"] == "answer", "two questions back in a row are enough"
        counted = await asked(service, "12 pieces of the desk lamp red 20 W", session)
    assert "LED bulb 24 pieces" in counted["content"]
    assert "× 12" in counted["content"]
