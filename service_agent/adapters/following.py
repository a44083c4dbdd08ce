"""A question that may wait for its person: it is asked, and followed until it ends or asks something."""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import dataclass
from typing import Any

from foundation.contracts.errors import UnknownRun
from foundation.contracts.identity import Principal
from foundation.storage.records import StoredEvent, Submission
from service_agent.events.event_stream import Item
from service_agent.services.services import Services
from service_agent.services.turns import Asked, Question, new_id

PROMPTS = {
    "user_confirmation_required": "confirmation_id",
    "clarification_required": "clarification_id",
    "form_required": "form_id",
}
"""Frames that ask the person, and the field that names the question."""


@dataclass(frozen=True)
class Paused:
    """The run waits for its person."""

    prompt_id: str
    frame: Mapping[str, Any]
    seq: int


async def say(services: Services, principal: Principal, session_id: str, content: str) -> Asked:
    """Ask in a conversation. While a clarification is open there, it is the answer to that, and its run is followed."""
    before = await services.session(principal, session_id)
    submission = await services.turns.say(principal, session_id, Question(content, new_id()))
    if submission is not None:
        return Asked(submission, session_id, before.last_seq)
    standing = await services.standing(principal, session_id)
    waiting = standing.active
    if waiting is None:
        raise UnknownRun("What this answered is over by now; ask again.")
    followed = Submission(waiting.run_id, waiting.message_id, waiting.status, duplicate=False)
    return Asked(followed, session_id, before.last_seq)


async def going_on(services: Services, principal: Principal, run_id: str, after: int) -> Asked:
    """Continues to follow an earlier run. Raises UnknownRun, also for another person's run."""
    run = await services.run(principal, run_id)
    return Asked(Submission(run.run_id, run.message_id, run.status, duplicate=False), run.session_id, after)


async def until_it_asks(
    services: Services, principal: Principal, under_way: Asked
) -> AsyncGenerator[Item | Paused | dict[str, Any]]:
    """Every frame; at last why it stopped: the question to the person, or the final message. Raises what made the run
    fail, RunCancelled."""
    last: StoredEvent | None = None
    async with aclosing(services.turns.frames_of(principal, under_way)) as frames:
        async for item in frames:
            yield item
            if isinstance(item, StoredEvent):
                last = item
                field = PROMPTS.get(item.type)
                if field is not None:
                    frame = json.loads(item.text)
                    yield Paused(str(frame[field]), frame, item.seq)
                    return
    yield await services.turns.outcome(principal, under_way, last)
