"""docs/benchmarks.md: every benchmark writes its own marked section and leaves the others as they are."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.harness.figures import Goal

CHECKOUT = Path(__file__).resolve().parents[2]
PAGE = CHECKOUT / "docs" / "benchmarks.md"
IMAGES = CHECKOUT / "docs" / "images"

HEAD = """# Benchmarks

`make bench` (or `suffice bench NAME`) measures again and rewrites the sections below; nothing in them is written by
hand. Figures of one table come from one run on one machine, its rivals measured in turn with us, so compare within
a table and not across machines; gaps under 20 % are noise. No test asserts a time.
"""


@dataclass(frozen=True)
class Table:
    """A table of a page."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]

    def lines(self) -> list[str]:
        """As Markdown; all columns but the first are figures."""
        rule = ["---", *("---:" for _ in self.head[1:])]
        return [_row(self.head), _row(rule), *(_row(row) for row in self.rows)]


@dataclass(frozen=True)
class Section:
    """One benchmark's part of the page."""

    name: str
    title: str
    blocks: Sequence[str | Table | Sequence[Goal]]
    """Paragraphs, tables and goals, in order."""
    load: float
    """The machine's load average when the run began."""

    def text(self) -> str:
        """The section as Markdown, without its markers."""
        lines = [f"## {self.title}", "", machine_line(self.name, self.load), ""]
        for block in self.blocks:
            lines += [*_block_lines(block), ""]
        return "\n".join(lines).strip()


def load_now() -> float:
    """Processes that wanted a core during the last minute."""
    return os.getloadavg()[0]


def machine_line(name: str, load: float) -> str:
    """When, where and how it was measured."""
    day = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    machine = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    return f"`suffice bench {name}` · {day} · {machine} · load at the start {load:.1f}"


def rewritten(page: str, section: Section) -> str:
    """The page with this section in the place of its older self, or at the end."""
    opening, closing = f"<!-- bench:{section.name} -->", f"<!-- /bench:{section.name} -->"
    whole = f"{opening}\n{section.text()}\n{closing}"
    before, found, rest = page.partition(opening)
    if not found:
        return f"{page.rstrip()}\n\n{whole}\n"
    _, ended, after = rest.partition(closing)
    return f"{before}{whole}{after if ended else ''}"


def publish(section: Section, page: Path | None) -> None:
    """Print the section, and write it into the page where there is one."""
    print(section.text())
    if page is not None:
        page.parent.mkdir(parents=True, exist_ok=True)
        held = page.read_text("utf-8") if page.exists() else HEAD
        page.write_text(rewritten(held, section), "utf-8")


def _block_lines(block: str | Table | Sequence[Goal]) -> Iterable[str]:
    if isinstance(block, str):
        return [block]
    if isinstance(block, Table):
        return block.lines()
    return Table(("goal", "measured", ""), [(goal.wanted, goal.measured, goal.verdict) for goal in block]).lines()


def _row(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"
