"""Every command, run by everybody who may not: clients of the service have a token or nothing, all others the
database's password or nothing.

A command without a line in COMMANDS_WALK fails here.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Generator
from dataclasses import replace
from enum import Enum
from pathlib import Path

import pytest
import structlog

from service_agent.cli.commands import COMMANDS
from service_agent.cli.lazy import Group
from tests.databases import url_of
from tests.service_agent.cli.conftest import Suffice, suffice
from tests.service_agent.cli.processes import free_port
from tests.service_agent.walk.conftest import NOBODY, STRANGERS, World
from tests.serving import PLAIN_LOG

__all__ = ["suffice"]

SUFFICE = Path(sys.executable).with_name("suffice")


class Reach(Enum):
    """What a command stands on."""

    SERVICE = "the service, as whoever its token names"
    DATABASE = "the database: whoever has its password runs the service"
    NOTHING = "files of the checkout"


COMMANDS_WALK: dict[str, tuple[Reach, tuple[str, ...]]] = {
    "chat": (Reach.SERVICE, ("--json", "--language", "en", "--session", "{session_id}")),
    "ask": (Reach.SERVICE, ("안녕하세요", "--json", "--session", "{session_id}")),
    "serve": (Reach.DATABASE, ("--port", "0")),
    "worker": (Reach.DATABASE, ()),
    "ingest": (Reach.DATABASE, (str(Path(__file__).parent),)),
    "packs list": (Reach.DATABASE, ()),
    "packs check": (Reach.NOTHING, ("handbook",)),
    "packs questions": (Reach.NOTHING, ("handbook",)),
    "packs why": (Reach.SERVICE, ("안녕하세요", "--pack", "none_of_this_name")),
    "init": (Reach.NOTHING, ("none-of-this-name",)),
    "mcp": (Reach.DATABASE, ()),
    "sim-model": (Reach.NOTHING, ("--none-of-this-name",)),
    "eval clarification": (Reach.NOTHING, ("--none-of-this-name",)),
    "eval review": (Reach.NOTHING, ("--file", "none-of-this-name.jsonl")),
    "eval thinking": (Reach.NOTHING, ("--none-of-this-name",)),
    "eval small-model": (Reach.NOTHING, ("--none-of-this-name",)),
    "eval subtasks": (Reach.NOTHING, ("--none-of-this-name",)),
    "eval endpoint": (Reach.NOTHING, ("--none-of-this-name",)),
    "eval reuse": (Reach.NOTHING, ("none-of-this-name",)),
    "eval retrieval": (Reach.NOTHING, ("none-of-this-name",)),
    "eval answers": (Reach.NOTHING, ("none-of-this-name",)),
    "eval faithfulness": (Reach.NOTHING, ("none-of-this-name",)),
    "eval pack": (Reach.NOTHING, ("none-of-this-name",)),
    "eval replay": (Reach.NOTHING, ("none-of-this-name",)),
    "eval conversations": (Reach.NOTHING, ("--only", "none-of-this-name")),
    "eval pairs": (Reach.NOTHING, ("none-of-this-name.jsonl",)),
    "eval live-reuse": (Reach.NOTHING, ("--first", "none")),
    "eval init": (Reach.NOTHING, ("--folder", "none-of-this-name")),
    "eval audit": (Reach.NOTHING, ("none-of-this-name.jsonl",)),
    "eval analysis": (Reach.NOTHING, ("--cases", "none-of-this-name.jsonl")),
    "eval memory": (Reach.NOTHING, ("none-of-this-name.jsonl",)),
    "eval linking": (Reach.NOTHING, ("none-of-this-name",)),
    "eval drafts": (Reach.NOTHING, ("--drafts", "none-of-this-name.jsonl")),
    "bench": (Reach.NOTHING, ("none-of-this-name",)),
    "db upgrade": (Reach.DATABASE, ()),
    "db prune": (Reach.DATABASE, ()),
    "db erase": (Reach.DATABASE, ("--yes", "--person", "ann")),
    "db backup": (Reach.DATABASE, ("{folder}/backup",)),
    "db restore": (Reach.DATABASE, ("{file}",)),
    "keys create": (Reach.DATABASE, ("a-key", "--role", "admin")),
    "keys list": (Reach.DATABASE, ()),
    "keys revoke": (Reach.DATABASE, ("a-key",)),
    "experiments list": (Reach.DATABASE, ()),
    "experiments declare": (Reach.DATABASE, ("{experiment}",)),
    "experiments end": (Reach.DATABASE, ("none-of-this-name",)),
    "experiments audit": (Reach.DATABASE, ()),
    "demo traffic": (Reach.DATABASE, ("--conversations", "1")),
    "demo erase": (Reach.DATABASE, ()),
    "audit": (Reach.DATABASE, ()),
    "doctor": (Reach.DATABASE, ()),
}


def words_of_all() -> set[str]:
    """The words of every command there is."""
    found: set[str] = set()
    for name, entry in COMMANDS.items():
        found |= {f"{name} {inner}" for inner in entry.commands} if isinstance(entry, Group) else {name}
    return found


def test_every_command_there_is_is_walked() -> None:
    assert words_of_all() == set(COMMANDS_WALK)


async def run(words: str, arguments: list[str], environment: dict[str, str]) -> tuple[int, str]:
    """A command to its end: its code, and all it said."""
    process = await asyncio.create_subprocess_exec(
        SUFFICE,
        *words.split(),
        *arguments,
        env=environment,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    async with asyncio.timeout(120):
        said, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, said.decode()


def environment_of(folder: Path, **settings: str) -> dict[str, str]:
    """Nothing of whoever runs the tests."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("SUFFICE_", "OPENAI_"))}
    return kept | {"SUFFICE_DATA_DIR": str(folder), "COLUMNS": "200"} | settings


def of_reach(reach: Reach) -> list[str]:
    return [words for words, (stands_on, _) in COMMANDS_WALK.items() if stands_on is reach]


@pytest.mark.slow
@pytest.mark.parametrize("words", of_reach(Reach.SERVICE))
@pytest.mark.parametrize(
    "actor",
    # Every day the routes are walked by all of them, in test_routes.py.
    [actor if actor in ("wrong user", NOBODY) else pytest.param(actor, marks=pytest.mark.long) for actor in STRANGERS],
)
async def test_a_strangers_token_reaches_nothing_and_tells_nothing(
    world: World, actor: str, words: str, tmp_path: Path
) -> None:
    said: list[tuple[int, str]] = []
    for ids in (world.things, world.made_up):
        arguments = [part.format(**ids) for part in COMMANDS_WALK[words][1]] + ["--url", world.service.url]
        arguments += [] if actor == NOBODY else ["--token", world.token(actor)]
        code, text = await run(words, arguments, environment_of(tmp_path))
        assert not world.tells_of_ann(text, sent=ids["session_id"]), text
        said.append((code, world.without_ids(text)))
    assert said[0] == said[1]
    assert said[0][0] == 1


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Generator[pytest.MonkeyPatch]:
    """An environment of its own for commands that run in this process."""
    for name in os.environ:
        if name.startswith(("SUFFICE_", "OPENAI_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("SUFFICE_DATA_DIR", str(tmp_path))
    yield monkeypatch
    structlog.configure(PLAIN_LOG)


@pytest.mark.parametrize("words", of_reach(Reach.DATABASE))
def test_without_the_databases_password_no_command_does_anything(
    world: World, words: str, tmp_path: Path, bare: pytest.MonkeyPatch, suffice: Suffice
) -> None:
    bare.setenv("SUFFICE_DATABASE_URL", url_of(replace(world.database, password="a guess")))
    bare.setenv("SUFFICE_PORT", str(free_port()))
    file = tmp_path / "a backup"
    file.write_bytes(b"not one")
    experiment = tmp_path / "experiment.yaml"
    experiment.write_text("{name: e, pack: real_estate, arms: [{name: a, variant: hybrid, weight: 1}]}", "utf-8")
    places = {"folder": tmp_path, "file": file, "experiment": experiment}
    arguments = [part.format(**places) for part in COMMANDS_WALK[words][1]]
    outcome = suffice(*words.split(), *arguments)
    said = " ".join((outcome.out + outcome.err).split())
    assert outcome.code == 1, said
    assert not world.tells_of_ann(said)
    assert "The database does not let us in" in said
    assert "a guess" not in said


@pytest.mark.parametrize("words", of_reach(Reach.NOTHING))
def test_commands_that_need_no_database_do_not_open_one(words: str, bare: pytest.MonkeyPatch, suffice: Suffice) -> None:
    bare.setenv("SUFFICE_DATABASE_URL", "postgresql://nobody:a-guess@127.0.0.1:1/none")
    outcome = suffice(*words.split(), *COMMANDS_WALK[words][1])
    assert "database" not in outcome.err
