"""`suffice demo traffic | erase`: fills the dashboard within a minute; one command removes it all."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Annotated

import typer

from evaluations.demo_experiment import threshold_sentence
from evaluations.demo_traffic import Held, Traffic, hold
from foundation.contracts.identity import LOCAL
from service_agent.cli.bars import progress_bars
from service_agent.cli.serving.example_service import open_with_example
from service_agent.composition.bootstrap import open_service
from service_agent.settings.environment import read_settings
from service_agent.terminal.console import Console


def traffic(
    conversations: Annotated[int, typer.Option(min=1, max=10_000, help="How many conversations are held.")] = 28,
    speed: Annotated[float, typer.Option(min=0.1, max=1000, help="1: a second between two questions.")] = 20.0,
    pack: Annotated[str | None, typer.Option(help="Whose labelled conversations; default: SUFFICE_PACK.")] = None,
) -> None:
    """Hold labelled conversations as live sessions, marked as demo: `suffice demo erase` removes them.

    They are an experiment of their own, whose threshold can be tried on them."""
    held, shown = asyncio.run(_traffic(conversations, speed, pack))
    failed = f", {held.failed} without an answer" if held.failed else ""
    Console().print(
        f"{held.conversations} conversations held, {held.turns} questions{failed}. {held.needed} of them needed data: "
        f"the dashboard counts those, as demo data. {held.audited} decisions audited, over all variants; a threshold "
        "counts its own variant's above it. `suffice demo erase` removes it all."
    )
    Console().print(shown, highlight=False)


def erase() -> None:
    """Remove all demo traffic: conversations, decisions, sums."""
    Console().print(f"{asyncio.run(_erase())} demo conversations erased.")


async def _traffic(conversations: int, speed: float, pack: str | None) -> tuple[Held, str]:
    settings = read_settings().settings
    # It works on the questions too: then the dashboard lives also where no service runs yet. With the example service,
    # as `suffice serve` has one: where no search costs anything, nobody is asked and no threshold gains anything.
    async with open_with_example(settings) as services:
        plan = Traffic(services.pack(pack or settings.pack), conversations, speed)
        with progress_bars() as progress:
            held = await hold(services, LOCAL, plan, partial(progress, "questions"))
        return held, await threshold_sentence(services.experiments, LOCAL, held.experiment)


async def _erase() -> int:
    async with open_service(read_settings().settings, work=False) as services:
        return await services.experiments.erase_demo(LOCAL)
