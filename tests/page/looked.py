"""Which screens are looked at, in which languages, themes and sizes: what docs/page.md says, what the stories say."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from service_agent.settings.settings import CHECKOUT

PAGE = CHECKOUT / "docs" / "page.md"
STORIES = CHECKOUT / "web" / "browser"
HEAD = "| feature | screens and cards | languages |"
SIZES = frozenset({375, 834, 1600})
"""Beside the story's own window, 1440 px for most (web/browser/looked.mjs)."""
SEEN = re.compile(r"@seen (?P<state>\S+) (?P<language>ko|en) (?P<themes>\S+) (?P<widths>\S+)")
NAMED = re.compile(r"""(?:everywhere\(|atEachSize\(one, )["`](admin-\$|(?:[a-z]+-)*[a-z]+)|whole\(\w+, "([a-z-]+)", """)
TABS = ("overview", "people", "keys", "log")
"""Of the administrators' page: their names are put together there."""


def in_the_docs() -> dict[str, frozenset[str]]:
    """Each screen of the table in docs/page.md and the languages it is said to be looked at in."""
    rows = PAGE.read_text().split(HEAD, 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    written: dict[str, frozenset[str]] = {}
    for row in rows:
        _, _, screens, languages, _ = (cell.strip() for cell in row.split("|"))
        for name in re.findall(r"`([a-z-]+)`", screens):
            written[name] = frozenset({"ko", "en"} if languages == "both" else {languages})
    return written


def in_the_stories() -> frozenset[str]:
    """The screens that the stories name."""
    named = {"".join(found) for file in STORIES.glob("*.mjs") for found in NAMED.findall(file.read_text())}
    return frozenset(named - {"admin-$"} | {f"admin-{tab}" for tab in TABS})


@dataclass
class Looked:
    """One screen, in every story that looked at it."""

    languages: set[str] = field(default_factory=set[str])
    themes: set[str] = field(default_factory=set[str])
    widths: set[int] = field(default_factory=set[int])


def seen_in(lines: Iterable[str]) -> dict[str, Looked]:
    """What the stories say they looked at, screen by screen."""
    seen: dict[str, Looked] = defaultdict(Looked)
    for line in lines:
        if found := SEEN.match(line):
            one = seen[found["state"]]
            one.languages.add(found["language"])
            one.themes.update(found["themes"].split(","))
            one.widths.update(int(width) for width in found["widths"].split(","))
    return dict(seen)


def as_promised(lines: list[str], *, whole: bool) -> list[str]:
    """The other lines of the stories; where all was played (`whole`), what was looked at is what the docs promise."""
    failed = any(line.startswith("@failed") for line in lines)
    if whole and not failed:
        promised = in_the_docs()
        for state, one in seen_in(lines).items():
            assert promised[state] == one.languages, f"docs/page.md on {state}: {sorted(one.languages)}"
            assert one.themes == {"light", "dark"}, f"{state} in {sorted(one.themes)} alone"
            assert one.widths >= SIZES, f"{state} at {sorted(one.widths)}"
    return [line for line in lines if not line.startswith("@seen")]
