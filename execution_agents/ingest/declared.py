"""What a document declares of itself, each value checked for being what it must be."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from execution_agents.ingest.imported import BrokenPart
from execution_agents.ingest.outline import MAX_HEADING
from foundation.contracts.errors import BrokenDocument
from foundation.domains.addresses import sound_address

LONGEST_ADDRESS = 2_000
"""Characters of a document's address."""


@dataclass(frozen=True)
class Declared:
    """The front matter of one document. Names that are not asked for mean nothing here. All methods raise
    BrokenDocument."""

    fields: Mapping[str, object]
    file: str
    remarks: list[BrokenPart] = field(default_factory=list[BrokenPart])
    """What was left out, though the rest is sound."""

    def text(self, name: str, longest: int = MAX_HEADING) -> str:
        """Words; "" when nothing is declared."""
        value = self.fields.get(name)
        if value is not None and (isinstance(value, bool) or not isinstance(value, str | int | float)):
            raise self._wrong(name, "text", _kind(value))
        words = "" if value is None else " ".join(str(value).split())
        if len(words) > longest:
            raise self._wrong(name, f"at most {longest} characters", f"{len(words):,}")
        return words

    def address(self, name: str) -> str:
        """An http or https address, or a relative one; "" when nothing is declared, or another kind."""
        words = self.text(name, LONGEST_ADDRESS)
        if words and not sound_address(words):
            left_out = f"{name} {words[:60]!r} is left out; give an http:// or https:// address, or a relative one"
            self.remarks.append(BrokenPart(self.file, left_out, note=True))
        return sound_address(words)

    def day(self, name: str) -> str | None:
        """A date as ISO text; of a moment its day. None when nothing is declared."""
        words = self.text(name)
        try:
            return datetime.fromisoformat(words).date().isoformat() if words else None
        except ValueError:
            raise self._wrong(name, "a date such as 2026-01-31", repr(words[:40])) from None

    def flag(self, name: str) -> bool:
        """True or false; False when nothing is declared."""
        value = self.fields.get(name)
        if value is not None and not isinstance(value, bool):
            raise self._wrong(name, "true or false", _kind(value))
        return value is True

    def _wrong(self, name: str, takes: str, given: str) -> BrokenDocument:
        return BrokenDocument(f"{self.file}: {name} takes {takes}, not {given}.")


def _kind(value: object) -> str:
    if isinstance(value, bool):
        return f"{str(value).lower()} (put it in quotes)"
    return "a list" if isinstance(value, list | dict) else repr(str(value)[:40])
