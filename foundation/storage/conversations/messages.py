"""The transcript: people's questions and their answers."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Integer, Row, and_, bindparam, select

from foundation.contracts.errors import UnknownMessage
from foundation.contracts.identity import Principal
from foundation.storage.database.repository import Repository, who
from foundation.storage.records import StoredMessage
from foundation.storage.tables.turns import messages


def _mine(principal: Principal) -> Any:
    return and_(messages.c.tenant_id == principal.tenant_id, messages.c.owner_id == principal.owner_id)


_ASKED, _ANSWERED = messages.alias("asked"), messages.alias("answered")
# Every turn reads these: built once, they cost half of what building them each time does.
_RECENT = (
    select(_ASKED, *[column.label(f"answer_{column.name}") for column in _ANSWERED.c])
    .join(_ANSWERED, and_(_ANSWERED.c.run_id == _ASKED.c.run_id, _ANSWERED.c.role == "assistant"))
    .where(
        _ASKED.c.session_id == bindparam("session_id"),
        _ASKED.c.role == "user",
        _ASKED.c.tenant_id == bindparam("tenant_id"),
        _ASKED.c.owner_id == bindparam("owner_id"),
    )
    .order_by(_ASKED.c.position.desc())
    .limit(bindparam("exchanges", type_=Integer))
)
_RECENT_BEFORE = _RECENT.where(
    _ASKED.c.position
    < select(messages.c.position)
    .where(messages.c.run_id == bindparam("before_run"), messages.c.role == "user")
    .scalar_subquery()
)


class MessagesRepository(Repository):
    """Messages of one person's sessions."""

    async def recent(
        self, principal: Principal, session_id: str, exchanges: int = 3, before_run: str | None = None
    ) -> list[StoredMessage]:
        """The last finished exchanges, oldest first, each a question and then its answer."""
        values = {**who(principal), "session_id": session_id, "exchanges": exchanges}
        if before_run is None:
            rows = await self._all(_RECENT, **values)
        else:
            rows = await self._all(_RECENT_BEFORE, **values, before_run=before_run)
        found: list[StoredMessage] = []
        for row in reversed(rows):
            found += [_message(row), _message(row, "answer_")]
        return found

    async def list(
        self, principal: Principal, session_id: str, limit: int = 200, after: str | None = None
    ) -> list[StoredMessage]:
        """The transcript in the order it was written; `after` is the last message id of the page before."""
        statement = select(messages).where(messages.c.session_id == session_id, _mine(principal))
        if after is not None:
            last = select(messages.c.position).where(
                messages.c.session_id == session_id, messages.c.message_id == after
            )
            statement = statement.where(messages.c.position > last.scalar_subquery())
        return [_message(row) for row in await self._all(statement.order_by(messages.c.position).limit(limit))]

    async def get(self, principal: Principal, message_id: str) -> StoredMessage:
        """The person's message of this id; clients choose ids per session, so the newest one when there are more."""
        statement = (
            select(messages)
            .where(messages.c.message_id == message_id, _mine(principal))
            .order_by(messages.c.position.desc())
            .limit(1)
        )
        row = await self._first(statement)
        if row is None:
            raise UnknownMessage
        return _message(row)

    async def final_of(self, principal: Principal, session_id: str, message_id: str) -> dict[str, Any] | None:
        """The answer's body to this question, None while there is none."""
        asked, answered = messages.alias("asked"), messages.alias("answered")
        statement = (
            select(answered.c.body)
            .join(asked, and_(answered.c.run_id == asked.c.run_id, answered.c.role == "assistant"))
            .where(
                asked.c.session_id == session_id,
                asked.c.message_id == message_id,
                asked.c.tenant_id == principal.tenant_id,
                asked.c.owner_id == principal.owner_id,
            )
        )
        row = await self._first(statement)
        return None if row is None else row.body


def _message(row: Row[Any], prefix: str = "") -> StoredMessage:
    def of(name: str) -> Any:
        return getattr(row, prefix + name)

    return StoredMessage(
        message_id=of("message_id"),
        session_id=of("session_id"),
        run_id=of("run_id"),
        role=of("role"),
        content=of("content"),
        body=of("body"),
        created_at=of("created_at"),
    )
