"""The sign-in provider: its discovery document and its keys, fetched rarely, kept while it is down.

Keys are fetched when the first token comes, again every REFRESH_S in the background, and at once when a token names
an unknown key (keys rotate) - but never more often than every RETRY_S, because otherwise invented key ids would cause
requests to the provider. Concurrent waiters share one fetch.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

import httpx
import structlog

from foundation.contracts import untrusted_json
from foundation.contracts.errors import SignInUnavailable, Unauthenticated
from service_agent.auth.jwk_set import JwkSet
from service_agent.auth.tokens import ASYMMETRIC

log = structlog.get_logger(__name__)

FETCH_LIMIT_S = 5.0
MAX_BYTES = 1_000_000
"""Of a document of the provider's."""
REFRESH_S = 600.0
RETRY_S = 10.0
KEPT_S = 86_400.0
"""How long keys sign in while the provider cannot say whether they still are its keys."""


@dataclass(frozen=True)
class Metadata:
    """Where the provider is (OpenID Connect Discovery 1.0)."""

    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str


@dataclass(frozen=True)
class _Known:
    keys: JwkSet
    read_at: float


class Provider:
    """One issuer."""

    algorithms = ASYMMETRIC

    def __init__(
        self,
        http: httpx.AsyncClient,
        issuer: str,
        jwks_url: str | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._http = http
        self._issuer = issuer
        self._jwks_url = jwks_url
        self._clock = clock
        self._known: _Known | None = None
        self._tried_at: float | None = None
        self._published: tuple[Metadata, float] | None = None
        """The provider's metadata, and when it was fetched."""
        self._failure: str | None = None
        """Why the last fetch gave no keys."""
        self._undiscovered: tuple[str, float] | None = None
        """Why the provider last said nothing of itself, and when it was asked."""
        self._fetching: asyncio.Task[None] | None = None

    async def key(self, kid: str | None, algorithm: str) -> Any:
        """The key a token names. Raises Unauthenticated (the provider has none of this name), SignInUnavailable."""
        found = self._find(kid, algorithm)
        if found is None:
            fetching = self._fetch_again()
            if fetching is not None:
                await asyncio.shield(fetching)
            found = self._find(kid, algorithm)
        elif self._age() > REFRESH_S:
            self._fetch_again()
        if found is not None:
            return found
        if self._failure is not None:
            raise SignInUnavailable(self._failure)  # new: one raised again keeps all its tracebacks
        raise Unauthenticated

    async def metadata(self) -> Metadata:
        """What the provider publishes of itself; anybody may ask for it (a sign-in begins with it), so it is fetched
        every REFRESH_S at most, and after a failure every RETRY_S. Raises SignInUnavailable."""
        now = self._clock()
        if self._published is not None and now - self._published[1] <= REFRESH_S:
            return self._published[0]
        if self._undiscovered is not None and now - self._undiscovered[1] < RETRY_S:
            raise SignInUnavailable(self._undiscovered[0])
        try:
            found = await self._discovered()
        except SignInUnavailable as failure:
            self._undiscovered = failure.message, now
            raise
        self._published, self._undiscovered = (found, self._clock()), None
        return found

    async def _discovered(self) -> Metadata:
        url = self._issuer.rstrip("/") + "/.well-known/openid-configuration"
        found = await self._document(url)
        try:
            if found["issuer"] != self._issuer:
                raise SignInUnavailable(f"{url} speaks for {found['issuer']!r}; mend SUFFICE_AUTH_JWT_ISSUER.")
            names = ("authorization_endpoint", "token_endpoint", "jwks_uri")
            return Metadata(*(_address(found[name]) for name in names))
        except (KeyError, TypeError) as error:
            raise SignInUnavailable(
                f"{url} is no discovery document ({error}); mend SUFFICE_AUTH_JWT_ISSUER."
            ) from None

    async def read_keys(self) -> int:
        """Fetch the keys now; how many there are. Raises SignInUnavailable."""
        url = self._jwks_url or (await self.metadata()).jwks_uri
        try:
            keys = JwkSet(await self._document(url))
        except ValueError:
            raise SignInUnavailable(f"{url} is no set of keys; mend SUFFICE_AUTH_JWKS_URL.") from None
        self._known = _Known(keys, self._clock())
        return len(keys)

    async def aclose(self) -> None:
        """Give up a fetch under way."""
        if self._fetching is not None:
            self._fetching.cancel()
            await asyncio.gather(self._fetching, return_exceptions=True)

    def _find(self, kid: str | None, algorithm: str) -> Any:
        if self._known is None or self._age() > KEPT_S:
            return None
        return self._known.keys.find(kid, algorithm)

    def _age(self) -> float:
        return self._clock() - self._known.read_at if self._known else 0.0

    def _fetch_again(self) -> asyncio.Task[None] | None:
        """The fetch under way, or a new one; None when the last one is too recent."""
        if self._fetching is not None and not self._fetching.done():
            return self._fetching
        if self._tried_at is not None and self._clock() - self._tried_at < RETRY_S:
            return None
        self._tried_at = self._clock()
        self._fetching = asyncio.create_task(self._refresh())
        return self._fetching

    async def _refresh(self) -> None:
        try:
            await self.read_keys()
            self._failure = None
        except SignInUnavailable as failure:
            log.warning("provider_away", reason=failure.message)
            self._failure = failure.message

    async def _document(self, url: str) -> dict[str, Any]:
        try:
            async with asyncio.timeout(FETCH_LIMIT_S):
                found = untrusted_json.loads(await self._body(url))
        except TimeoutError:
            raise SignInUnavailable(f"{url} does not answer within {FETCH_LIMIT_S:.0f} seconds; try again.") from None
        except (httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
            reason = str(error) or type(error).__name__
            raise SignInUnavailable(f"{url} cannot be read ({reason}); try again.") from None
        if not isinstance(found, dict):
            raise SignInUnavailable(f"{url} gives no JSON object; mend the address.")
        return cast("dict[str, Any]", found)

    async def _body(self, url: str) -> bytes:
        body = bytearray()
        async with self._http.stream("GET", url, headers={"Accept": "application/json"}) as answer:
            if answer.status_code != 200:
                raise ValueError(f"HTTP {answer.status_code}")
            async for piece in answer.aiter_bytes():
                body += piece
                if len(body) > MAX_BYTES:
                    raise ValueError(f"more than {MAX_BYTES} bytes")
        return bytes(body)


def _address(value: Any) -> str:
    if not isinstance(value, str) or not value.startswith(("https://", "http://")):
        raise TypeError("an address is missing")
    return value
