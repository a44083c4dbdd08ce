"""How many of the wrong reuses audits find, and how many of the right ones they call wrong; prints itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text

from evaluations.audits.planting import Found
from evaluations.harness.rates import rate_of, shown, written
from service_agent.statistics.intervals import Rate

GOALS = {"wrong reuses found": "95 % or more", "right reuses called wrong": "5 % or less"}


@dataclass(frozen=True)
class AuditReport:
    """All planted reuses."""

    found: Sequence[Found]
    show: bool = False

    def figures(self, pack: str | None = None) -> dict[str, Rate]:
        """Figure's name -> its rate, of one pack or of all."""
        valid = [one for one in self.found if pack in (None, one.line.pack) and not one.failure]
        return {
            "wrong reuses found": rate_of(one.wrong for one in valid if one.line.reuse == "wrong"),
            "right reuses called wrong": rate_of(one.wrong for one in valid if one.line.reuse == "right"),
        }

    def as_json(self) -> dict[str, Any]:
        """All figures, for programs."""
        packs = {name: self.figures(name) for name in self._packs()} | {"all": self.figures()}
        return {pack: {name: written(rate) for name, rate in found.items()} for pack, found in packs.items()}

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        _ = console, options
        columns = {pack: self.figures(pack) for pack in self._packs()} | {"all": self.figures()}
        table = Table("", *columns, "goal", title="suffice eval audit (Wilson, 95 %)")
        for name in columns["all"]:
            table.add_row(name, *(shown(found[name]) for found in columns.values()), GOALS[name])
        yield table
        failed = [one for one in self.found if one.failure]
        if failed:
            yield Text(f"{len(failed)} could not be planted or audited:")
            for one in failed:
                yield Text(f"  {one.line.pack}: {one.line.first} -> {one.line.second}: {one.failure}")
        for one in self.found if self.show else ():
            if not one.failure and one.wrong != (one.line.reuse == "wrong"):
                rules = ", ".join(f"{name}: {rule}" for name, rule in one.rules.items()) or "nothing against it"
                yield Text(f"  {one.line.reuse} ({one.line.kind}): {one.line.first} -> {one.line.second} ({rules})")

    def _packs(self) -> list[str]:
        return list(dict.fromkeys(one.line.pack for one in self.found))
