"""The statement that puts questions into the queue: many at once, each checked by itself, in one round trip.

For each question the statement returns the outcome: queued, known before, refused by a limit, or of an unknown session.
For a run that cannot begin at once it also writes the event `run_queued`, so the event is stored exactly when the
question is.
"""

# ruff: noqa: S608  (put together from this module's own constants; values are always bound)

from __future__ import annotations

from sqlalchemy import text
from sqlalchemy.sql.elements import TextClause

from foundation.storage.queue.run_statements import ISO

_ASKED = """asked AS (
    SELECT * FROM unnest(CAST(:session_ids AS text[]), CAST(:tenant_ids AS text[]), CAST(:owner_ids AS text[]),
                         CAST(:message_ids AS text[]), CAST(:run_ids AS text[]), CAST(:contents AS text[]),
                         CAST(:options AS text[]), CAST(:frames AS text[]), CAST(:queue_limits AS integer[]),
                         CAST(:answering AS boolean[]), CAST(:long_texts AS boolean[]))
        WITH ORDINALITY AS a (session_id, tenant_id, owner_id, message_id, run_id, content, options, frame,
                              queue_limit, answering, long_text, place)
)"""

_OPEN = """known AS (
    SELECT a.place, m.content, m.run_id, r.status FROM asked a
    JOIN messages m USING (session_id, message_id) LEFT JOIN runs r ON r.run_id = m.run_id
), clarifying AS (
    SELECT a.place, min(p.prompt_id) AS prompt_id FROM asked a
    JOIN pending_prompts p USING (session_id, tenant_id, owner_id)
    WHERE a.answering AND p.status = 'open' AND p.kind = 'clarification' GROUP BY a.place
), unfinished AS MATERIALIZED (
    SELECT r.tenant_id, r.owner_id, count(*) AS runs, count(*) FILTER (WHERE r.status <> 'waiting') AS active
    FROM runs r JOIN (SELECT DISTINCT tenant_id, owner_id FROM asked) a USING (tenant_id, owner_id)
    WHERE r.status IN ('queued', 'running', 'waiting')
        AND NOT (:replacing AND r.session_id = ANY(CAST(:session_ids AS text[])))
    GROUP BY r.tenant_id, r.owner_id
), queue AS MATERIALIZED (
    SELECT count(*) AS runs FROM (SELECT FROM runs WHERE status = 'queued'
        AND NOT (:replacing AND session_id = ANY(CAST(:session_ids AS text[]))) LIMIT :queue_total) AS q
), here AS MATERIALIZED (
    -- What replaces its session's others waits for one at work alone: the others end with it.
    SELECT r.session_id, bool_or(r.status = 'waiting') AS for_person FROM runs r
    WHERE r.session_id = ANY(CAST(:session_ids AS text[])) AND r.status IN ('queued', 'running', 'waiting')
        AND (NOT :replacing OR r.status = 'running')
    GROUP BY r.session_id
), fresh AS (
    SELECT owned.*, row_number() OVER (PARTITION BY tenant_id, owner_id ORDER BY place) - 1 AS earlier_of_person,
           row_number() OVER (ORDER BY place) - 1 AS earlier
    FROM owned WHERE place NOT IN (SELECT place FROM known) AND place NOT IN (SELECT place FROM clarifying)
), taken AS (
    SELECT fresh.*, queue.runs + row_number() OVER (ORDER BY place) - 1 AS ahead,
           coalesce(unfinished.active, 0) + earlier_of_person AS active,
           here.session_id IS NOT NULL AS busy, coalesce(here.for_person, false) AS for_person
    FROM fresh CROSS JOIN queue LEFT JOIN unfinished USING (tenant_id, owner_id) LEFT JOIN here USING (session_id)
    WHERE coalesce(unfinished.runs, 0) + earlier_of_person < queue_limit AND queue.runs + earlier < :queue_total
), placed AS (
    SELECT taken.*, ahead + 1 AS position, ahead >= :free AS late,
           busy OR active >= coalesce(CAST(:person_runs AS integer), active + 1) AS behind
    FROM taken
), judged AS (
    SELECT placed.*, late OR behind AS waits,
           CASE WHEN for_person OR late AND CAST(:every_ms AS double precision) IS NULL
                     OR behind AND CAST(:turn_ms AS double precision) IS NULL THEN NULL
           ELSE CAST(greatest(CASE WHEN late THEN (ahead - :free + 1) * CAST(:every_ms AS double precision) ELSE 0 END,
                              CASE WHEN behind THEN CAST(:turn_ms AS double precision) ELSE 0 END) AS bigint)
           END AS estimate_ms
    FROM placed
)"""
"""`late`: no place is free. `behind`: its conversation or its person is at work on another. `estimate_ms` is NULL while
nothing is measured, and where the session waits for its person's answer."""

_WRITTEN = (
    """written AS (
    INSERT INTO messages (tenant_id, owner_id, session_id, message_id, run_id, role, content)
    SELECT tenant_id, owner_id, session_id, message_id, run_id, 'user', content FROM judged ORDER BY place
    ON CONFLICT DO NOTHING
    RETURNING run_id
), queued AS (
    INSERT INTO runs (run_id, tenant_id, owner_id, session_id, message_id, question, options, graph_version,
                      pack, variant, long_text)
    SELECT run_id, tenant_id, owner_id, session_id, message_id, content, CAST(options AS jsonb), :graph_version,
           pack, variant, long_text
    FROM judged WHERE run_id = ANY (ARRAY(SELECT run_id FROM written)) ORDER BY place
    RETURNING run_id
), touched AS (
    UPDATE sessions SET updated_at = now(), title = CASE WHEN title = '' THEN left(j.content, 80) ELSE title END,
                        last_seq = last_seq + CASE WHEN j.waits THEN 1 ELSE 0 END
    FROM judged j
    WHERE sessions.session_id = j.session_id AND j.run_id = ANY (ARRAY(SELECT run_id FROM written)) AND NOT :replacing
    RETURNING j.*, last_seq AS seq, clock_timestamp() AS at
), said AS (
    INSERT INTO run_events (tenant_id, owner_id, session_id, seq, run_id, type, text, created_at)
    SELECT tenant_id, owner_id, session_id, seq, run_id, 'run_queued',
           '{"seq":' || seq || ',"ts":"' || """
    + ISO % "at"
    + """ || '","position":' || position || ',"estimate_ms":' || coalesce(CAST(estimate_ms AS text), 'null')
           || ',' || frame, at
    FROM touched WHERE waits
    RETURNING seq, run_id, text
), events AS (
    SELECT t.* FROM (SELECT array_agg(run_id) AS run_ids, array_agg(seq) AS seqs, array_agg(text) AS texts FROM said) s,
                    unnest(s.run_ids, s.seqs, s.texts) AS t (run_id, seq, text)
)
SELECT CASE WHEN judged.run_id IN (SELECT run_id FROM queued) THEN judged.run_id END AS queued,
       owned.place IS NOT NULL AS reached,
       owned.place IS NOT NULL OR EXISTS (
           SELECT FROM sessions s WHERE s.session_id = asked.session_id AND s.tenant_id = asked.tenant_id
               AND s.owner_id = asked.owner_id
       ) AS owned,
       known.content AS known_content, known.run_id AS known, known.status AS known_status, clarifying.prompt_id,
       judged.place IS NULL AS refused, coalesce(judged.waits, false) AS waits, judged.position, judged.estimate_ms,
       events.seq AS said_seq, events.text AS said_text, coalesce(judged.for_person, false) AS for_person
FROM asked LEFT JOIN owned USING (place) LEFT JOIN known USING (place) LEFT JOIN clarifying USING (place)
LEFT JOIN judged USING (place) LEFT JOIN events ON events.run_id = judged.run_id
ORDER BY asked.place"""
)
"""`events` is `said` once more. The planner takes the rows that a CTE writes for one row, and would read all of them
for each question; what comes out of arrays it joins by a hash."""


def _submit(locking: str) -> TextClause:
    owned = f"""owned AS (
    SELECT a.*, s.pack, s.variant FROM asked a JOIN sessions s USING (session_id, tenant_id, owner_id) {locking}
)"""
    return text(f"WITH {_ASKED}, {owned}, {_OPEN}, {_WRITTEN}")


SUBMIT = _submit("FOR NO KEY UPDATE OF s")
"""For one question. Waits for other writers of its session."""
SUBMIT_MANY = _submit("FOR NO KEY UPDATE OF s SKIP LOCKED")
"""For questions of different sessions. It does not wait for locks, so it can neither block others nor deadlock with
them. Questions it did not reach are submitted one by one."""
SUBMIT_REPLACING = _submit("")
"""Inside a transaction that then stops the session's other runs: their rows are locked before the session's."""
