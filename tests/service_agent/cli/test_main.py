"""Whole commands, as a shell starts them: what they do and leave, what they say when something is missing."""

from __future__ import annotations

import json
import subprocess
import uuid
from pathlib import Path

import psycopg
import pytest

from foundation.storage.database.embedded import EmbeddedPostgres
from foundation.storage.database.engine import DatabaseAddress
from tests.databases import new_database, url_of
from tests.service_agent.cli.conftest import Here, Suffice
from tests.service_agent.cli.processes import PRICES, SAME_AGAIN, SUFFICE, Environment, is_ready, run

pytestmark = pytest.mark.slow


def test_one_question_starts_a_service_of_its_own_and_leaves_nothing_running(environment: Environment) -> None:
    asked = run(environment, "ask", PRICES, "--json")
    assert asked.returncode == 0, asked.stderr
    final = json.loads(asked.stdout)
    assert final["reuse"]["decision"] == "search"
    assert final["citations"]
    again = run(environment, "ask", SAME_AGAIN, "--session", final["session_id"], "--language", "ko")
    assert "재사용" in again.stdout
    assert f"--session {final['session_id']}" in again.stdout
    assert not is_ready(environment)


@pytest.mark.long  # every day: what `ask --json` prints, above; each run fills a database, tests/filling.py
def test_what_a_command_prints_is_what_was_asked_for_and_no_log(
    environment: Environment, server: DatabaseAddress
) -> None:
    empty = new_database(server, f"suffice_cli_{uuid.uuid4().hex[:8]}", migrated=False)
    listed = run(environment, "packs", "list", SUFFICE_DATABASE_URL=url_of(empty))
    assert listed.stdout.split()[:3] == ["pack", "source", "kind"], "an empty database is filled without a word"
    assert "pack_loaded" not in listed.stdout + listed.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("ask", "hi", "--session", "nope"), 1, "There is no session nope of yours; leave out --session"),
        (("chat", "--pack", "nope"), 1, "There is no pack 'nope'; there are "),
        (("ingest", "/nowhere"), 2, "There is no file or folder /nowhere; "),
        (("db", "backup", "/nowhere/file"), 2, "There is no folder /nowhere; "),
        (("db", "restore", "/nowhere"), 2, "There is no file /nowhere; "),
        (("db", "erase", "--person", "nobody", "--yes"), 1, "There was nothing of nobody; look at the name"),
        (("db", "erase", "--session", "nope", "--yes"), 1, "There is no session nope of local; nothing was erased."),
        (
            ("db", "erase", "--session", "nope", "--person", "ann", "--tenant", "acme", "--yes"),
            1,
            "There is no session nope of ann of acme; nothing was erased.",
        ),
        (("eval", "nope"), 2, "No such command 'nope'; `suffice eval --help` shows "),
    ],
)
def test_what_is_not_there_is_one_sentence(
    here: Here, suffice: Suffice, arguments: tuple[str, ...], code: int, said: str
) -> None:
    here()
    ended = suffice(*arguments)
    assert ended.code == code
    assert ended.err.splitlines()[-1].startswith(said)
    assert "Traceback" not in ended.err


@pytest.mark.parametrize(
    ("setting", "code", "said"),
    [
        ({"SUFFICE_HOST": "0.0.0.0"}, 2, "SUFFICE_HOST=0.0.0.0 is not loopback while sign-in is off; "),
        ({"SUFFICE_PACK": "nope"}, 2, "SUFFICE_PACK=nope names no pack; there are "),
        ({"SUFFICE_DATABASE_URL": "postgresql://a:b@127.0.0.1:1/c"}, 1, "The database does not answer ("),
        ({"SUFFICE_DATABASE_URL": "mysql://a"}, 2, "SUFFICE_DATABASE_URL is wrong: it takes a postgresql:// address."),
        ({"SUFFICE_DATABASE_URL": "", "SUFFICE_DATA_DIR": "/proc/nowhere"}, 2, "SUFFICE_DATA_DIR=/proc/nowhere cannot"),
    ],
)
def test_a_service_that_cannot_start_says_why_in_one_sentence(
    here: Here, suffice: Suffice, setting: Environment, code: int, said: str
) -> None:
    here(**setting)
    ended = suffice("serve")
    assert ended.code == code
    [why] = [line for line in ended.err.splitlines() if not line.startswith("Starting")]
    assert why.startswith(said)


def test_doctor_says_what_works_and_what_does_not(here: Here, suffice: Suffice) -> None:
    here()
    well = suffice("doctor")
    assert well.code == 0, well.out
    for part in (
        "database",
        "connections",
        "pooler",
        "real_estate:",
        "nobody will be asked",
        "none configured",
        "off: ",
    ):
        assert part in well.out
    here(SUFFICE_LLM_BASE_URL="http://127.0.0.1:1/v1", SUFFICE_LLM_MODEL="m")
    model = suffice("doctor")
    assert model.code == 1
    assert "✗ model" in model.out
    here(SUFFICE_DATABASE_URL="postgresql://a:b@127.0.0.1:1/c")
    database = suffice("doctor")
    assert database.code == 1
    assert "✗ database" in database.out
    assert "off: " in database.out, "one thing that fails does not hide the others"


@pytest.mark.long  # every day: tests/foundation/storage/database/test_migrate.py
def test_a_database_without_pgvector_is_reported(environment: Environment, server: DatabaseAddress) -> None:
    # Hiding the extension from a role that may not create it is as near as this server comes to lacking it.
    with psycopg.connect(**server.psycopg_kwargs(), autocommit=True) as connection:
        connection.execute("DROP DATABASE IF EXISTS plain")
        connection.execute("DROP ROLE IF EXISTS guest")
        connection.execute("CREATE ROLE guest LOGIN PASSWORD 'a guest'")
        connection.execute("CREATE DATABASE plain OWNER guest")
    guest = DatabaseAddress(host=server.host, port=server.port, user="guest", password="a guest", database="plain")
    ended = run(environment, "db", "upgrade", SUFFICE_DATABASE_URL=url_of(guest))
    assert ended.returncode == 1
    assert "vector" in ended.stderr
    assert ended.stderr.count("\n") == 1


@pytest.mark.long  # every day: tests/foundation/storage/people/test_maintenance.py
def test_a_backup_fills_an_empty_data_folder(environment: Environment, tmp_path: Path) -> None:
    file, folder = tmp_path / "a backup.zip", tmp_path / "another folder"
    assert run(environment, "db", "upgrade").returncode == 0
    written = run(environment, "db", "backup", str(file))
    assert written.returncode == 0, written.stderr
    embedded = {"SUFFICE_DATABASE_URL": "", "SUFFICE_DATA_DIR": str(folder)}
    try:
        restored = run(environment, "db", "restore", str(file), **embedded)
        assert restored.returncode == 0, restored.stderr
        assert restored.stdout.split()[0] == written.stdout.split()[0]
        assert run(environment, "db", "restore", str(file), **embedded).returncode == 1
    finally:
        EmbeddedPostgres(folder).remove()


@pytest.mark.long  # every day: what a command prints, above
def test_commands_at_a_closed_pipe_end_without_a_word(environment: Environment) -> None:
    listed = subprocess.Popen(
        [SUFFICE, "packs", "list"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert listed.stdout is not None
    listed.stdout.close()
    with listed:
        assert listed.stderr is not None
        assert "Traceback" not in listed.stderr.read()
