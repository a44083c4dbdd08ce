"""An endpoint's answers, counted while they come: one that never ends, or never ends a line, must not fill the memory.

The client library reads a whole answer, or a whole event of a stream, before it gives anything away.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import httpx2
import openai

from foundation.llm.failures import CallFailed
from foundation.llm.public_line import Bounds, PublicLine, certificates

MAX_ANSWER = 32_000_000
"""Bytes of one answer. A token of a stream comes with about 300 bytes around it: 100,000 tokens."""
MAX_LINE = 1_000_000
"""Bytes of one line of a stream; those of usual endpoints have under 1,000."""
EVENTS = "text/event-stream"


def bounded_client(*, bounds: Bounds | None = None, **limits: Any) -> httpx2.AsyncClient:
    """The library's own client, whose answers raise CallFailed at these bounds. It follows no redirect, as the
    library's does: prompts go to the configured address alone. `bounds`: and within these, by no proxy."""
    if bounds is not None:
        limits |= {"transport": PublicLine(bounds), "trust_env": False}
    return openai.DefaultAsyncHttpxClient(
        headers={"Accept-Encoding": "identity"},
        event_hooks={"response": [_bound]},
        follow_redirects=False,
        verify=certificates(),
        **limits,
    )


async def _bound(response: httpx2.Response) -> None:
    if response.headers.get("content-encoding", "identity").lower() != "identity":
        # A kilobyte may unfold into a gigabyte at once; it was asked not to.
        raise _too_large("compressed, which it was asked not to be")
    kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
    if isinstance(response.stream, httpx2.AsyncByteStream):
        response.stream = _Counted(response.stream, MAX_LINE if kind == EVENTS else MAX_ANSWER)


class _Counted(httpx2.AsyncByteStream):
    def __init__(self, whole: httpx2.AsyncByteStream, longest_line: int) -> None:
        self._whole = whole
        self._longest_line = longest_line

    async def __aiter__(self) -> AsyncIterator[bytes]:
        total = line = 0
        async for piece in self._whole:
            total += len(piece)
            line = line + len(piece) if b"\n" not in piece else len(piece) - piece.rindex(b"\n") - 1
            if total > MAX_ANSWER:
                raise _too_large(f"longer than {MAX_ANSWER // 1_000_000} MB")
            if line > self._longest_line:
                raise _too_large(f"a stream with a line longer than {self._longest_line // 1_000_000} MB")
            yield piece

    async def aclose(self) -> None:
        await self._whole.aclose()


def _too_large(what: str) -> CallFailed:
    return CallFailed("too_large", f"its answer is {what}", endpoint_down=True)
