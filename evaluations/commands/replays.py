"""`suffice eval replay`: what other thresholds, other rule figures or another variant would have decided."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import cast

from execution_agents.reuse.policy import VARIANTS
from foundation.contracts.errors import WrongUse
from foundation.contracts.identity import LOCAL
from foundation.contracts.plan import VariantName
from service_agent.composition.bootstrap import open_service
from service_agent.experiments.other_figures import read_figures
from service_agent.experiments.replaying import Other, ReplayReport, replay_all
from service_agent.settings.environment import read_settings


@dataclass(frozen=True)
class Asked:
    """As the command line says it."""

    variant: str | None
    reuse_above: float | None
    ask_above: float | None
    limit: int
    figures: tuple[str, ...] = ()


def run_replay(asked: Asked) -> ReplayReport:
    """Over the decisions of the service as it is configured. Raises WrongUse."""
    return asyncio.run(_replayed(_other(asked), asked.limit))


def _other(asked: Asked) -> Other:
    if asked.variant is not None and asked.variant not in VARIANTS:
        raise WrongUse(f"--variant: there is no variant {asked.variant!r}; there are {', '.join(sorted(VARIANTS))}.")
    if asked.reuse_above is not None and asked.ask_above is not None and asked.ask_above > asked.reuse_above:
        raise WrongUse(
            f"--ask-above: {asked.ask_above:g} lies above --reuse-above {asked.reuse_above:g}; "
            "let asking begin below reusing."
        )
    return Other(
        variant=cast("VariantName | None", asked.variant),
        reuse_above=_per_mille(asked.reuse_above),
        ask_above=_per_mille(asked.ask_above),
        figures=read_figures(asked.figures),
    )


def _per_mille(share: float | None) -> int | None:
    return None if share is None else round(share * 1000)


async def _replayed(other: Other, limit: int) -> ReplayReport:
    async with open_service(read_settings().settings, work=False) as services:
        return await replay_all(services.experiments.repositories, LOCAL, other, limit)
