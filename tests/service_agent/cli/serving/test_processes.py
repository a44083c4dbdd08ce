"""Several processes on one port: all answer, one that dies is replaced, a stop or a kill leaves nothing."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Callable, Generator
from pathlib import Path

import pytest

from service_agent.cli.serving.processes import PAUSES_S, STEADY_S, pause_after
from tests.service_agent.cli.processes import SUFFICE, Embedded, Environment, is_ready

START_S = 150
ENDED_S = 60


@pytest.fixture
def parent(embedded: Embedded) -> Generator[subprocess.Popen[bytes]]:
    with subprocess.Popen([SUFFICE, "serve", "--processes", "2"], env=embedded.environment) as process:
        wait_until(lambda: len(children(process)) == 2 and is_ready(embedded.environment), START_S)
        yield process
        process.kill()


def children(process: subprocess.Popen[bytes]) -> list[int]:
    listed = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    return [int(pid) for pid in listed.read_text("ascii").split()] if listed.exists() else []


def wait_until(met: Callable[[], bool], limit_s: float) -> None:
    until = time.monotonic() + limit_s
    while not met():
        assert time.monotonic() < until, "it did not come about"
        time.sleep(0.2)


def is_gone(pid: int) -> bool:
    return not Path(f"/proc/{pid}").exists()


@pytest.mark.slow
def test_one_that_dies_is_replaced_and_nobody_notices(parent: subprocess.Popen[bytes], embedded: Embedded) -> None:
    first, second = children(parent)
    asked = embedded.ask("달서구 아파트 매매 시세 알려줘")
    subprocess.run(["kill", "-9", str(second)], check=True)
    wait_until(lambda: is_gone(second), ENDED_S)
    again = embedded.ask("그 평균은?", "--session", asked["session_id"])
    assert again["session_id"] == asked["session_id"]
    wait_until(lambda: len(children(parent)) == 2 and second not in children(parent), START_S)
    parent.send_signal(signal.SIGTERM)
    assert parent.wait(timeout=ENDED_S) == 0
    assert is_gone(first)
    assert embedded.server() is None
    assert embedded.processes() == []


@pytest.mark.long  # every day: one that dies, above
@pytest.mark.slow
def test_a_parent_killed_outright_takes_the_others_along(parent: subprocess.Popen[bytes], embedded: Embedded) -> None:
    pids = children(parent)
    parent.kill()
    wait_until(lambda: all(is_gone(pid) for pid in pids), ENDED_S)
    wait_until(lambda: embedded.server() is None, ENDED_S)


@pytest.mark.long  # every day: the same of one process, test_serve.py and ../test_main.py
@pytest.mark.slow
def test_a_port_in_use_and_a_wrong_setting_end_it_at_once(environment: Environment) -> None:
    wrong = {**environment, "SUFFICE_PACK": "nosuch"}
    ended = subprocess.run(
        [SUFFICE, "serve", "--processes", "2"], env=wrong, capture_output=True, text=True, timeout=START_S, check=False
    )
    assert ended.returncode == 1
    assert "SUFFICE_PACK=nosuch names no pack" in ended.stderr
    many = subprocess.run(
        [SUFFICE, "serve", "--processes", "0"], env=environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert many.returncode == 2


def test_waits_grow_and_begin_anew_after_steady_work() -> None:
    waited, failures = list[float](), -1
    for lived_s in (1.0,) * 7:
        failures = pause_after(failures, lived_s)
        waited.append(PAUSES_S[failures])
    assert waited == [*PAUSES_S, PAUSES_S[-1], PAUSES_S[-1]]
    assert PAUSES_S[pause_after(failures, STEADY_S + 1)] == PAUSES_S[0]
