"""What is remembered of a person, as they see, correct and erase it."""

from __future__ import annotations

from collections.abc import Sequence

from foundation.contracts.errors import WrongUse
from foundation.contracts.identity import Principal
from foundation.contracts.memories import Memory, MemoryChanges, MemoryKind, NewMemory
from foundation.language.printable import visible
from foundation.storage.people.memories import MemoriesRepository
from foundation.storage.repositories import Repositories
from supervisor.memory.personal.merging import merged, new_memory, statement_of
from supervisor.memory.personal.reading import Statement, is_against_the_service, may_not_be_kept

REFUSED = (
    "text: this is not kept, because it holds a secret (a password, an account, card or identity number, a key), "
    "quotes somebody or orders how this service works; write what you want remembered of yourself in your own words."
)


class Memories:
    """One person's memories; those of others do not exist for them."""

    def __init__(self, repositories: Repositories, *, on: bool) -> None:
        self._repositories = repositories
        self._on = on

    async def all_of(self, principal: Principal, *, history: bool) -> list[Memory]:
        """Newest first; with those that newer ones took the place of, or without."""
        memories = self._repositories.memories
        return await (memories.list(principal) if history else memories.current(principal))

    async def is_on(self, principal: Principal) -> bool:
        """Whether anything of them is kept and used."""
        return self._on and (await self._repositories.people.settings(principal)).remembers

    async def add(self, principal: Principal, text: str, kind: MemoryKind | None) -> Memory:
        """In the person's own words; said twice, it is there once. Raises WrongUse for what is never kept."""
        statement = _written(text, kind)

        def decide(held: Sequence[Memory]) -> MemoryChanges:
            return merged([one for one in held if one.tier == "longterm"], [statement], "person")

        added = await (await self._writing()).change(principal, decide)
        if added:
            return added[0]
        held = [one for one in await self.all_of(principal, history=False) if one.tier == "longterm"]
        return next((one for one in held if not merged([one], [statement], "person").added), held[0])

    async def correct(self, principal: Principal, memory_id: str, text: str, kind: MemoryKind | None) -> Memory:
        """The newer words take the place of the older. Raises UnknownMemory, WrongUse."""
        return await (await self._writing()).correct(principal, memory_id, _new(text, kind))

    async def forget(self, principal: Principal, memory_id: str) -> None:
        """Erase one, with what it had replaced. Raises UnknownMemory."""
        await self._repositories.memories.forget(principal, memory_id)

    async def forget_all(self, principal: Principal) -> None:
        """Erase all of them."""
        await self._repositories.memories.forget_all(principal)

    async def _writing(self) -> MemoriesRepository:
        """The repository, for a write that began now: a person who is erased meanwhile leaves nothing behind."""
        return self._repositories.memories.since(await self._repositories.clock.now())


def _new(text: str, kind: MemoryKind | None) -> NewMemory:
    return new_memory(_written(text, kind), "person")


def _written(text: str, kind: MemoryKind | None) -> Statement:
    plain = " ".join(text.split())
    if not visible(plain).strip() or may_not_be_kept(plain) or is_against_the_service(plain):
        raise WrongUse(REFUSED, field="text")
    return statement_of(plain, kind)
