"""Every process that stays takes what it began with out of the collector's rounds before it waits for its end."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.service_agent.cli.processes import Environment

pytestmark = pytest.mark.slow

IN_THE_FOREGROUND = """
import gc, os, signal, sys, threading, time

def watch():
    while signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:  # it waits for its end: all is open
        time.sleep(0.05)
    print(gc.get_freeze_count(), flush=True)
    os.kill(os.getpid(), signal.SIGTERM)

threading.Thread(target=watch, daemon=True).start()
from service_agent.cli.serving.serve import serve, worker
"""
STARTS = {
    "serve": f"{IN_THE_FOREGROUND}\nserve(None, None, None)",
    "worker": f"{IN_THE_FOREGROUND}\nworker()",
    "a chat's own service": """
import asyncio, gc
from service_agent.cli.own_service import own_service
from service_agent.settings.environment import read_settings
from service_agent.terminal.console import Console

async def main():
    async with own_service(read_settings().settings, Console(), "…"):
        print(gc.get_freeze_count(), flush=True)

asyncio.run(main())
""",
}


@pytest.mark.long  # every day: tests/service_agent/composition/test_garbage_collector.py
@pytest.mark.parametrize("start", STARTS)
def test_what_is_there_at_start_is_walked_no_more(environment: Environment, start: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-c", STARTS[start]],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert ended.returncode == 0, ended.stderr
    assert int(ended.stdout.split()[-1]) > 100_000, "imports alone are more"
