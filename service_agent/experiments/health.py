"""The state of things an operator looks at beside the figures."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from foundation.contracts.identity import Principal
from foundation.storage.corpus.source_states import SourceState
from foundation.storage.repositories import Repositories
from service_agent.telemetry.metrics import Metrics


@dataclass(frozen=True)
class Health:
    """As it is now; the model's figures are this process's."""

    state: dict[str, Any]
    sources: list[SourceState]


async def health_of(
    repositories: Repositories, principal: Principal, metrics: Metrics, model: str | None, share: float
) -> Health:
    """Model, audits, runs, jobs, sources."""
    audits = await repositories.audits.figures(principal)
    state: dict[str, Any] = {
        "now": await repositories.clock.now(),
        "model": model,
        "model_breaker": metrics.breaker_state() if model else None,
        "model_p95_ms": metrics.model_p95_ms() if model else None,
        "audits_due": audits.due,
        "audits_done_30d": audits.done,
        "audits_failed_30d": audits.failed,
        "audits_retried": audits.retried,
        "audits_drawn_30d": audits.drawn,
        "audits_drawn_failed_30d": audits.drawn_failed,
        "audit_search_calls_30d": audits.search_calls,
        "audit_search_ms_30d": audits.search_ms,
        "audit_share": share,
        "runs": dict((await repositories.figures.queue()).states),
        "jobs_waiting": await repositories.sources.jobs_waiting(),
    }
    return Health(state, await repositories.sources.all(principal))
