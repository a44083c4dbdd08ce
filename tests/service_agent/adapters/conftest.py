"""One whole service for the clients of others."""

from __future__ import annotations

from collections.abc import AsyncGenerator

import pytest_asyncio
from openai import AsyncOpenAI

from tests.service_agent.adapters.clients import openai_at
from tests.serving import Serving, asking, data_dir, serve, service

__all__ = ["asking", "data_dir", "serve", "service"]


@pytest_asyncio.fixture
async def openai_client(service: Serving) -> AsyncGenerator[AsyncOpenAI]:
    """OpenAI's own client, pointed at the service."""
    async with openai_at(service.url) as client:
        yield client
