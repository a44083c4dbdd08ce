"""The example service: a small HTTP service beside `suffice serve` that serves tables of the packs that ship.

It takes as long as a real one would (EXAMPLE_LATENCY_S), on the loopback, and every answer says what it is.
"""

from __future__ import annotations

import asyncio
import csv
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import httpx
from fastapi import FastAPI, HTTPException

from execution_agents.search.sources.served import ServedFrom
from foundation.domains.schema.pack import Pack, TableSource
from service_agent.cli.serving.server import HttpServer
from service_agent.composition.bootstrap import ALONE, Beside, open_service
from service_agent.services.services import Services
from service_agent.settings.settings import Settings


@dataclass
class ExampleService:
    """One that runs."""

    served: ServedFrom
    _tables: dict[tuple[str, str], Path] = field(default_factory=dict[tuple[str, str], Path])

    def serve(self, packs: Mapping[str, Pack]) -> None:
        """Serves every table whose pack says so."""
        for pack in packs.values():
            for source in pack.sources:
                if isinstance(source, TableSource) and source.example_service and source.path:
                    self._tables[pack.name, source.name] = pack.root / source.path

    def rows(self, pack: str, table: str) -> list[dict[str, str]]:
        """As the file has them now. Raises KeyError."""
        with self._tables[pack, table].open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))


@asynccontextmanager
async def example_service(latency_s: float) -> AsyncGenerator[ExampleService | None]:
    """Running on a free port of the loopback until it is left; None where it takes no time: then there is no need."""
    if latency_s <= 0:
        yield None
        return
    app = FastAPI(title="Suffice's example service", docs_url=None, redoc_url=None, openapi_url=None)
    server = HttpServer(app, "127.0.0.1", 0)
    await server.start()
    async with httpx.AsyncClient(trust_env=False) as client:
        running = ExampleService(ServedFrom(f"http://127.0.0.1:{server.port}", client))

        async def table(pack: str, table: str) -> dict[str, object]:
            await asyncio.sleep(latency_s)
            try:
                rows = await asyncio.to_thread(running.rows, pack, table)
            except KeyError:
                raise HTTPException(404, "There is no such table here.") from None
            return {"service": "example service", "table": table, "rows": rows}

        app.add_api_route("/{pack}/{table}", table, methods=["GET"])
        try:
            yield running
        finally:
            await server.stop()


@asynccontextmanager
async def open_with_example(settings: Settings, beside: Beside = ALONE) -> AsyncGenerator[Services]:
    """Everything running, with the example service beside it."""
    async with example_service(settings.example_latency_s) as example:
        beside = replace(beside, example=example.served if example else None)
        async with open_service(settings, beside=beside) as services:
            if example is not None:
                example.serve(services.packs)
            yield services
