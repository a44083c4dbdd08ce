"""The dashboard's figures for Prometheus: over all tenants, demo traffic left out, read when they are asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from prometheus_client import CollectorRegistry, Gauge

from foundation.storage.experiments.clusters import Arms
from foundation.storage.experiments.labels import Truths
from foundation.storage.experiments.rollups import Sums
from service_agent.statistics.by_conversation import Conversations
from service_agent.statistics.intervals import Interval, Rate
from service_agent.statistics.reuse_metrics import (
    Figures,
    Saving,
    Savings,
    TimeFigures,
    added,
    compare_arms,
    control_of,
    figures_of,
    savings_of,
)

TURNS = {
    "all": "turns", "reused": "reused", "partial": "partly", "asked": "asked", "timed_out": "timed_out",
    "search_again": "search_again",
}  # fmt: skip
"""Label value -> the sum behind it."""
SPENT = {"model_calls": 1, "search_calls": 1, "tokens": 1, "cost_micros": 1_000_000}
"""The sum -> its divisor for the gauge; money in the operator's currency."""
SPENT_NAMES = {"cost_micros": "money"}
SECONDS = ("mean", "p95", "reused_mean", "searched_mean")
ENDS = ("value", "low", "high")
OUTCOMES = ("correct_skip", "incorrect_skip", "correct_search", "incorrect_search")


@dataclass(frozen=True)
class ReuseFigures:
    """What there is of each variant."""

    sums: Mapping[tuple[str, str], Sums]
    """(arm, variant) -> sums: shares and times are reported by variant, savings are computed by arm as on the
    dashboard."""
    truths: Mapping[tuple[str, str], Truths]
    """(variant, source as in `labels.TruthSource`) -> known outcomes."""
    clusters: Arms
    """(arm, variant) -> figure -> its sums over conversations."""


class ReuseGauges:
    """Gauges in a registry; their labels are closed sets. An unknown value (a rate of nothing, a saving without a
    control) has no sample, so it is not mistaken for 0."""

    def __init__(self, registry: CollectorRegistry) -> None:
        def gauge(name: str, description: str, *labels: str) -> Gauge:
            return Gauge(f"suffice_reuse_{name}", description, labels, registry=registry)

        self._turns = gauge("turns", "Kept turns that needed data.", "variant", "kind")
        self._rate = gauge("rate", "Shares with their 95 % intervals, as on the dashboard.", "variant", "rate", "end")
        self._known = gauge("known", "Kept decisions whose truth is known.", "variant", "source", "outcome")
        self._wrong = gauge(
            "wrong_upper", "Exact one-sided 95 % upper end of wrong reuse, of the audited sample.", "variant"
        )
        self._seconds = gauge(
            "seconds", "Seconds of kept turns, waiting for the person not counted.", "variant", "figure"
        )
        self._spent = gauge("spent", "What kept turns took, on average.", "variant", "what")
        self._saved = gauge("saved", "What reuse saved against the control, all variants together.", "what", "end")
        self._measured = gauge("saved_measured", "1: savings are against the control's turns; 0: too few of those.")
        self._left_out = gauge("saved_left_out", "Turns of arms with too few to be held against the control.")

    def tell(self, figures: ReuseFigures) -> None:
        """Set all of them anew."""
        for each in (self._turns, self._rate, self._known, self._wrong, self._seconds, self._spent, self._saved):
            each.clear()
        for variant, each in _by_variant(figures).items():
            self._variant(variant, each)
        groups = {
            arm: figures_of(sums, {}, Conversations((figures.clusters.get(arm, {}),)))
            for arm, sums in figures.sums.items()
        }
        self._savings(savings_of(compare_arms(groups), control_of(groups)))

    def _variant(self, variant: str, figures: Figures) -> None:
        sums = figures.sums
        for kind, name in TURNS.items():
            self._turns.labels(variant, kind).set(getattr(sums, name))
        for rate, (share, interval) in _rates(figures).items():
            self._set(self._rate, (variant, rate), share.value, interval)
        for source, rates in figures.by_source.items():
            for outcome in OUTCOMES:
                self._known.labels(variant, source, outcome).set(getattr(rates.truths, outcome))
        if figures.known.wrong_reuse.of:
            self._wrong.labels(variant).set(figures.known.wrong_reuse.exact.high)
        if sums.turns:
            self._took(variant, sums, figures.times)

    def _took(self, variant: str, sums: Sums, times: TimeFigures) -> None:
        for name in SECONDS:
            value: float | None = getattr(times, name)
            if value is not None:
                self._seconds.labels(variant, name).set(value / 1000)
        for name, interval in (("mean", times.mean_interval), ("p95", times.p95_interval)):
            if interval is not None:
                self._seconds.labels(variant, f"{name}_low").set(interval.low / 1000)
                self._seconds.labels(variant, f"{name}_high").set(interval.high / 1000)
        for name, unit in SPENT.items():
            self._spent.labels(variant, SPENT_NAMES.get(name, name)).set(getattr(sums, name) / unit / sums.turns)

    def _savings(self, savings: Savings) -> None:
        self._measured.set(savings.measured)
        self._left_out.set(savings.left_out)
        for what, saving, unit in (
            ("waiting_seconds", savings.waiting_ms, 1000),
            ("search_calls", savings.search_calls, 1),
            ("model_calls", savings.model_calls, 1),
            ("tokens", savings.tokens, 1),
            ("money", savings.cost_micros, 1_000_000),
        ):
            if saving is not None:
                self._saving(what, saving, unit)

    def _saving(self, what: str, saving: Saving, unit: int) -> None:
        for end in ENDS:
            value: float | None = getattr(saving, end)
            if value is not None:
                self._saved.labels(what, end).set(value / unit)

    def _set(self, gauge: Gauge, labels: tuple[str, str], value: float | None, interval: Interval) -> None:
        if value is None:
            return
        for end, each in zip(ENDS, (value, interval.low, interval.high), strict=True):
            gauge.labels(*labels, end).set(each)


def _by_variant(figures: ReuseFigures) -> dict[str, Figures]:
    names = dict.fromkeys([variant for _, variant in figures.sums] + [variant for variant, _ in figures.truths])
    return {
        name: figures_of(
            added(sums for (_, variant), sums in figures.sums.items() if variant == name),
            {source: each for (variant, source), each in figures.truths.items() if variant == name},
            Conversations(tuple(each for (_, variant), each in figures.clusters.items() if variant == name)),
        )
        for name in names
    }


def _rates(figures: Figures) -> dict[str, tuple[Rate, Interval]]:
    """The dashboard's shares; of wrong reuse its exact one-sided end."""
    known = figures.known
    plain = {
        "skip": figures.skip,
        "full_reuse": figures.full,
        "ask": figures.ask,
        "time_out": figures.time_out,
        "override": figures.override,
        "accuracy": known.accuracy,
        "missed_reuse": known.missed_reuse,
    }
    shares = {name: (rate, rate.wilson) for name, rate in plain.items()}
    return {**shares, "wrong_reuse": (known.wrong_reuse, known.wrong_reuse.exact)}
