"""The command tree. Exit codes: 0 done, 1 failed, 2 wrong use; one clear sentence on standard error."""

from __future__ import annotations

import signal
import sys
import traceback
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from types import FrameType
from typing import Annotated

import typer
import typer.core
import typer.main

from foundation.contracts.errors import SufficeError, WrongUse
from service_agent.cli.commands import COMMANDS
from service_agent.cli.lazy import add_commands
from service_agent.terminal.console import Console

INTERRUPTED = 130
"""128 + SIGINT, as shells have it."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run a command; failures become one sentence and an exit code."""
    stop_politely()
    try:
        # Outside its standalone mode typer returns the code of an Exit (help, version), else the command's result.
        code = command_tree()(arguments, prog_name="suffice", standalone_mode=False)
    except SufficeError as error:
        fail(error.message, 2 if isinstance(error, WrongUse) else 1)
    except typer.TyperException as misuse:
        _fail_use(misuse)
    except typer.Abort:
        fail("Stopped; nothing was changed.", 1)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    except Exception as fault:  # noqa: BLE001 -- a person gets a sentence, whatever it was
        fail(_own_fault(fault), 1)
    else:
        sys.exit(code if isinstance(code, int) else 0)


def command_tree() -> typer.core.TyperGroup:
    """`suffice` and everything below it."""
    app = typer.Typer(name="suffice", no_args_is_help=True, pretty_exceptions_enable=False, add_completion=False)
    app.callback()(_root)
    group = typer.main.get_group(app)
    add_commands(group, COMMANDS)
    return group


def fail(sentence: str, code: int) -> None:
    """Say it on standard error, unbroken, and leave."""
    Console(stderr=True).print(sentence, style="red", markup=False, highlight=False, soft_wrap=True)
    sys.exit(code)


def stop_politely() -> None:
    """Make SIGHUP and SIGTERM unwind like Ctrl-C, so that the processes started for a command are stopped."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        # The process may have been started to outlive the terminal (nohup).
        if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, _leave)


def _leave(number: int, _frame: FrameType | None) -> None:
    sys.exit(128 + number)


def _fail_use(misuse: typer.TyperException) -> None:
    context = getattr(misuse, "ctx", None)
    if type(misuse).__name__ == "NoArgsIsHelpError":
        # The words are the help itself, already shown.
        sys.exit(misuse.exit_code)
    # What checks an option's value puts this before the sentence it was given.
    said = misuse.format_message().replace("Value error, ", "")
    if context is not None and not said.endswith("?"):
        said = f"{said.rstrip('.')}; `{context.command_path} --help` shows what it takes."
    fail(said, misuse.exit_code)


def _own_fault(fault: Exception) -> str:
    """What to report: the error and the line it came from."""
    frames = traceback.extract_tb(fault.__traceback__)
    where = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}"
    message = " ".join(str(fault).split()) or "no reason given"
    return f"Something went wrong inside Suffice: {type(fault).__name__}: {message} ({where}); please report this line."


def _version(asked: bool) -> None:
    if asked:
        typer.echo(f"suffice {version('suffice')}")
        raise typer.Exit


def _root(
    show_version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """An answer service that knows when it already has the data."""
