"""The page's cookies. They are random tokens: the sign-in of each is in the database, under the cookie's hash.

`SameSite=Strict`: the pages are static files without personal data and fetch all data themselves, so no link from
another site needs the cookie. The flow's cookie is Lax: the provider sends the browser back by such a link.
"""

from __future__ import annotations

from typing import Literal

from starlette.requests import HTTPConnection
from starlette.responses import Response

from service_agent.auth.signed_in import Offered

SIGN_IN = "suffice"
FLOW = "suffice-flow"
HOST_PREFIX = "__Host-"
"""Browsers take such a cookie only encrypted, for this very host and every path: no sibling domain can set it."""
FLOW_S = 600
"""Seconds that a sign-in at the provider may take."""


def offered_by(connection: HTTPConnection, public_url: str | None) -> Offered:
    """The credentials of a request or connection."""
    return Offered(connection.headers.get("authorization"), cookie_of(connection, SIGN_IN, public_url))


def cookie_of(connection: HTTPConnection, name: str, public_url: str | None) -> str | None:
    """The cookie of this name; of an encrypted page only under the name that a sibling domain cannot set."""
    held = connection.cookies.get(HOST_PREFIX + name)
    if held is None and not _any_encrypted(str(connection.url), public_url):
        held = connection.cookies.get(name)
    return held or None


def is_encrypted(connection: HTTPConnection, public_url: str | None) -> bool:
    """True when the browser's end is encrypted, also when a proxy in front of us ends it."""
    return _any_encrypted(str(connection.url), public_url, connection.headers.get("origin"))


def _any_encrypted(*addresses: str | None) -> bool:
    return any(address.startswith(("https://", "wss://")) for address in addresses if address)


def give(
    response: Response,
    name: str,
    value: str,
    lasts_s: int,
    *,
    encrypted: bool,
    site: Literal["lax", "strict"] = "strict",
) -> None:
    """Set a cookie that no script can read."""
    full = HOST_PREFIX + name if encrypted else name
    response.set_cookie(full, value, max_age=lasts_s, path="/", secure=encrypted, httponly=True, samesite=site)


def take_back(response: Response, name: str) -> None:
    """Remove a cookie, under both its names."""
    response.delete_cookie(name, path="/", httponly=True, samesite="strict")
    response.delete_cookie(HOST_PREFIX + name, path="/", secure=True, httponly=True, samesite="strict")
