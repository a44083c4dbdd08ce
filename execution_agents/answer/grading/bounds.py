"""The budget of one answer: model requests and time. Every caller of the model checks it first."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from foundation.contracts.errors import ModelFailed
from foundation.contracts.ports import Usage

STRUCTURED = 2
"""Most requests a structured call makes: the second one repairs the first."""


@dataclass(frozen=True)
class Bounds:
    """The budget of the whole answer, over all sections of a message."""

    usage: Usage
    most: int
    ends_at: float | None = None
    """On the event loop's clock; None: no limit."""

    @property
    def left(self) -> int:
        """Requests that may still be made."""
        return max(0, self.most - self.usage.model_calls)

    @property
    def late(self) -> bool:
        """Whether the time is up."""
        return self.ends_at is not None and asyncio.get_running_loop().time() >= self.ends_at

    def room(self, requests: int) -> bool:
        """True if so many more requests may be made now."""
        return requests <= self.left and not self.late

    @asynccontextmanager
    async def within(self, prompt: str) -> AsyncGenerator[None, None]:
        """Awaits a call with the remaining time as its timeout. Raises ModelFailed."""
        limit = asyncio.timeout_at(self.ends_at)
        try:
            async with limit:
                yield
        except TimeoutError as late:
            if limit.expired():
                raise ModelFailed(prompt=prompt, reason="timeout") from late
            raise
