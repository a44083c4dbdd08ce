"""A service is stopped, interrupted, killed and started again: what it leaves behind, what it keeps."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import time

import httpx
import pexpect
import pytest

from tests.service_agent.cli.processes import (
    PRICES,
    SAME_AGAIN,
    SUFFICE,
    Embedded,
    Environment,
    at_terminal,
    run,
    serving,
)

pytestmark = pytest.mark.slow
ENDED_S = 120
"""A stop takes half a minute at most (deploy.md); on a busy machine each step of it takes longer."""


OTHER_SIGNALS = [pytest.param(one, marks=pytest.mark.long) for one in (signal.SIGINT, signal.SIGHUP)]


@pytest.mark.parametrize("stop", [signal.SIGTERM, *OTHER_SIGNALS])
def test_a_service_stops_on_every_usual_signal(environment: Environment, stop: signal.Signals) -> None:
    with serving(environment) as process:
        if stop is signal.SIGTERM:
            taken = run(environment, "serve")
            assert taken.returncode == 1
            assert taken.stderr.startswith(f"Cannot listen on 127.0.0.1:{environment['SUFFICE_PORT']} ")
        process.send_signal(stop)
        assert process.wait(timeout=20) == 0


def test_a_service_killed_outright_is_followed_by_one_that_adopts_its_database(embedded: Embedded) -> None:
    with serving(embedded.environment) as process:
        first = embedded.ask(PRICES)
        server = embedded.server()
        assert server is not None
        assert embedded.processes(), "what is looked for at the end is seen now"
        process.kill()
        process.wait(timeout=20)
    assert embedded.server() == server, "the database outlives whoever started it"
    with serving(embedded.environment) as process:
        assert embedded.server() == server, "the one that ran on is used, not a second one"
        again = embedded.ask(SAME_AGAIN, "--session", first["session_id"])
        assert again["reuse"]["decision"] == "reuse", "the conversation before the kill is in hand"
        process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=30) == 0
    assert embedded.server() is None
    assert embedded.processes() == []
    assert embedded.left_open() == []


@pytest.mark.long  # every day: a killed service, above
@pytest.mark.parametrize("order", ["its database dies first", "it is stopped first"])
def test_a_service_stopped_while_its_database_dies_ends_and_leaves_nothing(embedded: Embedded, order: str) -> None:
    # The question is answered, and not yet stored: its last transaction meets the database's end.
    held = {**embedded.environment, "SUFFICE_FAIL_POINTS": "after_answer=sleep:2"}
    address = f"http://127.0.0.1:{held['SUFFICE_PORT']}"
    with (
        serving(held) as process,
        subprocess.Popen(
            [SUFFICE, "ask", PRICES, "--url", address], env=held, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as asking,
    ):
        while "suffice_runs_in_flight 1.0" not in httpx.get(f"{address}/metrics", trust_env=False).text:
            time.sleep(0.05)
        server = embedded.server()
        assert server is not None
        assert embedded.processes(), "what is looked for at the end is seen now"
        if order == "it is stopped first":
            process.send_signal(signal.SIGTERM)
            time.sleep(0.3)
        os.kill(server, signal.SIGKILL)
        if order == "its database dies first":
            time.sleep(0.3)  # it is just being started again
            process.send_signal(signal.SIGTERM)
        assert process.wait(timeout=ENDED_S) == 0
        asking.wait(timeout=ENDED_S)
    assert embedded.server() is None
    assert embedded.processes() == []
    assert embedded.left_open() == []


@pytest.mark.long  # every day: each stop by a signal, above
def test_ctrl_c_ends_the_service_its_database_and_nothing_else(embedded: Embedded) -> None:
    with at_terminal(embedded.environment, "serve") as service:
        service.expect_exact("Ctrl-C stops.")
        assert embedded.ask(PRICES)["citations"]
        # The keyboard signals every process of the terminal: the database must not take the key for its own.
        service.sendintr()
        service.expect(pexpect.EOF)
        service.wait()
    assert service.exitstatus == 0
    assert "Traceback" not in service.before
    assert embedded.processes() == []
    assert embedded.left_open() == []


@pytest.mark.long  # every day: a killed service, above; the chat in tests/service_agent/terminal
def test_a_service_killed_and_started_again_in_mid_chat_loses_nothing(environment: Environment) -> None:
    # On a busy machine the second service may take longer to start than the usual card waits for its answer.
    environment = environment | {"SUFFICE_ASK_WORTH_S": "0", "SUFFICE_CONFIRM_TIMEOUT_S": "600"}
    with contextlib.ExitStack() as stack:
        with serving(environment):
            chat = stack.enter_context(at_terminal(environment, "chat", "--language", "ko"))
            chat.expect_exact("질문 ❯ ")
            chat.send(PRICES + "\r")
            chat.expect_exact("규칙 엔진")
            chat.expect_exact("질문 ❯ ")
            chat.send("평균은 얼마야?\r")
            chat.expect_exact("[k]")
        chat.expect_exact("연결이 끊겼습니다")
        with serving(environment):
            chat.expect_exact("다시 이어졌습니다")
            chat.expect_exact("[k]")
            chat.send("1")
            chat.expect_exact("재사용")
            chat.expect_exact("질문 ❯ ")
            chat.send("\x04")
            chat.expect(pexpect.EOF)
