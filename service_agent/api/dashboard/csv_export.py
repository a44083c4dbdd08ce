"""The operator's figures as CSV: one row a group or decision, plain numbers, a header line. No cell is a formula."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import AsyncGenerator, AsyncIterable, Iterable, Mapping
from typing import Any

from fastapi import Response

from foundation.storage.experiments.decision_pages import DecisionLine
from service_agent.api.conversation.answer_models import FailedAnswerOut
from service_agent.api.dashboard.decision_models import DashboardHealth, ReviewOut
from service_agent.api.dashboard.models import (
    FiguresOut,
    RateOut,
    SavingsOut,
    ThresholdCurve,
    TimesOut,
    TotalsOut,
    TruthCounts,
    TruthOut,
)

_RATES = ("skip_rate", "full_reuse_rate", "ask_rate", "time_out_rate", "override_rate")
_KNOWN = ("accuracy", "wrong_reuse", "missed_reuse")
_PARTS = ("hits", "of", "value", "low", "high", "method")
_OF_SOURCES = ("accuracy", "wrong_reuse", "wrong_reuse_wilson", "missed_reuse")
_SAVED = ("waiting_ms", "per_reuse_ms", "search_calls", "model_calls", "tokens", "cost")
_COLUMNS = (
    "run_id", "created_at", "arm", "variant", "question", "intent", "model", "data_types", "decision", "asked",
    "timed_out", "person", "outcome", "source", "contested", "audit", "elapsed_ms", "demo",
)  # fmt: skip
_FAILED = (
    "run_id", "created_at", "pack", "question", "question_type", "failure", "engine", "path", "fallback", "contexts",
    "confidence", "reviewed_at", "reviewed_by", "note", "demo",
)  # fmt: skip
BOM = "\ufeff"
"""Before the first letter of every file: spreadsheets take a CSV without it for the machine's old letters, and show
Korean as noise. Programs read it as `utf-8-sig`, or take the JSON."""
_FORMULA = frozenset("=+-@\u2212")
"""What a formula begins with, the minus sign of mathematics among them."""
_TRIMMED = ("\t", "\r", "\n")
"""What spreadsheets leave out at the beginning of a cell."""
_PARTED = re.compile(r"([;|\t\r\n])")
"""Where a spreadsheet may begin another cell: with the settings of many countries it separates at semicolons, and then
a quote in the middle of a cell holds nothing together."""
_UNSEEN = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters by their category that show nothing: Hangul's fillers and the empty pattern of Braille."""


def metrics_csv(rows: Iterable[tuple[str, str, FiguresOut]]) -> str:
    """Figures of groups: each share with its hits, rows, interval and method. The head stands there also where there
    are no groups."""
    rates = [f"{name}_{part}" for name in (*_RATES, *_KNOWN) for part in _PARTS]
    times = ["mean_ms", *_ends("mean"), "p95_ms", *_ends("p95"), "reused_mean_ms", "searched_mean_ms"]
    lines: list[list[Any]] = [["value", "kind", *TotalsOut.model_fields, *rates, *times]]
    for value, kind, figures in rows:
        shares: list[RateOut] = [getattr(figures, name) for name in _RATES]
        shares += [getattr(figures.known, name) for name in _KNOWN]
        cells = [getattr(rate, part) for rate in shares for part in _PARTS]
        lines.append([value, kind, *figures.totals.model_dump().values(), *cells, *_times(figures.times_ms)])
    return "".join(_row(line) for line in lines)


def _ends(name: str) -> list[str]:
    return [f"{name}_low_ms", f"{name}_high_ms", f"{name}_method"]


def _times(times: TimesOut) -> list[Any]:
    """In the order of the head; nothing where there is no interval."""
    mean, p95 = (
        [None] * 3 if each is None else [each.low, each.high, each.method]
        for each in (times.mean_interval, times.p95_interval)
    )
    return [times.mean, *mean, times.p95, *p95, times.reused_mean, times.searched_mean]


async def decision_csv(lines: AsyncIterable[DecisionLine]) -> AsyncGenerator[str]:
    """Decisions, line by line."""
    yield BOM + _row(_COLUMNS)
    async for line in lines:
        values: dict[str, Any] = {**vars(line), "data_types": " ".join(line.data_types)}
        values["created_at"] = line.created_at.isoformat()
        yield _row(values[name] for name in _COLUMNS)


def curve_csv(curve: ThresholdCurve) -> str:
    """Each threshold: what it would reuse, and what of the audited it would reuse wrongly, with their intervals; and
    whose it is, for the file has one name for every arm."""
    head = [f"{name}_{part}" for name in ("reuse", "wrong_reuse") for part in _PARTS]
    rows: list[list[Any]] = [["experiment", "arm", "running", "threshold", *head]]
    for point in curve.points:
        cells = [getattr(rate, part) for rate in (point.reuse, point.wrong_reuse) for part in _PARTS]
        rows.append([curve.experiment, curve.arm, curve.running, point.threshold, *cells])
    return "".join(_row(row) for row in rows)


def sources_csv(sources: Mapping[str, TruthOut]) -> str:
    """Each source of truth: its counts, and its shares with their intervals."""
    counts = tuple(TruthCounts.model_fields)
    rows: list[list[Any]] = [["source", *counts, *(f"{name}_{part}" for name in _OF_SOURCES for part in _PARTS)]]
    for source, truth in sources.items():
        cells = [getattr(getattr(truth, name), part) for name in _OF_SOURCES for part in _PARTS]
        rows.append([source, *(getattr(truth.counts, name) for name in counts), *cells])
    return "".join(_row(row) for row in rows)


def savings_csv(savings: SavingsOut) -> str:
    """What was saved of each thing; no value where that is not known."""
    rows: list[list[Any]] = [["what", "value", "low", "high", "measured", "left_out"]]
    for name in _SAVED:
        saving = getattr(savings, name)
        cells = [None] * 3 if saving is None else [saving.value, saving.low, saving.high]
        rows.append([name, *cells, savings.measured, savings.left_out])
    return "".join(_row(row) for row in rows)


def health_csv(health: DashboardHealth) -> str:
    """The state of things, one a row; of a source its version and since when it is that."""
    plain = health.model_dump(exclude={"runs", "sources"})
    rows: list[list[Any]] = [["kind", "name", "value", "since"]]
    rows += [["state", name, value, None] for name, value in plain.items()]
    rows += [["runs", name, many, None] for name, many in sorted(health.runs.items())]
    rows += [
        ["source", f"{each.pack}/{each.source}", each.version, each.changed_at and each.changed_at.isoformat()]
        for each in health.sources
    ]
    return "".join(_row(row) for row in rows)


def reviews_csv(reviews: Iterable[ReviewOut]) -> str:
    """What to look at, oldest first."""
    rows = [[each.run_id, each.why, each.reason, each.question, each.at.isoformat(), each.demo] for each in reviews]
    head = ["run_id", "why", "reason", "question", "at", "demo"]
    return "".join(_row(row) for row in [head, *rows])


def failed_csv(answers: Iterable[FailedAnswerOut]) -> str:
    """Answers that did not answer, as they are listed."""
    rows: list[list[Any]] = [list(_FAILED)]
    for each in answers:
        fields = each.model_dump(mode="json", include=set(_FAILED))
        rows.append([fields[name] for name in _FAILED])
    return "".join(_row(row) for row in rows)


def csv_file(text: str, name: str) -> Response:
    """What a browser saves under this name."""
    headers = {"Content-Disposition": f'attachment; filename="{name}.csv"'}
    return Response(BOM + text, media_type="text/csv; charset=utf-8", headers=headers)


def safe(value: Any) -> Any:
    """People's words must not become a formula in whatever opens the file: not in full width, not behind characters
    that show nothing, and not where the file's reader begins another cell within them."""
    if not isinstance(value, str):
        return value
    pieces = _PARTED.split(value)  # and what parts them, in between
    pieces[2::2] = (f"'{piece}" if _is_formula(piece) else piece for piece in pieces[2::2])
    joined = "".join(pieces)
    return f"'{joined}" if value.startswith(_TRIMMED) or _is_formula(value) else joined


def _is_formula(words: str) -> bool:
    first = next((letter for letter in words if not _is_unseen(letter)), "")
    return not _FORMULA.isdisjoint(unicodedata.normalize("NFKC", first))


def _is_unseen(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "CZM" or letter in _UNSEEN


def _row(values: Iterable[Any]) -> str:
    """Its cells; all within quotes where another program might part one of them."""
    cells = [str(safe("" if value is None else value)) for value in values]
    quoting = csv.QUOTE_ALL if any(map(_PARTED.search, cells)) else csv.QUOTE_MINIMAL
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n", quoting=quoting).writerow(cells)
    return text.getvalue()
