"""The operator's figures as CSV: one row a group or decision, plain numbers, a header line."""

from __future__ import annotations

import csv
import io
from collections.abc import AsyncGenerator, AsyncIterable, Iterable
from typing import Any

from foundation.storage.decision_pages import DecisionLine
from service_agent.api.dashboard_models import CurvePoint, FiguresOut, RateOut
from service_agent.api.decision_models import ReviewOut

_RATES = ("skip_rate", "full_reuse_rate", "ask_rate", "time_out_rate", "override_rate")
_KNOWN = ("accuracy", "wrong_reuse", "missed_reuse")
_COLUMNS = (
    "run_id", "created_at", "arm", "variant", "question", "intent", "model", "data_types", "decision", "asked",
    "timed_out", "person", "outcome", "source", "contested", "elapsed_ms", "demo",
)  # fmt: skip
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def metrics_csv(rows: Iterable[tuple[str, str, FiguresOut]]) -> str:
    """Figures of groups: each share with its hits, rows, interval and method."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    rates = [
        f"{name}_{part}" for name in (*_RATES, *_KNOWN) for part in ("hits", "of", "value", "low", "high", "method")
    ]
    times = ["mean_ms", "p95_ms", "reused_mean_ms", "searched_mean_ms"]
    head: list[str] | None = None
    for value, kind, figures in rows:
        totals = figures.totals.model_dump()
        if head is None:
            head = ["value", "kind", *totals, *rates, *times]
            writer.writerow(head)
        shares: list[RateOut] = [getattr(figures, name) for name in _RATES]
        shares += [getattr(figures.known, name) for name in _KNOWN]
        told = [part for rate in shares for part in (rate.hits, rate.of, rate.value, rate.low, rate.high, rate.method)]
        writer.writerow([safe(value), kind, *totals.values(), *told, *figures.times_ms.model_dump().values()])
    return text.getvalue()


async def decision_csv(lines: AsyncIterable[DecisionLine]) -> AsyncGenerator[str]:
    """Decisions, line by line."""
    yield _row(_COLUMNS)
    async for line in lines:
        values: dict[str, Any] = {**vars(line), "data_types": " ".join(line.data_types)}
        values["created_at"] = line.created_at.isoformat()
        yield _row([safe(values[name]) for name in _COLUMNS])


def curve_csv(points: Iterable[CurvePoint]) -> str:
    """Each threshold: what it would reuse, and what of the audited it would reuse wrongly, with their intervals."""
    parts = ("hits", "of", "value", "low", "high", "method")
    head = [f"{name}_{part}" for name in ("reuse", "wrong_reuse") for part in parts]
    rows: list[list[Any]] = [["threshold", *head]]
    for point in points:
        told = [getattr(rate, part) for rate in (point.reuse, point.wrong_reuse) for part in parts]
        rows.append([point.threshold, *told])
    return "".join(_row(row) for row in rows)


def reviews_csv(reviews: Iterable[ReviewOut]) -> str:
    """What to look at, oldest first."""
    rows = [[each.run_id, each.why, each.reason, each.question, each.at.isoformat(), each.demo] for each in reviews]
    head = ["run_id", "why", "reason", "question", "at", "demo"]
    return "".join(_row([safe(value) for value in row]) for row in [head, *rows])


def safe(value: Any) -> Any:
    """People's words must not become a formula in whatever opens the file."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


def _row(values: Iterable[Any]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerow(list(values))
    return text.getvalue()
