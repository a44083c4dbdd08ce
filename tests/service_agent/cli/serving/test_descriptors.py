"""Descriptors are raised as far as the machine allows; the doctor says what they leave for clients."""

from __future__ import annotations

import subprocess
import sys

import pytest

from service_agent.cli.doctor import operation_lines
from service_agent.cli.doctor.operation_lines import descriptors_line
from service_agent.cli.serving.descriptors import MOST_CONNECTIONS, room_for_connections
from service_agent.settings.settings import Settings

RAISED = """
import resource
from service_agent.cli.serving.descriptors import raise_descriptors
resource.setrlimit(resource.RLIMIT_NOFILE, (256, {hard}))
assert raise_descriptors() == resource.getrlimit(resource.RLIMIT_NOFILE)[0] == {hard}
"""


@pytest.mark.parametrize("hard", [256, 1024])
def test_the_soft_limit_becomes_the_hard_one(hard: int) -> None:
    subprocess.run([sys.executable, "-c", RAISED.format(hard=hard)], check=True, timeout=60)


@pytest.mark.parametrize(
    ("descriptors", "chosen", "room"),
    [(1024, None, 664), (1024, 100, 100), (1024, 5000, 664), (65_536, None, MOST_CONNECTIONS), (100, None, 1)],
)
def test_connections_get_what_the_process_does_not_need(descriptors: int, chosen: int | None, room: int) -> None:
    settings = Settings(max_connections=chosen, database_url=None)  # pyright: ignore[reportCallIssue]
    assert room_for_connections(settings, descriptors) == room


def test_the_doctor_says_when_there_are_few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(operation_lines, "raise_descriptors", lambda: 1024)
    line = descriptors_line(Settings())
    assert (line.mark, line.what) == ("note", "descriptors")
    assert line.text.startswith("1,024 files and connections a process may have open: room for 664 connections")
    assert "LimitNOFILE=" in line.text
    monkeypatch.setattr(operation_lines, "raise_descriptors", lambda: 65_536)
    assert descriptors_line(Settings()).mark == "ok"
