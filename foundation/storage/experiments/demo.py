"""Demo traffic: lists its people, makes its data older, and deletes its sums and experiments."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import delete, func, select, update

from foundation.contracts.identity import DEMO_OWNER, Principal
from foundation.storage.database.repository import Repository
from foundation.storage.experiments.rollups import ALONE
from foundation.storage.tables.experiments import arm_sums, decision_days, experiments, session_sums
from foundation.storage.tables.turns import evidence, sessions


class DemoRepository(Repository):
    """The demo people of a tenant: their ids begin with DEMO_OWNER."""

    patience_s = None

    async def owners(self, principal: Principal) -> list[Principal]:
        """Demo people who have conversations."""
        statement = (
            select(sessions.c.owner_id)
            .distinct()
            .where(sessions.c.tenant_id == principal.tenant_id, sessions.c.owner_id.startswith(DEMO_OWNER))
            .order_by(sessions.c.owner_id)
        )
        return [Principal(tenant_id=principal.tenant_id, owner_id=str(row[0])) for row in await self._all(statement)]

    async def conversations(self, owner: Principal) -> int:
        """How many this person has."""
        mine = (sessions.c.tenant_id == owner.tenant_id, sessions.c.owner_id == owner.owner_id)
        row = await self._first(select(func.count().label("many")).select_from(sessions).where(*mine))
        return 0 if row is None else int(row.many)

    async def forget_sums(self, principal: Principal) -> int:
        """Removes what demo decisions added to the days and the arms of the tenant; how many rows."""
        gone = 0
        async with self._transaction() as connection:
            await connection.execute(ALONE)
            # Conversations' rows too: one that continues meanwhile starts again at 0, so that totals match the rows.
            for table in (decision_days, session_sums, arm_sums):
                theirs = (table.c.tenant_id == principal.tenant_id, table.c.demo.is_(True))
                gone += (await connection.execute(delete(table).where(*theirs))).rowcount
        return gone

    async def forget_experiments(self, principal: Principal) -> int:
        """Removes the experiments that are demo traffic's own; how many."""
        mine = (experiments.c.tenant_id == principal.tenant_id, experiments.c.owner_id.startswith(DEMO_OWNER))
        return await self._changed(delete(experiments).where(*mine))

    async def age(self, owner: Principal, session_id: str, by: timedelta) -> None:
        """Everything of a demo conversation was fetched that much earlier."""
        if not owner.owner_id.startswith(DEMO_OWNER):
            raise ValueError("only demo conversations are made older")
        await self._changed(
            update(evidence)
            .where(
                evidence.c.session_id == session_id,
                evidence.c.tenant_id == owner.tenant_id,
                evidence.c.owner_id == owner.owner_id,
            )
            .values(fetched_at=evidence.c.fetched_at - by)
        )
