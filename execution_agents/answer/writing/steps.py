"""The steps of writing an answer as a person sees them: each ends when the next begins, with the time it took."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Literal

from execution_agents.analysis.cells import words_of
from foundation.contracts.events import RunEvent, TeamProgressed
from foundation.contracts.ports import Emit

TEAM, DRAFT = "answer", "draft"
WRITING: Mapping[str, str] = {"ko": "답을 쓰는 중", "en": "writing the answer"}


def since(started: float) -> int:
    """Milliseconds since then (`time.monotonic`)."""
    return round((time.monotonic() - started) * 1000)


@dataclass
class Steps:
    """An `Emit` that ends the step under way before the next one begins. Close it with `end`."""

    emit: Emit
    _under_way: TeamProgressed | None = None
    _began: float = field(default_factory=time.monotonic)

    async def __call__(self, event: RunEvent) -> None:
        """Passes an event on."""
        if isinstance(event, TeamProgressed) and event.status == "running":
            await self.end()
            self._under_way, self._began = event, time.monotonic()
        await self.emit(event)

    async def end(self, status: Literal["done", "failed"] = "done") -> None:
        """The step under way has ended; nothing if there is none."""
        step, self._under_way = self._under_way, None
        if step is not None:
            done = None if step.done is None else step.done + 1
            ended = {"status": status, "elapsed_ms": since(self._began), "done": done}
            await self.emit(step.model_copy(update=ended))


@asynccontextmanager
async def drafting(emit: Emit, language: str) -> AsyncGenerator[Steps]:
    """The one step of an answer that is drafted in one call: a slow model is silent for seconds before its first
    word."""
    steps = Steps(emit)
    await steps(
        TeamProgressed(team=TEAM, step=DRAFT, label=words_of(WRITING, language), status="running", done=0, total=1)
    )
    yield steps
    await steps.end()


def in_section(event: TeamProgressed, place: int) -> TeamProgressed:
    """A step of one question of a message, under the number of its question (from 1)."""
    return event.model_copy(update={"step": f"subtask:{place}:{event.step}", "label": f"{place}) {event.label}"})
