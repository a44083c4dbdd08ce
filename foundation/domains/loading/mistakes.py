"""One mistake of a pack: where it stands, what is wrong, what to write instead."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, order=True)
class Mistake:
    """Printed as `file:line: what is wrong; what to write`."""

    file: str
    """Path below the pack's folder."""
    line: int
    """Counted from 1."""
    wrong: str
    remedy: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.wrong}; {self.remedy}"
