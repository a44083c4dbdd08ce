"""A line for addresses that a person entered: to the public network alone, and with a key never there in clear.

A name is looked up once, every address it has is checked, and the connection goes to the address that was checked: a
name that means another machine a moment later leads nowhere.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from dataclasses import dataclass
from functools import cache
from ipaddress import ip_address
from urllib.parse import urlsplit

import httpx2

from foundation.contracts.public_addresses import is_public
from foundation.llm.failures import CallFailed


@dataclass(frozen=True)
class Bounds:
    """Where an entered address may lead."""

    private: bool = False
    """To private addresses, too."""
    in_clear: bool = False
    """A key goes along in clear: to no public address."""


def bounds_of(url: str, *, private: bool, has_key: bool) -> Bounds | None:
    """Of an entered address; None: it may lead anywhere. `private`: to private addresses, too."""
    in_clear = has_key and url.startswith("http:")
    return None if private and not in_clear else Bounds(private, in_clear)


class PublicLine(httpx2.AsyncBaseTransport):
    """Refuses whatever does not lie within the bounds."""

    def __init__(self, bounds: Bounds, line: httpx2.AsyncBaseTransport | None = None) -> None:
        """`line`: what connects; None: the library's own."""
        self._bounds = bounds
        self._line = line or httpx2.AsyncHTTPTransport(verify=certificates())

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Raises CallFailed."""
        address = await checked_address(request.url, self._bounds)
        request.extensions = {**request.extensions, "sni_hostname": request.url.host}
        request.url = request.url.copy_with(host=address)
        return await self._line.handle_async_request(request)

    async def aclose(self) -> None:
        """Closes the line below."""
        await self._line.aclose()


@cache
def certificates() -> ssl.SSLContext:
    """What the operating system trusts, read once: reading it takes a tenth of a second and almost a megabyte."""
    return httpx2.create_ssl_context()


def is_readable(url: str) -> bool:
    """Whether the host can be read, by the library that connects, too: it takes no octal address and no circled
    digits."""
    try:
        return bool(host_of(url) and httpx2.URL(url).host)
    except httpx2.InvalidURL:
        return False


def host_of(url: str) -> str:
    """Host and port as they are written; "" where they cannot be told apart from the rest."""
    try:
        return urlsplit(url).netloc
    except ValueError:  # half a bracket, or a character that stands for a slash or a mark
        return ""


def shown_address(url: str) -> str:
    """The address without user information and query: either may hold a key."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


async def refusal_of(url: str, bounds: Bounds | None) -> str | None:
    """Why an entered address may not be called, as a sentence's end; None: each address of its host lies within the
    bounds."""
    if not is_readable(url):
        return UNREADABLE
    try:
        if bounds is not None:
            await checked_address(httpx2.URL(url), bounds)
    except CallFailed as failure:
        return failure.detail
    return None


async def checked_address(url: httpx2.URL, bounds: Bounds) -> str:
    """One address of the host. Raises CallFailed when any of them lies beyond the bounds."""
    port = url.port or (443 if url.scheme == "https" else 80)
    try:
        found = await asyncio.get_running_loop().getaddrinfo(url.host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as problem:  # the latter for a label that is empty or too long
        raise CallFailed("connection", "its host is not known", endpoint_down=True) from problem
    addresses = [str(entry[4][0]) for entry in found]
    public = [is_public(ip_address(one.partition("%")[0])) for one in addresses]
    if not addresses or not (bounds.private or all(public)):
        raise CallFailed("refused", PRIVATE)
    if bounds.in_clear and any(public):
        raise CallFailed("key_in_clear", IN_CLEAR)
    return addresses[0]


PRIVATE = "its address is private, and only SUFFICE_LLM_BASE_URL, or SUFFICE_TRY_PRIVATE_ENDPOINTS=true, may lead there"
IN_CLEAR = "its address is public, and a key goes there over https alone"
UNREADABLE = (
    "its host can be read as no address of the public network and is refused as a private one is; write a name, or an "
    "address of four plain numbers"
)
