"""`suffice chat --json`: for programs. A line in is a question or a client frame; every frame is a line out.

Plain lines are asked one after the other. A line that begins with { is sent at once, as it is, so that a program can
answer a confirmation, stop a run or keep waiting while one is under way. After the last line the chat ends with the
last turn.
"""

from __future__ import annotations

import asyncio
import json
import sys
import uuid
from collections import deque
from typing import Any, cast

from foundation.language.printable import json_text
from service_agent.terminal.client import SessionClient
from service_agent.terminal.lines import InputLines
from service_agent.terminal.pump import FramePump

Frame = dict[str, Any]
ENDS = frozenset({"run_completed", "run_failed", "run_cancelled"})
ASKING = frozenset({"user_message", "reuse_override"})
PING = '{"type":"ping"}'


class Turns:
    """Which turns are asked for and not over.

    An error does not say which frame it refuses, but replies come in the order of the frames: a ping behind each line
    tells what belongs to it. Those pongs are ours and not shown.
    """

    def __init__(self) -> None:
        self._sent: deque[bool] = deque()
        """For every line without its pong yet: does it ask for a turn (and was not refused)?"""
        self._awaited = 0
        """Turns taken and not started; below 0 when a start overtook its pong."""
        self._running: set[str] = set()
        self._seq = 0
        self.idle = asyncio.Event()
        self.idle.set()

    def sent(self, frame: Frame | None) -> None:
        """A line went out, with a ping behind it; None: it was no frame."""
        self._sent.append(frame is not None and frame.get("type") in ASKING)
        self._settle()

    @property
    def unanswered_pings(self) -> int:
        """Pings to send again on a new connection."""
        return len(self._sent)

    def take(self, frame: Frame) -> bool:
        """One frame of the service; False when it is only for us."""
        kind, run_id = frame["type"], str(frame.get("run_id"))
        seen_before = 0 < frame.get("seq", 0) <= self._seq
        self._seq = max(self._seq, frame.get("seq", 0))
        shown = True
        if kind == "pong" and self._sent:
            self._awaited += self._sent.popleft()
            shown = False
        elif (kind in ("error", "busy") or seen_before) and self._sent:
            # Refused; or sent before, and this is its stored answer.
            self._sent[0] = False
        elif kind == "session_ready" and frame["active_run"]:
            self._running.add(frame["active_run"])
        elif kind == "run_started":
            self._awaited -= 1
            self._running.add(run_id)
        elif kind in ENDS:
            if run_id not in self._running:
                self._awaited -= 1
            self._running.discard(run_id)
        self._settle()
        return shown

    def _settle(self) -> None:
        over = not self._sent and not self._running and self._awaited <= 0
        if over:
            self._awaited = 0
            self.idle.set()
        else:
            self.idle.clear()


async def program_chat(client: SessionClient) -> None:
    """Until standard input ended and the last turn is over."""
    turns = Turns()
    pump = FramePump(client)
    saying = asyncio.create_task(_say_frames(pump, client, turns))
    asking = asyncio.create_task(_ask_lines(client, turns))
    try:
        done, _ = await asyncio.wait((saying, asking), return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    finally:
        for task in (saying, asking):
            task.cancel()
        await asyncio.gather(saying, asking, return_exceptions=True)
        await pump.close()


async def _say_frames(pump: FramePump, client: SessionClient, turns: Turns) -> None:
    while True:
        frame = await pump.next(None)
        if frame is None:
            continue
        if turns.take(frame):
            sys.stdout.write(json_text(frame) + "\n")
            sys.stdout.flush()
        if frame["type"] == "connection" and frame["state"] == "back":
            for _ in range(turns.unanswered_pings):
                await client.send_text(PING)


async def _ask_lines(client: SessionClient, turns: Turns) -> None:
    lines = InputLines(sys.stdin)
    while (line := await lines.next()) is not None:
        if not line.startswith("{"):
            await turns.idle.wait()
            line = json.dumps({"type": "user_message", "message_id": uuid.uuid4().hex, "content": line})
        frame = _parsed(line)
        turns.sent(frame)
        if frame is None:
            await client.send_text(line)
        else:
            await client.send(frame)
        await client.send_text(PING)
    await turns.idle.wait()


def _parsed(line: str) -> Frame | None:
    """The frame of a line; None when it is none (the service says what is wrong with it)."""
    try:
        found: Any = json.loads(line)
    except ValueError:
        return None
    return cast("Frame", found) if isinstance(found, dict) else None
