"""What the doctor tells an operator: a line in plain words, and what to do."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from foundation.contracts.errors import WrongSetting
from foundation.storage.queue.queue_figures import FiguresRepository, ServerFigures
from service_agent.cli.doctor.operation_lines import (
    backup_line,
    disk_line,
    retention_line,
    search_line,
    server_lines,
    traces_line,
)
from service_agent.settings.settings import Settings
from tests.execution_agents.retrieval.index.engine.scripted_engine import Fault, scripted_engine
from tests.service_agent.telemetry.collector import collecting

SERVER = ServerFigures("18.1", "0.8.5", 100, 3, 10, 2_500_000_000)


async def test_versions_and_connections_are_the_servers_own(engine: AsyncEngine) -> None:
    server = await FiguresRepository(engine).server()
    versions, connections = server_lines(server, Settings(db_connections=8))
    assert f"PostgreSQL {server.version}" in versions.text
    assert server.version.startswith("18")
    assert server.pgvector
    assert server.pgvector in versions.text
    assert f"of {server.max_connections} in use" in connections.text


@pytest.mark.parametrize(("wanted", "mark"), [(87, "ok"), (88, "note")])
def test_a_server_without_room_for_another_process_is_reported(wanted: int, mark: str) -> None:
    line = server_lines(SERVER, Settings(db_connections=wanted))[1]
    assert line.mark == mark
    assert ("max_connections" in line.text) == (mark == "note")


def test_the_disk_line_names_the_folder_and_the_databases_size(tmp_path: Path) -> None:
    line = disk_line(SERVER, Settings(data_dir=tmp_path / "not there yet"))
    assert "not there yet" in line.text
    assert "2.50 GB" in line.text


def test_what_is_kept_is_said_in_days_or_for_ever() -> None:
    text = retention_line(Settings(keep_sessions_days=1, keep_events_days=30)).text
    assert "conversations 1 day, " in text
    assert "events 30 days" in text
    assert "decisions for ever" in text


def test_a_backup_that_was_followed_by_a_failure_is_wrong(tmp_path: Path) -> None:
    settings = Settings(backup_dir=tmp_path)
    assert (backup_line(settings).mark, backup_line(Settings(backup_dir=None)).mark) == ("note", "note")
    newest = tmp_path / "suffice-20260101-033000.zip"
    newest.write_text("x")
    assert backup_line(settings).mark == "ok"
    stamp = newest.stat().st_mtime - 50 * 3600
    os.utime(newest, (stamp, stamp))
    assert backup_line(settings).mark == "wrong"
    assert "job_failed" in backup_line(settings).text


async def test_a_collector_is_really_asked() -> None:
    with collecting() as collector:
        line = await traces_line(Settings(otlp_endpoint=collector.url))
        assert (line.mark, collector.spans) == ("ok", [])
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        line = await traces_line(Settings(otlp_endpoint=f"http://127.0.0.1:{closed.getsockname()[1]}"))
    assert line.mark == "note"
    assert "Answers do not suffer" in line.text
    assert (await traces_line(Settings())).text.startswith("off")


@pytest.mark.parametrize(
    ("given", "endpoint"),
    [
        ({}, None),
        ({"OTEL_EXPORTER_OTLP_ENDPOINT": "http://c:4318/"}, "http://c:4318/v1/traces"),
        ({"SUFFICE_OTLP_ENDPOINT": "http://a:1", "OTEL_EXPORTER_OTLP_ENDPOINT": "http://b:2"}, "http://a:1/v1/traces"),
        ({"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": "http://c:4318/own"}, "http://c:4318/own"),
    ],
)
def test_our_setting_or_the_standard_variable_names_the_collector(
    monkeypatch: pytest.MonkeyPatch, given: dict[str, str], endpoint: str | None
) -> None:
    for name, value in given.items():
        monkeypatch.setenv(name, value)
    assert Settings().traces_endpoint == endpoint


async def test_the_search_engine_that_answers_or_not_is_reported() -> None:
    assert (await search_line(Settings())).text.startswith("on this machine")
    with scripted_engine() as engine:
        settings = Settings(search_url=engine.url, search_prefix="mine")
        line = await search_line(settings)
        assert (line.mark, line.text) == ("ok", "opensearch 0-scripted answers; its indexes begin with mine-")
        engine.faults += [Fault("GET /", 503, "{}"), Fault("GET /", 200, '{"hello": 1}')]
        away, other = [await search_line(settings) for _ in range(2)]
    assert away.mark == other.mark == "wrong"
    assert "answered 503" in away.text
    assert "is no search engine" in other.text


async def test_a_search_engine_without_its_client_is_one_clear_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "execution_agents.retrieval.index.engine.shelf", None)
    with pytest.raises(WrongSetting, match=r"pip install 'suffice\[search\]'"):
        await search_line(Settings(search_url="http://127.0.0.1:9"))
