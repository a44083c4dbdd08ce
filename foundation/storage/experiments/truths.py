"""The truth of a decision, derived from all statements about it.

A label takes precedence over an audit, and an audit over what the person did. Two labels that disagree do not count
until one is undone. `audited` is true of a decision that was drawn for audit and whose audit is done: only those are a
random sample, unlike audits on request. It is true, too, where a drawn audit failed finally. If those left the sample,
a cause that makes audits of wrong reuses fail would make a threshold look right. Such a decision has no truth, but
thresholds count it as wrong until a label says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from foundation.contracts.identity import DEMO_OWNER
from foundation.storage.experiments.decision_filters import DEFAULT

_RESOLVE = text(
    f"""
    WITH said AS (
        SELECT DISTINCT ON (run_id, source, owner_id) run_id, source, owner_id, outcome FROM labels
        WHERE run_id = ANY(CAST(:run_ids AS text[])) AND undone_at IS NULL
        ORDER BY run_id, source, owner_id, created_at DESC, label_id
    ), by_source AS (
        SELECT run_id, source, min(outcome) AS outcome, min(outcome) <> max(outcome) AS contested
        FROM said WHERE outcome <> 'unsure' GROUP BY run_id, source
    ), known AS (
        SELECT DISTINCT ON (run_id) run_id, source, contested, CASE WHEN NOT contested THEN outcome END AS outcome
        FROM by_source ORDER BY run_id, CASE source WHEN 'label' THEN 1 WHEN 'audit' THEN 2 ELSE 3 END
    ), judged AS (
        SELECT d.*, d.decision <> 'search' AS skipped, known.source, known.outcome AS said,
            coalesce(known.contested, false) AS contested,
            coalesce(a.drawn AND a.status = 'done' AND a.findings IS NOT NULL, false) AS found, a.findings,
            coalesce(a.drawn AND a.status <> 'done' AND a.tries > 0 AND a.next_at IS NULL, false) AS lost,
            (SELECT coalesce(max(CAST(value AS int)), 0) FROM jsonb_each_text(coalesce(d.pivots, '{{}}'))) AS pivot
        FROM decisions AS d LEFT JOIN known ON known.run_id = d.run_id LEFT JOIN audits AS a ON a.run_id = d.run_id
        WHERE d.run_id = ANY(CAST(:run_ids AS text[]))
    ), worded AS (
        SELECT *, CASE WHEN said IS NULL THEN NULL
                       ELSE CASE WHEN (said = 'right') THEN 'correct_' ELSE 'incorrect_' END
                            || CASE WHEN skipped THEN 'skip' ELSE 'search' END END AS truth,
            CASE WHEN lost AND (said IS NULL OR source <> 'label') THEN pivot
                 WHEN source = 'audit' OR said IS NULL THEN (
                    SELECT coalesce(max(CAST(pivots ->> key AS int)), 0)
                    FROM jsonb_each(coalesce(findings -> 'types', '{{}}')) WHERE value ->> 'agrees' = 'false')
                 WHEN skipped = (said = 'wrong') THEN pivot
                 ELSE 0 END AS pivot_wrong
        FROM judged
    ), noted AS (
        UPDATE decisions SET outcome = worded.truth,
            outcome_source = CASE WHEN worded.truth IS NOT NULL THEN worded.source END
        FROM worded WHERE decisions.run_id = worded.run_id
    )
    INSERT INTO decision_truths AS kept (run_id, tenant_id, owner_id, session_id, day, pack, experiment, arm, variant,
        intent, model, data_types, demo, skipped, outcome, source, contested, audited, pivot, pivot_wrong, decided_at,
        known_at)
    SELECT run_id, tenant_id, owner_id, session_id, coalesce(day, CAST(created_at AT TIME ZONE 'UTC' AS date)), pack,
        coalesce(experiment, '{DEFAULT}'), coalesce(arm, variant), variant, intent, coalesce(model, 'rules'),
        data_types, starts_with(owner_id, '{DEMO_OWNER}'), skipped, truth, CASE WHEN truth IS NOT NULL THEN source END,
        contested, found OR lost, pivot, pivot_wrong, created_at, clock_timestamp()
    FROM worded WHERE overriding IS NULL
    ON CONFLICT (run_id) DO UPDATE SET outcome = excluded.outcome, source = excluded.source,
        contested = excluded.contested, audited = excluded.audited, pivot_wrong = excluded.pivot_wrong,
        known_at = excluded.known_at
    """  # noqa: S608
)


async def resolve(connection: AsyncConnection, run_ids: Iterable[str]) -> None:
    """Derives the truth of these decisions again."""
    asked = sorted(set(run_ids))
    if asked:
        await connection.execute(_RESOLVE, {"run_ids": asked})
