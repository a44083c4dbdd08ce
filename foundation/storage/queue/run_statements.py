"""The statements of the run queue, each one round trip.

Every writer locks in the same order (run, then its prompt, then its session), so writers wait for each other and
never deadlock. A worker's statement begins with a `fence`: the run's row, locked, if it is still this attempt's.
Event texts are made here, by the database, because only it knows `seq` and the time.
"""

# ruff: noqa: S608  (the statements are put together from this module's own constants; values are always bound)

from __future__ import annotations

from sqlalchemy import text

ISO = r"""to_char(%s AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24\:MI\:SS.MS"Z"')"""
"""A timestamp in the format of the frames: UTC, milliseconds."""

RUN = (
    "run_id, session_id, message_id, tenant_id, owner_id, question, status, attempt, options, graph_version, pack,"
    " variant, resume, resumed_by, created_at, waited_ms, long_text, stalls"
)

_FENCE = """fence AS (
    SELECT run_id, session_id, tenant_id, owner_id, pack, CAST(:attempt AS integer) AS attempt FROM runs
    WHERE run_id = :run_id AND attempt = :attempt AND status = 'running' FOR SHARE
)"""

NUMBERED = (
    """numbered AS (
    UPDATE sessions SET last_seq = last_seq + :frame_count FROM fence
    WHERE sessions.session_id = fence.session_id
    RETURNING last_seq - :frame_count AS base, clock_timestamp() AS at, sessions.updated_at AS touched, fence.*
), said AS (
    INSERT INTO run_events (tenant_id, owner_id, session_id, seq, run_id, attempt, type, text, created_at)
    SELECT n.tenant_id, n.owner_id, n.session_id, n.base + f.place, n.run_id, n.attempt, f.type,
           '{"seq":' || n.base + f.place || ',"ts":"' || """
    + ISO % "n.at"
    + """ || '",' || f.rest, n.at
    FROM numbered n, unnest(CAST(:types AS text[]), CAST(:rests AS text[])) WITH ORDINALITY AS f (type, rest, place)
    RETURNING seq, run_id, type, text
)"""
)
"""Needs a CTE `fence` with tenant_id, owner_id, session_id, run_id and the writer's attempt (NULL: no worker writes);
gives the stored events as `said`."""
NOBODYS = "CAST(NULL AS integer) AS attempt"
"""For events that a person or a timeout causes."""


_TITLED = (
    "title = CASE WHEN titled_by = 'question' AND :title <> '' THEN :title ELSE title END, "
    "titled_by = CASE WHEN titled_by = 'question' AND :title <> '' THEN 'rules' ELSE titled_by END"
)
"""The first answer gives the conversation its title, unless its person did."""

APPEND = text(f"WITH {_FENCE}, {NUMBERED} SELECT * FROM said ORDER BY seq")

SAY = text(
    f"WITH fence AS (SELECT run_id, session_id, tenant_id, owner_id, {NOBODYS} FROM runs WHERE run_id = :run_id), "
    f"{NUMBERED} SELECT * FROM said ORDER BY seq"
)
"""Not fenced: for transactions that have locked the run themselves."""

TOUCH = text(
    "UPDATE sessions SET updated_at = now(), title = CASE WHEN title = '' THEN left(:content, 80) ELSE title END"
    " WHERE session_id = :session_id"
)

_CLAIMED = (
    " UPDATE runs SET status = 'running', attempt = attempt + 1, process_id = :process_id,"
    " lease_until = clock_timestamp() + make_interval(secs => :lease_s)"
    " FROM candidates WHERE runs.run_id = candidates.chosen RETURNING " + RUN
)

_OFTEN = """(attempt >= :attempts AND attempt >= :attempts + (
        SELECT count(*) FROM pending_prompts AS asked WHERE asked.run_id = r.run_id
    ))"""
"""Of `runs r`, queued: begun as often as may be. An attempt that got to a card did not fail, so that each of its
cards allows one more. The prompts, which no index finds by their run, are counted for those alone that may have had
enough."""

_HEAD = f"""status = 'queued' AND NOT {_OFTEN} AND stalls < :stalls AND NOT EXISTS (
            SELECT 1 FROM runs other WHERE other.session_id = r.session_id AND (
                other.status IN ('running', 'waiting') OR (other.status = 'queued' AND other.queue_no < r.queue_no))
        )"""
"""Of `runs r`: the oldest of a session that has none at work or waiting."""

_BUSY = """busy AS (
        SELECT tenant_id, owner_id, count(*) AS running FROM runs WHERE status = 'running' GROUP BY tenant_id, owner_id
    )"""

_IN_TURN = "ORDER BY coalesce(running, 0), queue_no"
"""The person with the fewest running questions comes first, then the oldest question: twenty questions of one person do
not delay the other people's next one."""

_TAKEN = f"""(
            stalls = 0 AND NOT long_text
            OR run_id IN (SELECT run_id FROM runs r LEFT JOIN busy USING (tenant_id, owner_id)
                          WHERE {_HEAD} AND long_text AND stalls = 0 {_IN_TURN} LIMIT :long_texts)
            OR run_id IN (SELECT run_id FROM runs r WHERE {_HEAD} AND stalls > 0 ORDER BY queue_no LIMIT :suspects)
        ) {_IN_TURN} LIMIT :limit FOR UPDATE OF r SKIP LOCKED"""
"""Runs with long texts, and runs whose process was blocked: as many of each as there is room for."""

CLAIM = text(
    f"""
    WITH {_BUSY}, candidates AS (
        SELECT run_id AS chosen FROM runs r LEFT JOIN busy USING (tenant_id, owner_id)
        WHERE {_HEAD} AND {_TAKEN}
    )"""
    + _CLAIMED
)

CLAIM_SHARED = text(
    f"""
    WITH heads AS (
        SELECT run_id, tenant_id, owner_id,
               row_number() OVER (PARTITION BY tenant_id, owner_id ORDER BY queue_no) AS place
        FROM runs r WHERE {_HEAD}
    ), {_BUSY}, candidates AS (
        SELECT run_id AS chosen FROM runs r LEFT JOIN busy USING (tenant_id, owner_id)
        WHERE status = 'queued' AND run_id IN (
            SELECT heads.run_id FROM heads LEFT JOIN busy USING (tenant_id, owner_id)
            WHERE heads.place + coalesce(busy.running, 0) <= :person_runs
        ) AND {_TAKEN}
    )"""
    + _CLAIMED
)
"""CLAIM with a limit of running runs per person: the oldest runs of those of their sessions that have none."""

CLAIM_ALONE = text("SELECT pg_advisory_xact_lock(hashtextextended('suffice.claim', 0))")
"""Serialises claims: two processes that count concurrently would both find the same place free."""

CLAIM_NEXT = text(
    """
    WITH candidates AS (
        SELECT run_id AS chosen FROM runs
        WHERE session_id = :session_id AND status = 'queued' AND attempt = 0 AND NOT long_text
        ORDER BY queue_no LIMIT 1 FOR UPDATE SKIP LOCKED
    )"""
    + _CLAIMED
)

RENEW = text(
    "UPDATE runs SET lease_until = clock_timestamp() + make_interval(secs => :lease_s),"
    " stalls = stalls + cardinality(array_positions(CAST(:stalled AS text[]), run_id))"
    " WHERE run_id = ANY(CAST(:run_ids AS text[])) AND process_id = :process_id AND status = 'running'"
    " RETURNING run_id, cancel_requested, stalls"
)

RELEASE = text(
    "UPDATE runs SET status = 'queued', process_id = NULL, lease_until = NULL"
    " WHERE run_id = :run_id AND attempt = :attempt AND status = 'running' RETURNING cancel_requested"
)

STANDS = "suffice notifier "
"""Prefix of the application_name of a process's wake-up connection, before the end of the process's id. The operating
system closes the connection of a process that died."""
NAMED = 17
"""Characters of that end: its number at its host and a random part."""

REQUEUE_EXPIRED = text(
    f"""
    WITH lost AS (
        SELECT run_id AS chosen, CAST(process_id <> :asking AND EXISTS (
            SELECT 1 FROM pg_stat_activity WHERE application_name = '{STANDS}' || right(runs.process_id, {NAMED})
        ) AS integer) AS stood
        FROM runs WHERE status = 'running' AND lease_until < clock_timestamp() FOR UPDATE SKIP LOCKED
    )
    UPDATE runs SET status = 'queued', process_id = NULL, lease_until = NULL, stalls = stalls + lost.stood
    FROM lost WHERE runs.run_id = lost.chosen RETURNING run_id, tenant_id, owner_id, cancel_requested
    """
)

REQUEUE_UNHEARD = text(
    """
    UPDATE runs SET status = 'queued', process_id = NULL, lease_until = NULL
    WHERE status = 'running' AND process_id = :process_id AND run_id <> ALL(CAST(:held AS text[]))
        AND lease_until < clock_timestamp() + make_interval(secs => :left_s)
    RETURNING run_id, tenant_id, owner_id, cancel_requested
    """
)

_HOPELESS = f"status = 'queued' AND ({_OFTEN} OR stalls >= :stalls)"
HOPELESS = text(f"SELECT 1 FROM runs r WHERE {_HOPELESS} LIMIT 1")
GIVE_UP = text(
    f"""
    WITH hopeless AS (
        SELECT run_id AS chosen FROM runs r WHERE {_HOPELESS} ORDER BY queue_no LIMIT 200 FOR UPDATE SKIP LOCKED
    )
    UPDATE runs SET status = 'failed', finished_at = clock_timestamp(), resume = NULL
    FROM hopeless WHERE runs.run_id = hopeless.chosen RETURNING """
    + RUN
)
"""Queued runs that were begun and failed, or blocked their process, too often. They are ended without being claimed."""

FINISH = text(
    """
    WITH fence AS (
        UPDATE runs SET status = :status, finished_at = clock_timestamp(), process_id = NULL, lease_until = NULL,
                        resume = NULL
        WHERE run_id = :run_id AND attempt = :attempt AND status = 'running'
        RETURNING run_id, session_id, tenant_id, owner_id, CAST(:attempt AS integer) AS attempt
    ), answered AS (
        INSERT INTO messages (tenant_id, owner_id, session_id, message_id, run_id, role, content, body)
        SELECT tenant_id, owner_id, session_id, :answer_id, run_id, 'assistant', :content, CAST(:body AS jsonb)
        FROM fence WHERE CAST(:answer_id AS text) IS NOT NULL
    ), decided AS (
        INSERT INTO decisions
        SELECT d.* FROM fence, jsonb_populate_record(
            CAST(NULL AS decisions),
            CAST(:decision AS jsonb) || jsonb_build_object(
                'run_id', fence.run_id, 'session_id', fence.session_id, 'tenant_id', fence.tenant_id,
                'owner_id', fence.owner_id, 'created_at', clock_timestamp())
        ) AS d
        WHERE CAST(:decision AS jsonb) IS NOT NULL
    ), recorded AS (
        INSERT INTO answer_records
        SELECT a.* FROM fence, jsonb_populate_record(
            CAST(NULL AS answer_records),
            CAST(:answer AS jsonb) || jsonb_build_object(
                'run_id', fence.run_id, 'session_id', fence.session_id, 'tenant_id', fence.tenant_id,
                'owner_id', fence.owner_id, 'created_at', clock_timestamp())
        ) AS a
        WHERE CAST(:answer AS jsonb) IS NOT NULL
    ), remembered AS (
        INSERT INTO recent_exchanges (tenant_id, owner_id, session_id, exchanges)
        SELECT tenant_id, owner_id, session_id, CAST(:exchanges AS jsonb) FROM fence
        WHERE CAST(:exchanges AS jsonb) IS NOT NULL
        ON CONFLICT (session_id) DO UPDATE SET exchanges = excluded.exchanges, updated_at = now()
    ), """
    + NUMBERED.replace("SET last_seq", f"SET {_TITLED}, last_seq", 1)
    + """, candidates AS (
        SELECT queued.run_id AS chosen FROM fence JOIN runs queued ON queued.session_id = fence.session_id
        WHERE queued.status = 'queued' AND queued.attempt = 0 AND NOT queued.long_text
            AND CAST(:process_id AS text) IS NOT NULL
        ORDER BY queued.queue_no LIMIT 1 FOR UPDATE OF queued SKIP LOCKED
    ), following AS ("""
    + _CLAIMED
    + """)
    SELECT (SELECT count(*) FROM said) AS said,
           numbered.touched <> (SELECT updated_at FROM sessions WHERE session_id = numbered.session_id) AS overtaken,
           following.*
    FROM numbered LEFT JOIN following ON true
    """
)
"""No row: another process has the run. With a process, the session's next run is claimed too. `overtaken`: while this
statement waited for the session's lock, a question was queued there that its snapshot does not include, and the one who
queued it found the session still busy. Claim again with CLAIM_NEXT."""

CANCEL = text(
    """
    UPDATE runs SET
        cancel_requested = true,
        finished_at = CASE WHEN status = 'running' THEN NULL ELSE clock_timestamp() END,
        resume = CASE WHEN status = 'running' THEN resume END,
        status = CASE WHEN status = 'running' THEN status ELSE 'cancelled' END
    WHERE run_id = ANY(CAST(:run_ids AS text[])) AND tenant_id = :tenant_id AND owner_id = :owner_id
        AND status IN ('queued', 'running', 'waiting')
    RETURNING run_id, session_id, status, question
    """
)
