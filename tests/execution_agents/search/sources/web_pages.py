"""A local server of pages under names of our own: a search endpoint and strangers' servers, over real HTTP."""

from __future__ import annotations

import asyncio
import ipaddress
import json
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from execution_agents.search.sources.public_web import PublicWeb
from foundation.contracts.public_addresses import Address, is_public

HERE = "127.0.0.1"
HTML = "text/html; charset=utf-8"


@dataclass(frozen=True)
class Answer:
    """What one path answers; None as body: nothing, for ever."""

    body: bytes | None = b""
    kind: str = HTML
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict[str, str])
    delay_s: float = 0.0


def page(text: str, title: str = "") -> Answer:
    """An HTML page."""
    head = f"<head><meta charset='utf-8'><title>{title}</title></head>"
    return Answer(f"<html>{head}<body><nav>메뉴</nav><p>{text}</p></body></html>".encode())


def moved(to: str, status: int = 302) -> Answer:
    """A redirect."""
    return Answer(status=status, headers={"Location": to})


def results(*found: Mapping[str, object]) -> Answer:
    """What a SearXNG endpoint answers."""
    return Answer(json.dumps({"query": "q", "results": list(found)}).encode(), "application/json")


@dataclass
class Pages:
    """The server, and who asked it for what."""

    answers: dict[str, Answer] = field(default_factory=dict[str, Answer])
    asked: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """(host, path and query)."""
    heads: list[str] = field(default_factory=list[str])
    """What came before each body."""
    port: int = 0
    looked_up: list[str] = field(default_factory=list[str])
    names: dict[str, list[Sequence[str]]] = field(default_factory=dict[str, list[Sequence[str]]])
    """Name -> its addresses, one list a look-up; the last one for ever. A name that is not here lies on this server."""

    def url(self, path: str, host: str = "pages.example") -> str:
        """An address of this server."""
        return f"http://{host}:{self.port}{path}"

    async def addresses(self, host: str, port: int) -> Sequence[str]:
        """Our own name server."""
        del port
        self.looked_up.append(host)
        try:
            return [str(ipaddress.ip_address(host))]
        except ValueError:
            known = self.names.get(host)
        if known is None:
            return [HERE]
        return known.pop(0) if len(known) > 1 else known[0]

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One request a connection."""
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            path = head.split(" ")[1]
            host = next(line[5:].strip() for line in head.split("\r\n") if line.lower().startswith("host:"))
            self.asked.append((host, path))
            self.heads.append(head.lower())
            answer = self.answers.get(path.partition("?")[0], Answer(b"none", status=404))
            if answer.body is None:
                await reader.read()
                return
            await asyncio.sleep(answer.delay_s)
            lines = {"Content-Type": answer.kind, "Content-Length": str(len(answer.body)), "Connection": "close"}
            headers = "".join(f"{name}: {value}\r\n" for name, value in {**lines, **answer.headers}.items())
            writer.write(f"HTTP/1.1 {answer.status} X\r\n{headers}\r\n".encode() + answer.body)
            await writer.drain()
        except (ConnectionError, asyncio.IncompleteReadError):
            return
        finally:
            writer.close()


@asynccontextmanager
async def serving() -> AsyncGenerator[Pages]:
    """The server while it is needed."""
    pages = Pages()
    server = await asyncio.start_server(pages.serve, HERE, 0)
    pages.port = server.sockets[0].getsockname()[1]
    try:
        yield pages
    finally:
        server.close()
        await server.wait_closed()


def public_or_here(address: Address) -> bool:
    """This server stands for the public web; everything else is as it is."""
    return str(address) == HERE or is_public(address)


@asynccontextmanager
async def browsing(pages: Pages) -> AsyncGenerator[PublicWeb]:
    """The client, over our own names."""
    web = PublicWeb(public_or_here, pages.addresses)
    try:
        yield web
    finally:
        await web.aclose()
