"""Clients of others, pointed at a service."""

from __future__ import annotations

from openai import AsyncOpenAI, DefaultAsyncHttpxClient


def openai_at(url: str, key: str = "none") -> AsyncOpenAI:
    """OpenAI's own client; it tries nothing twice, so that every answer is seen. `async with`."""
    return AsyncOpenAI(
        base_url=f"{url}/v1", api_key=key, max_retries=0, http_client=DefaultAsyncHttpxClient(trust_env=False)
    )
