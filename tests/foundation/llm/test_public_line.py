"""What an entered address may lead to."""

from __future__ import annotations

import httpx2
import pytest

from foundation.llm.failures import CallFailed
from foundation.llm.public_line import PublicLine, is_public, public_address


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0",
     "224.0.0.1", "::1", "fe80::1%eth0", "fd00::1", "::ffff:10.0.0.1", "::"],
)  # fmt: skip
def test_private_addresses_are_none_of_the_public_network(address: str) -> None:
    assert not is_public(address)


@pytest.mark.parametrize("address", ["1.1.1.1", "93.184.216.34", "2606:4700:4700::1111"])
def test_addresses_of_the_public_network_are_taken(address: str) -> None:
    assert is_public(address)


async def test_a_name_of_this_machine_is_refused() -> None:
    with pytest.raises(CallFailed) as refused:
        await public_address("localhost", 80)
    assert refused.value.reason == "refused"


class Noting(httpx2.AsyncBaseTransport):
    """Says what it would connect to."""

    def __init__(self) -> None:
        self.request: httpx2.Request | None = None

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        self.request = request
        return httpx2.Response(200)


async def test_the_address_that_was_checked_is_connected_to() -> None:
    below = Noting()
    async with httpx2.AsyncClient(transport=PublicLine(below)) as client:
        await client.get("https://1.1.1.1/v1/models")
        with pytest.raises(CallFailed):
            await client.get("http://127.0.0.1/v1/models")
    assert below.request is not None
    assert below.request.url.host == "1.1.1.1"
    assert below.request.headers["host"] == "1.1.1.1"
    assert below.request.extensions["sni_hostname"] == "1.1.1.1"
