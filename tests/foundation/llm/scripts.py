"""What the tests of this room share: a client with short limits over a scripted endpoint."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from random import Random

from pydantic import BaseModel, ConfigDict, Field

from foundation.contracts.ports import Message, Usage
from foundation.llm.budget import CallBudget, Prices
from foundation.llm.client import Endpoint, Limits, ModelClient
from foundation.llm.retry import RetryPolicy
from foundation.llm.scripted import Line, Refusal, ScriptedEndpoint

ASKED = (Message("system", "You judge."), Message("user", "대구 달서구 시세?"))
BUDGETS = {name: CallBudget(temperature=0.1, max_tokens=500, timeout_s=3.0) for name in ("judge", "answer")}
QUICK = Limits(connect_s=1.0, first_byte_s=0.6, idle_s=0.5, retry=RetryPolicy(retries=2, base_s=0.01, cap_s=0.02))


class Verdict(BaseModel):
    """A small reply with a bounded share."""

    model_config = ConfigDict(extra="ignore")

    fits: bool
    confidence: float = Field(ge=0, le=1)


@dataclass
class Wired:
    """A client and the endpoint it talks to."""

    endpoint: ScriptedEndpoint
    model: ModelClient
    usage: Usage

    async def judge(self) -> Verdict:
        """One structured call."""
        return await self.model.structured("judge", ASKED, Verdict, self.usage)

    async def answer(self) -> str:
        """One free-text call, all pieces joined."""
        return "".join([piece async for piece in self.model.stream("answer", ASKED, self.usage)])


@asynccontextmanager
async def scripted(
    script: Mapping[str, Line], *, refuses: frozenset[Refusal] = frozenset(), limits: Limits = QUICK
) -> AsyncGenerator[Wired, None]:
    """A client over an endpoint with this script."""
    async with ScriptedEndpoint(script, refuses) as endpoint:
        settings = Endpoint(endpoint.base_url, "scripted", "key-1", prices=Prices(1.0, 2.0))
        model = ModelClient(settings, BUDGETS, limits, Random(7))
        try:
            yield Wired(endpoint, model, Usage())
        finally:
            await model.aclose()
