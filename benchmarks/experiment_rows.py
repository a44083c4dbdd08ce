"""A million decisions of ninety days, ending today, with all that hangs on them: made by SQL for `experiment_pages`.

Each has an answer with its checks; a tenth is audited, a few are wrong; one answer in a hundred has a thumb down, one
in a thousand a number that no source has.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

DAYS = 90
FIRST = datetime.now(UTC).date() - timedelta(days=DAYS - 1)
"""The last of the days is today: what is asked for "the last 30 days" is there."""
ARMS = ("hybrid_confirm", "hybrid", "supervisor_only", "no_reuse")
INTENTS = ("market_inquiry", "legal_consult", "loan_consult", "contract_review", "comprehensive", "risk_analysis")
TYPES = ("market", "legal", "loan", "contract")
MODELS = ("rules", "a-model")

SESSIONS = text(
    """
    INSERT INTO sessions (session_id, tenant_id, owner_id, pack, variant)
    SELECT 's' || n, 'local', 'local', 'real_estate', (CAST(:arms AS text[]))[n % 4 + 1]
    FROM generate_series(0, CAST(:sessions AS int) - 1) AS n
    """
)
DECISIONS = text(
    """
    INSERT INTO decisions (run_id, tenant_id, owner_id, session_id, pack, variant, question, standalone, intent,
        data_types, decision, judge1, judge2, person, asked, timed_out, inputs, elapsed_ms, search_ms, model_calls,
        search_calls, prompt_tokens, completion_tokens, created_at, day, experiment, arm, model, pivots, saved_ms,
        cost_micros)
    SELECT 'r' || n, 'local', 'local', 's' || (n % CAST(:sessions AS int)), 'real_estate', arm, '달서구 시세 ' || n,
        '대구 달서구 아파트 시세 ' || n, (CAST(:intents AS text[]))[topic + 1],
        CASE topic WHEN 0 THEN '{market}' WHEN 1 THEN '{legal}' WHEN 2 THEN '{loan}' WHEN 3 THEN '{legal,contract}'
                   ELSE '{legal,market}' END::text[],
        decision, '{"confidence": 900, "is_sufficient": true}', '{}',
        CASE WHEN asked THEN CASE decision WHEN 'search' THEN 'search_new' ELSE 'use_previous' END END,
        asked, asked AND random() < 0.1, '{}',
        CASE decision WHEN 'search' THEN 3000 + 2500 * random() ELSE 600 + 900 * random() END,
        CASE decision WHEN 'search' THEN 2800 ELSE 3 END, CASE decision WHEN 'search' THEN 3 ELSE 2 END,
        CASE decision WHEN 'search' THEN 1 ELSE 0 END, 900, 120, moment, CAST(moment AS date), 'default', arm,
        (CAST(:models AS text[]))[CAST(floor(random() * 2) AS int) + 1],
        CASE WHEN arm = 'no_reuse' THEN '{}' ELSE jsonb_build_object('market', 500 + CAST(490 * random() AS int)) END,
        CASE decision WHEN 'search' THEN 0 ELSE 2500 END, 40
    FROM (
        SELECT n, (CAST(:arms AS text[]))[n % 4 + 1] AS arm, CAST(floor(random() * 6) AS int) AS topic,
            CAST(:first AS timestamptz) + n * (interval '90 days' / CAST(:rows AS int)) AS moment,
            CASE WHEN n % 4 = 3 OR random() < 0.55 THEN 'search' WHEN random() < 0.15 THEN 'partial' ELSE 'reuse' END
                AS decision,
            n % 4 = 0 AND random() < 0.06 AS asked
        FROM generate_series(CAST(:from_n AS int), CAST(:to_n AS int)) AS n
    ) AS made
    """.replace("::text[]", "\\:\\:text[]")
)
TRUTHS = text(
    """
    INSERT INTO decision_truths (run_id, tenant_id, owner_id, session_id, day, pack, experiment, arm, variant, intent,
        model, data_types, demo, skipped, outcome, source, audited, pivot, pivot_wrong, decided_at)
    SELECT run_id, tenant_id, owner_id, session_id, day, pack, experiment, arm, variant, intent, model, data_types,
        false, decision <> 'search',
        CASE WHEN wrong THEN 'incorrect_' ELSE 'correct_' END
            || CASE decision WHEN 'search' THEN 'search' ELSE 'skip' END,
        'audit', true, pivot, CASE WHEN wrong THEN pivot ELSE 0 END, created_at
    FROM (SELECT *, random() < 0.004 AS wrong, coalesce(CAST(pivots ->> 'market' AS int), 0) AS pivot FROM decisions
          WHERE random() < 0.1) AS sampled
    """
)
AUDITS = text(
    """
    INSERT INTO audits (run_id, tenant_id, owner_id, session_id, status, kind, drawn, search_ms, search_calls,
        created_at, done_at)
    SELECT run_id, tenant_id, owner_id, session_id, 'done', CASE WHEN skipped THEN 'skip' ELSE 'search' END, true, 40,
        1, decided_at, decided_at + interval '1 minute'
    FROM decision_truths
    """
)
ANSWERS = text(
    """
    INSERT INTO messages (tenant_id, owner_id, session_id, message_id, run_id, role, content, body, created_at)
    SELECT tenant_id, owner_id, session_id, 'a' || run_id, run_id, 'assistant', '답 ' || run_id,
        jsonb_build_object('verification', jsonb_build_object('numeric_preservation',
            CASE WHEN random() < 0.001 THEN 0.8 ELSE 1.0 END)), created_at
    FROM decisions
    """
)
THUMBS = text(
    """
    INSERT INTO feedback (feedback_id, tenant_id, owner_id, session_id, answer_id, kind, rating, reason, created_at)
    SELECT 'f' || run_id, tenant_id, owner_id, session_id, 'a' || run_id, 'thumbs', -1, 'Out of date', created_at
    FROM decisions WHERE random() < 0.01
    """
)


async def fill(engine: AsyncEngine, rows: int) -> None:
    """So many decisions and what hangs on them."""
    sessions = max(1, rows // 50)
    moment = datetime.combine(FIRST, datetime.min.time(), UTC)
    lists = {"arms": list(ARMS), "intents": list(INTENTS), "models": list(MODELS)}
    async with engine.begin() as connection:
        await connection.execute(SESSIONS, {"arms": lists["arms"], "sessions": sessions})
    for start in range(0, rows, 100_000):
        ends = {"from_n": start, "to_n": min(rows, start + 100_000) - 1}
        given = {
            **lists,
            **ends,
            "rows": rows,
            "sessions": sessions,
            "first": moment,
        }
        async with engine.begin() as connection:
            await connection.execute(DECISIONS, given)
    async with engine.begin() as connection:
        for statement in (TRUTHS, AUDITS, ANSWERS, THUMBS):
            await connection.execute(statement)
