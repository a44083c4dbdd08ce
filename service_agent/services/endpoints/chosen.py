"""Which endpoint answers: what was entered on the page, unless it cannot be used here, else the environment's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from service_agent.services.endpoints.kept import KeptEndpoint
from service_agent.services.endpoints.trying import Configured

ChosenBy = Literal["page", "environment", "none"]


@dataclass(frozen=True)
class Chosen:
    """What answers."""

    by: ChosenBy
    model: str | None
    """None: the rules."""
    base_url: str
    has_key: bool


def chosen_of(configured: Configured, kept: KeptEndpoint | None) -> Chosen:
    """What answers of the two."""
    if kept is not None and not kept.trouble:
        return Chosen("page", kept.model, kept.base_url, kept.has_key)
    by: ChosenBy = "environment" if configured.model else "none"
    return Chosen(by, configured.model, configured.base_url, configured.has_key)
