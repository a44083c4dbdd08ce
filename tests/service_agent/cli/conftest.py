"""Commands run in this process, as a shell would: arguments in, exit code and words out."""

from __future__ import annotations

import signal
from collections.abc import Callable, Generator
from dataclasses import dataclass

import pytest

from service_agent.cli.main import main


@dataclass(frozen=True)
class Outcome:
    """How a command ended."""

    code: int
    out: str
    err: str


Suffice = Callable[..., Outcome]


@pytest.fixture
def suffice(capsys: pytest.CaptureFixture[str]) -> Generator[Suffice]:
    """Run a command that needs no service."""
    kept = {name: signal.getsignal(name) for name in (signal.SIGTERM, signal.SIGHUP)}

    def run(*arguments: str) -> Outcome:
        with pytest.raises(SystemExit) as left:
            main(arguments)
        captured = capsys.readouterr()
        return Outcome(int(str(left.value.code)), captured.out, captured.err)

    yield run
    for name, handler in kept.items():
        signal.signal(name, handler)
