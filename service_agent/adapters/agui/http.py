"""`POST /agui`: AG-UI over server-sent events. A thread is a conversation; a question to the person is an interrupt."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Any, cast

from ag_ui.core import (
    BaseEvent,
    RunAgentInput,
    RunErrorEvent,
    RunFinishedEvent,
    RunFinishedInterruptOutcome,
    RunFinishedSuccessOutcome,
    RunStartedEvent,
    StateSnapshotEvent,
)
from ag_ui.encoder import EventEncoder
from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic.alias_generators import to_camel
from pydantic_core import PydanticSerializationError

from foundation.contracts import untrusted_json
from foundation.contracts.errors import AlreadyDecided, LateAnswer, SufficeError, WrongUse
from foundation.contracts.identity import Principal
from foundation.storage.database.engine import AWAY
from service_agent.adapters.agui.events import Story
from service_agent.adapters.agui.interrupts import given_of, interrupt_of
from service_agent.adapters.asking import KEEP_ALIVE_S
from service_agent.adapters.deciding import decide
from service_agent.adapters.following import Paused, going_on, say, until_it_asks
from service_agent.adapters.messages import Message, question_of
from service_agent.adapters.place import base_of
from service_agent.api.requests.access import PROBLEMS, Asking, Service
from service_agent.events.pauses import with_pauses
from service_agent.protocol.failures import dotted, failure_of
from service_agent.protocol.mistakes import sentence_of
from service_agent.protocol.wire import ForeignId
from service_agent.services.services import Services
from service_agent.services.turns import Asked

router = APIRouter(tags=["agui"], responses=PROBLEMS)
VERSION = "1.0"


class Resumed(BaseModel):
    """The interrupt that is answered."""

    model_config = ConfigDict(frozen=True, extra="ignore", alias_generator=to_camel)

    interrupt_id: ForeignId


class Ids(BaseModel):
    """The ids of a RunAgentInput, which its own model takes as any text."""

    model_config = ConfigDict(frozen=True, extra="ignore", alias_generator=to_camel)

    thread_id: ForeignId
    run_id: ForeignId
    parent_run_id: ForeignId | None = None
    resume: list[Resumed] | None = None


@router.post("/agui", response_class=StreamingResponse, response_model=None)
async def agui(request: Request, asking: Asking, services: Service) -> StreamingResponse:
    """One run of a thread, until it ends or asks its person."""
    given = await _input(request)
    under_way = await _begun(services, asking, given)
    encoder = EventEncoder()

    async def encoded() -> AsyncGenerator[str]:
        events = _events(services, asking, under_way, given, base_of(request))
        async with aclosing(with_pauses(events, KEEP_ALIVE_S)) as paced:
            async for event in paced:
                yield ": still here\n\n" if event is None else encoder.encode(event)

    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(encoded(), media_type="text/event-stream", headers=headers)


async def _input(request: Request) -> RunAgentInput:
    """The body. Raises WrongUse."""
    try:
        sent = untrusted_json.loads(await request.body())
        Ids.model_validate(sent)
        given = RunAgentInput.model_validate(sent)
        given.model_dump_json()  # half a character anywhere in it could not be written into the stream again
        return given
    except ValidationError as error:
        mistake = error.errors(include_url=False)[0]
        field = dotted(mistake["loc"]) or "body"
        raise WrongUse(f"{field}: {sentence_of(mistake)}", field=field) from None
    except PydanticSerializationError:
        raise WrongUse("body: it holds half a character; send whole ones.", field="body") from None
    except ValueError:
        raise WrongUse("body: this is not JSON; send a RunAgentInput.", field="body") from None


async def _begun(services: Services, principal: Principal, given: RunAgentInput) -> Asked:
    """The run, new or continued. Raises the errors of asking and of answering a prompt."""
    sent: object = given.forwarded_props
    properties = cast("dict[str, Any]", sent) if isinstance(sent, dict) else {}
    pack = properties.get("pack")
    session = await services.thread(principal, given.thread_id, str(pack) if pack else None)
    if given.resume:
        return await _resumed(services, principal, session.session_id, given)
    lines = [one.model_dump() for one in given.messages if one.role in ("user", "assistant")]
    content, _ = question_of([Message.model_validate(line) for line in lines])
    return await say(services, principal, session.session_id, content)


async def _resumed(services: Services, principal: Principal, session_id: str, given: RunAgentInput) -> Asked:
    (entry, *others) = given.resume or []
    prompt = await services.prompt(principal, entry.interrupt_id)
    if others or prompt.session_id != session_id:
        raise WrongUse("resume: answer the one interrupt that this thread's last run ended with.", field="resume")
    try:
        await decide(services, principal, prompt, given_of(prompt, entry))
    except (LateAnswer, AlreadyDecided) as late:
        now = await services.prompt(principal, entry.interrupt_id)
        raise type(late)(f"{late.message} It went on with {now.value or now.default!r}.") from None
    return await going_on(services, principal, prompt.run_id, int(prompt.event["seq"]))


async def _events(
    services: Services, principal: Principal, under_way: Asked, given: RunAgentInput, base: str
) -> AsyncGenerator[BaseEvent]:
    thread, run = given.thread_id, given.run_id
    yield RunStartedEvent(thread_id=thread, run_id=run, protocol_version=VERSION)
    if not given.resume:
        yield StateSnapshotEvent(snapshot={"session_id": under_way.session_id, "plan": None, "reuse": None})
    story = Story(list(given.messages), base)
    try:
        async with aclosing(until_it_asks(services, principal, under_way)) as items:
            async for item in items:
                if isinstance(item, Paused):
                    for event in story.ended():
                        yield event
                    paused = RunFinishedInterruptOutcome(interrupts=[interrupt_of(item)])
                    yield RunFinishedEvent(thread_id=thread, run_id=run, outcome=paused)
                elif isinstance(item, dict):
                    for event in story.answered(item):
                        yield event
                    yield RunFinishedEvent(
                        thread_id=thread, run_id=run, result=item, outcome=RunFinishedSuccessOutcome()
                    )
                else:
                    for event in story.of(item):
                        yield event
    except (SufficeError, *AWAY) as error:
        for event in story.ended():
            yield event
        failure = failure_of(error)
        yield RunErrorEvent(message=failure.message, code=str(failure.code))
