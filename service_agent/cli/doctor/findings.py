"""The output of `suffice doctor`: one line per finding."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Mark = Literal["ok", "note", "wrong"]
MARKS: dict[Mark, str] = {"ok": "[green]✓[/]", "note": "[yellow]·[/]", "wrong": "[red]✗[/]"}


@dataclass(frozen=True)
class Line:
    """One finding."""

    mark: Mark
    what: str
    text: str
