"""The values a document declares about itself, each validated."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from execution_agents.ingest.imported import BrokenPart
from execution_agents.ingest.outline import MAX_HEADING
from foundation.contracts.errors import BrokenDocument
from foundation.domains.loading.addresses import sound_address

LONGEST_ADDRESS = 2_000
"""Most characters of a document's address."""
READ = frozenset(("title", "as_of", "uri", "example", "origin", "file", "digest"))
"""Names that importers read or that are stored with every document."""
MOST_FURTHER, LONGEST_FURTHER = 20, 200
"""Names kept besides, and characters of each value."""


@dataclass(frozen=True)
class Declared:
    """The front matter of one document. All methods but `further` raise BrokenDocument."""

    fields: Mapping[str, object]
    file: str
    remarks: list[BrokenPart] = field(default_factory=list[BrokenPart])
    """What was left out although the rest is valid."""

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

    def further(self) -> dict[str, str]:
        """Short words under names that no importer reads (law: 민법): a pack's `entities` may take names from them."""
        kept = {
            name: str(value)
            for name, value in self.fields.items()
            if name not in READ and isinstance(value, str | int) and not isinstance(value, bool)
        }
        return {name: value for name, value in list(kept.items())[:MOST_FURTHER] if 0 < len(value) <= LONGEST_FURTHER}

    def _wrong(self, name: str, takes: str, given: str) -> BrokenDocument:
        return BrokenDocument(f"{self.file}: {name} takes {takes}, not {given}.")


def _kind(value: object) -> str:
    if isinstance(value, bool):
        return f"{str(value).lower()} (put it in quotes)"
    return "a list" if isinstance(value, list | dict) else repr(str(value)[:40])
