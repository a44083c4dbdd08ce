"""What an entered address may lead to."""

from __future__ import annotations

import httpx2
import pytest

from foundation.llm.failures import CallFailed
from foundation.llm.public_line import PublicLine, public_address


@pytest.mark.parametrize("host", ["localhost", "64:ff9b::a00:1", "2002:a00:1::1", "::ffff:10.0.0.1", "::10.0.0.1"])
async def test_what_ends_inside_this_network_is_refused(host: str) -> None:
    with pytest.raises(CallFailed) as refused:
        await public_address(host, 80)
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
