"""A mutant: one module with one small fault in it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Outcome = Literal["killed", "timeout", "survived", "equivalent"]
"""`timeout` counts as killed: the fault was noticed because the tests did not end."""


@dataclass(frozen=True)
class Mutant:
    """One fault, and the text of the module that carries it."""

    where: str
    """The innermost class, function or statement it lies in."""
    line: int
    before: str
    after: str
    """What stood there and what stands there now, each on one line."""
    source: str
    """The whole module with the fault."""

    @property
    def key(self) -> str:
        """How a mutant is called where equivalents are listed: no line number, so that it outlives edits."""
        return f"{self.where}: {self.before} -> {self.after}"
