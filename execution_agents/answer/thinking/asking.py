"""One model call for one task: it is counted, it ends with the thought's time, and its failure does not fail the
thought."""

from __future__ import annotations

import asyncio
import math
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Literal

import structlog

from execution_agents.answer.thinking.state import Ended
from foundation.contracts.errors import ModelFailed
from foundation.contracts.ports import Emit, LanguageModel, Message, ModelT, Reads, Usage, Writing
from foundation.contracts.telemetry import NO_TELEMETRY, Telemetry
from foundation.domains.schema.thinking import ThinkingFigures
from prompts.catalog import shipped_prompts

log = structlog.get_logger()


@dataclass(frozen=True)
class Measured:
    """What rules say of a text; no model."""

    objections: Sequence[str]
    """One sentence each."""
    refuses: bool
    """It says that the documents do not answer."""


Measure = Callable[[str], Awaitable[Measured]]
ANEW = Writing(temperature=0.6, top_p=0.9, most_tokens=400, limit_s=12.0, retries=0)
"""Settings for writing a draft again: at temperature 0 the same draft would be written."""
MOST_CACHED = 2_000


@dataclass(frozen=True)
class Understood:
    """What is known from a question's words alone."""

    question_type: Literal["simple", "complex"] | None = None
    type_confidence: int = 0
    concepts: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()


class Understandings:
    """A cache of classification and concepts by question: they depend on nothing else. The least recently used entry is
    dropped first."""

    def __init__(self, most: int = MOST_CACHED) -> None:
        self._most = most
        self._held: OrderedDict[tuple[str, str], Understood] = OrderedDict()

    def get(self, model: str, question: str) -> Understood:
        """The cached values; empty if there are none."""
        key = (model, " ".join(question.split()))
        if key in self._held:
            self._held.move_to_end(key)
        return self._held.get(key, Understood())

    def put(self, model: str, question: str, known: Understood) -> None:
        """Remembers it."""
        self._held[(model, " ".join(question.split()))] = known
        while len(self._held) > self._most:
            self._held.popitem(last=False)


@dataclass
class Meter:
    """The time and calls that one thought used."""

    usage: Usage
    """The usage of the whole answer: its calls are limited."""
    most: int
    deadline: float
    """On the event loop's clock."""
    latest: float = math.inf
    """The end of the turn: no deadline is later."""
    started: float = field(default_factory=time.monotonic)
    wait_s: float = 0.0
    """How long the endpoint asked to be left alone when it refused last."""
    rounds: int = 0
    """Consecutive calls; parallel ones count as one."""
    path: list[str] = field(default_factory=list[str])
    steps: int = 0
    """Nodes that were run."""

    def room(self, requests: int) -> bool:
        """True if so many more requests may be made."""
        return self.usage.model_calls + requests <= self.most

    def extend(self, seconds: float) -> None:
        """Extends the deadline if the turn has time left."""
        self.deadline = min(self.deadline + seconds, self.latest)

    @property
    def left_s(self) -> float:
        """Seconds until the deadline."""
        return max(0.0, self.deadline - asyncio.get_running_loop().time())

    @property
    def late(self) -> bool:
        """True if the deadline has passed."""
        return asyncio.get_running_loop().time() >= self.deadline

    def ended(self, requests: int) -> Ended:
        """Why nothing more may be asked; "" if it may."""
        if self.late:
            return "time"
        return "" if self.room(requests) else "calls"


@dataclass(frozen=True)
class ThinkingDeps:
    """What one thought may use."""

    model: LanguageModel
    figures: ThinkingFigures
    meter: Meter
    known: Understandings
    measure: Measure
    emit: Emit
    language: str
    """The answer's language, as prompts name it."""
    memories: str = ""
    """What is remembered of the person, a line each, as prompts show it."""
    korean: bool = True
    """What the person reads is in Korean."""
    telemetry: Telemetry = NO_TELEMETRY

    async def structured(
        self, prompt: str, schema: type[ModelT], read: Reads[ModelT], **variables: str
    ) -> ModelT | None:
        """The reply; None if nothing usable came in time. May take two requests: the second repairs the first."""
        if self.meter.ended(2):
            return None
        messages = shipped_prompts().render(prompt, **variables)
        try:
            async with asyncio.timeout_at(self.meter.deadline):
                return await self.model.structured(prompt, messages, schema, self.meter.usage, read)
        except (ModelFailed, TimeoutError) as failure:
            log.info("thinking_step_failed", prompt=prompt, reason=_reason(failure))
            return None

    async def text(self, prompt: str, wish: Writing | None = None, **variables: str) -> str:
        """The text written; "" if there is none. One request."""
        if self.meter.ended(1):
            return ""
        messages = shipped_prompts().render(prompt, **variables)
        try:
            async with asyncio.timeout_at(self.meter.deadline):
                return (await self._streamed(prompt, messages, wish)).strip()
        except (ModelFailed, TimeoutError) as failure:
            self.meter.wait_s = _wait_s(failure)
            log.info("thinking_step_failed", prompt=prompt, reason=_reason(failure))
            return ""

    async def _streamed(self, prompt: str, messages: Sequence[Message], wish: Writing | None) -> str:
        async with aclosing(self.model.stream(prompt, messages, self.meter.usage, wish)) as pieces:
            return "".join([piece async for piece in pieces])


def _wait_s(failure: Exception) -> float:
    said = failure.data.get("retry_after_s") if isinstance(failure, ModelFailed) else None
    return float(said) if isinstance(said, (int, float)) else 0.0


def _reason(failure: Exception) -> str:
    return str(failure.data.get("reason", "failed")) if isinstance(failure, ModelFailed) else "time is up"
