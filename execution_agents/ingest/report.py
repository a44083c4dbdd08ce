"""The result of an ingest, source by source, with what it left out and why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from execution_agents.ingest.imported import BrokenPart
from foundation.contracts.entities import EntityCounts

Progress = Callable[[int, int, str], None]
"""(done, total, what is being read): bytes of the files that were recognised."""


@dataclass
class SourceReport:
    """Documents of a documents source, rows of a table."""

    added: int = 0
    changed: int = 0
    removed: int = 0
    unchanged: int = 0

    @property
    def touched(self) -> bool:
        """True if the source's version changed."""
        return bool(self.added or self.changed or self.removed)


@dataclass
class Skipped:
    """Files of one kind that were skipped for one reason."""

    kind: str
    """File name suffix with its dot, or "(no suffix)"."""
    reason: str
    count: int = 0
    examples: list[str] = field(default_factory=list[str])
    """The first few names."""


@dataclass
class IngestReport:
    """The whole run."""

    origin: str
    """The folder or file that was read, or "pack"."""
    seen_before: bool = False
    """True if this origin was ingested before: only then are its vanished documents removed."""
    sources: dict[str, SourceReport] = field(default_factory=dict[str, SourceReport])
    skipped: list[Skipped] = field(default_factory=list[Skipped])
    broken: list[BrokenPart] = field(default_factory=list[BrokenPart])
    entities: dict[str, EntityCounts] = field(default_factory=dict[str, EntityCounts])
    """Of the sources whose names were collected again."""
    collisions: list[str] = field(default_factory=list[str])
    """Names that now refer to several things, one sentence each."""

    def of(self, source: str) -> SourceReport:
        """The source's figures."""
        return self.sources.setdefault(source, SourceReport())

    def skip(self, kind: str, reason: str, name: str) -> None:
        """Counts one file that was left alone."""
        entry = next((one for one in self.skipped if (one.kind, one.reason) == (kind, reason)), None)
        if entry is None:
            entry = Skipped(kind, reason)
            self.skipped.append(entry)
        entry.count += 1
        if len(entry.examples) < EXAMPLES:
            entry.examples.append(name)

    @property
    def touched(self) -> bool:
        """True when anything changed."""
        return any(report.touched for report in self.sources.values())


EXAMPLES = 5
