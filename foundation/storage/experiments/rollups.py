"""Each day's sums of decisions: collected in the background, once a decision, and read by whatever is asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Literal, TypeVar

from sqlalchemy import REAL, Row, Select, Text, cast, func, select, text
from sqlalchemy.dialects.postgresql import ARRAY

from foundation.contracts.identity import DEMO_OWNER, Principal
from foundation.storage.database.repository import Repository
from foundation.storage.experiments.clusters import CONVERSED
from foundation.storage.experiments.decision_filters import DEFAULT, Filter, conditions
from foundation.storage.tables.experiments import decision_days
from foundation.storage.tables.histogram_buckets import PIVOT_BUCKETS, PIVOT_STEP, TIME_BUCKETS, TIME_GROWTH

BATCH = 2_000
"""Decisions of one statement."""
Group = Literal["arm", "variant", "day", "data_type", "intent", "model", "pack", "demo"]
Histogram = Literal["times", "pivots"]
Added = TypeVar("Added")

_KEY = ("tenant_id", "day", "pack", "experiment", "arm", "variant", "intent", "model", "data_types", "demo")
_COUNTS = {
    "turns": "count(*) FILTER (WHERE judged)",
    "reused": "count(*) FILTER (WHERE judged AND decision = 'reuse')",
    "partly": "count(*) FILTER (WHERE judged AND decision = 'partial')",
    "asked": "count(*) FILTER (WHERE judged AND asked)",
    "asked_reused": "count(*) FILTER (WHERE judged AND asked AND decision = 'reuse')",
    "asked_partly": "count(*) FILTER (WHERE judged AND asked AND decision = 'partial')",
    "timed_out": "count(*) FILTER (WHERE judged AND asked AND timed_out)",
    "chose_previous": "count(*) FILTER (WHERE judged AND asked AND NOT timed_out AND person = 'use_previous')",
    "chose_search": "count(*) FILTER (WHERE judged AND asked AND NOT timed_out AND person = 'search_new')",
    "search_again": "count(*) FILTER (WHERE overriding = 'search_again')",
    "use_previous": "count(*) FILTER (WHERE overriding = 'use_previous')",
    "elapsed_ms": "sum(elapsed_ms) FILTER (WHERE judged)",
    "elapsed_sq": "sum(CAST(elapsed_ms AS double precision) ^ 2) FILTER (WHERE judged)",
    "reused_ms": "sum(elapsed_ms) FILTER (WHERE judged AND decision = 'reuse')",
    "searched_ms": "sum(elapsed_ms) FILTER (WHERE judged AND decision = 'search')",
    "search_ms": "sum(search_ms) FILTER (WHERE judged)",
    "saved_ms": "sum(saved_ms) FILTER (WHERE judged)",
    "model_calls": "sum(model_calls) FILTER (WHERE judged)",
    "model_calls_sq": "sum(CAST(model_calls AS double precision) ^ 2) FILTER (WHERE judged)",
    "search_calls": "sum(search_calls) FILTER (WHERE judged)",
    "search_calls_sq": "sum(CAST(search_calls AS double precision) ^ 2) FILTER (WHERE judged)",
    "tokens": "sum(prompt_tokens + completion_tokens) FILTER (WHERE judged)",
    "cost_micros": "sum(cost_micros) FILTER (WHERE judged)",
}


def _one_hot(bucket: str, buckets: int) -> str:
    """A vector that is 1 at this bucket: sums of such are histograms."""
    return (
        f"sum(CAST(array_fill(CAST(0 AS real), ARRAY[{bucket}]) || CAST(1 AS real)"
        f" || array_fill(CAST(0 AS real), ARRAY[{buckets - 1} - {bucket}]) AS vector)) FILTER (WHERE judged)"
    )


def _summed(name: str, buckets: int, bucket: str) -> str:
    empty = f"CAST(array_fill(CAST(0 AS real), ARRAY[{buckets}]) AS vector)"
    return f"coalesce({_one_hot(bucket, buckets)}, {empty}) AS {name}"


_HISTOGRAMS = {"times": (TIME_BUCKETS, "time_bucket"), "pivots": (PIVOT_BUCKETS, "pivot_bucket")}
_SUMS = ", ".join(
    [f"coalesce({formula}, 0) AS {name}" for name, formula in _COUNTS.items()]
    + [_summed(name, *histogram) for name, histogram in _HISTOGRAMS.items()]
)
_ADDED = ", ".join(f"{name} = kept.{name} + excluded.{name}" for name in (*_COUNTS, *_HISTOGRAMS))

_FRESH = f"""
    waiting AS (
        SELECT decisions.run_id FROM decisions JOIN sessions USING (session_id) WHERE rolled IS NULL
        ORDER BY decisions.created_at LIMIT :batch
        FOR NO KEY UPDATE OF decisions SKIP LOCKED FOR KEY SHARE OF sessions SKIP LOCKED
    ), fresh AS (
        UPDATE decisions SET rolled = true FROM waiting WHERE decisions.run_id = waiting.run_id
        RETURNING decisions.run_id, tenant_id, owner_id, session_id, pack, variant, intent, data_types, decision,
            person, asked, timed_out, elapsed_ms, search_ms, model_calls, search_calls, prompt_tokens,
            completion_tokens, created_at, overriding, coalesce(saved_ms, 0) AS saved_ms,
            coalesce(cost_micros, 0) AS cost_micros,
            coalesce(experiment, '{DEFAULT}') AS experiment, coalesce(arm, variant) AS arm,
            coalesce(model, 'rules') AS model, coalesce(day, CAST(created_at AT TIME ZONE 'UTC' AS date)) AS day,
            starts_with(owner_id, '{DEMO_OWNER}') AS demo,
            overriding IS NULL AND cardinality(data_types) > 0 AS judged,
            CAST(least({TIME_BUCKETS - 1}, greatest(0, ceil(round(CAST(
                ln(greatest(elapsed_ms, 1)) / ln({TIME_GROWTH}) AS numeric), 9)))) AS int) AS time_bucket,
            CAST(least({PIVOT_BUCKETS - 1}, ceil((SELECT coalesce(max(CAST(value AS int)), 0)
                FROM jsonb_each_text(coalesce(pivots, '{{}}'))) / {PIVOT_STEP}.0)) AS int) AS pivot_bucket
    )"""  # noqa: S608

_COLLECT = text(
    f"""
    WITH {_FRESH}, drawn AS (
        SELECT * FROM fresh
        WHERE judged AND CAST(('x' || substr(md5(run_id), 1, 8))\\:\\:bit(32) AS bigint)
            < CAST(:share AS double precision) * 4294967296
    ), sampled AS (
        INSERT INTO audits (run_id, tenant_id, owner_id, session_id, kind, drawn)
        SELECT run_id, tenant_id, owner_id, session_id,
               CASE WHEN decision = 'search' THEN 'search' ELSE 'skip' END, true
        FROM drawn
        ON CONFLICT DO NOTHING
    ), summed AS (
        INSERT INTO decision_days AS kept (owner_id, {", ".join((*_KEY, *_COUNTS, *_HISTOGRAMS))})
        SELECT '', {", ".join(_KEY)}, {_SUMS} FROM fresh WHERE judged OR overriding IS NOT NULL
        GROUP BY {", ".join(_KEY)}
        ON CONFLICT ({", ".join(_KEY)}) DO UPDATE SET {_ADDED}
    ), {CONVERSED}
    SELECT (SELECT count(*) FROM fresh) AS collected,
        (SELECT coalesce(array_agg(run_id), '{{}}') FROM drawn) AS drawn
    """  # noqa: S608
)
_ASKED_BEFORE = text(
    """
    UPDATE decisions SET rolled = false FROM audits
    WHERE decisions.run_id = ANY(CAST(:drawn AS text[])) AND audits.run_id = decisions.run_id AND NOT audits.drawn
    """
)
"""Runs after `_COLLECT`, so that it sees the audits asked for while that ran, and in the same transaction, so that the
next reader finds its result. It does not mark the audits as drawn: a finished audit locks its audit's row first and
then the decision's, which this statement holds (`AuditsRepository.note_drawn` marks them)."""

ALONE = text("SELECT pg_advisory_xact_lock(hashtextextended('suffice.sums', 0))")
"""One process collects at a time: a second one would skip the rows that the first has locked, and sum without them."""


@dataclass(frozen=True)
class Sums:
    """Sums over some of the decisions."""

    turns: int = 0
    """Turns that needed data, the person's repetitions left out."""
    reused: int = 0
    partly: int = 0
    asked: int = 0
    """Among all, whatever was decided after it."""
    asked_reused: int = 0
    asked_partly: int = 0
    timed_out: int = 0
    chose_previous: int = 0
    chose_search: int = 0
    search_again: int = 0
    """Answers the person had searched again."""
    use_previous: int = 0
    """Searched answers the person would have had from the earlier data."""
    elapsed_ms: int = 0
    elapsed_sq: float = 0.0
    reused_ms: int = 0
    searched_ms: int = 0
    search_ms: int = 0
    saved_ms: int = 0
    """Estimated by the time that the search for the reused data took."""
    model_calls: int = 0
    model_calls_sq: float = 0.0
    search_calls: int = 0
    search_calls_sq: float = 0.0
    tokens: int = 0
    cost_micros: int = 0
    times: tuple[float, ...] = field(default=(), repr=False)
    """Histogram of the turns' times (`tables/histogram_buckets.py`)."""
    pivots: tuple[float, ...] = field(default=(), repr=False)
    """Histogram of their pivots (`execution_agents/reuse/pivots.py`)."""

    def plus(self, other: Sums) -> Sums:
        """Both together."""
        values: dict[str, Any] = {}
        for each in fields(Sums):
            mine, theirs = getattr(self, each.name), getattr(other, each.name)
            values[each.name] = merged(mine, theirs) if each.name in _HISTOGRAMS else mine + theirs
        return Sums(**values)

    @property
    def skipped(self) -> int:
        """Turns in which some search was skipped."""
        return self.reused + self.partly

    @property
    def searched(self) -> int:
        """Turns in which nothing was reused."""
        return self.turns - self.skipped


def merged(left: tuple[float, ...], right: tuple[float, ...]) -> tuple[float, ...]:
    """Two histograms added up; one that was not asked for is nothing."""
    if not left or not right:
        return left or right
    return tuple(a + b for a, b in zip(left, right, strict=True))


class RollupsRepository(Repository):
    """The sums of a tenant."""

    patience_s = None

    async def collect(self, share: float, batch: int = BATCH) -> int:
        """SYSTEM: adds new decisions to the sums of their days, and draws a share of them for audit (by the run's id,
        so that a repetition draws the same); the number of decisions. Where an audit of a drawn decision had been
        asked for before, `AuditsRepository.note_drawn` marks it as drawn."""
        collected = 0
        while True:
            async with self._transaction() as connection:
                await connection.execute(ALONE)
                row = (await connection.execute(_COLLECT, {"share": share, "batch": batch})).one()
                if row.drawn:
                    await connection.execute(_ASKED_BEFORE, {"drawn": row.drawn})
            collected += row.collected
            if row.collected < batch:
                return collected

    async def sums(
        self,
        principal: Principal,
        chosen: Filter,
        by: Sequence[Group] = (),
        histograms: Sequence[Histogram] = ("times",),
    ) -> dict[tuple[Any, ...], Sums]:
        """Group values -> sums; with no groups one entry, (), also when there was nothing. Histograms not asked for
        stay empty: adding up and reading them is the most of what this costs."""
        columns = [decision_days.c["data_types" if name == "data_type" else name] for name in by]
        statement = _selected(columns, histograms).where(*conditions(decision_days, principal, chosen))
        rows = await self._all(statement.group_by(*columns))
        found = grouped_by_type(((tuple(row)[: len(by)], _sums(row)) for row in rows), by, Sums.plus)
        return found if by else {(): next(iter(found.values()), Sums())}

    async def experiments(self, principal: Principal) -> list[Row[Any]]:
        """Each experiment there are figures of: its name, first and last day, and turns, demo apart."""
        columns = decision_days.c
        statement = (
            select(
                columns.experiment,
                func.min(columns.day).label("first"),
                func.max(columns.day).label("last"),
                func.sum(columns.turns).label("turns"),
                func.coalesce(func.sum(columns.turns).filter(columns.demo), 0).label("demo"),
                func.array_agg(columns.pack.distinct()).label("packs"),
                func.array_agg(columns.intent.distinct()).label("intents"),
                func.array_agg(columns.model.distinct()).label("models"),
                func.array_agg(cast(func.array_to_string(columns.data_types, ","), Text).distinct()).label("types"),
            )
            .where(columns.tenant_id == principal.tenant_id)
            .group_by(columns.experiment)
        )
        return list(await self._all(statement))

    async def values(self, principal: Principal, experiment: str) -> dict[str, set[str]]:
        """The values that the experiment's turns have: every pack, arm, intent and data type."""
        columns = decision_days.c
        statement = select(columns.pack, columns.arm, columns.intent, columns.data_types).distinct()
        rows = await self._all(
            statement.where(columns.tenant_id == principal.tenant_id, columns.experiment == experiment)
        )
        found = {name: {str(getattr(row, name)) for row in rows} for name in ("pack", "arm", "intent")}
        return {**found, "data_type": {name for row in rows for name in row.data_types}}

    async def variants(self) -> dict[tuple[str, str], Sums]:
        """SYSTEM: (arm, variant) -> sums of all tenants, demo traffic left out."""
        columns = (decision_days.c.arm, decision_days.c.variant)
        statement = _selected(columns, ("times",)).where(decision_days.c.demo.is_(False))
        return {(row.arm, row.variant): _sums(row) for row in await self._all(statement.group_by(*columns))}


def grouped_by_type(
    rows: Iterable[tuple[tuple[Any, ...], Added]], by: Sequence[str], plus: Callable[[Added, Added], Added]
) -> dict[tuple[Any, ...], Added]:
    """The rows by their groups. Where one of those is the data type, rows come by all types of a turn, of which there
    are few: a turn that needs two types counts for both. (Taking them apart in the statement would do it for every
    row that is added up.)"""
    at = by.index("data_type") if "data_type" in by else None
    found: dict[tuple[Any, ...], Added] = {}
    for key, each in rows:
        keys = [key] if at is None else [(*key[:at], name, *key[at + 1 :]) for name in key[at]]
        for own in keys:
            found[own] = plus(found[own], each) if own in found else each
    return found


def _selected(columns: Sequence[Any], histograms: Sequence[Histogram]) -> Select[*tuple[Any, ...]]:
    sums = [func.sum(decision_days.c[name]).label(name) for name in _COUNTS]
    vectors = [cast(func.sum(decision_days.c[name]), ARRAY(REAL)).label(name) for name in histograms]
    return select(*columns, *sums, *vectors)


def _sums(row: Row[Any]) -> Sums:
    columns = row._mapping  # pyright: ignore[reportPrivateUsage]  # SQLAlchemy's documented name
    if columns["turns"] is None:
        return Sums()
    values: dict[str, Any] = {}
    for each in fields(Sums):
        if each.name in _HISTOGRAMS:
            values[each.name] = tuple(columns[each.name]) if each.name in columns else ()
        else:
            values[each.name] = (float if each.name.endswith("_sq") else int)(columns[each.name])
    return Sums(**values)
