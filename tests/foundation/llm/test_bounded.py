"""What the clients of endpoints share."""

from __future__ import annotations

import ssl
from typing import Any

import pytest

from foundation.llm.bounded import bounded_client
from foundation.llm.public_line import Bounds, certificates


async def test_however_many_clients_there_are_the_certificates_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Any] = []
    load = ssl.SSLContext.load_verify_locations

    def noted(context: ssl.SSLContext, *where: Any) -> None:
        read.append(where)
        load(context, *where)

    monkeypatch.setattr(ssl.SSLContext, "load_verify_locations", noted)
    certificates.cache_clear()
    clients = [bounded_client(bounds=bounds) for bounds in (None, Bounds()) * 3]
    assert len(read) == 1
    for client in clients:
        await client.aclose()
