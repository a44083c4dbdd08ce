"""One question over a foreign protocol: finds or creates its conversation, asks it, and deletes a conversation that was
created for this question only."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Literal

from foundation.contracts.errors import SufficeError, WrongUse
from foundation.contracts.identity import Principal
from foundation.storage.database.engine import AWAY
from foundation.storage.records import Session
from service_agent.adapters.as_text import is_number, meant, shown
from service_agent.services.services import Services
from service_agent.services.turns import Asked, Question, new_id

KEEP_ALIVE_S = 15.0
"""Something goes out after this much silence, so that proxies keep the line open."""


@dataclass(frozen=True)
class Wanted:
    """What a client asks for."""

    content: str
    pack: str | None
    session_id: str | None = None
    """None: it gets a conversation of its own."""
    history: tuple[tuple[str, str], ...] = ()
    """Earlier messages, where the client keeps the conversation: the service then stores none."""
    message_id: str | None = None
    reuse: Literal["always", "never"] | None = None
    keep: bool = False
    """A conversation of its own can be gone on with."""


@asynccontextmanager
async def asked(services: Services, principal: Principal, wanted: Wanted) -> AsyncGenerator[Asked]:
    """The question on its way. Left early, because the client hung up, the run is stopped: this client cannot come back
    for its answer. Raises what `Turns.ask` raises, UnknownSession, UnknownPack."""
    session = await _session(services, principal, wanted)
    question = Question(
        content=await _meant(services, principal, wanted),
        message_id=wanted.message_id or new_id(),
        history=wanted.history,
        reuse=wanted.reuse,
        asks_back=True,
    )
    own, under_way = wanted.session_id is None, None
    try:
        under_way = await services.turns.ask(principal, session, question)
        yield under_way
    except (asyncio.CancelledError, GeneratorExit):
        if under_way is not None:
            await asyncio.shield(_stopped(services, principal, under_way.submission.run_id))
        raise
    finally:
        if own and (under_way is None or not wanted.keep):
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.shield(_forgotten(services, principal, session.session_id))


async def answer_or_pauses(
    services: Services, principal: Principal, under_way: Asked
) -> AsyncGenerator[dict[str, Any] | None]:
    """None whenever nothing came for a while; at last the final message. Raises what made the run fail."""
    answering = asyncio.ensure_future(services.turns.answer_of(principal, under_way))
    try:
        while not answering.done():
            await asyncio.wait({answering}, timeout=KEEP_ALIVE_S)
            if not answering.done():
                yield None
        yield answering.result()
    finally:
        answering.cancel()
        await asyncio.gather(answering, return_exceptions=True)


async def _session(services: Services, principal: Principal, wanted: Wanted) -> Session:
    if wanted.session_id is None:
        return await services.create_session(principal, wanted.pack, stateless=not wanted.keep)
    session = await services.session(principal, wanted.session_id)
    if wanted.pack is not None and wanted.pack != session.pack:
        raise WrongUse(f"This conversation uses {session.pack}; ask that one, or begin a new conversation.")
    return session


async def _meant(services: Services, principal: Principal, wanted: Wanted) -> str:
    """The question; a bare number is the option that the conversation's last answer offered under it."""
    if wanted.session_id is None or not is_number(wanted.content):
        return wanted.content
    last = await services.turns.last_answer(principal, wanted.session_id)
    return meant(wanted.content, shown(last, "").text) if last else wanted.content


async def _stopped(services: Services, principal: Principal, run_id: str) -> None:
    with contextlib.suppress(SufficeError, *AWAY):
        await services.turns.stop(principal, run_id)


async def _forgotten(services: Services, principal: Principal, session_id: str) -> None:
    # If the database is down at this point, the answer must still go out; retention removes the rest.
    with contextlib.suppress(SufficeError, *AWAY):
        await services.delete_session(principal, session_id)
