"""A line to the public network alone: for addresses that a person entered.

A name is looked up once, every address it has is checked, and the connection goes to the address that was checked: a
name that means another machine a moment later leads nowhere.
"""

from __future__ import annotations

import asyncio
import socket
from ipaddress import ip_address

import httpx2

from foundation.contracts.public_addresses import is_public
from foundation.llm.failures import CallFailed


class PublicLine(httpx2.AsyncBaseTransport):
    """Refuses whatever does not lie in the public network."""

    def __init__(self, line: httpx2.AsyncBaseTransport | None = None) -> None:
        """`line`: what connects; None: the library's own."""
        self._line = line or httpx2.AsyncHTTPTransport()

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Raises CallFailed."""
        host = request.url.host
        address = await public_address(host, request.url.port or (443 if request.url.scheme == "https" else 80))
        request.extensions = {**request.extensions, "sni_hostname": host}
        request.url = request.url.copy_with(host=address)
        return await self._line.handle_async_request(request)

    async def aclose(self) -> None:
        """Closes the line below."""
        await self._line.aclose()


async def public_address(host: str, port: int) -> str:
    """One address of the host. Raises CallFailed when any of them is none of the public network."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as problem:
        raise CallFailed("connection", "its host is not known", endpoint_down=True) from problem
    addresses = [str(entry[4][0]) for entry in found]
    if not addresses or not all(is_public(ip_address(one.partition("%")[0])) for one in addresses):
        raise CallFailed("refused", PRIVATE)
    return addresses[0]


PRIVATE = "its address is private, and only SUFFICE_LLM_BASE_URL, or SUFFICE_TRY_PRIVATE_ENDPOINTS=true, may lead there"
