"""What a table was read as: works with their specs and what each takes."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal


@dataclass(frozen=True)
class Need:
    """So much of a trade, machine or material."""

    name: str
    unit: str
    quantity: Decimal


@dataclass(frozen=True)
class Work:
    """One row or column of a table, or one group of its rows."""

    spec: tuple[str, ...]
    """Parts of its spec, from the widest."""
    needs: tuple[Need, ...]
    base: str = ""
    """How many of the unit the quantities are for; "": what is written over the table."""
    unit: str = ""
    more: tuple[str, ...] = ()
    """What it says besides quantities: days, ranges."""


LONG = 4
"""Letters of a trade's name that is recognised at the end of a longer run."""


@dataclass(frozen=True)
class Known:
    """Names that the file counts in persons, or in machines and their hours, where a table leaves no doubt."""

    trades: frozenset[str] = frozenset()
    machines: frozenset[str] = frozenset()

    def within(self, name: str) -> str:
        """The trade that a run of letters ends with, where the run is none the file knows: 지붕보통인부; else ""."""
        plain = "".join(name.split())
        ends = [plain[at:] for at in range(2, len(plain) - LONG + 1) if plain[at:] in self.trades]
        return ends[0] if ends and plain not in self.trades else ""

    @property
    def all(self) -> frozenset[str]:
        """Either."""
        return self.trades | self.machines


NOTHING_KNOWN = Known()


@dataclass
class Read:
    """A table: its works, or why it has none."""

    works: list[Work] = field(default_factory=list[Work])
    why: str = ""
