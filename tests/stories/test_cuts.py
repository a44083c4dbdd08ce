"""Cuts at random places of real conversations: whoever comes back shows what somebody shows who never left.

The client here is written from the protocol alone: it keeps what a page shows, and nothing else.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from execution_agents.answer.evidence.citations import MarkerFilter
from execution_agents.answer.writing.flow import Flow
from foundation.llm.scripted import Call, Reply, ScriptedEndpoint
from tests.serving import Serve, Serving
from tests.stories.client import ClientState, Frame, SocketClient, talking
from tests.stories.test_four_questions import AGAIN, PRICES
from tests.stories.test_judges import asks_again, judged, planned

SEED = 20
QUESTIONS = (PRICES, AGAIN, "안녕하세요")
CARDS = ("user_confirmation_required",)
ENDS = ("run_completed", "run_failed", "run_cancelled")
PIECE = 2
ANSWER = "달서구의 평균 매매가는 다음과 같습니다 🏠.[1] 자세한 내용은 표를 보세요.[1]"


@dataclass
class Screen:
    """What a page shows."""

    log: ClientState = field(default_factory=ClientState)
    card: str | None = None
    """The open question."""
    running: str | None = None
    """The run at work or waiting."""

    def take(self, frame: Frame) -> None:
        """One frame, as the protocol says to read it."""
        kind = frame["type"]
        if kind == "session_ready":
            pending = frame["pending_prompt"]
            if frame["last_seq"] <= self.log.last_seq:  # else the replay tells what became of it
                self.card = pending["confirmation_id"] if pending else None
                self.running = frame["active_run"]
            return
        if frame.get("seq", self.log.last_seq + 1) <= self.log.last_seq:
            return
        self.log.take(frame)
        if kind in ("run_started", "run_restarted"):
            self.running = frame["run_id"]
        elif kind in ENDS:
            self.running = None
        if kind in CARDS:
            self.card = frame["confirmation_id"]
        elif kind == "prompt_resolved":
            self.card = None


@dataclass
class Viewer:
    """A client that may lose the line after any frame."""

    service: Serving
    session_id: str
    dice: random.Random | None = None
    """None: it never loses it."""
    screen: Screen = field(default_factory=Screen)
    cuts: int = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    async def watch(self) -> None:
        """For ever, over as many connections as it takes."""
        while True:
            with contextlib.suppress(ConnectionClosed):
                async with talking(self.service.url, self.session_id, self.screen.log.last_seq) as client:
                    await self._read(client)

    async def _read(self, client: SocketClient) -> None:
        left = self.dice.randint(1, 14) if self.dice else -1
        while left:
            self.screen.take(await client.next(600))
            self.changed.set()
            left -= 1
        self.cuts += 1
        if self.dice and self.dice.random() < 0.5:
            client.cut()

    async def until_like(self, other: Screen) -> None:
        """Until this screen shows what the other does; a difference that stays fails."""
        try:
            async with asyncio.timeout(20):
                while self.screen != other:
                    self.changed.clear()
                    await self.changed.wait()
        except TimeoutError:
            assert self.screen == other


@dataclass
class Model:
    """Asked again, the person is asked; every third answer stops in the middle and never goes on."""

    answers: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    hangs: bool = False
    """The answer it was last asked for is one of those."""

    def script(self) -> dict[str, Any]:
        return {"turn_planning": self.plan, "answer": self.write, "direct_response": Reply("안녕하세요!", piece=1)}

    def plan(self, call: Call) -> Any:
        return judged(0.80) if asks_again(call) else planned(None)

    def write(self, _: Call) -> Reply:
        self.hangs = next(self.answers) % 3 == 0
        return Reply(ANSWER, piece=PIECE, piece_delay_s=0.01, fault="hang" if self.hangs else None)


def shown_of_half() -> str:
    """What is shown of an answer that stops in the middle."""
    pieces = [ANSWER[at : at + PIECE] for at in range(0, len(ANSWER), PIECE)]
    markers, flow = MarkerFilter([1]), Flow(10 * len(ANSWER), 500)
    return "".join(flow.feed(markers.feed(piece)) for piece in pieces[: len(pieces) // 2])


async def quiet(screen: Screen, driver: SocketClient, model: Model) -> Frame:
    """Reads on until nothing more can come: the run ended, a question is open, or the model hangs in mid-sentence."""
    half = shown_of_half()
    while not (model.hangs and screen.log.text == half):
        frame = await driver.next()
        screen.take(frame)
        if frame["type"] in (*ENDS, *CARDS):
            return frame
    model.hangs = False
    return {"type": "hangs", "run_id": screen.running}


@pytest.mark.slow
@pytest.mark.parametrize("least", [50, pytest.param(200, marks=pytest.mark.long)])
async def test_after_every_cut_the_screen_is_that_of_a_client_that_never_lost_the_line(
    serve: Serve, least: int
) -> None:
    dice = random.Random(SEED)
    seen = {"run_completed": 0, "user_confirmation_required": 0, "hangs": 0, "run_cancelled": 0}
    cuts = 0
    model = Model()
    async with ScriptedEndpoint(model.script()) as endpoint:
        settings = {"llm_base_url": endpoint.base_url, "llm_model": "scripted", "ask_worth_s": 0.0, "llm_timeout_s": 60}
        async with serve(**settings) as service:
            while cuts < least:
                session_id = await service.session()
                broken = [Viewer(service, session_id, random.Random(dice.random())) for _ in range(3)]
                watching = [asyncio.create_task(viewer.watch()) for viewer in broken]
                screen = Screen()
                async with talking(service.url, session_id, 0) as driver:
                    screen.take(await driver.next())
                    for question in QUESTIONS:
                        await driver.ask(question)
                        while (stood := await quiet(screen, driver, model))["type"] not in ENDS:
                            seen[stood["type"]] += 1
                            await asyncio.gather(*(viewer.until_like(screen) for viewer in broken))
                            if stood["type"] == "hangs":
                                await driver.send(type="cancel", run_id=stood["run_id"])
                            else:
                                value = dice.choice(("use_previous", "search_new"))
                                name = stood["confirmation_id"]
                                await driver.send(type="confirmation_response", confirmation_id=name, value=value)
                        seen[stood["type"]] += 1
                        await asyncio.gather(*(viewer.until_like(screen) for viewer in broken))
                for task in watching:
                    task.cancel()
                await asyncio.gather(*watching, return_exceptions=True)
                cuts += sum(viewer.cuts for viewer in broken)
    assert all(seen.values()), f"not every kind of standstill was met: {seen}"
