"""A scripted OpenAI-compatible endpoint over real HTTP, for tests, benches and `suffice sim-model`.

A script defines the reply to each prompt, faults included. Every request is recorded. A call's prompt is identified by
the header `X-Suffice-Prompt`, else by the json_schema's name, else by `metadata.prompt`. Use it on the loopback address
only: it has no authentication.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import monotonic
from types import TracebackType
from typing import Any, Literal, Self, cast

from foundation.llm.scripted_http import (
    HttpRequest,
    WatchedReader,
    abort,
    read_request,
    send_body,
    send_chunk,
    start_chunks,
)

Fault = Literal["hang", "half", "broken", "endless"]
"""hang: nothing more ever comes; half: the connection dies half way; broken: the body is no JSON at all; endless: one
line that never ends."""

Refusal = Literal[
    "json_schema", "json_object", "metadata", "stream_options", "temperature", "top_p", "max_tokens", "top_k"
]
"""Parts of a request the endpoint answers with status 400."""

PIECE = 65_536
"""Bytes of an endless answer that are written at once."""
ANY = "*"
"""The script's key for prompts that have no line of their own."""


@dataclass(frozen=True)
class Reply:
    """What one call is answered with."""

    text: str = ""
    """The message's content, as the model would write it."""
    delay_s: float = 0.0
    """Time before the first byte."""
    status: int = 200
    retry_after: str | None = None
    """Sent as `Retry-After` with an error status: seconds or an HTTP date."""
    fault: Fault | None = None
    usage: bool = True
    """False: the endpoint reports no tokens."""
    piece: int = 16
    """Characters per stream chunk."""
    piece_delay_s: float = 0.0
    streams: bool = True
    """False: the endpoint ignores that a stream was asked for."""
    finish_reason: str | None = "stop"


@dataclass(frozen=True)
class Call:
    """One request as it was received."""

    prompt: str
    stream: bool
    body: dict[str, Any]
    headers: dict[str, str]
    """Names in lower case."""
    size: int
    """Bytes of the request's body."""
    at: float
    """Seconds on the monotonic clock."""

    @property
    def text(self) -> str:
        """All messages' contents, joined: what the model was given."""
        return "\n".join(str(message.get("content", "")) for message in self.body.get("messages", []))


Scripted = Reply | str | Mapping[str, Any]
"""A str is the reply's text; a mapping is sent as JSON text."""
Line = Scripted | Sequence[Scripted] | Callable[[Call], Scripted]
"""One reply for every call; one after another (the last one stays); or computed from the call."""


def as_reply(scripted: Scripted) -> Reply:
    """The reply a script's short form stands for."""
    if isinstance(scripted, Reply):
        return scripted
    if isinstance(scripted, str):
        return Reply(scripted)
    return Reply(json.dumps(scripted, ensure_ascii=False))


@dataclass
class ScriptedEndpoint:
    """Async context manager: serves on a loopback port until it is left, then closes every connection."""

    script: Mapping[str, Line]
    refuses: frozenset[Refusal] = frozenset()
    host: str = "127.0.0.1"
    port: int = 0
    """0: any free port."""
    model: str = "scripted"
    """The name it lists."""
    calls: list[Call] = field(default_factory=list[Call])
    """Every request, in order of arrival."""
    disconnects: int = 0
    """Calls the client gave up on while they were being answered."""
    _counts: dict[str, int] = field(default_factory=dict[str, int])
    _connections: set[asyncio.Task[None]] = field(default_factory=set[asyncio.Task[None]])
    _server: asyncio.Server | None = None

    @property
    def base_url(self) -> str:
        """What `LLM_BASE_URL` is set to."""
        return f"http://{self.host}:{self.port}/v1"

    def calls_of(self, prompt: str) -> list[Call]:
        """The requests made with this prompt's name."""
        return [call for call in self.calls if call.prompt == prompt]

    async def __aenter__(self) -> Self:
        self._server = await asyncio.get_running_loop().create_server(
            lambda: asyncio.StreamReaderProtocol(WatchedReader(), self._connected), self.host, self.port
        )
        self.port = int(self._server.sockets[0].getsockname()[1])
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._server is not None:
            self._server.close()
        for task in self._connections:
            task.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)

    async def serve_forever(self) -> None:
        """Until cancelled (for `suffice sim-model`)."""
        await asyncio.Event().wait()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        watched = cast(WatchedReader, reader)
        task = cast("asyncio.Task[None]", asyncio.current_task())
        self._connections.add(task)
        try:
            while (request := await read_request(reader)) is not None:
                await self._answer_watched(request, watched, writer)
        except (ConnectionError, asyncio.IncompleteReadError):
            self.disconnects += 1
        except asyncio.CancelledError:
            # Leaving the endpoint cancels what is still connected; Python 3.11's streams print that as a fault.
            return
        finally:
            self._connections.discard(task)
            writer.close()

    async def _answer_watched(self, request: HttpRequest, reader: WatchedReader, writer: asyncio.StreamWriter) -> None:
        """Answers, and stops as soon as the client hangs up (a stopped run must be seen to stop)."""
        answering = asyncio.ensure_future(self._answer(request, writer))
        watching = asyncio.ensure_future(reader.hung_up.wait())
        try:
            await asyncio.wait({answering, watching}, return_when=asyncio.FIRST_COMPLETED)
            if not answering.done():
                raise ConnectionResetError
            await answering
        finally:
            for task in (answering, watching):
                task.cancel()
            await asyncio.gather(answering, watching, return_exceptions=True)

    async def _answer(self, request: HttpRequest, writer: asyncio.StreamWriter) -> None:
        if request.method == "GET" and request.path.endswith("/models"):
            listed = {"object": "list", "data": [{"id": self.model, "object": "model"}]}
            await send_body(writer, 200, json.dumps(listed))
            return
        call = recorded(request)
        self.calls.append(call)
        refused = refusal_of(call, self.refuses)
        if refused is not None:
            await send_body(writer, 400, error_body(f"Unsupported parameter: '{refused}'", refused))
            return
        await self._play(self._reply_to(call), call, writer)

    def _reply_to(self, call: Call) -> Reply:
        line = self.script.get(call.prompt, self.script.get(ANY))
        number = self._counts.get(call.prompt, 0)
        self._counts[call.prompt] = number + 1
        if line is None:
            return Reply(f"the script has no line for {call.prompt!r}", status=404)
        if callable(line):
            return as_reply(line(call))
        if isinstance(line, (Reply, str, Mapping)):
            return as_reply(line)
        return as_reply(line[min(number, len(line) - 1)])

    async def _play(self, reply: Reply, call: Call, writer: asyncio.StreamWriter) -> None:
        await asyncio.sleep(reply.delay_s)
        if reply.status != 200:
            headers = {"Retry-After": reply.retry_after} if reply.retry_after is not None else {}
            await send_body(writer, reply.status, error_body(reply.text or "scripted failure", None), headers)
        elif call.stream and reply.streams:
            await play_stream(reply, call, writer)
        else:
            await play_whole(reply, call, writer)


async def play_whole(reply: Reply, call: Call, writer: asyncio.StreamWriter) -> None:
    """One JSON answer, or the fault in its place."""
    text = json.dumps(completion(reply, call), ensure_ascii=False)
    if reply.fault == "hang":
        await asyncio.Event().wait()
    elif reply.fault == "half":
        await send_body(writer, 200, text[: len(text) // 2], length=len(text.encode()))
        abort(writer)
    elif reply.fault == "endless":
        await send_body(writer, 200, '{"choices": "', length=10**12)
        await send_endless(writer, b"x" * PIECE)
    else:
        await send_body(writer, 200, "{not json" if reply.fault == "broken" else text)


async def play_stream(reply: Reply, call: Call, writer: asyncio.StreamWriter) -> None:
    """Server-sent events, or the fault after half of them."""
    pieces = [reply.text[at : at + reply.piece] for at in range(0, len(reply.text), reply.piece)]
    whole = reply.fault is None
    start_chunks(writer)
    if reply.fault == "endless":
        await send_chunk(writer, 'data: {"choices": [{"delta": {"content": "')
        await send_endless(writer, f"{PIECE:x}\r\n".encode() + b"x" * PIECE + b"\r\n")
    for piece in pieces if whole else pieces[: max(1, len(pieces) // 2)]:
        await send_chunk(writer, event(chunk({"content": piece}, None)))
        await asyncio.sleep(reply.piece_delay_s)
    if reply.fault == "hang":
        await asyncio.Event().wait()
    elif reply.fault == "half":
        with contextlib.suppress(ConnectionError):
            await writer.drain()
        abort(writer)
    else:
        await end_stream(reply, call, writer)


async def send_endless(writer: asyncio.StreamWriter, piece: bytes) -> None:
    """The same again and again, as fast as it is taken, until the client hangs up."""
    with contextlib.suppress(ConnectionError):
        while not writer.is_closing():
            writer.write(piece)
            await writer.drain()


async def end_stream(reply: Reply, call: Call, writer: asyncio.StreamWriter) -> None:
    """The last events of a stream."""
    if reply.fault == "broken":
        await send_chunk(writer, "data: {not json\n\n")
    await send_chunk(writer, event(chunk({}, reply.finish_reason)))
    if reply.usage and part(call.body, "stream_options").get("include_usage"):
        await send_chunk(writer, event({**chunk({}, None), "choices": [], "usage": usage_of(reply, call)}))
    await send_chunk(writer, "data: [DONE]\n\n")
    await send_chunk(writer, "")


def recorded(request: HttpRequest) -> Call:
    """What is kept of a request."""
    body = cast("dict[str, Any]", json.loads(request.body or b"{}"))
    return Call(
        prompt=prompt_of(request.headers, body),
        stream=bool(body.get("stream")),
        body=body,
        headers=request.headers,
        size=len(request.body),
        at=monotonic(),
    )


def prompt_of(headers: Mapping[str, str], body: Mapping[str, Any]) -> str:
    """The prompt's name, wherever the client put it; "" when nowhere."""
    schema = part(part(body, "response_format"), "json_schema")
    named = headers.get("x-suffice-prompt") or schema.get("name") or part(body, "metadata").get("prompt")
    return str(named or "")


def part(body: Mapping[str, Any], name: str) -> dict[str, Any]:
    """An object inside an object; empty when there is none."""
    found = body.get(name)
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}


def refusal_of(call: Call, refuses: frozenset[Refusal]) -> str | None:
    """The first part of the request the endpoint does not take."""
    kind = part(call.body, "response_format").get("type")
    return next((refusal for refusal in sorted(refuses) if refusal == kind or refusal in call.body), None)


def completion(reply: Reply, call: Call) -> dict[str, Any]:
    """A `chat.completion` object."""
    choice = {
        "index": 0,
        "message": {"role": "assistant", "content": reply.text},
        "finish_reason": reply.finish_reason,
    }
    made = {"id": "scripted", "object": "chat.completion", "created": 0, "model": "scripted", "choices": [choice]}
    return {**made, "usage": usage_of(reply, call)} if reply.usage else made


def chunk(delta: Mapping[str, str], finish_reason: str | None) -> dict[str, Any]:
    """A `chat.completion.chunk` object."""
    choice = {"index": 0, "delta": dict(delta), "finish_reason": finish_reason}
    return {
        "id": "scripted",
        "object": "chat.completion.chunk",
        "created": 0,
        "model": "scripted",
        "choices": [choice],
    }


def usage_of(reply: Reply, call: Call) -> dict[str, int]:
    """One token per 4 bytes, so that figures can be checked."""
    prompt, written = len(call.text.encode()) // 4, len(reply.text.encode()) // 4
    return {"prompt_tokens": prompt, "completion_tokens": written, "total_tokens": prompt + written}


def event(data: Mapping[str, Any]) -> str:
    """One server-sent event."""
    return f"data: {json.dumps(data, ensure_ascii=False)}\n\n"


def error_body(message: str, parameter: str | None) -> str:
    """The error shape OpenAI-compatible endpoints share."""
    return json.dumps({"error": {"message": message, "type": "scripted", "param": parameter, "code": None}})
