"""`suffice eval`: figures, written where the documents promise them."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Annotated

import typer

from evaluations import EVALUATIONS, Report
from evaluations.cases import Progress
from evaluations.commands.replays import Asked, run_replay
from evaluations.labels.evaluate import require_pack
from evaluations.optional import left_out
from foundation.contracts.errors import DataMissing
from service_agent.cli.bars import progress_bars
from service_agent.composition.packs import load_packs
from service_agent.settings.environment import public_data_dir
from service_agent.settings.settings import CHECKOUT, Settings
from service_agent.terminal.console import Console

REAL_ESTATE = "real_estate"
Out = Annotated[Path | None, typer.Option(help="Folder for the report; default: docs/ of the checkout.")]
PackName = Annotated[str, typer.Argument(help="The pack whose labels are run.")]


def reuse(pack: PackName = REAL_ESTATE, out: Out = None) -> None:
    """Reuse and wrong reuse, on a pack's labels and the public sets."""
    require_pack(pack, load_packs(Settings(llm_model=None)))  # asked now: the public sets come first, for minutes
    _measure("reuse", pack, out)


def pack(pack: PackName = REAL_ESTATE, out: Out = None) -> None:
    """Reuse and wrong reuse, on one pack's own labels."""
    _measure("pack", pack, out)


def retrieval(out: Out = None) -> None:
    """What is found, beside other search libraries."""
    _measure("retrieval", REAL_ESTATE, out)


def faithfulness(out: Out = None) -> None:
    """What the checks of an answer see, on planted mistakes and labelled answers."""
    _measure("faithfulness", REAL_ESTATE, out)


def answers(out: Out = None) -> None:
    """What is written, and what is refused."""
    _measure("answers", REAL_ESTATE, out)


def replay(
    variant: Annotated[str | None, typer.Option(help="Decide as this variant.")] = None,
    reuse_above: Annotated[float | None, typer.Option(min=0, max=1, help="Reuse above this.")] = None,
    ask_above: Annotated[float | None, typer.Option(min=0, max=1, help="Ask above this.")] = None,
    figure: Annotated[
        list[str] | None, typer.Option(help="Another figure, as judge2.few_results_penalty=100; repeatable.")
    ] = None,
    limit: Annotated[int, typer.Option(min=1, help="The newest so many decisions.")] = 100_000,
) -> None:
    """Kept decisions under other thresholds: nothing is measured anew, nothing is written."""
    Console().print(run_replay(Asked(variant, reuse_above, ask_above, limit, tuple(figure or ()))))


def _measure(name: str, pack: str, out: Path | None) -> None:
    for sentence in left_out(name):
        typer.echo(sentence, err=True)
    with progress_bars() as progress:
        report = asyncio.run(_measured(name, pack, out or CHECKOUT / "docs", progress))
    Console().print(report)


async def _measured(name: str, pack: str, out: Path, progress: Progress) -> Report:
    """Raises DataMissing for public data that lacks a file or holds what cannot be read."""
    data = public_data_dir()
    try:
        return await EVALUATIONS[name](data, pack, out, progress)
    except FileNotFoundError as error:
        missing = Path(str(error.filename))
        if data is None or data not in missing.parents:
            raise
        raise DataMissing(
            f"{data} has no {missing.relative_to(data)}; put it there, or take {missing.relative_to(data).parts[0]} "
            "out to measure without that set."
        ) from None
    except (json.JSONDecodeError, UnicodeDecodeError) as error:
        raise DataMissing(f"A file of the public data ({data}) cannot be read: {error}; fetch it again.") from None
