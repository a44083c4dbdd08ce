"""Snapshots of conversations behind links. The link itself is nowhere: only its hash is."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Row, and_, delete, literal, select
from sqlalchemy.dialects.postgresql import insert

from foundation.contracts.errors import UnknownSession
from foundation.contracts.identity import Principal
from foundation.storage.conversations.records import Share
from foundation.storage.conversations.sessions import mine
from foundation.storage.database.repository import Repository
from foundation.storage.tables.shares import shares
from foundation.storage.tables.turns import sessions


def _own(principal: Principal, session_id: str) -> Any:
    return and_(
        shares.c.session_id == session_id,
        shares.c.tenant_id == principal.tenant_id,
        shares.c.owner_id == principal.owner_id,
    )


class SharesRepository(Repository):
    """One snapshot of a conversation at most: a new one ends the link of the one before."""

    async def put(self, principal: Principal, session_id: str, token_hash: str, share: Share) -> None:
        """Raises UnknownSession, also where the conversation is being erased: its row is held until the snapshot stands
        beside it, and who comes after the erasure finds none."""
        values = {
            "token_hash": token_hash,
            "with_sources": share.with_sources,
            "snapshot": share.snapshot,
            "created_at": share.created_at,
        }
        here = and_(sessions.c.session_id == session_id, sessions.c.stateless.is_(False), mine(principal))
        chosen = select(
            *[literal(value, shares.c[name].type) for name, value in values.items()],
            sessions.c.tenant_id, sessions.c.owner_id, sessions.c.session_id,
        ).where(here).with_for_update(key_share=True)  # fmt: skip
        statement = insert(shares).from_select([*values, "tenant_id", "owner_id", "session_id"], chosen)
        taken = {name: statement.excluded[name] for name in values}
        if not await self._changed(statement.on_conflict_do_update(index_elements=["session_id"], set_=taken)):
            raise UnknownSession

    async def of(self, principal: Principal, session_id: str) -> Share | None:
        """The person's own, None where the conversation is not shared."""
        row = await self._first(select(shares).where(_own(principal, session_id)))
        return None if row is None else _share(row)

    async def revoke(self, principal: Principal, session_id: str) -> None:
        """From now on its link leads nowhere; done already, it changes nothing."""
        await self._changed(delete(shares).where(_own(principal, session_id)))

    async def behind(self, token_hash: str) -> Share | None:
        """SYSTEM: the share that a link leads to, for any holder of the link; None: unknown or revoked."""
        row = await self._first(select(shares).where(shares.c.token_hash == token_hash))
        return None if row is None else _share(row)


def _share(row: Row[Any]) -> Share:
    return Share(with_sources=row.with_sources, snapshot=row.snapshot, created_at=row.created_at)
