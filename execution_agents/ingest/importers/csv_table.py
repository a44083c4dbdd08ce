"""CSV tables whose header names the source's columns."""

from __future__ import annotations

import csv
from collections.abc import Iterator

from execution_agents.ingest.files import lines_of, read_text
from execution_agents.ingest.imported import BrokenPart, InputFile, RowTarget
from execution_agents.ingest.reading.delimited import cells_of, delimiter_of, holds_anything, whole_lines
from execution_agents.ingest.rows import typed_row
from foundation.contracts.errors import BrokenDocument
from foundation.domains.schema.pack import TableSource
from foundation.storage.records import TableRow


class CsvTable:
    """The importer `csv`."""

    specific = True

    def sniff(self, file: InputFile, source: TableSource) -> bool:
        """A first row (of those that hold anything) that names every key column and no column the source lacks."""
        header = _header(file.head)
        return set(source.key) <= set(header) <= {column.name for column in source.columns}

    def read(self, file: InputFile, target: RowTarget) -> Iterator[TableRow | BrokenPart]:
        """Its rows. Raises BrokenDocument when the header is missing."""
        delimiter = delimiter_of(whole_lines(file.head))
        reader = csv.reader(lines_of(read_text(file)), delimiter=delimiter, strict=True)
        first = next(filter(holds_anything, reader), list[str]())
        header = [name.strip() for name in first]
        if len(set(header)) != len(header):
            line = reader.line_num
            raise BrokenDocument(f"{file.name}:{line}: a column stands twice in the header.", line=line)
        seen: dict[str, int] = {}
        while True:
            try:
                cells = next(reader)
            except StopIteration:
                return
            except csv.Error as problem:
                yield BrokenPart(file.name, f"not valid CSV ({problem})", reader.line_num)
                continue
            if cells:
                try:
                    yield _row(target.source, header, cells, (reader.line_num, seen))
                except ValueError as problem:
                    yield BrokenPart(file.name, str(problem), reader.line_num)


def _row(source: TableSource, header: list[str], cells: list[str], at: tuple[int, dict[str, int]]) -> TableRow:
    line, seen = at
    if len(cells) != len(header):
        raise ValueError(f"{len(cells)} cells where the header has {len(header)}")
    row = typed_row(dict(zip(header, cells, strict=True)), source)
    if row.row_id in seen:
        raise ValueError(f"the key of line {seen[row.row_id]} again; the first one is kept")
    seen[row.row_id] = line
    return row


def _header(head: str) -> list[str]:
    text = whole_lines(head)
    try:
        return [name.strip() for name in next(cells_of(text, delimiter_of(text)), list[str]())]
    except csv.Error:
        return []
