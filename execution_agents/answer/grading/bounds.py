"""What one answer may take: requests to the model, and time. Everything that calls asks here first."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from foundation.contracts.errors import ModelFailed
from foundation.contracts.ports import Usage

STRUCTURED = 2
"""Requests a structured call takes at most: the second repairs."""


@dataclass(frozen=True)
class Bounds:
    """Of the whole answer, of all sections of a message."""

    usage: Usage
    most: int
    ends_at: float | None = None
    """On the event loop's clock; None: no limit."""

    @property
    def left(self) -> int:
        """Requests that may still go out."""
        return max(0, self.most - self.usage.model_calls)

    @property
    def late(self) -> bool:
        """Whether the time is up."""
        return self.ends_at is not None and asyncio.get_running_loop().time() >= self.ends_at

    def room(self, requests: int) -> bool:
        """Whether so many more requests may go out now."""
        return requests <= self.left and not self.late

    @asynccontextmanager
    async def within(self, prompt: str) -> AsyncGenerator[None, None]:
        """A call that ends with the time. Raises ModelFailed."""
        limit = asyncio.timeout_at(self.ends_at)
        try:
            async with limit:
                yield
        except TimeoutError as late:
            if limit.expired():
                raise ModelFailed(prompt=prompt, reason="timeout") from late
            raise
