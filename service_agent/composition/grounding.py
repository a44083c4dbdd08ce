"""The grounding model, as the settings name it."""

from __future__ import annotations

import httpx

from foundation.llm.grounding import GroundingClient, GroundingEndpoint
from service_agent.settings.settings import Settings


def grounder_of(settings: Settings, http: httpx.AsyncClient) -> GroundingClient | None:
    """None where none is named."""
    if not (settings.check_base_url and settings.check_model):
        return None
    key = settings.check_api_key.get_secret_value() if settings.check_api_key else ""
    return GroundingClient(GroundingEndpoint(settings.check_base_url, settings.check_model, key), http)
