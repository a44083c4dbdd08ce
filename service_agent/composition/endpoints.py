"""The model endpoint as it may be looked at and tried: no key leaves this module."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from urllib.parse import urlsplit

from pydantic import SecretStr

from foundation.contracts.identity import Principal
from foundation.contracts.ports import Usage
from foundation.llm.budget import CallBudget
from foundation.llm.client import Endpoint, Limits, ModelClient
from prompts.budgets import BUDGETS
from service_agent.composition.resources import OPENAI, endpoint_of
from service_agent.limits.spending import Ledger, spent_of
from service_agent.services.endpoints import Configured, Endpoints, EnteredEndpoint, Trying
from service_agent.settings.settings import PREFIX, Settings

SHOWN = (
    "llm_base_url",
    "llm_model",
    "llm_api_key",
    "llm_small_models",
    "llm_planning",
    "llm_timeout_s",
    "llm_concurrency",
    "thinking_mode",
    "query_routing",
    "embeddings_base_url",
    "embeddings_model",
    "rerank_url",
    "rerank_model",
    "try_private_endpoints",
)
"""Settings that say which model does what."""
PATIENCE_S = 60.0
"""A local model is loaded by its first call."""


def open_endpoints(settings: Settings, ledger: Ledger) -> Endpoints:
    """What these settings configure, and how it is tried; what a try costs counts as whoever tried it spent it."""

    @asynccontextmanager
    async def opened(entered: EnteredEndpoint | None) -> AsyncGenerator[Trying]:
        endpoint = _entered(settings, entered) if entered else endpoint_of(settings)
        assert endpoint is not None, "the services ask for what is configured alone"
        budgets = {name: _patient(BUDGETS[name]) for name in ("query_router", "direct_response")}
        client = ModelClient(endpoint, budgets, Limits(longest_s=PATIENCE_S, first_byte_s=PATIENCE_S))
        try:
            yield Trying(client, lambda: client.reply_format)
        finally:
            await client.aclose()

    def spend(principal: Principal, usage: Usage) -> None:
        ledger.note(principal, spent_of(usage))

    return Endpoints(configured_of(settings), opened, spend)


def configured_of(settings: Settings) -> Configured:
    """What is shown of the settings."""
    endpoint = endpoint_of(settings)
    return Configured(
        model=endpoint.model if endpoint else None,
        base_url=_shown(endpoint.base_url if endpoint else settings.llm_base_url or OPENAI),
        has_key=settings.llm_api_key is not None,
        is_small=endpoint.is_small if endpoint else False,
        thinking=settings.thinking_mode,
        planning=settings.llm_planning,
        may_enter_private=settings.try_private_endpoints,
        settings=tuple(_setting(settings, name) for name in SHOWN),
    )


def _setting(settings: Settings, name: str) -> tuple[str, str, bool, str | None]:
    value: object = getattr(settings, name)
    field = Settings.model_fields[name]
    return (f"{PREFIX}{name.upper()}", field.description or "", name in settings.model_fields_set, _told(value))


def _told(value: object) -> str | None:
    if value is None or isinstance(value, SecretStr):
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ", ".join(map(str, value))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    text = str(value)
    return _shown(text) if text.startswith(("http://", "https://")) else text


def _shown(address: str) -> str:
    """The address without user information and query: either may hold a key."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def _entered(settings: Settings, entered: EnteredEndpoint) -> Endpoint:
    return Endpoint(entered.base_url, entered.model, entered.api_key, public_only=not settings.try_private_endpoints)


def _patient(budget: CallBudget) -> CallBudget:
    """The prompt's own, waiting for a model that is loaded first, and asked once."""
    return replace(budget, timeout_s=PATIENCE_S, retries=0)
