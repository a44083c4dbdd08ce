"""Searches a person's own conversations for the messages that contain all given words.

There is no full-text index: one for Korean substrings needs an extension that not every PostgreSQL has. Instead the
search reads the person's newest messages along an index, at most `LOOKED_AT` of them. So its cost does not grow with
the person's history.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Row, and_, select

from foundation.contracts.identity import Principal
from foundation.storage.conversations.records import FoundMessage
from foundation.storage.database.json_text import plain
from foundation.storage.database.repository import Repository
from foundation.storage.tables.turns import messages, sessions

LOOKED_AT = 20_000
"""Messages of a person that one search reads, newest first."""


class FindingRepository(Repository):
    """Messages of one person's conversations."""

    async def find(self, principal: Principal, words: Sequence[str], limit: int) -> list[FoundMessage]:
        """Messages that hold all of these words, in any case and also inside longer words; newest first."""
        mine = and_(messages.c.tenant_id == principal.tenant_id, messages.c.owner_id == principal.owner_id)
        # Reads all columns that are shown: looking each message up again would cost an index scan.
        newest = (
            select(*[column for column in messages.c if column.name != "body"])
            .where(mine)
            .order_by(messages.c.position.desc())
            .limit(LOOKED_AT)
            .subquery()
        )
        held = [newest.c.content.icontains(plain(word), autoescape=True) for word in words]
        statement = (
            select(newest, sessions.c.title, sessions.c.archived)
            .join(sessions, sessions.c.session_id == newest.c.session_id)
            .where(*held, sessions.c.stateless.is_(False))
            .order_by(newest.c.position.desc())
            .limit(limit)
        )
        return [_found(row) for row in await self._all(statement)]


def _found(row: Row[Any]) -> FoundMessage:
    return FoundMessage(
        session_id=row.session_id,
        title=row.title,
        archived=row.archived,
        message_id=row.message_id,
        run_id=row.run_id,
        role=row.role,
        content=row.content,
        created_at=row.created_at,
    )
