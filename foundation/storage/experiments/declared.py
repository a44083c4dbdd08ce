"""Declared experiments: the pack, the period and the arms of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy import Row, func, select, text, update

from foundation.contracts.errors import NameTaken
from foundation.contracts.experiment_errors import OverlappingExperiment, UnknownExperiment
from foundation.contracts.identity import DEMO_OWNER, Principal
from foundation.storage.database.json_text import dump
from foundation.storage.database.repository import Repository
from foundation.storage.tables.experiments import experiments

Looks = Literal["always", "once"]
"""How often the threshold's proof may be looked at (`service_agent/statistics/bounded_risk.py`)."""

_ALONE = text("SELECT pg_advisory_xact_lock(hashtextextended('experiments:' || :tenant_id, 0))")
_OVERLAPPING = text(
    """
    SELECT name FROM experiments
    WHERE tenant_id = :tenant_id AND pack = :pack AND name <> :name
        AND starts_with(owner_id, :demo_owner) = starts_with(:owner_id, :demo_owner)
        AND CASE WHEN ends_at < starts_at THEN 'empty'::tstzrange ELSE tstzrange(starts_at, ends_at) END
            && tstzrange(CAST(:starts_at AS timestamptz), CAST(:ends_at AS timestamptz))
    ORDER BY starts_at LIMIT 1
    """
)
_ADD = text(
    """
    INSERT INTO experiments (tenant_id, owner_id, name, pack, arms, bound, looks, starts_at, ends_at)
    VALUES (:tenant_id, :owner_id, :name, :pack, CAST(:arms AS jsonb), :bound, :looks, :starts_at, :ends_at)
    ON CONFLICT DO NOTHING RETURNING *
    """
)
_RUNNING = text(
    """
    SELECT * FROM experiments WHERE tenant_id = :tenant_id AND pack = :pack AND starts_at <= clock_timestamp()
        AND (ends_at IS NULL OR ends_at > clock_timestamp())
        AND starts_with(owner_id, :demo_owner) = :demo LIMIT 1
    """
)
_ARMS = text(
    """
    UPDATE experiments SET arms = CAST(:arms AS jsonb), updated_at = clock_timestamp()
    WHERE tenant_id = :tenant_id AND name = :name AND updated_at = :updated_at RETURNING *
    """
)


@dataclass(frozen=True)
class StoredExperiment:
    """One declared experiment."""

    name: str
    pack: str
    owner_id: str
    """Who declared it."""
    arms: tuple[Mapping[str, Any], ...]
    """As declared (`service_agent/experiments/declared.py` gives them their type)."""
    bound: float
    looks: Looks
    starts_at: datetime
    ends_at: datetime | None
    """None: until somebody ends it."""
    updated_at: datetime

    @property
    def demo(self) -> bool:
        """Demo traffic's own: no person's conversation is ever drawn into it, so what it shows is tried on nobody."""
        return self.owner_id.startswith(DEMO_OWNER)


@dataclass(frozen=True)
class NewExperiment:
    """An experiment to declare."""

    name: str
    pack: str
    arms: Sequence[Mapping[str, Any]]
    bound: float
    starts_at: datetime
    ends_at: datetime | None
    looks: Looks = "always"


class ExperimentsRepository(Repository):
    """Experiments of a tenant."""

    async def declare(self, principal: Principal, new: NewExperiment) -> StoredExperiment:
        """Raises OverlappingExperiment when another one runs on the pack in that time, NameTaken. Those of people and
        those of demo traffic run side by side: they share no conversation."""
        values = {"tenant_id": principal.tenant_id, "owner_id": principal.owner_id, "name": new.name, "pack": new.pack}
        times = {"starts_at": new.starts_at, "ends_at": new.ends_at}
        async with self._transaction() as connection:
            await connection.execute(_ALONE, {"tenant_id": principal.tenant_id})
            where = {**values, **times, "demo_owner": DEMO_OWNER}
            other = (await connection.execute(_OVERLAPPING, where)).scalar()
            if other is not None:
                raise OverlappingExperiment(
                    f"The experiment {other} runs on {new.pack} in that time; end it first, or choose other times."
                )
            declared = {"arms": dump([dict(arm) for arm in new.arms]), "bound": new.bound, "looks": new.looks}
            stored = {**values, **times, **declared}
            row = (await connection.execute(_ADD, stored)).first()
        if row is None:
            raise NameTaken(f"There is an experiment {new.name} already; choose another name.", field="name")
        return _experiment(row)

    async def get(self, principal: Principal, name: str) -> StoredExperiment:
        """Raises UnknownExperiment."""
        row = await self._first(
            select(experiments).where(experiments.c.tenant_id == principal.tenant_id, experiments.c.name == name)
        )
        if row is None:
            raise UnknownExperiment
        return _experiment(row)

    async def list(self, principal: Principal) -> list[StoredExperiment]:
        """Newest first."""
        mine = select(experiments).where(experiments.c.tenant_id == principal.tenant_id)
        return [_experiment(row) for row in await self._all(mine.order_by(experiments.c.starts_at.desc()))]

    async def running(self, principal: Principal, pack: str, *, demo: bool = False) -> StoredExperiment | None:
        """The one people's sessions of this pack are drawn into now; or demo traffic's."""
        of = {"tenant_id": principal.tenant_id, "pack": pack, "demo": demo, "demo_owner": DEMO_OWNER}
        row = await self._first(_RUNNING, **of)
        return None if row is None else _experiment(row)

    async def running_everywhere(self) -> list[tuple[str, StoredExperiment]]:
        """SYSTEM: (tenant, experiment) of all that run now."""
        now = func.clock_timestamp()
        statement = select(experiments).where(
            experiments.c.starts_at <= now, (experiments.c.ends_at.is_(None)) | (experiments.c.ends_at > now)
        )
        return [(row.tenant_id, _experiment(row)) for row in await self._all(statement)]

    async def end(self, principal: Principal, name: str) -> StoredExperiment:
        """It ends now, at no length where it has not begun. Raises UnknownExperiment."""
        now = func.statement_timestamp()  # the same time in all columns
        statement = (
            update(experiments)
            .where(experiments.c.tenant_id == principal.tenant_id, experiments.c.name == name)
            .values(
                starts_at=func.least(experiments.c.starts_at, experiments.c.ends_at, now),
                ends_at=func.least(experiments.c.ends_at, now),
                updated_at=now,
            )
        )
        if not await self._changed(statement):
            raise UnknownExperiment
        return await self.get(principal, name)

    async def change_arms(
        self, principal: Principal, known: StoredExperiment, arms: Sequence[Mapping[str, Any]]
    ) -> StoredExperiment | None:
        """Replaces the arms; None when the experiment has been changed since it was read."""
        row = await self._first(
            _ARMS,
            tenant_id=principal.tenant_id,
            name=known.name,
            updated_at=known.updated_at,
            arms=dump([dict(arm) for arm in arms]),
        )
        return None if row is None else _experiment(row)


def _experiment(row: Row[Any]) -> StoredExperiment:
    return StoredExperiment(
        name=row.name,
        pack=row.pack,
        owner_id=row.owner_id,
        arms=tuple(row.arms),
        bound=row.bound,
        looks=row.looks,
        starts_at=row.starts_at,
        ends_at=row.ends_at,
        updated_at=row.updated_at,
    )
