"""Whether the service is ready: everything it stands on is asked side by side, and no answer is one, too."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from foundation.contracts.errors import FolderTakesNoWrites
from service_agent.protocol.failures import failure_of

Check = Callable[[], Awaitable[object]]
"""Raises what is wrong."""
WAITED_S = 3.0
"""How long whoever asks waits for all the answers together."""
ASKED_S = 10.0
"""How long a check may go on: who asks meanwhile is given its answer, and does not ask beside it."""
KEPT_S = 5.0
"""A write that was taken is not tried again for as long."""
PROBE = 1 << 20
"""Bytes of the file that is tried: an index writes more."""


class Readiness:
    """The checks of this process."""

    def __init__(self, checks: Mapping[str, Check]) -> None:
        self._checks = checks
        self._asked: dict[str, asyncio.Task[None]] = {}

    async def sentences(self) -> dict[str, str | None]:
        """What the service stands on -> None when it is fine, else a sentence."""
        asked = {name: self._answer_of(name, check) for name, check in self._checks.items()}
        await asyncio.wait(asked.values(), timeout=WAITED_S)
        return {name: _sentence(answer) for name, answer in asked.items()}

    def _answer_of(self, name: str, check: Check) -> asyncio.Task[None]:
        answer = self._asked.get(name)
        if answer is None or answer.done():
            answer = self._asked[name] = asyncio.create_task(_ask(check))
            answer.add_done_callback(_heard)
        return answer


async def _ask(check: Check) -> None:
    async with asyncio.timeout(ASKED_S):
        await check()


def _heard(answer: asyncio.Task[None]) -> None:
    """What is wrong is said to whoever asks; that nobody did any more is nothing to be logged."""
    if not answer.cancelled():
        answer.exception()


def _sentence(answer: asyncio.Task[None]) -> str | None:
    if not answer.done():
        return f"No answer within {WAITED_S:.0f} seconds."
    if answer.cancelled():
        return "It was not asked to the end."
    error = answer.exception()
    if isinstance(error, TimeoutError):
        return f"No answer within {ASKED_S:.0f} seconds."
    return None if error is None else failure_of(error).message


class Seldom:
    """A check that costs a write: once it was fine it is for a few seconds."""

    def __init__(self, check: Check) -> None:
        self._check = check
        self._fine_until = 0.0

    async def __call__(self) -> None:
        """Raises what the check raises."""
        if time.monotonic() < self._fine_until:
            return
        await self._check()
        self._fine_until = time.monotonic() + KEPT_S


async def require_files(folder: Path) -> None:
    """Whether the folder takes files. Raises FolderTakesNoWrites."""
    await asyncio.to_thread(_write_file, folder)


def _write_file(folder: Path) -> None:
    tried = folder / f".write-check-{os.getpid()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        try:
            with tried.open("wb") as file:
                file.write(os.urandom(PROBE))
                file.flush()
                os.fsync(file.fileno())
        finally:
            tried.unlink(missing_ok=True)
    except OSError as error:
        raise FolderTakesNoWrites from error
