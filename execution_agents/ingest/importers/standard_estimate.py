"""The standard of construction estimates as JSON (an item a line: division, section, item, paragraphs and tables).

Divisions, sections and items become nested sections; rows and columns of an item's tables become works with specs, each
with the trades, machines and materials it takes and their quantities; remarks become notes, and sentences that state
what the figures apply to become standards. `estimates` reads the tables.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

from execution_agents.ingest.estimates.grid import Grid, grid_of
from execution_agents.ingest.estimates.items import Made, take_item
from execution_agents.ingest.estimates.names import known_names
from foundation.domains.loading.graph_files import GraphFile
from foundation.domains.loading.mistakes import Mistake
from foundation.domains.schema.graph import GraphSource

_NEEDED = frozenset(("division", "section_no", "section", "item_code", "item", "blocks"))
LARGEST_TABLE = 20_000
"""Cells of a table, counted with those its shorter rows lack. The standard's largest has 1,008."""
MOST_ROWS = 500
"""Of a table. The standard's longest has 68."""
LONGEST_CELL = 4_000
"""Characters of a cell or paragraph. The standard's longest has 2,322."""


class StandardEstimate:
    """The importer `standard_estimate`."""

    def sniff(self, path: Path) -> bool:
        """A .jsonl whose first line has an item's keys; in a folder, the one that has."""
        return _file(path) is not None

    def read(self, path: Path, declared: GraphSource) -> GraphFile:
        """Its graph; lines that cannot be read are left out and named, items without works counted."""
        file = _file(path)
        made = Made({one.name for one in declared.types}, {one.name for one in declared.relations}, declared.parent)
        if file is None:
            return made.graph
        made.graph.size = file.stat().st_size
        made.known = known_names(_grids(file))
        for number, said in _items(file):
            if said is None:
                wrong = (
                    f"write {', '.join(sorted(_NEEDED))}; blocks are paragraphs with a text of at most {LONGEST_CELL:,}"
                    f" characters and tables of at most {MOST_ROWS} rows and {LARGEST_TABLE:,} cells"
                )
                made.graph.mistakes.append(Mistake(file.name, number, "this is no item", wrong))
            else:
                take_item(said, made)
        reasons = Counter(why for item, why in made.without.items() if item not in made.with_work)
        made.graph.remarks += [
            f"{count} items hold no quantities of work: {why}" for why, count in reasons.most_common()
        ]
        return made.graph


def _file(path: Path) -> Path | None:
    files = [path] if path.is_file() else sorted(path.glob("*.jsonl")) if path.is_dir() else []
    return next((file for file in files if _item(_first_line(file)) is not None), None)


def _first_line(file: Path) -> str:
    try:
        with file.open(encoding="utf-8-sig") as lines:
            return lines.readline(1_000_000)
    except (OSError, UnicodeDecodeError):
        return ""


def _items(file: Path) -> Iterator[tuple[int, dict[str, Any] | None]]:
    """(line, item); None: the line is no item. Read line by line, a second time where names must be known first."""
    with file.open(encoding="utf-8-sig") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                yield number, _item(line)


def _grids(file: Path) -> Iterator[Grid]:
    for _, said in _items(file):
        for block in said["blocks"] if said else ():
            if block.get("type") == "table":
                yield grid_of(block.get("rows", []))


def _item(line: str) -> dict[str, Any] | None:
    try:
        said: object = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(said, dict):
        return None
    item = cast("dict[str, Any]", said)
    return item if item.keys() >= _NEEDED and _is_blocks(item["blocks"]) else None


def _is_blocks(blocks: object) -> bool:
    return isinstance(blocks, list) and all(_is_block(one) for one in cast("list[object]", blocks))


def _is_block(block: object) -> bool:
    """Whether it is a paragraph or a table, of a size that a standard has."""
    if not isinstance(block, dict):
        return False
    said = cast("dict[str, object]", block)
    if said.get("type") != "table":
        return _is_cell(said.get("text"))
    rows = said.get("rows", [])
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in cast("list[object]", rows)):
        return False
    cells = cast("list[list[object]]", rows)
    fits = len(cells) <= MOST_ROWS and len(cells) * max(map(len, cells), default=0) <= LARGEST_TABLE
    return fits and all(_is_cell(cell) for row in cells for cell in row)


def _is_cell(value: object) -> bool:
    return value is None or (isinstance(value, str | int | float) and len(str(value)) <= LONGEST_CELL)
