"""How far a command is: a line now and then where there is no terminal."""

from __future__ import annotations

from io import StringIO

from service_agent.cli.bars import progress_bars
from service_agent.terminal.console import Console


def test_without_a_terminal_a_line_says_how_far_it_is() -> None:
    log = StringIO()
    with progress_bars(Console(file=log), every_s=0) as progress:
        progress("questions", 1, 1_200)
        progress("questions", 1_100, 1_200)
    assert log.getvalue().splitlines() == ["questions: 1 of 1,200", "questions: 1,100 of 1,200"]


def test_what_ends_soon_says_nothing() -> None:
    log = StringIO()
    with progress_bars(Console(file=log)) as progress:
        progress("questions", 1, 2)
        progress("questions", 2, 2)
    assert log.getvalue() == ""


def test_on_a_terminal_bars_are_drawn_and_taken_away() -> None:
    screen = StringIO()
    with progress_bars(Console(file=screen, force_terminal=True)) as progress:
        progress("questions", 1, 2)
        progress("sessions", 2, 2)
    assert "questions" in screen.getvalue()
    assert "\x1b[2K" in screen.getvalue(), "their lines are erased"
