"""The page's sign-in at the provider: OpenID Connect's code flow with PKCE.

    begin  -> the provider's page, and a cookie that ties the flow to this browser (state, nonce, code verifier)
    finish <- the provider's answer: state compared, code exchanged, id token verified, nonce compared

The cookie is the browser's own: whoever can read it is the person it belongs to, so it needs no table.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from hmac import compare_digest
from typing import Any

import httpx
import structlog
from authlib.common.errors import AuthlibBaseError
from authlib.integrations.httpx_client import AsyncOAuth2Client

from foundation.contracts.errors import SignInUnavailable, Unauthenticated
from service_agent.auth.claims import ClaimNames
from service_agent.auth.provider import FETCH_LIMIT_S, Provider
from service_agent.auth.signed_in import SignedIn
from service_agent.auth.tokens import Tokens

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Client:
    """What this service is at the provider."""

    client_id: str
    client_secret: str | None
    """None: a public client."""
    scope: str


@dataclass(frozen=True)
class Begun:
    """A flow on its way."""

    address: str
    """The provider's page."""
    cookie: str
    """What `finish` wants back."""


class CodeFlow:
    """Signs the page in."""

    def __init__(self, provider: Provider, tokens: Tokens, names: ClaimNames, client: Client) -> None:
        self._provider = provider
        self._tokens = tokens
        self._names = names
        self._client = client

    async def begin(self, redirect_uri: str) -> Begun:
        """Where to send the browser. Raises SignInUnavailable."""
        provider = await self._provider.metadata()
        state, nonce, verifier = (secrets.token_urlsafe(48) for _ in range(3))
        async with self._session(redirect_uri) as session:
            address, _ = session.create_authorization_url(
                provider.authorization_endpoint, state=state, nonce=nonce, code_verifier=verifier
            )
        return Begun(address, f"{state}.{nonce}.{verifier}")

    async def finish(self, redirect_uri: str, cookie: str | None, answer: Mapping[str, str]) -> SignedIn:
        """Whom the provider's answer names. Raises Unauthenticated, SignInEnded, SignInUnavailable."""
        state, nonce, verifier = _parts(cookie)
        if not compare_digest(answer.get("state", "").encode(), state.encode()):
            raise Unauthenticated("This sign-in was not begun in this browser, or is too old; begin again.")
        if "error" in answer or "code" not in answer:
            raise Unauthenticated("The sign-in provider refused; try again or ask whoever runs it.")
        token = await self._exchanged(redirect_uri, answer["code"], verifier)
        claims = await self._tokens.claims(token, (self._client.client_id,))
        if not compare_digest(str(claims.get("nonce")).encode(), nonce.encode()):
            raise Unauthenticated("The provider's answer belongs to another sign-in; begin again.")
        # The id token says who signed in; how long the page stays signed in is this service's to say.
        return SignedIn(self._names.principal(claims))

    async def _exchanged(self, redirect_uri: str, code: str, verifier: str) -> str:
        provider = await self._provider.metadata()
        try:
            async with self._session(redirect_uri) as session:
                given = await session.fetch_token(
                    provider.token_endpoint, code=code, code_verifier=verifier, grant_type="authorization_code"
                )
        except (httpx.HTTPError, ValueError) as error:
            log.warning("code_not_exchanged", reason=type(error).__name__)
            raise SignInUnavailable("The sign-in provider does not exchange the code; try again.") from None
        except AuthlibBaseError as error:
            log.warning("code_refused", reason=str(error.error))
            raise Unauthenticated("The sign-in provider did not take the code; begin again.") from None
        token = given.get("id_token")
        if not isinstance(token, str):
            raise Unauthenticated("The sign-in provider gave no id token; AUTH_OIDC_SCOPE must hold openid.")
        return token

    def _session(self, redirect_uri: str) -> Any:
        return AsyncOAuth2Client(
            self._client.client_id,
            self._client.client_secret,
            token_endpoint_auth_method=None if self._client.client_secret else "none",
            scope=self._client.scope,
            redirect_uri=redirect_uri,
            code_challenge_method="S256",
            timeout=FETCH_LIMIT_S,
        )


def _parts(cookie: str | None) -> tuple[str, str, str]:
    parts = (cookie or "").split(".")
    if len(parts) != 3 or not all(parts):
        raise Unauthenticated("This sign-in was not begun in this browser, or is too old; begin again.")
    return parts[0], parts[1], parts[2]
