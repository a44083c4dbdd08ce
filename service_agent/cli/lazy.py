"""Commands by name: the module behind one is loaded when it is used, not when `suffice --help` lists it.

The service stands on libraries that take seconds to import (openai, langgraph); a chat with a running service, or a
page of help, needs none of them. This is the only place that imports by name, and the names are all in `commands.py`
and `talk.py`; `tests/service_agent/cli/test_lazy.py` resolves every one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import typer
import typer.core
import typer.main

from service_agent.composition.garbage_collector import left_alone

LOG_ONLY_ERRORS = "service_agent.telemetry.logs:log_only_errors"


@dataclass(frozen=True)
class Command:
    """One command."""

    target: str
    """Where its function is, as "module:function"."""
    help: str
    """One line for the list of commands; the function's docstring tells the rest."""
    sets_up_logs: bool = False
    """True: the command says itself what is logged and where. Else errors alone are, on standard error."""


@dataclass(frozen=True)
class Group:
    """Commands behind one word."""

    help: str
    commands: Mapping[str, Command]


def load(target: str) -> Any:
    """What "module:name" stands for."""
    module, _, name = target.partition(":")
    with left_alone():
        return getattr(import_module(module), name)


def add_commands(group: typer.core.TyperGroup, table: Mapping[str, Command | Group]) -> None:
    """The table's commands in a group, without loading any."""
    for name, entry in table.items():
        if isinstance(entry, Command):
            group.add_command(LazyCommand(name, entry))
            continue
        inner = typer.core.TyperGroup(name=name, help=entry.help, no_args_is_help=True)
        add_commands(inner, entry.commands)
        group.add_command(inner)


class LazyCommand(typer.core.TyperCommand):
    """Stands in a group for a command; whoever uses it gets the real one."""

    def __init__(self, name: str, command: Command) -> None:
        super().__init__(name, help=command.help)
        self._command = command

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """The context of the real command: its options are read, its help shown, its function called."""
        real = command_of(load(self._command.target), self.name)
        if not self._command.sets_up_logs:
            load(LOG_ONLY_ERRORS)()
        return real.make_context(info_name, args, parent, **extra)


def command_of(function: Callable[..., Any], name: str | None) -> typer.core.TyperCommand:
    """A function as the command its signature describes."""
    app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
    app.command(name)(function)
    made = typer.main.get_command(app)
    assert isinstance(made, typer.core.TyperCommand)
    return made
