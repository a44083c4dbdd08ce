"""The statements of questions that wait for a person, each one round trip; they lock as those of the queue do.

Event texts are made here, by the database, because only it knows `seq` and the time.
"""

# ruff: noqa: S608  (the statements are put together from this module's own constants; values are always bound)

from __future__ import annotations

from sqlalchemy import text

from foundation.storage.queue.run_statements import ISO, NOBODYS, NUMBERED

PAUSE = text(
    """
    WITH fence AS (
        UPDATE runs SET status = 'waiting', process_id = NULL, lease_until = NULL, resume = NULL, resumed_by = NULL
        WHERE run_id = :run_id AND attempt = :attempt AND status = 'running' AND NOT cancel_requested
        RETURNING run_id, session_id, tenant_id, owner_id, CAST(:attempt AS integer) AS attempt
    ), numbered AS (
        UPDATE sessions SET last_seq = last_seq + 1 FROM fence WHERE sessions.session_id = fence.session_id
        RETURNING last_seq AS seq, clock_timestamp() AS at, fence.*
    ), timed AS (
        SELECT *, at + make_interval(secs => CAST(:wait_s AS double precision)) AS due FROM numbered
    ), worded AS (
        SELECT *, '{"seq":' || seq || ',"ts":"' || """
    + ISO % "at"
    + """ || '","expires_at":' || coalesce('"' || """
    + ISO % "due"
    + """ || '"', 'null')
            || ',"expires_in_ms":' || coalesce(CAST(CAST(CAST(:wait_s AS double precision) * 1000 AS bigint) AS text),
                                               'null')
            || ',' || CAST(:rest AS text) AS text
        FROM timed
    ), said AS (
        INSERT INTO run_events (tenant_id, owner_id, session_id, seq, run_id, attempt, type, text, created_at)
        SELECT tenant_id, owner_id, session_id, seq, run_id, attempt, :type, text, at FROM worded
    )
    INSERT INTO pending_prompts (prompt_id, tenant_id, owner_id, session_id, run_id, kind, interrupt_id, choices,
                                 schema, default_value, event, expires_at, wait_s, created_at)
    SELECT :prompt_id, tenant_id, owner_id, session_id, run_id, :kind, :interrupt_id, CAST(:choices AS text[]),
           CAST(:schema AS jsonb), :default_value, CAST(text AS jsonb), due, :wait_s, at
    FROM worded
    RETURNING *
    """
)

CLOSE_PROMPT = text(
    """
    UPDATE pending_prompts SET status = 'decided', value = default_value, decided_by = :by,
                               decided_at = clock_timestamp()
    WHERE run_id = :run_id AND status = 'open' RETURNING prompt_id, default_value
    """
)

_DECIDED = """locked AS (
    SELECT run_id FROM runs WHERE run_id = (
        SELECT run_id FROM pending_prompts
        WHERE prompt_id = :prompt_id AND tenant_id = :tenant_id AND owner_id = :owner_id
    ) FOR UPDATE
)"""

_RESUMED = f"""resumed AS (
    UPDATE runs SET status = 'queued', resume = jsonb_build_object(decided.interrupt_id, decided.value),
        resumed_by = decided.decided_by,
        waited_ms = waited_ms + CAST(extract(epoch FROM decided.decided_at - decided.created_at) * 1000 AS bigint)
    FROM decided WHERE runs.run_id = decided.run_id AND runs.status = 'waiting'
), fence AS (
    SELECT run_id, session_id, tenant_id, owner_id, {NOBODYS} FROM decided
), """

DECIDE = text(
    f"""
    WITH {_DECIDED}, decided AS (
        UPDATE pending_prompts SET status = 'decided', value = CAST(:value AS text), decided_by = :by,
                                   decided_at = clock_timestamp()
        FROM locked
        WHERE prompt_id = :prompt_id AND pending_prompts.run_id = locked.run_id AND status = 'open'
            AND (expires_at IS NULL OR expires_at > clock_timestamp())
            AND (cardinality(choices) = 0 OR CAST(:value AS text) = ANY(choices))
        RETURNING pending_prompts.*
    ), {_RESUMED} {NUMBERED}
    SELECT decided.*, said.seq AS said_seq, said.type AS said_type, said.text AS said_text FROM decided, said
    """
)

EXPIRE = text(
    f"""
    WITH due AS (
        SELECT prompt_id, pending_prompts.run_id FROM pending_prompts
        WHERE prompt_id = :prompt_id
    ), locked AS (
        SELECT run_id FROM runs WHERE run_id = (SELECT run_id FROM due) FOR UPDATE SKIP LOCKED
    ), decided AS (
        UPDATE pending_prompts SET status = 'decided', value = default_value, decided_by = 'timeout',
                                   decided_at = clock_timestamp()
        FROM locked
        WHERE prompt_id = :prompt_id AND pending_prompts.run_id = locked.run_id AND status = 'open'
            AND expires_at <= clock_timestamp()
        RETURNING pending_prompts.*
    ), {_RESUMED} {NUMBERED}
    SELECT decided.*, said.seq AS said_seq, said.type AS said_type, said.text AS said_text FROM decided, said
    """
)

DUE = text(
    "SELECT prompt_id, session_id, run_id, default_value FROM pending_prompts"
    " WHERE status = 'open' AND expires_at <= clock_timestamp() ORDER BY expires_at LIMIT 200"
)

SUPERSEDED = text(
    """
    SELECT p.prompt_id, p.session_id, p.run_id, p.default_value FROM pending_prompts p
    WHERE p.status = 'open' AND p.kind = 'form' AND p.session_id = coalesce(CAST(:session_id AS text), p.session_id)
        AND EXISTS (SELECT FROM runs r WHERE r.session_id = p.session_id AND r.status = 'queued' AND r.attempt = 0
                                         AND r.created_at > p.created_at)
    LIMIT 200
    """
)
"""Forms whose person has asked another question since."""

SUPERSEDE = text(
    f"""
    WITH locked AS (
        SELECT run_id FROM runs
        WHERE run_id = (SELECT run_id FROM pending_prompts WHERE prompt_id = :prompt_id) FOR UPDATE
    ), decided AS (
        UPDATE pending_prompts SET status = 'decided', value = default_value, decided_by = 'superseded',
                                   decided_at = clock_timestamp()
        FROM locked
        WHERE prompt_id = :prompt_id AND pending_prompts.run_id = locked.run_id AND status = 'open'
        RETURNING pending_prompts.*
    ), {_RESUMED} {NUMBERED}
    SELECT decided.*, said.seq AS said_seq, said.type AS said_type, said.text AS said_text FROM decided, said
    """
)

EXTEND = text(
    f"""
    WITH {_DECIDED}, fence AS (
        UPDATE pending_prompts SET expires_at = expires_at + make_interval(secs => wait_s)
        FROM locked
        WHERE prompt_id = :prompt_id AND pending_prompts.run_id = locked.run_id AND status = 'open'
            AND expires_at > clock_timestamp()
        RETURNING pending_prompts.*
    ), numbered AS (
        UPDATE sessions SET last_seq = last_seq + 1 FROM fence WHERE sessions.session_id = fence.session_id
        RETURNING last_seq AS seq, clock_timestamp() AS at, fence.run_id AS of_run, fence.expires_at AS due
    ), said AS (
        INSERT INTO run_events (tenant_id, owner_id, session_id, seq, run_id, type, text, created_at)
        SELECT :tenant_id, :owner_id, fence.session_id, n.seq, n.of_run, 'prompt_extended',
            '{{"seq":' || n.seq || ',"ts":"' || """
    + ISO % "n.at"
    + """ || '","expires_at":"' || """
    + ISO % "n.due"
    + """ || '","expires_in_ms":'
            || CAST(extract(epoch FROM n.due - n.at) * 1000 AS bigint) || ',' || CAST(:rest AS text), n.at
        FROM numbered n, fence
    )
    SELECT fence.* FROM fence
    """
)
