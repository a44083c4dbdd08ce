"""Fetches foreign pages: public addresses only, whoever names them, limited in time, size and redirects.

A name is resolved here, every address it has must be public, and the connection goes to the checked address: a name
that resolves differently the second time leads nowhere else. Redirects are followed by hand, each checked again.
"""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import zlib
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from http.cookiejar import CookieJar, DefaultCookiePolicy

import httpx

from foundation.contracts.public_addresses import Address, is_public
from foundation.domains.loading.addresses import web_address

LooksUp = Callable[[str, int], Awaitable[Sequence[str]]]
Allows = Callable[[Address], bool]
MOST_REDIRECTS = 3
_REDIRECTS = frozenset((301, 302, 303, 307, 308))
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


async def looked_up(host: str, port: int) -> list[str]:
    """Every address of a name, by the system's resolver."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(one[4][0]) for one in found))


class PublicWeb:
    """A client for foreign pages. Close it with `aclose`."""

    def __init__(self, allows: Allows = is_public, looks_up: LooksUp = looked_up) -> None:
        self._allows = allows
        self._looks_up = looks_up
        # No proxy of the environment: it would connect wherever the name leads it.
        # No cookie is kept, which would tie strangers' questions together; no line either: one to a shared address was
        # checked for another name.
        nothing = CookieJar(DefaultCookiePolicy(allowed_domains=()))
        limits = httpx.Limits(max_keepalive_connections=0)
        self._client = httpx.AsyncClient(trust_env=False, follow_redirects=False, cookies=nothing, limits=limits)

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
        except (httpx.HTTPError, httpx.InvalidURL, OSError, ValueError, zlib.error) as broken:
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
        headers["Accept-Encoding"] = "gzip"
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
    """Its bytes, unpacked no further than they may be: the client would unpack a whole piece at once, of zstd or of
    gzip within gzip gigabytes. Raises NotFetched."""
    coding = answer.headers.get("content-encoding", "").strip().lower()
    if coding not in ("", "identity", "gzip", "x-gzip"):
        raise NotFetched("it is packed as nobody asked for")
    unpacking = zlib.decompressobj(zlib.MAX_WBITS | 32) if "gzip" in coding else None
    data = bytearray()
    async for piece in answer.aiter_raw(65_536):
        data += piece if unpacking is None else unpacking.decompress(piece, most + 1 - len(data))
        if len(data) > most:
            raise NotFetched(f"it is larger than {most:,} bytes")
    return bytes(data)
