"""How unequal conversations are: what is drawn into an arm is a conversation, so chance is reckoned over those.

A small row of sums for each conversation of an arm (`session_sums`) changes with each decision that is collected, and
goes with its conversation. By what it changes, the arm's totals change (`arm_sums`): sums, over conversations, of the
squares and products of these sums. They name nobody, and stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import Any

from sqlalchemy import Row, and_, func, or_, select

from foundation.contracts.identity import Principal
from foundation.storage.database.repository import Repository
from foundation.storage.experiments.decision_filters import Filter, conditions
from foundation.storage.tables.experiments import arm_sums, decision_truths

_OF = ("tenant_id", "pack", "experiment", "arm", "variant", "demo")
_KEY = ("session_id", *_OF)
_JUDGED = {
    "turns": "count(*)",
    "asked": "count(*) FILTER (WHERE asked)",
    "skipped": "count(*) FILTER (WHERE decision <> 'search')",
    "reused": "count(*) FILTER (WHERE decision = 'reuse')",
    "timed_out": "count(*) FILTER (WHERE asked AND timed_out)",
    "elapsed_ms": "sum(elapsed_ms)",
    "model_calls": "sum(model_calls)",
    "search_calls": "sum(search_calls)",
    "tokens": "sum(prompt_tokens + completion_tokens)",
    "cost_micros": "sum(cost_micros)",
}
"""What is summed of a conversation's turns."""
_AMOUNTS = {
    "elapsed_ms": "elapsed_ms",
    "model_calls": "model_calls",
    "search_calls": "search_calls",
    "tokens": "prompt_tokens + completion_tokens",
    "cost_micros": "cost_micros",
}
"""Figures of which a turn has more than one or none: their squares are summed by turn, too."""
_FIGURES = {
    **dict.fromkeys((*_AMOUNTS, "skipped", "reused", "asked"), "turns"),
    "timed_out": "asked",
    "search_again": "skipped",
}
"""Each figure, and of which turns it is a mean or a share."""
_COLUMNS = (*_JUDGED, "search_again")
_TOTALS = ("sessions", "turns", "turns_sq", "total", "total_sq", "crossed", "squares")


def _squares(figure: str) -> str:
    return f"{figure}_sq" if figure in _AMOUNTS else figure


def _where(formula: str) -> str:
    """The formula over judged decisions alone."""
    if "FILTER (WHERE " in formula:
        return formula.replace("FILTER (WHERE ", "FILTER (WHERE judged AND ")
    return f"coalesce({formula} FILTER (WHERE judged), 0)"


_OWN = ", ".join(
    [f"{_where(formula)} AS {name}" for name, formula in _JUDGED.items()]
    + ["count(*) FILTER (WHERE overriding = 'search_again') AS search_again"]
    + [f"{_where(f'sum(CAST({value} AS double precision) ^ 2)')} AS {name}_sq" for name, value in _AMOUNTS.items()]
)
_MOVED = ", ".join(
    f"('{name}', kept.{of}, own.{of}, kept.{name}, own.{name}, own.{_squares(name)})" for name, of in _FIGURES.items()
)
CONVERSED = f"""
    own AS (
        SELECT {", ".join(_KEY)}, min(owner_id) AS owner_id, {_OWN}
        FROM fresh WHERE judged OR overriding IS NOT NULL GROUP BY {", ".join(_KEY)}
    ), conversed AS (
        INSERT INTO session_sums AS kept (owner_id, {", ".join((*_KEY, *_COLUMNS))})
        SELECT owner_id, {", ".join((*_KEY, *_COLUMNS))} FROM own
        ON CONFLICT ({", ".join(_KEY)}) DO UPDATE SET
            {", ".join(f"{name} = kept.{name} + excluded.{name}" for name in _COLUMNS)}
        RETURNING {", ".join(f"kept.{name}" for name in (*_KEY, *_COLUMNS))}
    ), moved AS (
        SELECT {", ".join(f"own.{name}" for name in _OF)}, figure, CAST(now_of AS double precision) AS n, more_of AS dn,
            CAST(now_total AS double precision) AS x, more AS dx, more_sq,
            CAST(now_of - more_of AS double precision) AS n0, CAST(now_total - more AS double precision) AS x0
        FROM own JOIN conversed AS kept USING ({", ".join(_KEY)})
        CROSS JOIN LATERAL (VALUES {_MOVED}) AS each (figure, now_of, more_of, now_total, more, more_sq)
    ), totalled AS (
        INSERT INTO arm_sums AS kept (owner_id, {", ".join((*_OF, "figure", *_TOTALS))})
        SELECT '', {", ".join(_OF)}, figure, count(*) FILTER (WHERE n > 0 AND n0 = 0), sum(dn), sum(n * n - n0 * n0),
            sum(dx), sum(x * x - x0 * x0), sum(x * n - x0 * n0), sum(more_sq)
        FROM moved GROUP BY {", ".join(_OF)}, figure
        ON CONFLICT ({", ".join((*_OF, "figure"))}) DO UPDATE SET
            {", ".join(f"{name} = kept.{name} + excluded.{name}" for name in _TOTALS)}
    )"""  # noqa: S608
"""Parts of the collecting statement, after one named `fresh` that holds what is collected."""


@dataclass(frozen=True)
class Clusters:
    """Sums over an arm's conversations of one figure: x of a conversation is its sum, n how many turns that is of."""

    sessions: int = 0
    """Conversations with such turns, erased ones too."""
    turns: int = 0
    """Of n."""
    turns_sq: float = 0.0
    """Of n²."""
    total: int = 0
    """Of x."""
    total_sq: float = 0.0
    """Of x²."""
    crossed: float = 0.0
    """Of x n."""
    squares: float = 0.0
    """Of each turn's own square."""

    def plus(self, other: Clusters) -> Clusters:
        """Both together; no conversation is in both."""
        return Clusters(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(Clusters)))


Arms = dict[tuple[str, str], dict[str, Clusters]]
"""(arm, variant) -> figure -> its sums."""


class ClustersRepository(Repository):
    """The totals of a tenant's arms."""

    patience_s = None

    async def arms(self, principal: Principal, chosen: Filter) -> Arms:
        """Of the experiment, and of the pack, arm and demo traffic chosen. Days, intents, data types and models are in
        no key of these sums: whatever of those is chosen, whole conversations are told."""
        columns: Any = arm_sums.c
        wanted = [columns.tenant_id == principal.tenant_id, columns.experiment == chosen.experiment]
        wanted += [columns[name] == value for name in ("pack", "arm") if (value := getattr(chosen, name)) is not None]
        if chosen.demo != "with":
            wanted.append(columns.demo.is_(chosen.demo == "only"))
        return await self._told(wanted)

    async def with_truths(self, principal: Principal, chosen: Filter) -> Arms:
        """Both `arms` and `wrong_reuse`."""
        drawn, wrong = await self.arms(principal, chosen), await self.wrong_reuse(principal, chosen)
        return {key: {**drawn.get(key, {}), **wrong.get(key, {})} for key in {**drawn, **wrong}}

    async def wrong_reuse(self, principal: Principal, chosen: Filter) -> Arms:
        """Likewise of the sampled truths of skips (as `labels.Told` has them), under the figure "wrong_reuse"; of
        whatever is chosen, and without what was erased: truths are few, and are read themselves."""
        columns = decision_truths.c
        many, wrong = func.count(), func.count().filter(columns.outcome == "incorrect_skip")
        by_rule = and_(columns.demo, columns.source == "label")
        each = (
            select(columns.arm, columns.variant, many.label("n"), wrong.label("x"))
            .where(
                *conditions(decision_truths, principal, chosen), columns.outcome.in_(("correct_skip", "incorrect_skip"))
            )
            .where(columns.source != "person", or_(columns.audited, by_rule))
            .group_by(columns.arm, columns.variant, columns.session_id)
            .subquery()
        )
        n, x = each.c.n, each.c.x
        sums = (func.count(), func.sum(n), func.sum(n * n), func.sum(x), func.sum(x * x), func.sum(x * n), func.sum(x))
        told = [total.label(name) for name, total in zip(_TOTALS, sums, strict=True)]
        group = (each.c.arm, each.c.variant)
        rows = await self._all(select(*group, *told).group_by(*group))
        return {(row.arm, row.variant): {"wrong_reuse": _clusters(row)} for row in rows}

    async def variants(self) -> Arms:
        """SYSTEM: of all tenants, demo traffic left out."""
        return await self._told([arm_sums.c.demo.is_(False)])

    async def _told(self, wanted: Sequence[Any]) -> Arms:
        columns = arm_sums.c
        group = (columns.arm, columns.variant, columns.figure)
        sums = [func.sum(columns[name]).label(name) for name in _TOTALS]
        found: Arms = {}
        for row in await self._all(select(*group, *sums).where(*wanted).group_by(*group)):
            found.setdefault((row.arm, row.variant), {})[row.figure] = _clusters(row)
        return found


def _clusters(row: Row[Any]) -> Clusters:
    return Clusters(
        sessions=int(row.sessions),
        turns=int(row.turns),
        turns_sq=float(row.turns_sq),
        total=int(row.total),
        total_sq=float(row.total_sq),
        crossed=float(row.crossed),
        squares=float(row.squares),
    )
