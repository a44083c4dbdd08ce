"""Variance between conversations: conversations are randomised to arms, so errors are computed over conversations.

Each conversation of an arm has a small row of sums (`session_sums`). It changes with each decision that is collected,
and is deleted with its conversation. Each change of it is added to the arm's totals (`arm_sums`): sums, over
conversations, of the squares and products of these sums. They name no person, and stay.
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
"""The sums over a conversation's turns."""
_AMOUNTS = {
    "elapsed_ms": "elapsed_ms",
    "model_calls": "model_calls",
    "search_calls": "search_calls",
    "tokens": "prompt_tokens + completion_tokens",
    "cost_micros": "cost_micros",
}
"""Figures that can be above 1 for one turn: the squares of the turns' values are summed, too."""
_FIGURES = {
    **dict.fromkeys((*_AMOUNTS, "skipped", "reused", "asked"), "turns"),
    "timed_out": "asked",
    "search_again": "skipped",
}
"""Each figure -> the turns that it is a mean or a share of."""
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
"""Parts of the collecting statement; they follow `fresh`, which holds the decisions collected."""


@dataclass(frozen=True)
class Clusters:
    """Sums of one figure over an arm's conversations. Of each, x is the figure's sum, and n how many turns it is of."""

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
        """The sums of the experiment, and of the pack, arm and demo traffic chosen. Days, intents, data types and
        models are in no key of these sums: a filter on them is ignored, and whole conversations are counted."""
        columns: Any = arm_sums.c
        wanted = [columns.tenant_id == principal.tenant_id, columns.experiment == chosen.experiment]
        wanted += [columns[name] == value for name in ("pack", "arm") if (value := getattr(chosen, name)) is not None]
        if chosen.demo != "with":
            wanted.append(columns.demo.is_(chosen.demo == "only"))
        return await self._arms_where(wanted)

    async def with_truths(self, principal: Principal, chosen: Filter) -> Arms:
        """Both `arms` and `wrong_reuse`."""
        drawn, wrong = await self.arms(principal, chosen), await self.wrong_reuse(principal, chosen)
        return {key: {**drawn.get(key, {}), **wrong.get(key, {})} for key in {**drawn, **wrong}}

    async def wrong_reuse(self, principal: Principal, chosen: Filter) -> Arms:
        """The same sums of the sampled truths of skips (sources as in `labels.TruthSource`), under the figure
        "wrong_reuse". Every filter applies, and erased decisions are left out: truths are few, so the rows themselves
        are read."""
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
        totals = [total.label(name) for name, total in zip(_TOTALS, sums, strict=True)]
        group = (each.c.arm, each.c.variant)
        rows = await self._all(select(*group, *totals).group_by(*group))
        return {(row.arm, row.variant): {"wrong_reuse": _clusters(row)} for row in rows}

    async def variants(self) -> Arms:
        """SYSTEM: of all tenants, demo traffic left out."""
        return await self._arms_where([arm_sums.c.demo.is_(False)])

    async def _arms_where(self, wanted: Sequence[Any]) -> Arms:
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
