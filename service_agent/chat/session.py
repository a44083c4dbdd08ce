"""One client's side of a conversation: frames in, calls to the services, replies out.

    Phase.AUTHENTICATING --authenticate--> Phase.OPEN --too many bad frames--> Phase.CLOSING
    Phase.OPEN           --(sign-in off, or a header signed in)

The phase says which frames are expected. The reply to any other frame names the expected ones.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from typing import Any, assert_never, cast

from pydantic import ValidationError

from execution_agents.pausing.answers import Chosen, Given, Picked, Typed, Values
from foundation.contracts import untrusted_json
from foundation.contracts.errors import (
    Busy,
    ErrorCode,
    MalformedFrame,
    OversizedFrame,
    SufficeError,
    Unauthenticated,
    WrongUse,
)
from foundation.contracts.identity import Principal
from foundation.storage.database.repository import who
from service_agent.auth.rules import need_of_frame, require
from service_agent.auth.signed_in import Offered, SignedIn
from service_agent.events.unstored_frames import now_text
from service_agent.limits.paces import too_fast
from service_agent.protocol.failures import TRY_AGAIN, Failure, failure_of, frame_error
from service_agent.protocol.frames import BusyFrame, ErrorFrame, Pong
from service_agent.protocol.inbound import (
    CLIENT_MESSAGE,
    Authenticate,
    Cancel,
    ClarificationResponse,
    ClientMessage,
    ConfirmationResponse,
    FormResponse,
    Ping,
    PromptExtend,
    ReuseOverride,
    UserMessage,
)
from service_agent.protocol.wire import Wire
from service_agent.services.services import Services
from service_agent.services.turns import Question

MAX_FRAME_BYTES = 56 * 1024
"""Largest frame taken: a question of 8,000 characters fits even when every one is escaped (6 bytes)."""
BAD_FRAMES = 10
"""Bad frames within BAD_WINDOW_S that end the connection."""
BAD_WINDOW_S = 60.0
SIGNS = (Ping, Cancel)
"""Frames with a rate limit of their own, far above a client's need: beyond the other limits a stop still works."""
NOT_LISTENED_S = 1.0
"""How long a connection that sends more of these than that is not listened to."""

Send = Callable[[str], None]
"""Hands a text over to the connection's writer; never waits."""


class Phase(StrEnum):
    """The state of a connection."""

    AUTHENTICATING = "authenticating"
    OPEN = "open"
    CLOSING = "closing"


class ChatSession:
    """Handles one connection's incoming frames."""

    def __init__(
        self, services: Services, session_id: str, send: Send, clock: Callable[[], float], address: str = ""
    ) -> None:
        self._services = services
        self._session_id = session_id
        self._send = send
        self._clock = clock
        self._address = address
        self._bad: deque[float] = deque(maxlen=BAD_FRAMES)
        self._signed_in: SignedIn | None = None
        self.passed_seq = 0
        """The last durable event this client has: it named it, or it was sent."""
        self.phase = Phase.AUTHENTICATING

    @property
    def principal(self) -> Principal:
        """The person signed in. Raises Unauthenticated before that is known."""
        return self.signed_in().principal

    def signed_in(self) -> SignedIn:
        """The newest sign-in, with its end. Raises Unauthenticated before there is one."""
        if self._signed_in is None:
            raise Unauthenticated("authenticate: send this frame first; nothing else is taken before it.")
        return self._signed_in

    def admit(self, signed_in: SignedIn) -> None:
        """Accept the person of a header, the cookie or a frame (or the local one, with sign-in off)."""
        self._signed_in = signed_in
        self.phase = Phase.OPEN

    async def take(self, text: str | None) -> Failure | None:
        """One frame (None: it was not text). A failure that closes the connection is returned."""
        try:
            await self._handle(read_frame(text))
        except Busy as busy:
            if self.phase is Phase.AUTHENTICATING:  # nobody is signed in: there is nothing to be busy for
                return self._end_with(replace(failure_of(busy), close=TRY_AGAIN))
            self._reply(BusyFrame(session_id=self._session_id, ts=now_text(), retry_after_s=_retry_after(busy)))
        except SufficeError as error:
            return self._refuse(error)
        return None

    def refuse(self, failure: Failure) -> None:
        """Send the client the error."""
        self._reply(
            ErrorFrame(
                session_id=self._session_id,
                ts=now_text(),
                code=failure.code,
                message=failure.message,
                field=failure.field,
                fields=dict(failure.fields) if failure.fields is not None else None,
            )
        )

    def _refuse(self, error: SufficeError) -> Failure | None:
        failure = failure_of(error)
        if failure.close is not None:
            return self._end_with(failure)
        self.refuse(failure)
        if isinstance(error, (MalformedFrame, OversizedFrame)) and self._too_many():
            self.phase = Phase.CLOSING
            return ABUSE
        return None

    def _end_with(self, failure: Failure) -> Failure:
        self.refuse(failure)
        self.phase = Phase.CLOSING
        return failure

    def _too_many(self) -> bool:
        now = self._clock()
        self._bad.append(now)
        return len(self._bad) == BAD_FRAMES and now - self._bad[0] <= BAD_WINDOW_S

    async def _handle(self, message: ClientMessage) -> None:
        if isinstance(message, Authenticate):
            await self._authenticate(message)
            return
        require(self.principal, need_of_frame(message.type))
        if isinstance(message, SIGNS):
            await self._require_pace_of_signs()
        else:
            asking = isinstance(message, UserMessage | ReuseOverride)
            await self._services.turns.require_pace(self.principal, self._services.access.paces, asking=asking)
        await self._serve(self.principal, message)

    async def _require_pace_of_signs(self) -> None:
        wait = self._services.access.paces.sign_wait_s(self.principal)
        if wait is not None:
            await asyncio.sleep(NOT_LISTENED_S)
            raise too_fast(wait)

    async def _authenticate(self, message: Authenticate) -> None:
        """The first frame, or a newer token of the same person before the one in use expires."""
        if self._signed_in is not None:
            await self._services.turns.require_pace(self.principal, self._services.access.paces, asking=False)
        offered = Offered(authorization=f"Bearer {message.token}")
        newer = await self._services.audit_log.admit(offered, self._address)
        if self._signed_in is not None and who(self.principal) != who(newer.principal):
            raise MalformedFrame("type: this connection is signed in as somebody else; open a new one.", field="type")
        self.admit(newer)

    async def _serve(self, principal: Principal, message: ClientMessage) -> None:
        turns = self._services.turns
        match message:
            case UserMessage():
                await self._say(principal, message)
            case ConfirmationResponse():
                await turns.decide(principal, message.confirmation_id, Chosen(message.value))
            case ClarificationResponse():
                await turns.decide(principal, message.clarification_id, _clarified(message))
            case FormResponse():
                await turns.decide(principal, message.form_id, Values(message.values))
            case PromptExtend():
                await turns.extend(principal, message.id)
            case ReuseOverride():
                submission = await turns.override(principal, message.message_id, message.action)
                await self._repeat(principal, submission.run_id, submission.duplicate)
            case Cancel():
                await turns.stop(principal, message.run_id)
            case Ping():
                self._reply(Pong(session_id=self._session_id, ts=now_text()))
            case Authenticate():
                return
            case _:
                assert_never(message)

    async def _say(self, principal: Principal, message: UserMessage) -> None:
        said = Question(
            content=message.content,
            message_id=message.message_id,
            use_memories=message.use_memories,
            alone=message.alone,
            without=tuple(message.without),
        )
        submission = await self._services.turns.say(principal, self._session_id, said)
        if submission is not None:
            await self._repeat(principal, submission.run_id, submission.duplicate)

    async def _repeat(self, principal: Principal, run_id: str, duplicate: bool) -> None:
        """A message that was already answered is not run again: its final message comes back as it was sent."""
        if duplicate:
            final = await self._services.turns.final_event(principal, run_id)
            # Before its turn in the replay it would look like a gap, and the replay brings it anyway.
            if final is not None and final.seq <= self.passed_seq:
                self._send(final.text)

    def _reply(self, frame: Wire) -> None:
        self._send(frame.model_dump_json(by_alias=True))


ABUSE = Failure(
    ErrorCode.MALFORMED_FRAME, 422, "Too many frames this protocol does not take; the connection is closed.", close=1008
)


def read_frame(text: str | None) -> ClientMessage:
    """The frame of a text. Raises OversizedFrame, MalformedFrame, UnknownFrame."""
    if text is None:
        raise MalformedFrame("frame: JSON text frames are taken, binary ones are not.", field="frame")
    if len(text) > MAX_FRAME_BYTES or len(text.encode()) > MAX_FRAME_BYTES:
        raise OversizedFrame(f"frame: more than {MAX_FRAME_BYTES} bytes; split the text or upload it.", field="frame")
    try:
        data: Any = untrusted_json.loads(text)
    except ValueError:
        raise MalformedFrame("frame: this is not JSON.", field="frame") from None
    if not isinstance(data, dict):
        raise MalformedFrame("frame: a JSON object is taken, nothing else.", field="frame")
    try:
        return CLIENT_MESSAGE.validate_python(data)
    except ValidationError as error:
        raise frame_error(error, cast("dict[str, Any]", data)) from None


def _clarified(message: ClarificationResponse) -> Given:
    match message.option_id, message.text:
        case str(option_id), None:
            return Picked(option_id)
        case None, str(text):
            return Typed(text)
        case _:
            raise WrongUse("option_id: give either option_id or text.", field="option_id")


def _retry_after(busy: Busy) -> int:
    seconds = busy.data.get("retry_after_s")
    return seconds if isinstance(seconds, int) else 1
