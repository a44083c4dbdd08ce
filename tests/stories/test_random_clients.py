"""A client that does anything at all, in any order, for a while: what must hold of a session holds.

Own state machine rather than hypothesis' one: its rules are not asynchronous, and a found sequence is repeated by its
seed. Two connections at most; between them whatever a client may do, and much that it should not.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.serving import Serving
from tests.stories.client import ClientState, SocketClient, talking

STEPS = 60
QUESTIONS = (
    "안녕하세요",
    "강남구 아파트 매매 시세 알려줘",
    "방금 그 시세 다시",
    "전세 보증금 얼마까지 올릴 수 있어?",
    "?",
)
GARBAGE: tuple[str | bytes, ...] = (
    "{", "null", "[]", '{"type":"nothing"}', '{"type":"cancel"}', b"\x00\xff", '{"type":"user_message","content":"x"}',
    '{"type":"ping","more":1}', json.dumps({"type": "user_message", "message_id": "m", "content": "가" * 9_000}),
)  # fmt: skip
ENDS = ("run_completed", "run_failed", "run_cancelled")


class AnyClient:
    """One session and whatever is done to it."""

    def __init__(self, service: Serving, session_id: str, random: Random) -> None:
        self._service = service
        self._session_id = session_id
        self._random = random
        self._stack = AsyncExitStack()
        self._socket: SocketClient | None = None
        self._reading: asyncio.Task[None] | None = None
        self.state = ClientState()
        self.sent: dict[str, str] = {}
        """Message id -> text, of everything that was asked."""
        self.received: Counter[str] = Counter()
        """Frames by type."""
        self.faults: list[str] = []

    async def live(self) -> None:
        """A life of STEPS steps."""
        steps: list[tuple[Callable[[], Awaitable[None]], int]] = [
            (self._ask, 6), (self._ask_again, 2), (self._cancel, 3), (self._garbage, 2), (self._answer_nothing, 2),
            (self._override, 1), (self._ping, 2), (self._drop, 3), (self._wait, 6), (self._read_over_http, 1),
        ]  # fmt: skip
        for _ in range(STEPS):
            (step,) = self._random.choices([step for step, _ in steps], weights=[weight for _, weight in steps])
            if self._socket is None:
                await self._connect()
            try:
                await step()
            except (ConnectionClosed, InvalidHandshake):
                await self._leave()
        await self._leave()

    async def _connect(self) -> None:
        address = self._service.url, self._session_id, self.state.last_seq
        self._socket = await self._stack.enter_async_context(talking(*address))
        self._reading = asyncio.create_task(self._read(self._socket))

    async def _read(self, socket: SocketClient) -> None:
        try:
            while True:
                frame = await socket.next(60)
                self.received[frame["type"]] += 1
                if frame.get("code") == "internal":
                    self.faults.append(json.dumps(frame))
                if "seq" not in frame or frame["seq"] > self.state.last_seq:
                    self.state.take(frame)
        except ConnectionClosed as closed:
            if closed.rcvd is not None and closed.rcvd.code == 1011:
                self.faults.append("closed 1011")
        except AssertionError as gap:
            self.faults.append(str(gap))

    async def _leave(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            await asyncio.gather(self._reading, return_exceptions=True)
        await self._stack.aclose()
        self._socket = None

    async def _send(self, **frame: Any) -> None:
        assert self._socket is not None
        await self._socket.send(**frame)

    async def _ask(self) -> None:
        message_id = f"m{len(self.sent)}"
        self.sent[message_id] = self._random.choice(QUESTIONS)
        await self._send(type="user_message", message_id=message_id, content=self.sent[message_id])

    async def _ask_again(self) -> None:
        """The same message once more, or its id with another text."""
        if not self.sent:
            return
        message_id = self._random.choice(sorted(self.sent))
        text = self.sent[message_id] if self._random.random() < 0.7 else "다른 말"
        await self._send(type="user_message", message_id=message_id, content=text)

    async def _cancel(self) -> None:
        runs = [frame["run_id"] for frame in self.state.durable if frame["type"] == "run_started"]
        await self._send(type="cancel", run_id=runs[-1] if runs and self._random.random() < 0.8 else "nobody's")

    async def _garbage(self) -> None:
        assert self._socket is not None
        await self._socket.send_raw(self._random.choice(GARBAGE))

    async def _answer_nothing(self) -> None:
        kind = self._random.choice(("confirmation", "clarification", "form", "extend"))
        frames: dict[str, dict[str, Any]] = {
            "confirmation": {"type": "confirmation_response", "confirmation_id": "c", "value": "use_previous"},
            "clarification": {"type": "clarification_response", "clarification_id": "c", "text": "x"},
            "form": {"type": "form_response", "form_id": "f", "values": {"a": []}},
            "extend": {"type": "prompt_extend", "id": "p"},
        }
        await self._send(**frames[kind])

    async def _override(self) -> None:
        answers = [frame["answer_id"] for frame in self.state.durable if frame["type"] == "answer"]
        if answers:
            action = self._random.choice(("search_again", "use_previous"))
            await self._send(type="reuse_override", message_id=self._random.choice(answers), action=action)

    async def _ping(self) -> None:
        await self._send(type="ping")

    async def _drop(self) -> None:
        await self._leave()

    async def _wait(self) -> None:
        await asyncio.sleep(self._random.random() * 0.1)

    async def _read_over_http(self) -> None:
        stored = await self._service.http.get(f"/api/sessions/{self._session_id}/messages")
        assert stored.status_code == 200

    async def settled(self) -> ClientState:
        """Everything the session sent, to a client that comes when all is over."""
        async with talking(self._service.url, self._session_id, 0) as late:
            await late.next()
            await late.ask("안녕하세요", "the-last-one")
            state = ClientState()
            last = ""
            while last == "" or not any(end["type"] in ENDS and end["run_id"] == last for end in state.durable):
                frame = await late.next()
                if "seq" in frame and frame["seq"] <= state.last_seq:
                    continue
                state.take(frame)
                if frame["type"] == "run_started" and frame["message_id"] == "the-last-one":
                    last = frame["run_id"]
        return state


def require_whole(state: ClientState) -> None:
    """Every run that began ended once, nothing came after its end, and one run at a time."""
    open_run: str | None = None
    ended: set[str] = set()
    for frame in state.durable:
        run = frame["run_id"]
        assert run not in ended, frame
        if frame["type"] == "run_started":
            assert open_run is None, frame
            open_run = run
        if frame["type"] in ENDS:
            assert open_run in (None, run), frame
            ended.add(run)
            open_run = None
    assert open_run is None


@pytest.mark.parametrize(
    "seed",
    [
        0,
        pytest.param(1, marks=pytest.mark.long),
        *(pytest.param(seed, marks=pytest.mark.nightly) for seed in range(2, 20)),
    ],
)
async def test_whatever_a_client_does_the_session_stays_whole(service: Serving, seed: int) -> None:
    client = AnyClient(service, await service.session(), Random(seed))
    await client.live()
    assert client.faults == []
    assert client.received["session_ready"] > 1, "it came back more than once"
    whole = await client.settled()
    require_whole(whole)
    seen = client.state.durable
    assert whole.durable[: len(seen)] == seen, "what was seen on the way is what is sent afterwards"
    stored = (await service.http.get(f"/api/sessions/{seen[0]['session_id']}/messages?limit=500")).json()["messages"]
    asked = Counter(message["message_id"] for message in stored if message["role"] == "user")
    assert set(asked.values()) == {1}, "nothing was taken twice"
    assert {message["message_id"] for message in stored if message["role"] == "user"} >= {
        frame["message_id"] for frame in whole.durable if frame["type"] == "run_started"
    }
