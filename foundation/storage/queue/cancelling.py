"""Cancels runs for their person: a queued or waiting one ends at once, a running one is flagged for its process."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy.ext.asyncio import AsyncConnection

from foundation.contracts.identity import Principal
from foundation.language.script import Language, language_of
from foundation.storage.database.repository import who
from foundation.storage.queue import prompt_statements
from foundation.storage.queue import run_statements as sql
from foundation.storage.queue.events import say
from foundation.storage.queue.prompts import resolved_frame
from foundation.storage.records import DecidedBy, RunStatus

CANCELLED: Mapping[Language, str] = {
    "ko": "요청에 따라 질문을 중단했습니다.",
    "en": "The question was stopped as asked.",
}
"""The message of a cancelled run in the question's language, whether it waited, was queued or was running."""


async def cancel(
    connection: AsyncConnection, principal: Principal, run_ids: Sequence[str], by: DecidedBy
) -> dict[str, RunStatus]:
    """Stops these runs of the person: run id -> its status now, for those that were unfinished."""
    rows = await connection.execute(sql.CANCEL, {**who(principal), "run_ids": list(run_ids)})
    changed: dict[str, RunStatus] = {}
    for row in rows.all():
        changed[row.run_id] = row.status
        if row.status != "cancelled":
            continue
        message = CANCELLED[language_of(row.question)]
        ids = {"session_id": row.session_id, "run_id": row.run_id}
        closed = await connection.execute(prompt_statements.CLOSE_PROMPT, {"run_id": row.run_id, "by": by})
        frames = [resolved_frame(ids, prompt.prompt_id, prompt.default_value, by) for prompt in closed]
        await say(connection, row.run_id, [*frames, {"type": "run_cancelled", **ids, "message": message}])
    return changed
