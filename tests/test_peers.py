"""docs/peers.md: each yes of ours names a test or story that is there, each no says why, others have a source.

The promises of docs/clients.md name what shows them in the same way.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.test_references import symbols_of

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "peers.md").read_text(encoding="utf-8")
CLIENTS = (ROOT / "docs" / "clients.md").read_text(encoding="utf-8")
PROMISES = "## Each promise, and what shows it"
COLUMNS = 6
NAMED = re.compile(r"`((?:tests|web)/[\w/.-]+\.(?:py|mjs|tsx|ts))(?:::|: )([^`]+)`")
KEY = re.compile(r"\[([OWL]\d+)\]$")
STORY = re.compile(r"""^ +(?:async )?(["'])(.+?)\1(?:\(|:)""", re.MULTILINE)
TEST = re.compile(r"""(?:test|it|\))\((["'])(.+?)\1,""")
SOURCES = dict(re.findall(r"^\| ([OWL]\d+) \| (.+) \|$", PAGE, re.MULTILINE))
OF = ("O", "W", "L")


@dataclass(frozen=True)
class Row:
    """One thing that is compared."""

    thing: str
    ours: str
    shown_by: str
    peers: tuple[str, ...]

    @property
    def named(self) -> list[tuple[str, str]]:
        """The file and the test or story of each reference."""
        return NAMED.findall(self.ours + self.shown_by)


def rows() -> list[Row]:
    """Every line of the comparing tables below their heads."""
    found: list[Row] = []
    for line in PAGE.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and len(cells) == COLUMNS and cells[0] != "thing" and not cells[0].startswith("---"):
            found.append(Row(cells[0], cells[1], cells[2], tuple(cells[3:])))
    return found


ROWS = rows()
THINGS = [row.thing for row in ROWS]


def is_there(file: str, name: str) -> bool:
    """Whether the file has a test of this name, or a story or test that begins with it."""
    path = ROOT / file
    if not path.is_file():
        return False
    if file.endswith(".py"):
        return name in symbols_of(path)
    names = (STORY if file.endswith(".mjs") else TEST).findall(path.read_text(encoding="utf-8"))
    return any(one.startswith(name) for _, one in names)


def test_the_page_compares_what_people_and_programs_expect() -> None:
    heads = re.findall(r"^## (.+)$", PAGE, re.MULTILINE)
    assert heads == ["Programs", "People", "First evening", "Where it was read"]
    assert len(ROWS) > 40
    assert len(set(THINGS)) == len(THINGS)
    assert re.search(r"Looked at on \d+ [A-Z][a-z]+ 20\d\d\.", PAGE)


@pytest.mark.parametrize("row", ROWS, ids=THINGS)
def test_each_yes_of_ours_names_what_shows_it(row: Row) -> None:
    assert re.match(r"(yes|partly|no)\b", row.ours), row.ours
    if row.ours.startswith("yes"):
        assert row.named, "a yes that nothing shows"
    else:
        assert re.match(r"(partly|no): .{12,}", row.ours), "what lacks is not said"
    assert not [one for one in row.named if not is_there(*one)]
    assert len(row.named) == (row.ours + row.shown_by).count("`tests/") + (row.ours + row.shown_by).count("`web/")


@pytest.mark.parametrize("row", ROWS, ids=THINGS)
def test_what_is_said_of_others_names_where_it_was_read(row: Row) -> None:
    for letter, said in zip(OF, row.peers, strict=True):
        key = KEY.search(said)
        if key is None:
            assert said.startswith("not found"), said
        else:
            assert key[1] in SOURCES and key[1].startswith(letter), said


def promises() -> list[list[str]]:
    """The cells of each promise."""
    lines = CLIENTS.split(PROMISES, 1)[1].splitlines()
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("|")]
    return rows[2:]


@pytest.mark.parametrize("promise", promises(), ids=lambda cells: cells[0])
def test_each_promise_names_what_shows_it_or_says_what_lacks(promise: list[str]) -> None:
    _, shown, lacks = promise
    assert not [one for one in NAMED.findall(shown) if not is_there(*one)]
    files = re.findall(r"`((?:tests|web)/[\w/.-]+)`", shown)
    assert all((ROOT / file).is_file() for file in files)
    assert len(NAMED.findall(shown)) + len(files) == shown.count("`tests/") + shown.count("`web/")
    assert "`tests/" in shown or "`web/" in shown or "](" in shown or lacks.startswith("**missed**")


def test_every_source_is_read_for_something() -> None:
    used = {key[1] for row in ROWS for said in row.peers if (key := KEY.search(said))}
    assert set(SOURCES) == used


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("tests/test_peers.py", "test_that_nobody_wrote"),
        ("tests/test_nowhere.py", "test_each_yes_of_ours_names_what_shows_it"),
        ("web/browser/kept.mjs", "kept: what nobody plays"),
        ("web/browser/kept.mjs", "one menu by keyboard"),
    ],
)
def test_a_name_that_is_not_there_is_noticed(file: str, name: str) -> None:
    assert not is_there(file, name)
