"""`suffice experiments list | declare | end | audit`."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, Any, TypeVar, cast

import typer
import yaml
from rich.table import Table

from foundation.contracts.errors import WrongUse
from foundation.contracts.identity import LOCAL
from foundation.storage.people.audit_log import Act
from service_agent.api.dashboard.queries import read_experiment
from service_agent.cli.audit import act_of_command
from service_agent.composition.bootstrap import open_service
from service_agent.experiments.declared import arms_of
from service_agent.experiments.service import Experiments, Listed
from service_agent.settings.environment import read_settings
from service_agent.terminal.console import Console

Result = TypeVar("Result")


def show() -> None:
    """Every experiment: its arms, when it runs, how many decisions there are of it."""
    Console().print(_table(_with_experiments(lambda one: one.list(LOCAL))))


def declare(file: Annotated[Path, typer.Argument(help="YAML: name, pack, arms, bound, starts_at, ends_at.")]) -> None:
    """Declare an experiment. docs/experiments.md shows a file. Two on one pack at the same time are refused."""
    experiment = read_experiment(read_file(file))
    act = act_of_command("experiment_declared", subject=experiment.name)
    stored = _with_experiments(lambda one: one.declare(LOCAL, experiment), act)
    until = f"until {stored.ends_at:%Y-%m-%d %H:%M %Z}" if stored.ends_at else "until somebody ends it"
    Console().print(f"{stored.name} runs on {stored.pack} from {stored.starts_at:%Y-%m-%d %H:%M %Z} {until}.")


def end(name: Annotated[str, typer.Argument(help="The experiment's name.")]) -> None:
    """End an experiment now. New sessions go by the pack's weights again."""
    stored = _with_experiments(lambda one: one.end(LOCAL, name), act_of_command("experiment_ended", subject=name))
    Console().print(f"{stored.name} has ended.")


def audit(
    limit: Annotated[int, typer.Option(min=1, max=100_000, help="How many at most.")] = 1000,
) -> None:
    """Audit decisions that were chosen for it and wait. The background does so too, a few a minute."""

    async def work(service: Experiments) -> int:
        await service.refresh()
        return await service.run_audits(limit)

    Console().print(f"{_with_experiments(work)} decisions audited.")


def read_file(file: Path) -> dict[str, Any]:
    """The content of a declaration file. Raises WrongUse, in one sentence, when it is not a YAML mapping."""
    try:
        content: object = yaml.safe_load(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise WrongUse(f"{file} cannot be read ({error.strerror}); give the path of a YAML file.") from error
    except UnicodeDecodeError as error:
        raise WrongUse(f"{file} is no text in UTF-8; save it so.") from error
    except yaml.MarkedYAMLError as error:
        at = error.problem_mark
        where = "" if at is None else f", line {at.line + 1}, column {at.column + 1}"
        raise WrongUse(f"{file} is not YAML{where}: {error.problem}; docs/experiments.md shows one.") from error
    except yaml.YAMLError as error:
        raise WrongUse(f"{file} is not YAML; docs/experiments.md shows one.") from error
    if not isinstance(content, dict):
        raise WrongUse(f"{file} holds no experiment; write name, pack and arms (docs/experiments.md shows one).")
    return cast("dict[str, Any]", content)


def _table(listed: list[Listed]) -> Table:
    table = Table(box=None)
    for column in ("experiment", "pack", "arms (weight)", "from", "until", "decisions"):
        table.add_column(column, justify="right" if column == "decisions" else "left")
    for each in listed:
        stored = each.stored
        arms = ", ".join(f"{arm.name} ({arm.weight:g})" for arm in arms_of(stored)) if stored else "the pack's weights"
        table.add_row(
            each.name,
            ", ".join(each.packs),
            arms,
            f"{stored.starts_at:%Y-%m-%d %H:%M}" if stored else "",
            f"{stored.ends_at:%Y-%m-%d %H:%M}" if stored and stored.ends_at else "",
            f"{each.turns:,}",
        )
    return table


def _with_experiments(work: Callable[[Experiments], Awaitable[Result]], act: Act | None = None) -> Result:
    async def run() -> Result:
        async with open_service(read_settings().settings, work=False) as services:
            done = await work(services.experiments)
            if act is not None:
                await services.audit_log.add(act)
            return done

    return asyncio.run(run())
