"""What model calls cost, noted for the person and the tenant they were made for, whatever becomes of the run."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Generator, Sequence
from contextlib import aclosing, contextmanager
from datetime import datetime
from typing import Self

import structlog
from sqlalchemy.exc import SQLAlchemyError

from foundation.contracts.errors import SufficeError
from foundation.contracts.identity import Principal
from foundation.contracts.ports import LanguageModel, Message, ModelT, Reads, Usage, Writing
from foundation.storage.database.engine import NO_ANSWER
from foundation.storage.people.spending import Spender, SpendingRepository, Spent

LINGER_S = 0.2
"""Calls of one moment are noted in one statement. A process that is killed forgets this much."""
AWAY = (SufficeError, SQLAlchemyError, *NO_ANSWER)

log = structlog.get_logger(__name__)


class Ledger:
    """Notes what was spent, beside the turns and not in their way. `async with`: what is left is written at the end."""

    def __init__(self, repository: SpendingRepository) -> None:
        self._repository = repository
        self._pending: dict[Spender, Spent] = {}
        self._something = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._writing: asyncio.Task[None] | None = None

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._write_all())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._writing is not None:
            await asyncio.gather(self._writing, return_exceptions=True)
        await self._write()

    def note(self, principal: Principal, spent: Spent, since: datetime | None = None) -> None:
        """Never waits. `since`: when the question was taken it was spent for (database time); see `Spender`."""
        if not spent.tokens and not spent.micros:
            return
        person = Spender.of(principal, since)
        self._pending[person] = self._pending.get(person, Spent()) + spent
        self._something.set()

    async def _write_all(self) -> None:
        while True:
            await self._something.wait()
            self._something.clear()
            await asyncio.sleep(LINGER_S)
            # Whoever ends the service does not end a write half way: nobody would know whether it counted.
            self._writing = asyncio.create_task(self._write())
            await asyncio.shield(self._writing)

    async def _write(self) -> None:
        pending, self._pending = self._pending, {}
        if not pending:
            return
        try:
            await self._repository.add(pending)
        except AWAY:
            log.warning("spending_not_noted_yet", people=len(pending))
            for person, spent in pending.items():
                self._pending[person] = self._pending.get(person, Spent()) + spent
            self._something.set()


class Metered:
    """A LanguageModel whose calls are noted for one person, who asked at `since`."""

    def __init__(self, model: LanguageModel, principal: Principal, ledger: Ledger, since: datetime) -> None:
        self._model = model
        self._principal = principal
        self._ledger = ledger
        self._since = since
        self.name = model.name
        self.is_small = model.is_small

    async def structured(
        self,
        prompt_name: str,
        messages: Sequence[Message],
        schema: type[ModelT],
        usage: Usage,
        otherwise: Reads[ModelT] | None = None,
    ) -> ModelT:
        """See LanguageModel."""
        with self._noted(usage) as own:
            return await self._model.structured(prompt_name, messages, schema, own, otherwise)

    async def stream(
        self, prompt_name: str, messages: Sequence[Message], usage: Usage, wish: Writing | None = None
    ) -> AsyncGenerator[str, None]:
        """See LanguageModel."""
        with self._noted(usage) as own:
            async with aclosing(self._model.stream(prompt_name, messages, own, wish)) as pieces:
                async for piece in pieces:
                    yield piece

    @contextmanager
    def _noted(self, usage: Usage) -> Generator[Usage]:
        """A usage for this call alone. A run makes calls concurrently, and the shares of two calls in one sum could not
        be separated any more."""
        own = Usage()
        try:
            yield own
        finally:
            usage.add(own)
            self._ledger.note(self._principal, spent_of(own), self._since)


def spent_of(usage: Usage) -> Spent:
    """Tokens and money of a usage."""
    return Spent(usage.prompt_tokens + usage.completion_tokens, round(usage.cost * 1_000_000))
