"""A table as it is drawn: a cell that spans several rows is repeated in each, so every row is complete by itself, and
one of the first row names each column it spans."""

from __future__ import annotations

from execution_agents.ingest.reading.bounds import MAX_COLUMNS


class Grid:
    """Filled row by row and cell by cell."""

    def __init__(self) -> None:
        self._rows: list[list[str]] = []
        self._due: dict[int, str] = {}
        self._below: dict[int, tuple[int, str]] = {}
        self._open: tuple[int, int] | None = None
        self._first: list[bool] = []
        self._heads: list[tuple[int, int]] = []
        self._any_header = False

    @property
    def has_header(self) -> bool:
        """The first row names the columns: all of it are header cells, or the table marks none."""
        return all(self._first) if self._any_header else True

    @property
    def rows(self) -> list[list[str]]:
        """What was filled. A first row of one cell is the table's title, and names no column."""
        self._fill()
        if len(self._heads) > 1:
            for start, end in self._heads:
                self._rows[0][start:end] = [self._rows[0][start]] * (end - start)
        return self._rows

    def row(self) -> None:
        """Starts a row."""
        self._fill()
        self.close()
        self._rows.append([])
        self._due = {column: words for column, (_, words) in self._below.items()}
        self._below = {column: (left - 1, words) for column, (left, words) in self._below.items() if left > 1}

    def cell(self, columns: int = 1, rows: int = 1, *, is_header: bool = False) -> None:
        """Starts a cell of this width and height."""
        if not self._rows:
            self.row()
        self._fill()
        row = self._rows[-1]
        at = len(row)
        self._any_header |= is_header
        if len(self._rows) == 1:
            self._first.append(is_header)
        if at >= MAX_COLUMNS:
            self.close()
            return
        columns = min(columns, MAX_COLUMNS - at)
        row += [""] * columns
        if len(self._rows) == 1:
            self._heads.append((at, at + columns))
        self._open = (at, rows)
        if rows > 1:
            self._below |= dict.fromkeys(range(at, at + columns), (rows - 1, ""))

    def says(self, words: str) -> bool:
        """Adds words to the open cell; False if none is open."""
        if self._open is None:
            return False
        at, rows = self._open
        row = self._rows[-1]
        row[at] = f"{row[at]} {words}".strip()
        if rows > 1:
            self._below[at] = (rows - 1, row[at])
        return True

    def repeats(self) -> None:
        """A cell that continues from the row above (Word's merged cells)."""
        self._fill()
        above = self._rows[-2] if len(self._rows) > 1 else []
        at = len(self._rows[-1])
        self._rows[-1].append(above[at] if at < len(above) else "")
        self.close()

    def close(self) -> None:
        """No cell is open until the next one begins."""
        self._open = None

    def _fill(self) -> None:
        row = self._rows[-1] if self._rows else []
        while len(row) in self._due:
            row.append(self._due.pop(len(row)))
