"""A scripted search engine, and a client of it."""

from __future__ import annotations

from collections.abc import Generator

import pytest

from execution_agents.retrieval.index.engine.client import EngineClient
from tests.execution_agents.retrieval.index.engine.scripted_engine import ScriptedEngine, scripted_engine
from tests.execution_agents.retrieval.index.engine.shelved import client_of


@pytest.fixture
def scripted() -> Generator[ScriptedEngine]:
    with scripted_engine() as running:
        yield running


@pytest.fixture
def client(scripted: ScriptedEngine) -> Generator[EngineClient]:
    opened = client_of(scripted.url, limit_s=1.0)
    yield opened
    opened.close()
