"""The limits for one file, and the error of a reader that cannot read it."""

from __future__ import annotations

from dataclasses import dataclass

MAX_TEXT = 20_000_000
"""Characters of one document: ten thousand pages; the largest statute book has under a tenth."""
MAX_LINES = 500_000
"""Lines of Markdown and plain text: forty characters each where the characters are as many as may be."""
MAX_BLOCKS = 200_000
"""Headings, paragraphs, lists and tables of one document: twenty a page of the ten thousand."""
MAX_UNPACKED = 400_000_000
"""Bytes of an Office file's parts when unpacked, by its own directory: anything larger is a decompression bomb."""
MAX_MARKUP = 100_000_000
"""Bytes of one part that becomes a tree in memory (about ten times as large there)."""
MAX_PARTS = 20_000
MAX_PAGES = 10_000
MAX_ROWS = 1_048_576
"""Rows of one sheet (Excel's own limit)."""
MAX_CELLS = 5_000_000
"""Cells of one workbook up to each row's last filled one, with those that merged cells reach."""
MAX_COLUMNS = 512
"""Columns of a sheet that are read."""
MAX_DEPTH = 200
"""Elements inside each other."""
TIME_S = 120
"""Processor seconds of one file: 300 dense pages of a PDF take 8."""
WAIT_S = 900
"""Seconds to wait for it: on a busy machine a process gets only a part of its time."""
MEMORY_BYTES = 2 * 2**30
"""Address space of the reading process."""


class Unreadable(Exception):
    """The file cannot be read; the message says why and what to do, as the rest of a sentence about the file, or about
    its line where one is named."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.line = line


@dataclass
class Spent:
    """The cost of one workbook so far."""

    cells: int = 0
    repeated: int = 0
    """Characters repeated because their cell spans several rows: they are in the file once."""

    def add(self, cells: int, repeated: int = 0) -> None:
        """Raises Unreadable beyond MAX_CELLS, or MAX_TEXT repeated characters."""
        self.cells += cells
        self.repeated += repeated
        if self.cells > MAX_CELLS:
            raise Unreadable(f"has more than {MAX_CELLS:,} cells; split it")
        if self.repeated > MAX_TEXT:
            raise Unreadable(
                f"has cells merged over rows whose text, said in each row, is more than {MAX_TEXT:,} characters; "
                "merge fewer rows or split it"
            )
