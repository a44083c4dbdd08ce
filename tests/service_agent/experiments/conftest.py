"""One service whose every decision is audited, on a database of its own."""

from __future__ import annotations

import uuid
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Any

import psycopg
import pytest
import pytest_asyncio

from foundation.contracts.identity import LOCAL
from foundation.contracts.plan import VariantName
from foundation.storage.database.engine import DatabaseAddress
from service_agent.services.turns import new_id
from tests.databases import filled_database
from tests.serving import Serving, serving


@dataclass(frozen=True)
class Stage:
    """The service and its database."""

    service: Serving
    database: DatabaseAddress

    async def session(self, variant: VariantName) -> str:
        """A session of this variant."""
        repositories = self.service.services.experiments.repositories
        return (await repositories.sessions.create(LOCAL, "real_estate", variant, new_id())).session_id

    async def ask(self, session_id: str, content: str) -> dict[str, Any]:
        """The answer to a question."""
        answer = await self.service.http.post("/api/chat", json={"session_id": session_id, "content": content})
        assert answer.status_code == 200, answer.text
        return dict(answer.json())

    async def get(self, address: str, status: int = 200) -> Any:
        """What a route tells."""
        answer = await self.service.http.get(address)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def audit(self) -> int:
        """Audit what waits."""
        repositories = self.service.services.experiments.repositories
        await repositories.rollups.collect(1.0)
        await repositories.audits.note_drawn()
        return await self.service.services.experiments.run_audits(100)

    async def truth(self, run_id: str) -> str | None:
        """What is held to be true of a decision."""
        return (await self.get(f"/api/decisions/{run_id}"))["line"]["truth"]["outcome"]

    def later(self) -> None:
        """A second passes: figures are read anew."""
        self.service.services.experiments.forget_freshness()

    def sql(self, statement: str, *values: Any) -> None:
        """Changes what lies in the database."""
        with psycopg.connect(**self.database.psycopg_kwargs(), autocommit=True) as connection:
            connection.execute(statement, values)  # pyright: ignore[reportArgumentType, reportCallIssue]


@pytest_asyncio.fixture(scope="package", loop_scope="session")
async def stage(
    server: DatabaseAddress, worker_id: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[Stage]:
    """Audits are made when a test asks for them: the background's are a minute apart."""
    database = filled_database(server, f"experiments_{worker_id}_{uuid.uuid4().hex[:6]}")
    folder = tmp_path_factory.mktemp("experiments")
    async with serving(database, folder, audit_share=1.0, audit_per_minute=0) as service:
        yield Stage(service, database)
