"""`suffice keys` in this process, on a database of its own; and what the doctor says of sign-in."""

from __future__ import annotations

import os
import re
from collections.abc import Generator
from datetime import datetime
from pathlib import Path

import psycopg
import pytest
import structlog

from foundation.storage.database.engine import DatabaseAddress
from service_agent.cli.doctor.health import sign_in_lines
from service_agent.settings.keys import KEY_PREFIX, hash_of
from service_agent.settings.settings import Settings
from tests.databases import new_database, url_of
from tests.identity_provider import AUDIENCE, providing
from tests.service_agent.cli.conftest import Suffice
from tests.serving import PLAIN_LOG


@pytest.fixture(scope="module")
def address(server: DatabaseAddress, worker_id: str) -> DatabaseAddress:
    return new_database(server, f"keys_{worker_id}", migrated=True)


@pytest.fixture(autouse=True)
def on_this_database(
    address: DatabaseAddress, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Generator[pytest.MonkeyPatch]:
    """No setting of whoever runs the tests."""
    for name in os.environ:
        if name.startswith(("SUFFICE_", "OPENAI_")):
            monkeypatch.delenv(name)
    monkeypatch.setenv("SUFFICE_DATABASE_URL", url_of(address))
    monkeypatch.setenv("SUFFICE_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "200")
    yield monkeypatch
    structlog.configure(PLAIN_LOG)


def test_a_key_is_shown_once_alone_and_only_its_hash_is_kept(suffice: Suffice, address: DatabaseAddress) -> None:
    made = suffice("keys", "create", "nightly", "--role", "operator", "--owner", "ann", "--expires", "90d")
    assert made.code == 0
    key = made.out.strip()
    assert key.startswith(KEY_PREFIX)
    assert len(key) == len(KEY_PREFIX) + 43, "256 bits"
    assert "operator of local" in made.err
    assert "Sign-in is off" in made.err
    with psycopg.connect(**address.psycopg_kwargs()) as connection:
        row = connection.execute("SELECT key_hash, api_keys::text FROM api_keys WHERE name = 'nightly'").fetchone()
    assert row is not None
    assert row[0] == hash_of(key)
    assert key not in row[1]
    listed = suffice("keys", "list")
    assert key not in listed.out
    (line,) = [line for line in listed.out.splitlines() if line.strip().startswith("nightly")]
    assert {"operator", "ann", "local"} <= set(line.split())
    again = suffice("keys", "create", "nightly")
    assert (again.code, again.err.startswith("There is a key named nightly already")) == (1, True)
    assert suffice("keys", "revoke", "nightly").code == 0
    gone = suffice("keys", "revoke", "nightly")
    assert (gone.code, gone.err.startswith("There is no key nightly that is not revoked")) == (1, True)
    assert "revoked" in suffice("keys", "list").out


def test_with_sign_in_on_nobody_learns_that_it_is_off(suffice: Suffice, on_this_database: pytest.MonkeyPatch) -> None:
    on_this_database.setenv("SUFFICE_AUTH_REQUIRED", "on")
    assert "Sign-in is off" not in suffice("keys", "create", "quiet").err


def test_a_wrong_role_is_reported_as_it_is(suffice: Suffice) -> None:
    outcome = suffice("keys", "create", "x", "--role", "boss")
    assert outcome.code == 2
    assert outcome.err.startswith("Invalid value for '--role': 'boss' is not one of")


def test_the_list_is_a_line_a_key_and_whole_when_narrow(suffice: Suffice, on_this_database: pytest.MonkeyPatch) -> None:
    owner = "somebody-with-a-long-identifier@example.org"
    made = suffice("keys", "create", "a key with a rather long name", "--owner", owner)
    assert made.code == 0
    (line,) = [line for line in suffice("keys", "list").out.splitlines() if line.startswith("a key with")]
    name, key_id, role, whose, tenant, *_ = line.split("\t")
    assert (name, role, whose, tenant) == ("a key with a rather long name", "person", owner, "local")
    on_this_database.setenv("COLUMNS", "80")
    on_this_database.setenv("FORCE_COLOR", "1")
    drawn = re.sub("\x1b\\[[0-9;]*m", "", suffice("keys", "list").out).splitlines()
    assert max(map(len, drawn)) <= 80
    assert any(key_id in line and "person" in line and "local" in line for line in drawn), "what we made is not broken"
    today = f"{datetime.now().astimezone():%Y-%m-%d}"
    assert any(key_id in line and today in line for line in drawn)


@pytest.mark.parametrize(
    "arguments",
    [
        ("x", "--role", "king"),
        ("x", "--expires", "soon"),
        ("x", "--expires", "0d"),
        ("x", "--expires", "99999999d"),
        ("x", "--expires", "2001-01-01"),
        ("",),
        ("x" * 256,),
        ("a\nb",),
        ("x", "--owner", ""),
        ("x", "--tenant", ""),
    ],
)
def test_a_wrong_word_makes_no_key(suffice: Suffice, arguments: tuple[str, ...]) -> None:
    outcome = suffice("keys", "create", *arguments)
    assert outcome.code == 2
    assert outcome.out == ""
    assert outcome.err.count("\n") == 1


async def test_the_doctor_names_the_sign_in_and_whether_its_keys_are_readable() -> None:
    off = await sign_in_lines(Settings())
    assert [(line.mark, line.text[:3]) for line in off] == [("note", "off")]
    static = await sign_in_lines(Settings(auth_keys="ann:0123456789abcdef"))  # pyright: ignore[reportArgumentType]
    assert "static keys" in static[0].text
    async with providing() as provider:
        settings = Settings(auth_jwt_issuer=provider.issuer, auth_jwt_audience=(AUDIENCE,))
        well = await sign_in_lines(settings)
        assert [line.mark for line in well] == ["ok", "ok"]
        assert provider.issuer in well[0].text
        provider.mood = "failing"
        ill = await sign_in_lines(settings)
        assert (ill[1].mark, "HTTP 500" in ill[1].text) == ("wrong", True)
        provider.mood, provider.keys = "well", []
        assert (await sign_in_lines(settings))[1].mark == "wrong"
