"""Verifies JWTs: signature, audience and expiry, and returns the person named.

The token does not choose the algorithm: with public keys only asymmetric ones are accepted, each only with a key of
its own type; with a shared secret only HS256. `none` is in neither list. Keys in the token itself (`jwk`, `jku`,
`x5u`) are ignored.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import jwt
import structlog
from jwt.utils import base64url_decode

from foundation.contracts import untrusted_json
from foundation.contracts.errors import SignInEnded, Unauthenticated
from service_agent.auth.claims import ClaimNames, Claims
from service_agent.auth.signed_in import SignedIn
from service_agent.settings.keys import LONGEST_TOKEN

log = structlog.get_logger(__name__)

ASYMMETRIC = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
SYMMETRIC = ("HS256",)
LAST_MOMENT = 253_402_300_800
"""The end of the year 9999, in POSIX seconds: the last one dates reach."""
_BROKEN = (jwt.PyJWTError, ValueError, TypeError, OverflowError)
"""Exceptions that an invalid or malicious token can cause."""


class KeySource(Protocol):
    """Where the keys are that tokens are checked with."""

    @property
    def algorithms(self) -> tuple[str, ...]:
        """Those that are taken."""
        ...

    async def key(self, kid: str | None, algorithm: str) -> Any:
        """The key a token names. Raises Unauthenticated, SignInUnavailable."""
        ...


@dataclass(frozen=True)
class SharedSecret:
    """HS256, set explicitly."""

    secret: str
    algorithms: tuple[str, ...] = SYMMETRIC

    async def key(self, kid: str | None, algorithm: str) -> str:
        """There is one."""
        del kid, algorithm
        return self.secret


@dataclass(frozen=True)
class TokenRules:
    """The required content of a token."""

    issuer: str | None
    """None: a shared secret authenticates the token, from any issuer."""
    audiences: tuple[str, ...]
    skew_s: float
    names: ClaimNames


class Tokens:
    """Checks tokens."""

    def __init__(self, keys: KeySource, rules: TokenRules) -> None:
        self._keys = keys
        self._rules = rules
        self._jwt = jwt.PyJWT(options={"enforce_minimum_key_length": True})

    async def signed_in(self, token: str) -> SignedIn:
        """Whom a token names. Raises Unauthenticated, SignInEnded, SignInUnavailable."""
        claims = await self.claims(token, self._rules.audiences)
        return SignedIn(self._rules.names.principal(claims), _end(claims["exp"]) + self._rules.skew_s)

    async def claims(self, token: str, audiences: tuple[str, ...]) -> Claims:
        """The claims of a genuine token meant for one of these audiences. Raises as `signed_in`."""
        if len(token) > LONGEST_TOKEN:
            raise Unauthenticated
        header: dict[str, Any] = _read(lambda: _header(token))
        algorithm, kid = header.get("alg"), header.get("kid")
        if algorithm not in self._keys.algorithms:
            raise Unauthenticated
        key = await self._keys.key(kid, algorithm)
        return _read(lambda: self._checked(token, key, algorithm, audiences))

    def _checked(self, token: str, key: Any, algorithm: str, audiences: tuple[str, ...]) -> Claims:
        required = ["exp", "aud"] + (["iss"] if self._rules.issuer else [])
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of short keys: they are refused
            return self._jwt.decode(
                token,
                key,
                algorithms=[algorithm],
                audience=audiences,
                issuer=self._rules.issuer,
                leeway=self._rules.skew_s,
                options={"require": required},
            )


_SENTENCES: dict[type[Exception], str] = {
    jwt.InvalidAudienceError: "The token is meant for another service (aud); ask for one for this service.",
    jwt.InvalidIssuerError: "The token is from another provider (iss) than this service's.",
    jwt.ImmatureSignatureError: "The token is not valid yet (nbf, iat); wait, or set the clock of its issuer.",
}
"""Reported only for tokens with a valid signature, so a forger learns nothing."""


def _end(written: Any) -> float:
    """When a token expires. The claim may hold any integer; beyond 10^308 it does not fit into a float."""
    if isinstance(written, bool) or not isinstance(written, int | float) or not written < LAST_MOMENT:
        raise Unauthenticated("The token's end (exp) is no moment in seconds since 1970; ask its issuer to mend it.")
    return float(written)


def _header(token: str) -> dict[str, Any]:
    """The unverified header. The claims are read only after the signature has been verified."""
    untrusted_json.loads(base64url_decode(token.partition(".")[0]))
    return jwt.get_unverified_header(token)


def _read(work: Callable[[], Any]) -> Any:
    try:
        return work()
    except jwt.ExpiredSignatureError:
        raise SignInEnded("The token has expired; get a new one and sign in again.") from None
    except _BROKEN as error:
        log.info("token_refused", reason=type(error).__name__)
        raise Unauthenticated(_SENTENCES.get(type(error))) from None
