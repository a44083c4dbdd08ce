"""What administrators may do and see: people, keys, sign-ins, figures. Each act is written down with itself."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

from foundation.contracts.errors import WrongUse
from foundation.contracts.identity import Principal, Role, roles_up_to
from foundation.storage.people.audit_log import Act
from foundation.storage.people.chosen_settings import Value
from foundation.storage.people.identity import ApiKey, NewKey
from foundation.storage.people.standing import JobStanding, PersonStanding, TableSize, Totals
from foundation.storage.queue.queue_figures import QueueFigures, ServerFigures
from foundation.storage.repositories import Repositories
from service_agent.limits.chosen import Chosen, InForce
from service_agent.settings.keys import hash_of, new_key

TABLES = 12
"""Largest tables that are listed."""


@dataclass(frozen=True)
class Offices:
    """What the administration shows of the process."""

    settings: Mapping[str, int | float | None]
    """Limits and days of retention, by the setting's name."""
    data_dir: Path
    database: str = ""
    """Where its database is, without who may come in."""
    process: tuple[tuple[str, str, bool, str | None], ...] = ()
    """What decides of answers, as this process has it: (name, what it means, whether it was set, its value)."""
    chosen: Chosen | None = None
    """Those of each tenant that its administrators chose; None: nothing is chosen here."""


@dataclass(frozen=True)
class KeyAsked:
    """A key to be made."""

    name: str
    owner_id: str
    role: Role
    days: int | None
    """Until it ends; None: until it is revoked."""


@dataclass(frozen=True)
class MadeKey:
    """A key just made, shown once, and what is kept of it."""

    key: str
    kept: ApiKey


@dataclass(frozen=True)
class Room:
    """What everything takes."""

    server: ServerFigures
    tables: list[TableSize]
    folder_bytes: int
    """Of the data folder of this machine."""
    free_bytes: int


@dataclass(frozen=True)
class Overview:
    """The service as an administrator sees it."""

    totals: Totals
    room: Room
    queue: QueueFigures
    jobs: list[JobStanding]


class Administration:
    """For the role admin; whose tenant it is the Principal says."""

    def __init__(
        self, repositories: Repositories, offices: Offices, erase: Callable[[Principal, Act], Awaitable[None]]
    ) -> None:
        self._repositories = repositories
        self._erase = erase
        self.offices = offices

    async def overview(self, principal: Principal) -> Overview:
        """Figures of the tenant, and of the service around it."""
        standing, figures = self._repositories.people_standing, self._repositories.figures
        folder, free = await asyncio.to_thread(_room_of, self.offices.data_dir)
        room = Room(await figures.server(), await standing.tables(TABLES), folder, free)
        return Overview(await standing.totals(principal), room, await figures.queue(), list(await standing.jobs()))

    async def settings(self, principal: Principal) -> list[InForce]:
        """Limits and days of retention as they hold for the tenant."""
        return await self._chosen.all_of(principal, self.offices.settings)

    async def choose(self, principal: Principal, name: str, value: Value, act: Act) -> InForce:
        """Another value of one of them. Raises WrongUse."""
        return await self._chosen.choose(principal, name, value, act)

    async def give_back(self, principal: Principal, name: str, act: Act) -> InForce:
        """The environment's value again. Raises WrongUse."""
        return await self._chosen.give_back(principal, name, act)

    @property
    def _chosen(self) -> Chosen:
        if self.offices.chosen is None:
            raise WrongUse("Nothing is chosen here: this service was opened without a database of its own.")
        return self.offices.chosen

    async def people(self, principal: Principal, sought: str, after: str, limit: int) -> list[PersonStanding]:
        """People of the tenant, by name."""
        return await self._repositories.people_standing.people(principal, sought, after, limit)

    async def keys(self, principal: Principal) -> list[ApiKey]:
        """Keys of the tenant, newest first; never the keys themselves."""
        return (await self._repositories.identity.keys(principal.tenant_id))[::-1]

    async def make_key(self, principal: Principal, asked: KeyAsked, act: Act) -> tuple[str, ApiKey]:
        """A key, shown once, and what is kept of it. Raises NameTaken."""
        owner = Principal(tenant_id=principal.tenant_id, owner_id=asked.owner_id, roles=roles_up_to(asked.role))
        ends: datetime | None = None
        if asked.days is not None:
            ends = await self._repositories.clock.now() + timedelta(days=asked.days)
        key = new_key()
        detail: dict[str, str | int | bool] = {"name": asked.name, "role": str(asked.role)}
        if asked.days is not None:
            detail["days"] = asked.days
        made = await self._repositories.identity.create_key(
            owner, asked.name, hash_of(key), ends, replace(act, detail=detail)
        )
        return key, made

    async def replace_key(self, principal: Principal, key_id: str, role: Role, days: int | None, act: Act) -> MadeKey:
        """A new key in the place of another, which signs nobody in from then on: of the same name and person, with
        this role, until the old one's end, or so many days. It is shown once. Raises UnknownKey."""
        key = new_key()
        ends = None if days is None else await self._repositories.clock.now() + timedelta(days=days)
        made = await self._repositories.identity.replace_key(
            principal.tenant_id, key_id, NewKey(hash_of(key), roles_up_to(role), ends), act
        )
        return MadeKey(key, made)

    async def revoke_key(self, principal: Principal, key_id: str, act: Act) -> ApiKey:
        """The key signs nobody in from now on. Raises UnknownKey."""
        return await self._repositories.identity.revoke_key(principal.tenant_id, key_id, act)

    async def end_sign_ins(self, principal: Principal, owner_id: str, act: Act) -> int:
        """Sign a person's pages out; how many."""
        person = Principal(tenant_id=principal.tenant_id, owner_id=owner_id)
        return await self._repositories.identity.end_sign_ins(person, act)

    async def erase(self, principal: Principal, owner_id: str, act: Act) -> None:
        """Erase everything of a person. Raises WrongUse for somebody nothing is kept of: a name that is misspelt."""
        person = Principal(tenant_id=principal.tenant_id, owner_id=owner_id)
        if not await self._repositories.people.known(person):
            raise WrongUse("person: nothing is kept of anybody of this name; look at the list.", field="person")
        await self._erase(person, act)


def _room_of(folder: Path) -> tuple[int, int]:
    held = 0
    for path in folder.rglob("*"):
        try:
            held += path.stat().st_size if path.is_file() and not path.is_symlink() else 0
        except OSError:  # gone in between
            continue
    return held, shutil.disk_usage(folder).free if folder.exists() else 0
