"""Fetches foreign pages: public addresses only, whoever names them, limited in time, size and redirects.

A name is resolved here, every address it has must be public, and the connection goes to the checked address: a name
that resolves differently the second time leads nowhere else. Redirects are followed by hand, each checked again.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import httpx

from foundation.domains.loading.addresses import web_address

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
LooksUp = Callable[[str, int], Awaitable[Sequence[str]]]
Allows = Callable[[Address], bool]
MOST_REDIRECTS = 3
_REDIRECTS = frozenset((301, 302, 303, 307, 308))
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
OK = 200
_KINDS = {"text/html": "html", "application/xhtml+xml": "html", "text/plain": "text"}
AGENT = "suffice/1 (answers questions; reads one page at a time)"


class NotFetched(Exception):
    """A page that is not read; the message gives the reason and never quotes the page."""


@dataclass(frozen=True)
class Page:
    """The response of an address."""

    url: str
    """Its address after redirects."""
    kind: str
    """html or text."""
    body: bytes


def is_public(address: Address) -> bool:
    """True if an address belongs to the public internet, also if another one is embedded in it."""
    return all(one.is_global and not one.is_multicast for one in _written_in(address))


def _written_in(address: Address) -> list[Address]:
    """The address a packet ends at: the embedded one if an IPv6 address carries an IPv4 one."""
    if isinstance(address, ipaddress.IPv4Address):
        return [address]
    teredo = address.teredo[1] if address.teredo else None
    nat64 = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF) if address in _NAT64 else None
    inner = address.ipv4_mapped or address.sixtofour or teredo or nat64
    return [address] if inner is None else [inner]


async def looked_up(host: str, port: int) -> list[str]:
    """Every address of a name, by the system's resolver."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(one[4][0]) for one in found))


class PublicWeb:
    """A client for foreign pages. Close it with `aclose`."""

    def __init__(self, allows: Allows = is_public, looks_up: LooksUp = looked_up) -> None:
        self._allows = allows
        self._looks_up = looks_up
        # No proxy from the environment: it would connect to whatever the name resolves to.
        self._client = httpx.AsyncClient(trust_env=False, follow_redirects=False)

    async def aclose(self) -> None:
        """Closes its connections."""
        await self._client.aclose()

    async def page(self, url: str, timeout_s: float, max_bytes: int) -> Page:
        """The page at an address. Raises NotFetched."""
        try:
            async with asyncio.timeout(timeout_s):
                for _ in range(MOST_REDIRECTS + 1):
                    answered = await self._answered(url, max_bytes)
                    if isinstance(answered, Page):
                        return answered
                    url = answered
        except TimeoutError as late:
            raise NotFetched("it took too long") from late
        except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError) as broken:
            raise NotFetched(f"it could not be reached ({type(broken).__name__})") from broken
        raise NotFetched("it leads from page to page")

    async def _answered(self, url: str, max_bytes: int) -> Page | str:
        """The page, or the address of the redirect."""
        if not web_address(url):
            raise NotFetched("its address is none of the web")
        asked = httpx.URL(url)
        if asked.userinfo:
            raise NotFetched("its address holds a name and a password")
        port = asked.port or (443 if asked.scheme == "https" else 80)
        address = await self._checked(asked.host, port)
        pinned = asked.copy_with(host=address, port=asked.port)
        headers = {"Host": asked.netloc.decode(), "User-Agent": AGENT, "Accept": "text/html, text/plain"}
        request = self._client.build_request(
            "GET", pinned, headers=headers, extensions={"sni_hostname": asked.host, "timeout": {}}
        )
        answer = await self._client.send(request, stream=True)
        try:
            if answer.status_code in _REDIRECTS:
                return str(asked.join(answer.headers.get("location", "")))
            return Page(url, kind_of(answer), await body_of(answer, max_bytes))
        finally:
            await answer.aclose()

    async def _checked(self, host: str, port: int) -> str:
        """An address to connect to: every one of the name must be public."""
        found = await self._looks_up(host.strip("[]"), port)
        addresses = [ipaddress.ip_address(one.partition("%")[0]) for one in found]
        if not addresses or not all(self._allows(one) for one in addresses):
            raise NotFetched("its address is not public")
        return str(addresses[0])


def kind_of(answer: httpx.Response) -> str:
    """html or text. Raises NotFetched."""
    if answer.status_code != OK:
        raise NotFetched(f"it answered with status {answer.status_code}")
    kind = _KINDS.get(answer.headers.get("content-type", "").partition(";")[0].strip().lower())
    if kind is None:
        raise NotFetched("it is no page of text")
    return kind


async def body_of(answer: httpx.Response, most: int) -> bytes:
    """Its bytes as they are decompressed, so that a small page cannot expand without limit. Raises NotFetched."""
    data = bytearray()
    async for piece in answer.aiter_bytes(65_536):
        data += piece
        if len(data) > most:
            raise NotFetched(f"it is larger than {most:,} bytes")
    return bytes(data)
