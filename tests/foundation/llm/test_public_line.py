"""What an entered address may lead to."""

from __future__ import annotations

import httpx2
import pytest

from foundation.llm.failures import CallFailed
from foundation.llm.public_line import IN_CLEAR, PRIVATE, UNREADABLE, Bounds, PublicLine, bounds_of, refusal_of

INSIDE = ["localhost", "[64:ff9b::a00:1]", "[2002:a00:1::1]", "[::ffff:10.0.0.1]", "[::10.0.0.1]"]


@pytest.mark.parametrize("host", INSIDE)
async def test_what_ends_inside_this_network_is_refused(host: str) -> None:
    assert await refusal_of(f"http://{host}/v1", Bounds()) == PRIVATE


class Noting(httpx2.AsyncBaseTransport):
    """Says what it would connect to."""

    def __init__(self) -> None:
        self.request: httpx2.Request | None = None

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        self.request = request
        return httpx2.Response(200)


async def test_the_address_that_was_checked_is_connected_to() -> None:
    below = Noting()
    async with httpx2.AsyncClient(transport=PublicLine(Bounds(), below)) as client:
        await client.get("https://1.1.1.1/v1/models")
        with pytest.raises(CallFailed):
            await client.get("http://127.0.0.1/v1/models")
    assert below.request is not None
    assert below.request.url.host == "1.1.1.1"
    assert below.request.headers["host"] == "1.1.1.1"
    assert below.request.extensions["sni_hostname"] == "1.1.1.1"


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("https://1.1.1.1/v1", None),
        ("http://127.0.0.1:8000/v1", PRIVATE),
        ("http://[::ffff:10.0.0.1]/v1", PRIVATE),
        ("http://0177.0.0.1/v1", UNREADABLE),
        ("https://nowhere.invalid/v1", "its host is not known"),
    ],
)
async def test_an_address_is_refused_with_its_reason_before_it_is_called(url: str, why: str | None) -> None:
    assert await refusal_of(url, Bounds()) == why


@pytest.mark.parametrize(
    ("url", "private", "has_key", "why"),
    [
        ("http://1.1.1.1/v1", False, True, IN_CLEAR),
        ("http://1.1.1.1/v1", True, True, IN_CLEAR),
        ("http://1.1.1.1/v1", False, False, None),
        ("https://1.1.1.1/v1", False, True, None),
        ("http://127.0.0.1/v1", True, True, None),
        ("http://127.0.0.1/v1", False, True, PRIVATE),
        ("https://nowhere.invalid/v1", True, True, None),
    ],
)
async def test_a_key_goes_to_no_public_address_in_clear(
    url: str, private: bool, has_key: bool, why: str | None
) -> None:
    bounds = bounds_of(url, private=private, has_key=has_key)
    assert await refusal_of(url, bounds) == why
    if bounds is None:
        return
    below = Noting()
    async with httpx2.AsyncClient(transport=PublicLine(bounds, below)) as client:
        if why is None:
            await client.get(url)
        else:
            with pytest.raises(CallFailed):
                await client.get(url)
    assert (below.request is None) is (why is not None), "it is looked at again when it is called"
