"""The model endpoint as it may be looked at and tried: no key leaves this module."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace

from pydantic import SecretStr

from foundation.contracts.errors import WrongUse
from foundation.contracts.identity import Principal
from foundation.contracts.ports import Usage
from foundation.llm.budget import CallBudget
from foundation.llm.client import Endpoint, Limits, ModelClient
from foundation.llm.dialect import REPLY_FORMATS
from foundation.llm.failures import without_secrets
from foundation.llm.public_line import bounds_of, shown_address
from foundation.storage.people.model_endpoints import ModelEndpoints, StoredEndpoint
from prompts.budgets import BUDGETS
from service_agent.composition.live_models import LiveModels
from service_agent.composition.resources import OPENAI, Resources, client_at, endpoint_of, prices_of
from service_agent.limits.spending import Ledger, spent_of
from service_agent.services.endpoints.kept import KeptEndpoints
from service_agent.services.endpoints.trying import Configured, Endpoints, EnteredEndpoint, Trying
from service_agent.settings.sealing import NotOpened, Sealing
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


def open_endpoints(settings: Settings, ledger: Ledger, kept: KeptEndpoints) -> Endpoints:
    """What answers, and how it is tried; what a try costs counts as whoever tried it spent it."""

    @asynccontextmanager
    async def opened(principal: Principal, entered: EnteredEndpoint | None) -> AsyncGenerator[Trying]:
        endpoint = (
            await _entered(settings, kept, principal, entered) if entered else await _now(settings, kept, principal)
        )
        budgets = {name: _patient(budget) for name, budget in BUDGETS.items()}
        client = ModelClient(endpoint, budgets, Limits(longest_s=PATIENCE_S, first_byte_s=PATIENCE_S))
        try:
            yield Trying(client, lambda: client.reply_format, lambda text: without_secrets(text, endpoint.api_key))
        finally:
            await client.aclose()

    def spend(principal: Principal, usage: Usage) -> None:
        ledger.note(principal, spent_of(usage))

    return Endpoints(configured_of(settings), opened, spend)


def open_models(ground: Resources, stack: AsyncExitStack) -> LiveModels:
    """Which model answers whom, by its settings or as entered; closed with the stack."""
    settings, watch = ground.settings, ground.watch
    kept = KeptEndpoints(
        ModelEndpoints(ground.engine),
        Sealing(settings.settings_key, settings.data_dir),
        private=settings.try_private_endpoints,
    )

    def client_of(stored: StoredEndpoint, key: str) -> ModelClient:
        return client_at(settings, stored_endpoint(settings, stored, key), watch)

    def opened() -> None:
        watch.metrics.read_breaker(models.breaker_state)

    models = LiveModels(ground.model, kept, client_of, opened, settings.turn_limit_s + settings.llm_timeout_s)
    stack.push_async_callback(models.aclose)
    return models


def configured_of(settings: Settings) -> Configured:
    """What is shown of the settings."""
    endpoint = endpoint_of(settings)
    return Configured(
        model=endpoint.model if endpoint else None,
        base_url=shown_address(endpoint.base_url if endpoint else settings.llm_base_url or OPENAI),
        has_key=settings.llm_api_key is not None,
        small_models=settings.llm_small_models,
        thinking=settings.thinking_mode,
        planning=settings.llm_planning,
        may_enter_private=settings.try_private_endpoints,
        settings=tuple(setting_of(settings, name) for name in SHOWN),
    )


def setting_of(settings: Settings, name: str) -> tuple[str, str, bool, str | None]:
    """(its name, what it means, whether it was set, its value unless it is secret)."""
    value: object = getattr(settings, name)
    field = Settings.model_fields[name]
    return (f"{PREFIX}{name.upper()}", field.description or "", name in settings.model_fields_set, _value_text(value))


def _value_text(value: object) -> str | None:
    if value is None or isinstance(value, SecretStr):
        return None
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return ", ".join(map(str, value))  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
    text = str(value)
    return shown_address(text) if text.startswith(("http://", "https://")) else text


async def _now(settings: Settings, kept: KeptEndpoints, principal: Principal) -> Endpoint:
    """What answers the tenant."""
    stored = await kept.of(principal)
    if stored is not None:
        try:
            return stored_endpoint(settings, stored, await kept.key_of(principal, stored))
        except NotOpened:
            pass  # the environment's answers meanwhile, and the page says so
    configured = endpoint_of(settings)
    if configured is None:
        raise WrongUse("No model is configured: enter one here, or set SUFFICE_LLM_BASE_URL and SUFFICE_LLM_MODEL.")
    return configured


async def _entered(settings: Settings, kept: KeptEndpoints, principal: Principal, entered: EnteredEndpoint) -> Endpoint:
    key = (await kept.key_for(principal, entered.base_url))[0] if entered.keep_key else entered.api_key
    return _public(settings, Endpoint(entered.base_url, entered.model, key), entered.reply_format)


def stored_endpoint(settings: Settings, stored: StoredEndpoint, key: str) -> Endpoint:
    """Where a tenant's model is."""
    return _public(settings, Endpoint(stored.base_url, stored.model, key), stored.reply_format)


def _public(settings: Settings, endpoint: Endpoint, reply_format: str | None) -> Endpoint:
    """An endpoint that somebody typed, with what the settings say of its model and of private addresses."""
    return replace(
        endpoint,
        is_small=endpoint.model in settings.llm_small_models,
        prices=prices_of(settings, endpoint.model),
        bounds=bounds_of(endpoint.base_url, private=settings.try_private_endpoints, has_key=bool(endpoint.api_key)),
        reply_format=next((each for each in REPLY_FORMATS if each == reply_format), REPLY_FORMATS[0]),
    )


def _patient(budget: CallBudget) -> CallBudget:
    """The prompt's own, waiting for a model that is loaded first, and asked once."""
    return replace(budget, timeout_s=PATIENCE_S, retries=0)
