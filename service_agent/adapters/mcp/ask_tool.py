"""The tool `ask`: a whole turn, with its question to the person carried by elicitation.

Newer clients (2026-07-28) get the question as a result that needs input, and call again with the answer: what they
echo names a run and a question, which are looked up as this person's, so a made-up echo finds nothing. Older clients
are asked over the connection where it can carry that (stdio). Where nobody can be asked, the safe default applies.
"""

from __future__ import annotations

from typing import Any

from mcp.server.context import ServerRequestContext
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    ClientCapabilities,
    ElicitationCapability,
    ElicitRequest,
    ElicitResult,
    InputRequiredResult,
    TextContent,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import BaseModel, ConfigDict, ValidationError

from foundation.contracts.errors import AlreadyDecided, InvalidAnswer, LateAnswer, WrongUse
from foundation.storage.records import StoredEvent
from service_agent.adapters.as_text import shown
from service_agent.adapters.asking import Wanted, asked
from service_agent.adapters.deciding import decide
from service_agent.adapters.following import Paused, going_on, say, until_it_asks
from service_agent.adapters.mcp.arguments import AskArguments
from service_agent.adapters.mcp.asking_back import elicitation, given_of
from service_agent.adapters.mcp.reach import Reach
from service_agent.protocol.wire import ForeignId
from service_agent.services.turns import Asked

Context = ServerRequestContext[Any, Any]
ANSWER = "answer"
"""The key of the one input that is asked for."""


class Waiting(BaseModel):
    """What the client echoes."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    run: ForeignId
    prompt: ForeignId
    seq: int


async def ask(
    reach: Reach, context: Context, arguments: AskArguments, params: CallToolRequestParams
) -> CallToolResult | InputRequiredResult:
    """One turn, or the part of it until its person is needed."""
    if params.request_state is not None:
        return await _resumed(reach, context, params)
    if not _can_ask(context) or arguments.reuse is not None:
        return await _unasked(reach, arguments)
    session_id = arguments.session
    if session_id is None:
        session_id = (await reach.services.create_session(reach.principal, arguments.pack)).session_id
    return await _followed(reach, context, await say(reach.services, reach.principal, session_id, arguments.question))


async def _unasked(reach: Reach, arguments: AskArguments) -> CallToolResult:
    wanted = Wanted(arguments.question, arguments.pack, session_id=arguments.session, reuse=arguments.reuse, keep=True)
    async with asked(reach.services, reach.principal, wanted) as under_way:
        return _result(reach, await reach.services.turns.answer_of(reach.principal, under_way))


async def _followed(reach: Reach, context: Context, under_way: Asked) -> CallToolResult | InputRequiredResult:
    while True:
        paused: Paused | None = None
        steps = 0
        async for item in until_it_asks(reach.services, reach.principal, under_way):
            if isinstance(item, Paused):
                paused = item
            elif isinstance(item, dict):
                return _result(reach, item)
            elif isinstance(item, StoredEvent) and item.type.startswith("team_"):
                steps += 1
                await context.session.report_progress(steps, message=item.type)
        if paused is None:
            raise WrongUse("session: this conversation ended meanwhile; begin a new one.", field="session")
        if context.protocol_version in MODERN_PROTOCOL_VERSIONS:
            waiting = Waiting(run=under_way.submission.run_id, prompt=paused.prompt_id, seq=paused.seq)
            request = ElicitRequest(params=elicitation(paused.frame))
            return InputRequiredResult(input_requests={ANSWER: request}, request_state=waiting.model_dump_json())
        params = elicitation(paused.frame)
        answered = await context.session.elicit_form(params.message, params.requested_schema, context.request_id)
        await _decide(reach, under_way.submission.run_id, paused.prompt_id, answered)
        under_way = await going_on(reach.services, reach.principal, under_way.submission.run_id, paused.seq)


async def _resumed(
    reach: Reach, context: Context, params: CallToolRequestParams
) -> CallToolResult | InputRequiredResult:
    try:
        waiting = Waiting.model_validate_json(params.request_state or "")
    except ValidationError:
        raise WrongUse("requestState: send back what this service gave, unchanged.", field="requestState") from None
    answered = (params.input_responses or {}).get(ANSWER)
    if not isinstance(answered, ElicitResult):
        raise WrongUse(f"inputResponses: the answer to {ANSWER!r} is missing.", field="inputResponses")
    under_way = await going_on(reach.services, reach.principal, waiting.run, waiting.seq)
    await _decide(reach, waiting.run, waiting.prompt, answered)
    return await _followed(reach, context, under_way)


async def _decide(reach: Reach, run_id: str, prompt_id: str, answered: ElicitResult) -> None:
    """Hands on the person's answer. What came too late changes nothing: the safe default was taken by then."""
    prompt = await reach.services.prompt(reach.principal, prompt_id)
    if prompt.run_id != run_id:
        raise InvalidAnswer("requestState: this question belongs to another run; send back what this service gave.")
    try:
        await decide(reach.services, reach.principal, prompt, given_of(prompt.event, answered))
    except (LateAnswer, AlreadyDecided):
        return


def _can_ask(context: Context) -> bool:
    able = context.session.check_client_capability(ClientCapabilities(elicitation=ElicitationCapability()))
    return able and (context.protocol_version in MODERN_PROTOCOL_VERSIONS or context.session.can_send_request)


def _result(reach: Reach, final: dict[str, Any]) -> CallToolResult:
    text = shown(final, reach.base).text
    session = f'session: {final["session_id"]} (give it as "session" to go on)'
    return CallToolResult(
        content=[TextContent(text=text), TextContent(text=session)],
        structured_content=final,
    )
