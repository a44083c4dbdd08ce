"""The http source against a real server: what it sends, what it believes, and how it fails."""

from __future__ import annotations

import asyncio
import gzip
import json
from collections.abc import AsyncGenerator
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
import pytest_asyncio

from execution_agents.search.sources.http import HttpApi
from foundation.contracts.errors import SourceFailed
from foundation.contracts.identity import Principal
from foundation.contracts.ports import SearchRequest
from foundation.domains.schema.pack import HttpSource

SECRET = "s3cret-key"
RATE = {"name": "rate", "type": "number", "unit": "percent", "label": {"ko": "금리"}}
JSON_GZIP = "Content-Type: application/json\r\nContent-Encoding: gzip\r\n"
GOOD = {"data": {"list": [
    {"no": 7, "name": "가 대출", "info": {"rate": 2.5, "open": True}, "link": "https://example.org/7", "text": "설명"},
    {"no": 8, "name": "나 대출", "info": {"rate": None}, "link": "javascript:alert(1)"},
]}}  # fmt: skip


def _response(body: bytes, status: str = "200 OK", extra: str = "Content-Type: application/json\r\n") -> bytes:
    return f"HTTP/1.1 {status}\r\n{extra}Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode() + body


class Server:
    """A local HTTP server that answers with whatever bytes a test says."""

    def __init__(self) -> None:
        self.answer: bytes | None = _response(json.dumps(GOOD).encode())
        self.requests: list[str] = []
        self.port = 0
        self.hung = asyncio.Event()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        self.requests.append(head.split(b" ")[1].decode())
        if self.answer is None:
            await self.hung.wait()
        else:
            writer.write(self.answer)
            await writer.drain()
        writer.close()


@pytest_asyncio.fixture
async def server() -> AsyncGenerator[Server]:
    running = Server()
    listening = await asyncio.start_server(running.serve, "127.0.0.1", 0)
    running.port = listening.sockets[0].getsockname()[1]
    yield running
    running.hung.set()
    listening.close()
    await listening.wait_closed()


@pytest_asyncio.fixture
async def client() -> AsyncGenerator[httpx.AsyncClient]:
    async with httpx.AsyncClient(trust_env=False) as opened:
        yield opened


def _source(port: int, **changes: object) -> HttpSource:
    declared = {
        "name": "rates", "label": {"ko": "금리", "en": "rates"}, "url": f"http://127.0.0.1:{port}/v1/loans?key={SECRET}",
        "query_parameter": "q", "slot_parameters": {"deal": "deal"}, "items": "data.list", "title_pointer": "name",
        "id_pointer": "no", "uri_pointer": "link", "timeout_s": 0.3, "max_bytes": 1_000,
        "fields": [
            {"column": RATE, "pointer": "info.rate"},
            {"column": {"name": "open", "type": "boolean", "label": {"ko": "접수"}}, "pointer": "info.open"},
        ],
    }  # fmt: skip
    return HttpSource.model_validate(declared | changes)


def _request(principal: Principal, question: str = "금리는?", limit: int = 5) -> SearchRequest:
    return SearchRequest(principal, question, {"deal": ("jeonse", "sale"), "region": ("서울",)}, "ko", limit, 5)


async def test_only_the_declared_address_is_called_with_values_as_query_parameters(
    server: Server, client: httpx.AsyncClient, principal: Principal
) -> None:
    await HttpApi(_source(server.port), client).search(_request(principal, "a&key=x#?/../"))
    [target] = server.requests
    assert urlsplit(target).path == "/v1/loans"
    assert parse_qs(urlsplit(target).query) == {"key": [SECRET], "q": ["a&key=x#?/../"], "deal": ["jeonse,sale"]}


async def test_items_are_typed_by_the_declared_columns(
    server: Server, client: httpx.AsyncClient, principal: Principal
) -> None:
    result = await HttpApi(_source(server.port), client).search(_request(principal))
    first, second = result.items
    assert (first.item_id, first.title, first.text, first.uri) == ("7", "가 대출", "설명", "https://example.org/7")
    assert first.fields == {"rate": 2.5, "open": True}
    assert (second.text, second.uri, second.fields["rate"]) == ("나 대출", "", None)
    assert result.complete


async def test_items_beyond_the_limit_are_cut_and_that_is_said(
    server: Server, client: httpx.AsyncClient, principal: Principal
) -> None:
    result = await HttpApi(_source(server.port), client).search(_request(principal, limit=1))
    assert (len(result.items), result.complete) == (1, False)


async def test_an_item_without_text_is_written_from_its_fields(
    server: Server, client: httpx.AsyncClient, principal: Principal
) -> None:
    server.answer = _response(json.dumps([{"id": 1, "info": {"rate": 3}}]).encode())
    source = _source(server.port, items="", title_pointer="name", id_pointer="id")
    [item] = (await HttpApi(source, client).search(_request(principal))).items
    assert item.text == "금리 3%"


@pytest.mark.parametrize(
    ("answer", "named"),
    [
        (None, "within 0.3 s"),
        (_response(b"{}", "500 Internal Server Error"), "status 500"),
        (_response(b"", "302 Found", "Location: http://127.0.0.1:1/\r\n"), "status 302"),
        (_response(b"{oops"), "not JSON"),
        (_response(b"[" * 900), "not JSON"),
        (_response(b"<p>", extra="Content-Type: text/html\r\n"), "not JSON"),
        (_response(b'"' + b"x" * 2_000 + b'"'), "more than 1,000 bytes"),
        (_response(gzip.compress(b" " * 9_000), extra=JSON_GZIP), "more than"),
        (_response(b"{}"), "without the list"),
        (_response(b'{"data": {"list": {}}}'), "without the list"),
        (_response(b'{"data": {"list": [3]}}'), "neither title nor text"),
        (_response(b'{"data": {"list": [{"name": "a", "info": {"rate": "viel"}}]}}'), "column's type"),
        (_response(b'{"data": {"list": [{"name": "a", "info": {"rate": [1]}}]}}'), "nested"),
        (b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{", "could not be reached"),
        (b"nonsense\r\n\r\n", "could not be reached"),
    ],
)
async def test_every_failure_is_one_sentence_without_the_secret(
    server: Server, client: httpx.AsyncClient, principal: Principal, answer: bytes | None, named: str
) -> None:
    server.answer = answer
    with pytest.raises(SourceFailed, match=named) as failure:
        await HttpApi(_source(server.port), client).search(_request(principal))
    assert failure.value.message.startswith("The source rates ")
    assert SECRET not in failure.value.message
    assert "127.0.0.1" not in failure.value.message


async def test_a_server_that_is_not_there_is_one_sentence(client: httpx.AsyncClient, principal: Principal) -> None:
    with pytest.raises(SourceFailed, match="could not be reached"):
        await HttpApi(_source(1), client).search(_request(principal))
