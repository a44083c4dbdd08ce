"""`suffice eval small-model`."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated

import typer

from evaluations.cases import Progress
from evaluations.commands.thinking import ApiKey, BaseUrl, Chance, ModelName, client_of
from evaluations.harness.files import Results
from evaluations.thinking.public_report import PublicReport
from evaluations.thinking.public_run import Answered, by_endpoint, by_rules, by_simulated, read_public
from evaluations.thinking.rules import Rules
from foundation.contracts.errors import WrongUse
from foundation.llm.client import ModelClient
from service_agent.cli.bars import progress_bars
from service_agent.settings.environment import public_data_dir
from service_agent.terminal.console import Console

SAMPLE = 150


def small_model(
    base_url: BaseUrl = None,
    model: ModelName = None,
    p: Chance = 0.85,
    seeds: Annotated[int, typer.Option(min=1, max=100, help="Simulated models, numbered from 1.")] = 1,
    sample: Annotated[int, typer.Option(min=1, help="Questions of each set and kind, at most.")] = SAMPLE,
    api_key: ApiKey = None,
    results: Annotated[Path | None, typer.Option("--json", help="File for the answers, a JSON line each.")] = None,
) -> None:
    """MTRAG and KorQuAD answered by a small model, before and after thinking and grading: right, refused, wrong."""
    if (base_url is None) != (model is None):
        raise WrongUse("--base-url and --model belong together: name both, or neither for the simulated model.")
    written, client = Results(results), client_of(base_url, model, api_key) if base_url and model else None
    with progress_bars() as progress:
        report = asyncio.run(_measured(client, (p, seeds, sample), progress))
    written.lines(one.line() for one in report.answered)
    Console().print(report, soft_wrap=True)


async def _measured(client: ModelClient | None, simulated: tuple[float, int, int], progress: Progress) -> PublicReport:
    p, seeds, sample = simulated
    sets = await read_public(public_data_dir(), sample)
    questions = [one for each in sets for one in each.kept]
    found: list[Answered] = await by_rules(questions, progress)
    if client is not None:
        try:
            return PublicReport(client.name, sets, [*found, *await by_endpoint(questions, client, progress)])
        finally:
            await client.aclose()
    for seed in range(1, seeds + 1):
        found += await by_simulated(questions, Rules(p, seed), progress)
    return PublicReport(f"Simulated, p = {p:.2f}, seeds 1 to {seeds}, at most {sample} of each kind", sets, found)
