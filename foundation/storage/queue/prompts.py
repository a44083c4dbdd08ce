"""Prompts that wait for a person: answered once, by the first reply, or by the timeout."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from sqlalchemy import Row, and_, func, select

from foundation.contracts.errors import AlreadyDecided, InvalidAnswer, LateAnswer, UnknownPrompt
from foundation.contracts.identity import Principal
from foundation.storage.database.json_text import plain
from foundation.storage.database.repository import Repository, who
from foundation.storage.queue import prompt_statements as sql
from foundation.storage.queue.events import rest_of, spoken
from foundation.storage.records import DecidedBy, Prompt, StoredEvent
from foundation.storage.tables.turns import pending_prompts


class PromptsRepository(Repository):
    """The open and decided questions of one person's sessions."""

    async def open_of(self, principal: Principal, session_id: str) -> Prompt | None:
        """The question this session waits for."""
        statement = select(pending_prompts).where(
            pending_prompts.c.session_id == session_id, pending_prompts.c.status == "open", _mine(principal)
        )
        row = await self._first(statement)
        return None if row is None else prompt_of(row)

    async def get(self, principal: Principal, prompt_id: str) -> Prompt:
        return prompt_of((await self._read(principal, prompt_id))[0])

    async def decide(
        self, principal: Principal, prompt_id: str, value: str, by: DecidedBy = "person"
    ) -> tuple[Prompt, bool, list[StoredEvent]]:
        """Answers the question and queues its run again. The answer that was given before is success (False, no
        events). Raises UnknownPrompt, InvalidAnswer (still open), LateAnswer, AlreadyDecided."""
        row, _ = await self._read(principal, prompt_id)
        prompt = prompt_of(row)
        value = plain(value)
        if prompt.status == "open" and prompt.values and value not in prompt.values:
            raise InvalidAnswer(f"{value!r} is not one of the choices: {', '.join(prompt.values)}.")
        frame = resolved_frame({"session_id": prompt.session_id, "run_id": prompt.run_id}, prompt_id, value, by)
        decided = await self._first(
            sql.DECIDE, **who(principal), prompt_id=prompt_id, value=value, by=by, **spoken([frame])
        )
        if decided is not None:
            return prompt_of(decided), True, [_said(decided)]
        return await self._decided_before(principal, prompt_id, value), False, []

    async def _decided_before(self, principal: Principal, prompt_id: str, value: str) -> Prompt:
        row, now = await self._read(principal, prompt_id)
        prompt = prompt_of(row)
        if prompt.decided_by == "person" and prompt.value == value:
            return prompt
        if prompt.decided_by == "timeout" or (prompt.status == "open" and _over(prompt, now)):
            raise LateAnswer
        raise AlreadyDecided

    async def extend(self, principal: Principal, prompt_id: str) -> Prompt:
        """Moves the deadline on by the question's own length. Raises UnknownPrompt, LateAnswer, AlreadyDecided."""
        row, _ = await self._read(principal, prompt_id)
        prompt = prompt_of(row)
        frame = {
            "type": "prompt_extended",
            "session_id": prompt.session_id,
            "run_id": prompt.run_id,
            "id": prompt_id,
        }
        extended = await self._first(sql.EXTEND, **who(principal), prompt_id=prompt_id, rest=rest_of(frame))
        if extended is not None:
            return prompt_of(extended)
        row, now = await self._read(principal, prompt_id)
        prompt = prompt_of(row)
        if prompt.status == "open" and not _over(prompt, now):  # it has no limit
            return prompt
        if prompt.decided_by in (None, "timeout"):
            raise LateAnswer
        raise AlreadyDecided

    async def expire_due(self) -> list[Prompt]:
        """SYSTEM: answers every expired prompt with its default; each in a transaction of its own, so that one being
        answered at the moment does not block the others."""
        expired: list[Prompt] = []
        for due in await self._all(sql.DUE):
            ids = {"session_id": due.session_id, "run_id": due.run_id}
            frame = resolved_frame(ids, due.prompt_id, due.default_value, "timeout")
            row = await self._first(sql.EXPIRE, prompt_id=due.prompt_id, **spoken([frame]))
            if row is not None:
                expired.append(prompt_of(row))
        return expired

    async def supersede_due(self, session_id: str | None = None) -> list[Prompt]:
        """SYSTEM: ends every form (of this session) whose person has asked another question since, with its default."""
        ended: list[Prompt] = []
        for due in await self._all(sql.SUPERSEDED, session_id=session_id):
            ids = {"session_id": due.session_id, "run_id": due.run_id}
            frame = resolved_frame(ids, due.prompt_id, due.default_value, "superseded")
            row = await self._first(sql.SUPERSEDE, prompt_id=due.prompt_id, **spoken([frame]))
            if row is not None:
                ended.append(prompt_of(row))
        return ended

    async def _read(self, principal: Principal, prompt_id: str) -> tuple[Row[Any], datetime]:
        statement = select(pending_prompts, func.clock_timestamp().label("now_is")).where(
            pending_prompts.c.prompt_id == prompt_id, _mine(principal)
        )
        row = await self._first(statement)
        if row is None:
            raise UnknownPrompt
        return row, row.now_is


def _mine(principal: Principal) -> Any:
    return and_(pending_prompts.c.tenant_id == principal.tenant_id, pending_prompts.c.owner_id == principal.owner_id)


def _over(prompt: Prompt, now: datetime) -> bool:
    return prompt.expires_at is not None and prompt.expires_at <= now


def resolved_frame(ids: dict[str, str], prompt_id: str, value: str, by: DecidedBy) -> dict[str, Any]:
    """The frame that informs every client that the prompt is closed."""
    return {"type": "prompt_resolved", **ids, "id": prompt_id, "value": value, "by": by}


def _said(row: Row[Any]) -> StoredEvent:
    return StoredEvent(seq=row.said_seq, run_id=row.run_id, type=row.said_type, text=row.said_text)


def prompt_of(row: Row[Any]) -> Prompt:
    """The record of one row of `pending_prompts`, however its JSON came."""
    return Prompt(
        prompt_id=row.prompt_id,
        kind=row.kind,
        session_id=row.session_id,
        run_id=row.run_id,
        interrupt_id=row.interrupt_id,
        values=tuple(row.choices),
        schema=_json(row.schema),
        default=row.default_value,
        event=_json(row.event),
        status=row.status,
        value=row.value,
        decided_by=row.decided_by,
        expires_at=row.expires_at,
        wait_s=row.wait_s,
        created_at=row.created_at,
    )


def _json(value: Any) -> Any:
    return json.loads(value) if isinstance(value, str) else value
