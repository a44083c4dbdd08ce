"""`suffice eval thinking`, `suffice eval endpoint` and `suffice sim-model`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Annotated

import httpx
import typer

from evaluations.endpoint.judging import EndpointReport, judged
from evaluations.endpoint.planning import all_labelled_turns
from evaluations.thinking.reading import read_questions
from evaluations.thinking.report import ThinkingReport
from evaluations.thinking.rules import BROKEN, Rules
from evaluations.thinking.run import simulated_ways, ways
from evaluations.thinking.simulated import SimulatedModel
from foundation.contracts.errors import WrongUse
from foundation.llm.client import Endpoint, ModelClient
from prompts.budgets import BUDGETS
from service_agent.cli.bars import progress_bars
from service_agent.composition.resources import OPENAI
from service_agent.services.endpoints.reports import keep
from service_agent.settings.environment import read_settings
from service_agent.settings.settings import Settings
from service_agent.terminal.console import Console

KEY = "EVAL_API_KEY"
"""Environment variable of the key for `--base-url`: other people see a command's options."""
Progress = Callable[[str, int, int], None]
BaseUrl = Annotated[str | None, typer.Option("--base-url", help="Any OpenAI-compatible endpoint.")]
ModelName = Annotated[str | None, typer.Option("--model", help="The model's name there.")]
ApiKey = Annotated[
    str | None, typer.Option("--api-key", envvar=KEY, help="Its key; the service's own goes to its own endpoint alone.")
]
Chance = Annotated[float, typer.Option("--p", min=0.01, max=1.0, help="A single task is done right so often.")]


def thinking(
    base_url: BaseUrl = None,
    model: ModelName = None,
    p: Annotated[list[float] | None, typer.Option("--p", min=0.01, max=1.0, help="Repeatable; 0.80 0.85 0.90.")] = None,
    seeds: Annotated[int, typer.Option(min=1, max=100, help="Simulated models of each p.")] = 3,
    ablate: Annotated[bool, typer.Option("--ablate", help="Also without each stage.")] = False,
    limit: Annotated[int | None, typer.Option(min=1, help="The first so many questions.")] = None,
    delay_ms: Annotated[
        int, typer.Option(min=0, max=60_000, help="The simulated model waits so long, and seconds are measured.")
    ] = 0,
    api_key: ApiKey = None,
) -> None:
    """70 questions in one call and thought through, by simulated small models or by an endpoint's own."""
    if (base_url is None) != (model is None):
        raise WrongUse("--base-url and --model belong together: name both, or neither for the simulated model.")
    if base_url is not None and delay_ms:
        raise WrongUse("--delay-ms is the simulated model's; an endpoint of its own takes its own time.")
    client = client_of(base_url, model, api_key) if base_url is not None and model is not None else None
    chosen = [Rules(p=chance, delay_s=delay_ms / 1000) for chance in p or [0.80, 0.85, 0.90]]
    with progress_bars() as progress:
        reported = _named(client, progress, (ablate, limit)) if client else None
        for report in asyncio.run(reported or _simulated(chosen, seeds, progress, (ablate, limit))):
            Console().print(report)


async def _named(client: ModelClient, progress: Progress, how: tuple[bool, int | None]) -> list[ThinkingReport]:
    """An endpoint's own model."""
    ablate, limit = how
    try:
        tried = await ways((await read_questions())[:limit], client, progress, ablate=ablate)
        return [ThinkingReport(client.name, tried, measured=True)]
    finally:
        await client.aclose()


async def _simulated(
    chosen: Sequence[Rules], seeds: int, progress: Progress, how: tuple[bool, int | None]
) -> list[ThinkingReport]:
    """Simulated models of each p."""
    ablate, limit = how
    questions = (await read_questions())[:limit]
    found: list[ThinkingReport] = []
    for rules in chosen:
        tried = await simulated_ways(rules, questions, range(1, seeds + 1), progress, ablate=ablate)
        title = f"simulated, p = {rules.p:.2f}"
        found.append(ThinkingReport(title, tried, rules, questions, measured=rules.delay_s > 0))
    return found


def endpoint(
    base_url: Annotated[str, typer.Option("--base-url", help="Any OpenAI-compatible endpoint.")],
    model: Annotated[str, typer.Option("--model", help="The model's name there.")],
    limit: Annotated[int | None, typer.Option(min=1, help="The first so many questions.")] = None,
    api_key: ApiKey = None,
) -> None:
    """What a model can be trusted with: replies, planning, drafts, answers; kept, and shown by `suffice doctor`."""
    client = client_of(base_url, model, api_key)
    with progress_bars() as progress:
        report = asyncio.run(_judged(client, base_url, limit, progress))
    Console().print(report)
    keep(read_settings().settings.data_dir, report.kept())


async def _judged(client: ModelClient, base_url: str, limit: int | None, progress: Progress) -> EndpointReport:
    try:
        questions = (await read_questions())[:limit]
        return await judged(client, base_url, questions, all_labelled_turns()[:limit], progress)
    finally:
        await client.aclose()


def client_of(base_url: str, model: str, api_key: str | None = None) -> ModelClient:
    """A client of an endpoint somebody named."""
    key = key_for(base_url, read_settings().settings) if api_key is None else api_key
    return ModelClient(Endpoint(base_url, model, key, is_small=True), BUDGETS)


def key_for(base_url: str, settings: Settings) -> str:
    """The key of the settings, for the host they name alone: anywhere else it would be given away."""
    own, key = httpx.URL(settings.llm_base_url or OPENAI), settings.llm_api_key
    named = httpx.URL(base_url)
    is_own = (named.scheme, named.host, named.port) == (own.scheme, own.host, own.port)
    return key.get_secret_value() if key is not None and is_own else ""


def sim_model(
    port: Annotated[int, typer.Option(min=0, max=65535, help="0: any free port.")] = 8901,
    p: Chance = 0.85,
    seed: Annotated[int, typer.Option(help="The same seed gives the same replies.")] = 1,
    broken: Annotated[float, typer.Option(min=0, max=1, help="Share of replies whose JSON is broken.")] = BROKEN,
    delay_ms: Annotated[int, typer.Option(min=0, max=60_000, help="Before each reply.")] = 300,
) -> None:
    """A simulated small model on the loopback; Ctrl-C stops it. docs/thinking.md has its rules."""
    asyncio.run(_serve(Rules(p, seed, broken, delay_ms / 1000), port))


async def _serve(rules: Rules, port: int) -> None:
    typer.echo("Starting: finding the passages of the questions it knows, half a minute …", err=True)
    async with SimulatedModel(rules, await read_questions()).endpoint(port) as served:
        typer.echo("Listening; Ctrl-C stops. What the service is started with:", err=True)
        typer.echo(f"SUFFICE_LLM_BASE_URL={served.base_url} SUFFICE_LLM_MODEL=simulated")
        await served.serve_forever()
