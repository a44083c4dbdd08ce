"""`suffice audit`, and that commands which change something are written down."""

from __future__ import annotations

import json
import os
from collections.abc import Generator
from pathlib import Path

import pytest
import structlog

from foundation.storage.database.engine import DatabaseAddress
from tests.databases import new_database, url_of
from tests.service_agent.cli.conftest import Suffice, suffice
from tests.serving import PLAIN_LOG

__all__ = ["suffice"]


@pytest.fixture(autouse=True)
def on_this_database(
    server: DatabaseAddress, worker_id: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Generator[None]:
    """No setting of whoever runs the tests, and nothing anybody did yet."""
    for name in os.environ:
        if name.startswith(("SUFFICE_", "OPENAI_")):
            monkeypatch.delenv(name)
    address = new_database(server, f"audit_{worker_id}_{tmp_path.name[-12:]}".lower(), migrated=True)
    monkeypatch.setenv("SUFFICE_DATABASE_URL", url_of(address))
    monkeypatch.setenv("SUFFICE_DATA_DIR", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "200")
    yield
    structlog.configure(PLAIN_LOG)


def test_commands_that_change_something_are_rows_newest_first(suffice: Suffice, tmp_path: Path) -> None:
    assert suffice("keys", "create", "nightly", "--owner", "ann").code == 0
    assert suffice("keys", "revoke", "nightly").code == 0
    assert suffice("db", "prune").code == 0
    assert suffice("db", "backup", str(tmp_path / "backup")).code == 0
    exported = suffice("audit", "--format", "jsonl")
    rows = [json.loads(line) for line in exported.out.splitlines()]
    assert [row["action"] for row in rows] == ["backup_made", "database_pruned", "key_revoked", "key_made"]
    assert {(row["who"], row["way"], row["result"]) for row in rows} == {("command", "command", "done")}
    assert (rows[3]["about"], rows[3]["detail"]["name"]) == ("ann", "nightly")
    assert rows[2]["subject"] == rows[3]["subject"]
    shown = suffice("audit", "--action", "key_made")
    assert "key_made" in shown.out
    assert "key_revoked" not in shown.out
    assert suffice("audit", "--format", "csv", "--limit", "1").out.count("\r\n") == 2


def test_erasing_somebody_leaves_a_row_without_their_name(suffice: Suffice) -> None:
    assert suffice("keys", "create", "ann-laptop", "--owner", "ann").code == 0
    assert suffice("db", "erase", "--person", "ann", "--yes").code == 0
    exported = suffice("audit", "--format", "jsonl").out
    erased, made = (json.loads(line) for line in exported.splitlines())
    assert (erased["action"], made["action"]) == ("person_erased", "key_made")
    assert erased["about"] == made["about"]
    assert "ann" not in exported.replace("command", "")


@pytest.mark.parametrize(
    ("asked", "complaint"), [(("--since", "yesterday"), "--since takes"), (("--result", "perhaps"), "result")]
)
def test_what_is_asked_wrongly_is_reported(suffice: Suffice, asked: tuple[str, ...], complaint: str) -> None:
    outcome = suffice("audit", *asked)
    assert outcome.code == 2
    assert complaint in outcome.err


def test_an_empty_log_says_so(suffice: Suffice) -> None:
    assert "no such rows" in suffice("audit").err
