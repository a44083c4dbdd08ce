"""From settings to a working sign-in."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import httpx

from foundation.contracts.identity import Role
from foundation.contracts.ports import Wakes
from foundation.storage.people.identity import IdentityRepository
from service_agent.auth.claims import ClaimNames
from service_agent.auth.credentials import Credentials
from service_agent.auth.gate import Gate
from service_agent.auth.oidc import Client, CodeFlow
from service_agent.auth.provider import Provider
from service_agent.auth.tokens import KeySource, SharedSecret, TokenRules, Tokens
from service_agent.auth.watch import Watch
from service_agent.settings.auth import AuthSettings
from service_agent.settings.keys import Shape, read_keys, shapes_of
from service_agent.settings.origins import known_hosts


@dataclass(frozen=True)
class SignIn:
    """The components of authentication."""

    gate: Gate
    watch: Watch
    flow: CodeFlow | None
    """None: no provider the page could send people to."""
    public_url: str | None
    """Where people reach the page; None: where the request says, if it is one of these."""
    hosts: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Pages:
    """Where the page is."""

    host: str
    port: int
    """Both that are listened on."""
    origins: frozenset[str]
    """Of other pages that may connect."""


@asynccontextmanager
async def open_sign_in(
    settings: AuthSettings,
    pages: Pages,
    stored: IdentityRepository,
    http: httpx.AsyncClient,
    wakes: Wakes,
) -> AsyncGenerator[SignIn]:
    """The sign-in these settings ask for."""
    provider = provider_of(settings, http)
    tokens = _tokens(settings, provider)
    credentials = _credentials(settings, stored, tokens)
    watch = Watch(stored, wakes, credentials.is_static if credentials else lambda _: False)
    try:
        async with watch:
            flow = _flow(settings, provider, tokens)
            gate = Gate(credentials, pages.origins, _static_shapes(settings))
            yield SignIn(gate, watch, flow, settings.public_url, known_hosts(pages.host, pages.port, pages.origins))
    finally:
        if provider is not None:
            await provider.aclose()


def provider_of(settings: AuthSettings, http: httpx.AsyncClient) -> Provider | None:
    """The provider whose public keys check tokens; None: there is none, or a shared secret does."""
    if settings.auth_jwt_issuer is None or settings.auth_jwt_secret is not None:
        return None
    return Provider(http, settings.auth_jwt_issuer, settings.auth_jwks_url)


def _credentials(settings: AuthSettings, stored: IdentityRepository, tokens: Tokens | None) -> Credentials | None:
    if not settings.signed_in:
        return None
    static = read_keys(settings.auth_keys) if settings.auth_keys is not None else {}
    return Credentials(static, stored, tokens, settings.auth_session_s)


def _static_shapes(settings: AuthSettings) -> frozenset[Shape]:
    return shapes_of(settings.auth_keys) if settings.auth_keys is not None else frozenset()


def _tokens(settings: AuthSettings, provider: Provider | None) -> Tokens | None:
    secret = settings.auth_jwt_secret
    keys: KeySource | None = SharedSecret(secret.get_secret_value()) if secret is not None else provider
    if keys is None:
        return None
    rules = TokenRules(settings.auth_jwt_issuer, settings.audiences, settings.auth_clock_skew_s, _names(settings))
    return Tokens(keys, rules)


def _flow(settings: AuthSettings, provider: Provider | None, tokens: Tokens | None) -> CodeFlow | None:
    if provider is None or tokens is None or settings.auth_oidc_client_id is None:
        return None
    secret = settings.auth_oidc_client_secret
    client = Client(
        settings.auth_oidc_client_id, secret.get_secret_value() if secret else None, settings.auth_oidc_scope
    )
    return CodeFlow(provider, tokens, _names(settings), client)


def _names(settings: AuthSettings) -> ClaimNames:
    return ClaimNames(
        owner=settings.auth_owner_claim,
        tenant=settings.auth_tenant_claim,
        roles=settings.auth_roles_claim,
        role_map=settings.auth_role_map,
        default_role=Role.PERSON if settings.auth_default_role == "person" else None,
    )
