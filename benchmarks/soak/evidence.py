"""The checker's input: the clients' logs, and the tables' content once the service is idle.

A client's log is JSON lines, one per thing that happened to it, in order:

    {"client": "c7", "session": "…", "what": "opened", "cursor": 12}      it connected (cursor null: from now on)
    {"client": "c7", "session": "…", "what": "sent", "frame": {…}}        a frame left it
    {"client": "c7", "session": "…", "what": "got", "frame": {…}}         a frame came
    {"client": "c7", "session": "…", "what": "closed", "code": 1012}      its connection ended
    {"client": "c7", "session": "…", "what": "settled"}                   it stayed until nothing more could come
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, cast

import psycopg
from psycopg.rows import dict_row

Frame = dict[str, Any]
Row = dict[str, Any]
What = Literal["opened", "sent", "got", "closed", "settled"]


@dataclass(frozen=True)
class Line:
    """One line of a client's log."""

    client: str
    session: str
    what: What
    frame: Frame = field(default_factory=dict[str, Any])
    cursor: int | None = None
    code: int | None = None
    """WebSocket close code; None: the line just broke."""

    def text(self) -> str:
        """As it is written down."""
        rest = {"frame": self.frame or None, "cursor": self.cursor, "code": self.code}
        given = {name: value for name, value in rest.items() if value is not None}
        return json.dumps(
            {"client": self.client, "session": self.session, "what": self.what, **given}, ensure_ascii=False
        )


def read_lines(file: Path) -> list[Line]:
    """A log as it was written; a last line that was cut short is left out."""
    whole = [text for text in file.read_text("utf-8").splitlines(keepends=True) if text.endswith("\n")]
    return [Line(**cast("dict[str, Any]", json.loads(text))) for text in whole]


@dataclass(frozen=True)
class Tables:
    """Rows as the database has them, by column; events of a session by `seq`, runs by `queue_no`."""

    sessions: Sequence[Row] = ()
    runs: Sequence[Row] = ()
    messages: Sequence[Row] = ()
    events: Sequence[Row] = ()
    prompts: Sequence[Row] = ()


_READ = {
    "sessions": "SELECT session_id, last_seq FROM sessions ORDER BY session_id",
    "runs": "SELECT run_id, session_id, message_id, question, queue_no, status, attempt FROM runs ORDER BY queue_no",
    "messages": "SELECT session_id, message_id, run_id, role FROM messages ORDER BY position",
    "events": "SELECT session_id, seq, run_id, attempt, type, text FROM run_events ORDER BY session_id, seq",
    "prompts": "SELECT prompt_id, session_id, run_id, status, value, decided_by FROM pending_prompts"
    " ORDER BY created_at, prompt_id",
}


def read_tables(keywords: Mapping[str, Any], sessions: Iterable[str] | None = None) -> Tables:
    """The tables of a database (`DatabaseAddress.psycopg_kwargs()`), of these sessions alone where they are named."""
    with psycopg.connect(**keywords) as connection:
        connection.row_factory = cast("Any", dict_row)
        read = {
            name: [dict(row) for row in connection.execute(cast("Any", query)).fetchall()]
            for name, query in _READ.items()
        }
    if sessions is not None:
        wanted = set(sessions)
        read = {name: [row for row in rows if row["session_id"] in wanted] for name, rows in read.items()}
    return Tables(**read)
