"""Asks questions over HTTP like any client, and reads from the service what its answers were built from."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import httpx

from evaluations.harness.databases import Databases, Filling, Progress
from evaluations.harness.settings import MeasuredSettings
from foundation.contracts.errors import ServiceUnreachable
from service_agent.cli.serving.server import HttpServer
from service_agent.composition.app import create_app
from service_agent.composition.bootstrap import open_service
from service_agent.services.services import Services

TURN_LIMIT_S = 150.0
"""Beyond the service's own limit of a turn, so that its own sentence arrives."""
Reuse = Literal["always", "never"]


@dataclass(frozen=True)
class Answer:
    """One answered question."""

    final: Mapping[str, Any]
    """The final message; empty where the service refused."""
    seconds: float
    failure: str | None = None
    """The service's sentence where it refused."""

    @property
    def content(self) -> str:
        """The answer as shown; "" where the service refused."""
        return str(self.final.get("content", ""))

    @property
    def data_types(self) -> Mapping[str, Mapping[str, Any]]:
        """Data type -> what was decided for it."""
        return self.final.get("reuse", {}).get("data_types", {})

    @property
    def reused(self) -> tuple[str, ...]:
        """Data types answered from the evidence of an earlier turn."""
        return tuple(name for name, found in self.data_types.items() if found["decision"] == "reused")


@dataclass(frozen=True)
class Item:
    """One passage or row."""

    item_id: str
    text: str
    """Title, text, and the values of a row's columns, each on its own line."""
    is_row: bool
    cited: bool = False
    """The answer cites it."""


@dataclass
class Client:
    """One client of one service."""

    http: httpx.AsyncClient
    _records: dict[str, tuple[Item, ...]] = field(default_factory=dict[str, tuple[Item, ...]])

    async def session(self, pack: str) -> str:
        """A new conversation's id. Raises ServiceUnreachable when the service will not have one."""
        made = await self._sent("POST", "/api/sessions", {"pack": pack})
        if not made.is_success:
            raise ServiceUnreachable(f"The measured service made no conversation: {_detail(made)}")
        return str(made.json()["session_id"])

    async def ask(self, session_id: str, question: str, reuse: Reuse | None = None) -> Answer:
        """Ask and wait for the final message. A refusal of the service is an answer, too."""
        started = time.perf_counter()
        body = {"session_id": session_id, "content": question, **({"reuse": reuse} if reuse else {})}
        response = await self._sent("POST", "/api/chat", body)
        seconds = time.perf_counter() - started
        if not response.is_success:
            return Answer({}, seconds, _detail(response))
        return Answer(response.json(), seconds)

    async def record(self, answer: Answer) -> Mapping[str, Any]:
        """How the answer came about."""
        return await self._got(f"/api/answers/{answer.final['run_id']}")

    async def evidence(self, answer: Answer) -> tuple[Item, ...]:
        """The passages and rows given to the answer writer. Cited ones are added as the answer shows them, too, since
        rows are stored in the language of their source."""
        asked = [answer.data_types, *(one["data_types"] for one in answer.final.get("requests", []))]
        found = [one for each in asked for one in each.values()]
        ids = [name for one in found for name in one.get("evidence_ids", [one.get("evidence_id")]) if name]
        session_id = answer.final.get("session_id", "")
        records = [await self._record(session_id, evidence_id) for evidence_id in dict.fromkeys(ids)]
        items = tuple(item for record in records for item in record)
        kept = await self._narrowed(answer, items) if answer.reused else items
        shown = [_item(one, one["chunk_id"], one["quote"], cited=True) for one in answer.final.get("citations", [])]
        cited = {one.item_id for one in shown}
        return (*(replace(item, cited=item.item_id in cited) for item in kept), *shown)

    async def audit(self, run_id: str) -> Mapping[str, Any]:
        """Have a decision audited at once; returns the findings."""
        reply = await self._sent("POST", f"/api/decisions/{run_id}/audit")
        return reply.json() if reply.is_success else {"status": "failed", "why": _detail(reply), "types": []}

    async def _narrowed(self, answer: Answer, items: tuple[Item, ...]) -> tuple[Item, ...]:
        """A reused record may have been narrowed to the rows that fit a narrower question: then the rows chosen."""
        record = (await self._got(f"/api/answers/{answer.final['run_id']}"))["record"]
        if record["items"] == len(items):
            return items
        chosen = {context["item_id"] for context in record["contexts"]}
        return tuple(item for item in items if item.item_id in chosen or not item.is_row)

    async def _record(self, session_id: str, evidence_id: str) -> tuple[Item, ...]:
        if evidence_id not in self._records:
            found = await self._got(f"/api/sessions/{session_id}/evidence/{evidence_id}")
            self._records[evidence_id] = tuple(_item(one, one["item_id"], one["text"]) for one in found["items"])
        return self._records[evidence_id]

    async def _got(self, path: str) -> Any:
        response = await self._sent("GET", path)
        if not response.is_success:
            raise ServiceUnreachable(f"The measured service does not say what an answer came from: {_detail(response)}")
        return response.json()

    async def _sent(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> httpx.Response:
        try:
            return await self.http.request(method, path, json=body)
        except httpx.HTTPError as error:
            raise ServiceUnreachable(f"The measured service no longer answers ({type(error).__name__}).") from error


@dataclass(frozen=True)
class Served:
    """A whole service with a client of it."""

    client: Client
    services: Services
    database_url: str


@asynccontextmanager
async def serving(databases: Databases, filling: Filling, progress: Progress, **chosen: Any) -> AsyncGenerator[Client]:
    """A client of a whole service over a copy of the filled database; `chosen` are settings."""
    async with serving_with_services(databases, filling, progress, **chosen) as served:
        yield served.client


@asynccontextmanager
async def serving_with_services(
    databases: Databases, filling: Filling, progress: Progress, **chosen: Any
) -> AsyncGenerator[Served]:
    """A whole service over a copy of the filled database, on a free port of the loopback; `chosen` are settings."""
    async with databases.copy_of(filling, progress, **chosen) as settings, open_service(settings) as services:
        server = HttpServer(create_app(services), "127.0.0.1", 0)
        await server.start()
        # The service closes connections idle for five seconds: one kept as long may be closing when it is used again.
        limits = httpx.Limits(keepalive_expiry=2.0)
        address = f"http://127.0.0.1:{server.port}"
        try:
            async with httpx.AsyncClient(
                base_url=address, timeout=TURN_LIMIT_S, trust_env=False, limits=limits
            ) as http:
                yield Served(Client(http), services, _url_of(settings))
        finally:
            await server.stop()


def _item(one: Mapping[str, Any], item_id: str, text: str, *, cited: bool = False) -> Item:
    values = [str(value) for value in one["fields"].values() if value is not None]
    return Item(item_id, "\n".join([one["title"], text, *values]), bool(values), cited)


def _detail(response: httpx.Response) -> str:
    try:
        return str(response.json()["detail"])
    except (ValueError, KeyError, TypeError):
        return f"HTTP {response.status_code}"


def _url_of(settings: MeasuredSettings) -> str:
    return settings.database_url.get_secret_value() if settings.database_url else ""
