"""Answers as Markdown, with tables a narrow terminal can show.

A figure broken over two lines cannot be read down its column. So a cell is never wrapped: a table stands as a table
where all its cells fit, and row by row, each value with its column's name, where they do not.
"""

from __future__ import annotations

import re
from typing import ClassVar

from rich import box
from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.markdown import Markdown, MarkdownElement, TableElement
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

GAP = 2
"""Columns between two cells."""
SEPARATOR = " · "
FIGURE = re.compile(r"^[-+–]?\s*\d.*$|^[-–]?$")
MARKER = re.compile(r"^(\[\d+\])+$")


class AnswerTable(TableElement):
    """A table of an answer."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        # Markdown gives every row as many cells as the table has columns.
        heads = [cell.content for cell in self.header.row.cells] if self.header and self.header.row else []
        rows = [[cell.content for cell in row.cells] for row in self.body.rows] if self.body else []
        widths = [_width(*column) for column in zip(heads, *rows, strict=True)]
        fits = sum(widths) + GAP * len(widths) <= options.max_width
        yield as_table(heads, rows, widths) if fits else stacked(heads, rows)


def as_table(heads: list[Text], rows: list[list[Text]], widths: list[int]) -> Table:
    """Columns side by side, figures to the right."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, GAP // 2), style="dim")
    for number, (head, width) in enumerate(zip(heads, widths, strict=True)):
        figures = all(FIGURE.match(row[number].plain) for row in rows)
        table.add_column(Text(head.plain, style="bold"), width=width, justify="right" if figures else "left")
    for row in rows:
        for cell in row:
            # A cell's own side, which Markdown always sets, would win over the column's.
            cell.justify = None
        table.add_row(*row)
    return table


def stacked(heads: list[Text], rows: list[list[Text]]) -> Group:
    """Row by row: what it is about, below it each value behind its column's name."""
    parts: list[RenderableType] = []
    for row in rows:
        named = list(zip(heads, row, strict=False))
        marker = named.pop()[1].plain if len(named) > 1 and MARKER.match(named[-1][1].plain) else ""
        parts.append(Text(f"{named[0][1].plain} {marker}".rstrip(), style="bold"))
        values = [f"{head.plain} {value.plain}" for head, value in named[1:] if value.plain]
        parts.append(Padding(Flow(values), (0, 0, 0, 2)))
    return Group(*parts)


class Flow:
    """Short pieces one after another; lines break between them only."""

    def __init__(self, pieces: list[str]) -> None:
        self._pieces = pieces

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        line = ""
        for piece in self._pieces:
            longer = f"{line}{SEPARATOR}{piece}" if line else piece
            if line and cell_len(longer) > options.max_width:
                yield Text(line)
                longer = piece
            line = longer
        yield Text(line)


def _width(head: Text, *body: Text) -> int:
    """Of the widest cell; a column's name may be broken between its words."""
    words = [cell_len(word) for word in head.plain.split()]
    return max([1, *words, *(cell.cell_len for cell in body)])


class AnswerMarkdown(Markdown):
    """Markdown as answers use it. Links are shown with their address: a text must not hide where it leads."""

    elements: ClassVar[dict[str, type[MarkdownElement]]] = {**Markdown.elements, "table_open": AnswerTable}

    def __init__(self, markup: str) -> None:
        super().__init__(markup, hyperlinks=False)
