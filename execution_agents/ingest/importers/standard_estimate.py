"""The standard of construction estimates as JSON (an item a line: division, section, item, paragraphs and tables).

Divisions, sections and items become nested sections; the rows of an item's tables become works with specs; columns of
trades, machines and materials become relations with their quantities; remarks become notes, and sentences that state
what the figures apply to become standards. Ids are derived from what a thing is, so that a revised file changes only
what was revised.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, cast

from foundation.contracts.graph import GraphEntity, GraphLink
from foundation.domains.loading.graph_files import GraphFile
from foundation.domains.loading.mistakes import Mistake
from foundation.domains.schema.graph import GraphSource

_REVISED = re.compile(r"\s*\(\s*['’‘`]\s*\d{2}.*$", re.DOTALL)
"""The year of an item's revision, after its name: 용접접합('93, '13년 보완)."""
_NEEDED = frozenset(("division", "section_no", "section", "item_code", "item", "blocks"))
_REMARK = re.compile(r"^\s*(?:\[주\]|비\s*고|[①-⑳]|※|-\s)\s*")
_STANDARD = re.compile(r"기준(?:이다|임|으로\s*한다|한\s*것이다|을\s*적용한다)")
_PER = re.compile(r"\(\s*(\d*)\s*([^()\d]{1,12}?)\s*당\s*\)")
_HEAD = re.compile(r"^(.{1,40}?)\s*\(\s*([^()]{1,12})\s*\)$")
_FIGURE = re.compile(r"^\d{1,3}(?:,\d{3})*(?:\.\d+)?$|^\d+(?:\.\d+)?$")
_LABEL = re.compile(r"^(?:규격|구경|구분|관경|종별|종류|형식|공종|호칭|직종|품명|두께)")
_MATRIX = re.compile(r"^\s*SCH", re.IGNORECASE)
_RELATIONS = {"Labor": "REQUIRES_LABOR", "Equipment": "REQUIRES_EQUIPMENT", "Material": "USES_MATERIAL"}
_PREFIXES = {"Labor": "L", "Equipment": "E", "Material": "M"}
_HOURS = frozenset(("hr", "시간", "h", "대", "일"))
LONGEST_TEXT = 600
SPEC = 40
"""Characters; a longer first cell is a sentence, no spec."""


class StandardEstimate:
    """The importer `standard_estimate`."""

    def sniff(self, path: Path) -> bool:
        """A .jsonl whose first line has an item's keys; in a folder, the one that has."""
        return _file(path) is not None

    def read(self, path: Path, declared: GraphSource) -> GraphFile:
        """Its graph; lines that cannot be read are left out and named."""
        file = _file(path)
        made = _Made({one.name for one in declared.types}, {one.name for one in declared.relations}, declared.parent)
        if file is None:
            return made.graph
        made.graph.size = file.stat().st_size
        with file.open(encoding="utf-8-sig") as lines:
            for number, line in enumerate(lines, 1):
                if line.strip():
                    _take(line, made, (file.name, number))
        return made.graph


def _file(path: Path) -> Path | None:
    files = [path] if path.is_file() else sorted(path.glob("*.jsonl")) if path.is_dir() else []
    return next((file for file in files if _is_item(_first_line(file))), None)


def _first_line(file: Path) -> str:
    try:
        with file.open(encoding="utf-8-sig") as lines:
            return lines.readline(1_000_000)
    except (OSError, UnicodeDecodeError):
        return ""


def _is_item(line: str) -> bool:
    try:
        said: object = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(said, dict) and cast("dict[str, object]", said).keys() >= _NEEDED


def _take(line: str, made: _Made, place: tuple[str, int]) -> None:
    file, number = place
    if not _is_item(line):
        made.graph.mistakes.append(Mistake(file, number, "this is no item", f"write {', '.join(sorted(_NEEDED))}"))
        return
    said: dict[str, Any] = json.loads(line)
    division, code = _words(said["division"]), _words(said["item_code"])
    top = made.section(division, "", division, "")
    part = made.section(division, _words(said["section_no"]), _plain(said["section"]), top)
    item = made.section(division, code, _plain(said["item"]), part)
    _Item(made, item, (division, code), _plain(said["item"])).take(said["blocks"])


@dataclass
class _Made:
    types: set[str]
    relations: set[str]
    parent: str

    def __post_init__(self) -> None:
        self.graph = GraphFile()

    def add(self, entity: GraphEntity) -> str:
        """One entity, the first of its id kept; a type the pack does not declare is left out ("")."""
        if entity.type not in self.types:
            return ""
        if entity.entity_id not in self.graph.entities:
            self.graph.entities[entity.entity_id] = entity
            if entity.parent:
                self.link(GraphLink(entity.entity_id, self.parent, entity.parent))
        return entity.entity_id

    def link(self, link: GraphLink) -> None:
        if link.target_id and (link.type == self.parent or link.type in self.relations):
            self.graph.links.setdefault((link.source_id, link.type, link.target_id), link)

    def section(self, division: str, code: str, name: str, parent: str) -> str:
        made = _id("S", division, code)
        return self.add(GraphEntity(made, "Section", name or code, section=code, parent=parent))


class _Item:
    """One item of the standard: its works, and what they take."""

    def __init__(self, made: _Made, section: str, key: tuple[str, str], name: str) -> None:
        self._made, self._section, self._key, self._name = made, section, key, name
        self._unit, self._base, self._tables = "", "", 0

    def take(self, blocks: Sequence[dict[str, Any]]) -> None:
        for at, block in enumerate(blocks):
            if block.get("type") == "table":
                self._tables += 1
                self._table([[_words(cell) for cell in row] for row in block.get("rows", [])])
                continue
            text = _words(block.get("text"))
            per = _PER.fullmatch(text)
            if per:
                self._base, self._unit = per[1], per[2]
            elif _REMARK.match(text) or _STANDARD.search(text):
                self._remark(at, text)

    def _remark(self, at: int, text: str) -> None:
        said = re.sub(r"^[①-⑳]\s*", "", _REMARK.sub("", text)).strip()[:LONGEST_TEXT]
        if len(said) < 4:
            return
        kind, relation, prefix = ("Note", "HAS_NOTE", "N")
        if _STANDARD.search(said):
            kind, relation, prefix = ("Standard", "APPLIES_STANDARD", "ST")
        name = said if len(said) <= SPEC else f"{said[:SPEC].rsplit(' ', 1)[0]} …"
        made = self._made.add(
            GraphEntity(_id(prefix, *self._key, str(at)), kind, name, section=f"{self._key[1]}#{at}", text=said)
        )
        self._made.link(GraphLink(self._section, relation, made))

    def _table(self, rows: list[list[str]]) -> None:
        if len(rows) < 2:
            return
        head = [_tight(cell) for cell in rows[0]]
        if _MATRIX.match(rows[0][0]) and all(_figure(cell) for cell in rows[0][1:]):
            self._matrix(rows)
        elif "단위" in head and any(cell.startswith("수량") for cell in head):
            self._list_of_needs(head, rows[1:])
        else:
            self._rows_of_specs(rows)

    def _matrix(self, rows: list[list[str]]) -> None:
        """Diameters down, schedules across; between the head and the figures stands each column's trade."""
        schedules = rows[0][1:]
        trades = [""] * len(schedules)
        for row in rows[1:]:
            cells = row[1 : len(schedules) + 1]
            if any(_figure(cell) for cell in cells):
                for schedule, cell, trade in zip(schedules, cells, trades, strict=False):
                    figure, diameter = _figure(cell), re.sub(r"[^\d.]", "", row[0])
                    if figure is not None and diameter:
                        name, _, unit = trade.partition("(")
                        self._needs(self._work(f"{diameter}, SCH {schedule}"), name, unit.strip(") ") or "인", figure)
            else:
                trades = [f"{trade}{_tight(cell)}" for trade, cell in zip(trades, cells, strict=False)]

    def _list_of_needs(self, head: list[str], rows: list[list[str]]) -> None:
        """A row for each trade, machine or material: one work."""
        unit_at = head.index("단위")
        figure_at = next(at for at, cell in enumerate(head) if cell.startswith("수량"))
        work = ""
        for row in rows:
            if len(row) <= max(unit_at, figure_at):
                continue
            figure, name = _figure(row[figure_at]), _plain(row[0])
            if figure is None or not name:
                continue
            work = work or self._work("")
            self._needs(work, name, row[unit_at], figure)

    def _rows_of_specs(self, rows: list[list[str]]) -> None:
        """A row for each spec: columns of trades, machines and materials, possibly several such blocks side by side."""
        head = [_tight(cell) for cell in rows[0]]
        starts = [at for at, cell in enumerate(head) if _LABEL.match(cell)]
        for at, start in enumerate(starts):
            end = starts[at + 1] if at + 1 < len(starts) else len(head)
            columns = [(place, named) for place in range(start + 1, end) if (named := _column(head[place]))]
            for row in rows[1:] if columns else ():
                self._spec_row(row, start, columns)

    def _spec_row(self, row: list[str], start: int, columns: Sequence[tuple[int, tuple[str, str]]]) -> None:
        spec = row[start] if start < len(row) else ""
        found = [(named, figure) for place, named in columns
                 if place < len(row) and (figure := _figure(row[place])) is not None]  # fmt: skip
        if found and spec and len(spec) <= SPEC:
            work = self._work(spec)
            for (name, unit), figure in found:
                self._needs(work, name, unit, figure)

    def _work(self, spec: str) -> str:
        return self._made.add(
            GraphEntity(
                _id("W", *self._key, str(self._tables), spec),
                "WorkType",
                self._name,
                spec=spec,
                unit=self._unit,
                base=self._base if _figure(self._base or "1") else "",
                section=f"{self._key[1]}#{self._tables}",
                parent=self._section,
            )
        )

    def _needs(self, work: str, name: str, unit: str, figure: Decimal) -> None:
        kind = "Labor" if _tight(unit) == "인" else "Equipment" if _tight(unit).lower() in _HOURS else "Material"
        made = self._made.add(GraphEntity(_id(_PREFIXES[kind], name), kind, name))
        if work and made:
            self._made.link(GraphLink(work, _RELATIONS[kind], made, figure, _tight(unit)))


def _column(head: str) -> tuple[str, str] | None:
    """(name, unit) of a column of quantities: 용접공(인)."""
    match = _HEAD.match(head)
    return (match[1], match[2]) if match and not _LABEL.match(head) else None


def _figure(cell: str) -> Decimal | None:
    plain = cell.strip()
    if not _FIGURE.match(plain):
        return None
    try:
        value = Decimal(plain.replace(",", ""))
    except InvalidOperation:
        return None
    return value if value > 0 else None


def _id(prefix: str, *parts: str) -> str:
    return f"{prefix}-{hashlib.sha256(chr(31).join(parts).encode()).hexdigest()[:10]}"


def _words(value: Any) -> str:
    return " ".join(str(value if value is not None else "").replace("\x00", "").split())


def _tight(cell: str) -> str:
    """Letters are set apart in heads: 규 격."""
    return re.sub(r"(?<=[가-힣])\s+(?=[가-힣])", "", cell)


def _plain(value: Any) -> str:
    return _REVISED.sub("", _words(value)).strip()
