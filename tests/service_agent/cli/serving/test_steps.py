"""What a start is at."""

from __future__ import annotations

import io

from service_agent.cli.serving.steps import starting
from service_agent.terminal.console import Console


def said(*, terminal: bool) -> str:
    """What is printed of two steps."""
    out = io.StringIO()
    with starting(Console(file=out, force_terminal=terminal, width=80)) as step:
        step("the database")
        step("reading the packs")
    return out.getvalue()


def test_a_log_gets_a_line_for_each_step() -> None:
    assert said(terminal=False) == "Starting: the database …\nStarting: reading the packs …\n"


def test_a_terminal_gets_one_line_that_changes() -> None:
    printed = said(terminal=True)
    assert "Starting" in printed
    assert printed.count("\n") <= 1
