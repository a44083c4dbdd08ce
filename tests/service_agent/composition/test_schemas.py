"""Generated files: as the code says, and drift is found."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import jsonschema
import pytest

from foundation.contracts.error_codes import ErrorCode
from foundation.contracts.events import RunEvent
from foundation.contracts.pauses import Pause
from service_agent.composition.schemas import check, errors_page, events_schema, generate, main, settings_page, write
from service_agent.protocol.pauses import pause_frame
from service_agent.protocol.translate import TurnFacts, translate
from tests.service_agent.chat.made import DECIDED, EVENTS, PAUSES, PLAN, RUN


def test_the_files_in_docs_are_what_the_code_says(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check"]) == 0, capsys.readouterr().out


@pytest.mark.long  # every day: what is in docs is what the code says, above
def test_drift_is_found_and_mended(tmp_path: Path) -> None:
    assert set(check(tmp_path)) == set(generate())
    write(tmp_path)
    assert check(tmp_path) == []
    (tmp_path / "errors.md").write_text("old")
    assert check(tmp_path) == [Path("errors.md")]
    assert write(tmp_path) == [Path("errors.md")]


def test_every_error_code_has_its_line_once() -> None:
    lines = [line for line in errors_page().splitlines() if line.startswith("| `")]
    codes = [line.split("`")[1] for line in lines]
    assert sorted(codes) == sorted(ErrorCode)
    assert all(line.count("|") == 6 for line in lines)


def test_the_table_of_settings_names_defaults_as_they_are_written_in_the_environment() -> None:
    page = settings_page()
    assert "| `SUFFICE_AUTH_REQUIRED` | `off` |" in page
    assert "| `SUFFICE_QUERY_ROUTING` | `on` |" in page
    assert '| `SUFFICE_AUTH_ROLE_MAP` | `{"person": "person", "operator": "operator", "admin": "admin"}` |' in page


def validator(name: str) -> Any:
    """A validator of one of the schema's parts."""
    schema = events_schema()
    return jsonschema.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": schema["$defs"]})


def test_the_schema_takes_frames_as_they_are_sent() -> None:
    server = validator("ServerMessage")
    server.validate({"type": "pong", "session_id": "s", "ts": "t"})
    server.validate({"type": "gap", "session_id": "s", "ts": "t", "from": 1, "to": 2})
    assert not server.is_valid({"type": "gap", "session_id": "s", "ts": "t", "from_": 1, "to": 2})
    client = validator("ClientMessage")
    client.validate({"type": "user_message", "message_id": "m", "content": "안녕"})
    assert not client.is_valid({"type": "user_message", "message_id": "m", "content": "안녕", "more": 1})


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: event.kind)
def test_every_event_as_it_is_stored_fits_the_schema(event: RunEvent) -> None:
    facts = TurnFacts(answer_id="a-1", plan=PLAN, reuse=DECIDED)
    stored = {"seq": 1, "ts": "2026-11-20T10:42:00.000Z", **translate(event, RUN, facts)}
    validator("ServerMessage").validate(stored)


@pytest.mark.parametrize("asked", PAUSES, ids=lambda asked: asked.kind)
def test_every_question_as_it_is_stored_fits_the_schema(asked: Pause) -> None:
    due = {"expires_at": "2026-11-20T10:42:30.000Z", "expires_in_ms": 30_000}
    stored = {"seq": 1, "ts": "2026-11-20T10:42:00.000Z", **due, **pause_frame(asked, RUN, "p-1")}
    validator("ServerMessage").validate(stored)
