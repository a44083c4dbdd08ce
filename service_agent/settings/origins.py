"""From which page a request comes: cross-site requests and connections are refused."""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from foundation.contracts.errors import ForbiddenOrigin

PAGE_HEADER = "x-suffice-page"
"""Sent by our own page with whatever it changes. A page of another origin can only send a header of its own making
after a CORS preflight, and this service grants none; so, unlike a token, it needs no store and cannot leak."""
_HOST = re.compile(r"(?:[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?")
"""A name or address, and a port."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing (RFC 9110 9.2.1)."""


@dataclass(frozen=True)
class Origins:
    """Which pages may connect."""

    allowed: frozenset[str]
    """Besides the service's own."""
    local_only: bool
    """With sign-in off the Host must be this machine's: a name somebody points at 127.0.0.1 (DNS rebinding) would
    otherwise be its own origin."""

    def check(self, origin: str | None, host: str | None, *, encrypted: bool) -> None:
        """A page may connect when it is this service's own or an allowed one. Raises ForbiddenOrigin.

        `encrypted`: the request came over TLS; a page that did not may have been changed on its way. The other way
        round is a proxy in front of us that ends TLS.
        """
        if self.local_only and not is_loopback(host_name(host)):
            raise ForbiddenOrigin("The Host header does not name this machine; open the service at its own address.")
        if origin is None or origin in self.allowed:
            return
        page = urlsplit(origin)
        schemes = ("https",) if encrypted else ("http", "https")
        if not host or page.scheme not in schemes or page.netloc.lower() != host.lower():
            raise ForbiddenOrigin


def own_address(scheme: str, host: str | None, known: frozenset[str]) -> str:
    """The service's own address, as a request's Host header says, when that is this machine's or a known one: whoever
    chose the header would otherwise choose where a provider sends people back to. Raises ForbiddenOrigin."""
    name = host_name(host)
    if host is None or not _HOST.fullmatch(host) or not (is_loopback(name) or host.lower() in known):
        raise ForbiddenOrigin(
            "Where people come back to from the sign-in provider is not taken from a Host header nobody allowed; set "
            "SUFFICE_PUBLIC_URL to the address people open."
        )
    return f"{scheme}://{host}"


def known_hosts(host: str, port: int, origins: frozenset[str]) -> frozenset[str]:
    """What a Host header may say: what is listened on, and the hosts of allowed origins, with their ports."""
    name = f"[{host.strip('[]')}]" if ":" in host else host.lower()
    listening = {name, f"{name}:{port}"} if port in (80, 443) else {f"{name}:{port}"}
    return frozenset(listening | {urlsplit(origin).netloc.lower() for origin in origins})


def require_own_page(method: str, headers: Mapping[str, str]) -> None:
    """What a browser's cookie alone must not do: change something for a page of another site. Raises ForbiddenOrigin.

    Two proofs, because either has been lost before (old browsers send no Sec-Fetch-Site, extensions add headers).
    The value of Origin was checked at the door.
    """
    if method in SAFE:
        return
    site = headers.get("sec-fetch-site")
    same = site == "same-origin" if site is not None else headers.get("origin") is not None
    if not same or PAGE_HEADER not in headers:
        raise ForbiddenOrigin(
            "A cookie alone changes nothing here: the request must come from the service's own page and carry "
            "the header X-Suffice-Page; programs send `Authorization: Bearer …` instead."
        )


def is_loopback(host: str) -> bool:
    """True when only this machine can reach the address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def host_name(host: str | None) -> str:
    """The Host header without its port."""
    try:
        return (urlsplit(f"//{host}").hostname or "") if host else ""
    except ValueError:
        return ""
