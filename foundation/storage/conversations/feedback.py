"""What people say of answers: thumbs, overrides, corrections."""

from __future__ import annotations

import uuid
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, insert, literal, select
from sqlalchemy.dialects.postgresql import distinct_on

from foundation.contracts.errors import UnknownMessage
from foundation.contracts.identity import Principal, Role
from foundation.storage.conversations.records import Feedback
from foundation.storage.database.json_text import plain
from foundation.storage.database.repository import Repository
from foundation.storage.tables.turns import feedback, messages, sessions


class FeedbackRepository(Repository):
    """A person's own feedback; an operator's or admin's view is their tenant's."""

    async def add(self, principal: Principal, answer_id: str, rating: int, reason: str, kind: str) -> str:
        """Keeps it with its answer, and gives its id. Raises UnknownMessage."""
        feedback_id = str(uuid.uuid4())
        answer = (
            select(
                literal(feedback_id), messages.c.tenant_id, messages.c.owner_id, messages.c.session_id,
                messages.c.message_id, literal(kind), literal(rating), literal(plain(reason)),
            )
            .join(sessions, sessions.c.session_id == messages.c.session_id)
            .where(
                messages.c.message_id == answer_id,
                messages.c.role == "assistant",
                messages.c.tenant_id == principal.tenant_id,
                messages.c.owner_id == principal.owner_id,
            )
            .limit(1)
            # Whoever erases the conversation waits for it, or has it gone before.
            .with_for_update(key_share=True)
        )  # fmt: skip
        columns = ["feedback_id", "tenant_id", "owner_id", "session_id", "answer_id", "kind", "rating", "reason"]
        if not await self._changed(insert(feedback).from_select(columns, answer)):
            raise UnknownMessage
        return feedback_id

    async def list(self, principal: Principal, limit: int = 100, answer_id: str | None = None) -> list[Feedback]:
        """Newest first; of one answer, or of all."""
        statement = select(feedback).where(_visible(principal)).order_by(feedback.c.created_at.desc()).limit(limit)
        if answer_id is not None:
            statement = statement.where(feedback.c.answer_id == answer_id)
        return [_feedback(row) for row in await self._all(statement)]

    async def ratings(self, principal: Principal, session_id: str) -> dict[str, int]:
        """Answer id -> this person's last thumb on it (-1, 0 withdrawn, 1); answers without one are left out."""
        own = and_(feedback.c.tenant_id == principal.tenant_id, feedback.c.owner_id == principal.owner_id)
        statement = (
            select(feedback.c.answer_id, feedback.c.rating)
            .ext(distinct_on(feedback.c.answer_id))
            .where(own, feedback.c.session_id == session_id, feedback.c.kind == "thumbs")
            .order_by(feedback.c.answer_id, feedback.c.created_at.desc())
        )
        return {row.answer_id: row.rating for row in await self._all(statement)}


def _visible(principal: Principal) -> ColumnElement[bool]:
    same_tenant = feedback.c.tenant_id == principal.tenant_id
    if principal.roles & {Role.OPERATOR, Role.ADMIN}:
        return same_tenant
    return and_(same_tenant, feedback.c.owner_id == principal.owner_id)


def _feedback(row: Row[Any]) -> Feedback:
    return Feedback(
        feedback_id=row.feedback_id,
        session_id=row.session_id,
        answer_id=row.answer_id,
        kind=row.kind,
        rating=row.rating,
        reason=row.reason,
        created_at=row.created_at,
    )
