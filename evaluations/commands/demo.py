"""`suffice demo traffic | erase`: fills the dashboard within a minute; one command removes it all."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from evaluations.demo_traffic import Held, Traffic, hold
from foundation.contracts.identity import LOCAL
from foundation.storage.experiments.decision_filters import DEFAULT, Filter
from service_agent.composition.bootstrap import open_service
from service_agent.services.services import Services
from service_agent.settings.environment import read_settings
from service_agent.terminal.console import Console


def traffic(
    conversations: Annotated[int, typer.Option(min=1, max=10_000, help="How many conversations are held.")] = 28,
    speed: Annotated[float, typer.Option(min=0.1, max=1000, help="1: a second between two questions.")] = 20.0,
    pack: Annotated[str | None, typer.Option(help="Whose labelled conversations; default: SUFFICE_PACK.")] = None,
) -> None:
    """Hold labelled conversations as live sessions, marked as demo: `suffice demo erase` removes them."""
    held, shown = asyncio.run(_traffic(conversations, speed, pack))
    failed = f", {held.failed} without an answer" if held.failed else ""
    Console().print(
        f"{held.conversations} conversations held, {held.turns} questions{failed}, {held.audited} decisions audited. "
        "The dashboard shows them as demo data; `suffice demo erase` removes them."
    )
    Console().print(shown, highlight=False)


def erase() -> None:
    """Remove all demo traffic: conversations, decisions, sums."""
    Console().print(f"{asyncio.run(_erase())} demo conversations erased.")


BOUNDS = (0.01, 0.02, 0.05, 0.1, 0.2)
"""Bounds of wrong reuse; the first one that the demo's audits satisfy is reported."""


async def _threshold(services: Services, usual: float) -> str:
    """A threshold that the demo's own audits show, at the strictest bound they suffice for. It proves nothing
    of people: the dashboard draws it, and tries it only once their own decisions say the same."""
    for bound in sorted({usual, *BOUNDS}):
        curve = await services.experiments.curve(LOCAL, Filter(DEFAULT, demo="only"), bound)
        if curve.proposal.threshold is not None:
            found, now = curve.proposal.threshold / 1000, curve.running / 1000
            return (
                f"Of these, a threshold of {found:.2f} (now {now:.2f}) keeps wrong reuse of {curve.arm} below "
                f"{bound:.0%}: see /dashboard?demo=only. What people's own decisions show can be tried there."
            )
    return "The audits of these are too few for a threshold at any bound; hold more: --conversations 80."


async def _traffic(conversations: int, speed: float, pack: str | None) -> tuple[Held, str]:
    settings = read_settings().settings
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    # It works on the questions too: then the dashboard lives also where no service runs yet.
    async with open_service(settings) as services:
        plan = Traffic(services.pack(pack or settings.pack), conversations, speed)
        with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
            task = bar.add_task("questions", total=None)

            def told(done: int, of: int) -> None:
                bar.update(task, completed=done, total=of)

            held = await hold(services, LOCAL, plan, told)
        return held, await _threshold(services, settings.risk_bound)


async def _erase() -> int:
    async with open_service(read_settings().settings, work=False) as services:
        return await services.experiments.erase_demo(LOCAL)
