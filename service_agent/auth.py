"""Who is asking, and from which page. With sign-in off (loopback only) whoever connects is LOCAL."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from urllib.parse import urlsplit

from foundation.contracts.errors import ForbiddenOrigin, Unauthenticated
from foundation.contracts.identity import LOCAL, Principal
from service_agent.settings import Settings, is_loopback, read_keys

BEARER = "bearer "


class Gate:
    """Checks credentials and origins."""

    def __init__(self, keys: Mapping[str, Principal] | None, allowed_origins: frozenset[str]) -> None:
        self._keys = keys
        self._allowed_origins = allowed_origins

    @property
    def signs_in(self) -> bool:
        """True when credentials are needed."""
        return self._keys is not None

    def principal(self, authorization: str | None) -> Principal:
        """Whom an Authorization header names. Raises Unauthenticated."""
        if self._keys is None:
            return LOCAL
        if authorization is None or not authorization.lower().startswith(BEARER):
            raise Unauthenticated
        return self.of_token(authorization[len(BEARER) :].strip())

    def of_token(self, token: str) -> Principal:
        """Whom a key names. Raises Unauthenticated.

        Keys are looked up by their SHA-256, so the time taken says nothing about how much of a key was right.
        """
        if self._keys is None:
            return LOCAL
        known = self._keys.get(sha256(token.encode()).hexdigest())
        if known is None:
            raise Unauthenticated
        return known

    def check_origin(self, origin: str | None, host: str | None, *, encrypted: bool) -> None:
        """A page may connect when it is this service's own or an allowed one. Raises ForbiddenOrigin.

        `encrypted`: the request came over TLS; a page that did not may have been changed on its way. The other way
        round is a proxy in front of us that ends TLS.

        With sign-in off the Host must be this machine's: a name somebody points at 127.0.0.1 (DNS rebinding)
        would otherwise be its own origin.
        """
        if self._keys is None and not is_loopback(host_name(host)):
            raise ForbiddenOrigin("The Host header does not name this machine; open the service at its own address.")
        if origin is None or origin in self._allowed_origins:
            return
        page = urlsplit(origin)
        schemes = ("https",) if encrypted else ("http", "https")
        if not host or page.scheme not in schemes or page.netloc.lower() != host.lower():
            raise ForbiddenOrigin


def gate_of(settings: Settings) -> Gate:
    """The gate these settings ask for."""
    keys = read_keys(settings.auth_keys) if settings.auth_keys is not None else None
    return Gate(keys, frozenset(settings.allowed_origins))


def host_name(host: str | None) -> str:
    """The Host header without its port."""
    return (urlsplit(f"//{host}").hostname or "") if host else ""
