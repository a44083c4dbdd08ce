"""The dashboard's figures for Prometheus: over all tenants, demo traffic left out, read when they are asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from prometheus_client import CollectorRegistry, Gauge

from foundation.storage.histograms import quantile_ms
from foundation.storage.labels import Truths
from foundation.storage.rollups import Sums
from supervisor.experiments.intervals import upper_exact
from supervisor.experiments.metrics import SAMPLED, added_truths

TURNS = {
    "all": "turns", "reused": "reused", "partial": "partly", "asked": "asked", "timed_out": "timed_out",
    "search_again": "search_again",
}  # fmt: skip
"""Label value -> the sum behind it."""
SPENT = ("model_calls", "search_calls", "tokens")
OUTCOMES = ("correct_skip", "incorrect_skip", "correct_search", "incorrect_search")


@dataclass(frozen=True)
class ReuseFigures:
    """What there is of each variant."""

    sums: Mapping[str, Sums]
    truths: Mapping[tuple[str, str], Truths]
    """(variant, source) -> known outcomes."""


class ReuseGauges:
    """Gauges in a registry; their labels are closed sets."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._turns = Gauge(
            "suffice_reuse_turns", "Kept turns that needed data.", ["variant", "kind"], registry=registry
        )
        self._known = Gauge(
            "suffice_reuse_known", "Kept decisions whose truth is known.", ["variant", "source", "outcome"],
            registry=registry,
        )  # fmt: skip
        self._wrong = Gauge(
            "suffice_reuse_wrong_upper", "Exact one-sided 95 % upper end of wrong reuse, from audits and labels.",
            ["variant"], registry=registry,
        )  # fmt: skip
        self._seconds = Gauge(
            "suffice_reuse_seconds", "Seconds of kept turns, waiting for the person not counted.",
            ["variant", "figure"], registry=registry,
        )  # fmt: skip
        self._spent = Gauge(
            "suffice_reuse_spent", "What kept turns took, on average.", ["variant", "what"], registry=registry
        )

    def tell(self, figures: ReuseFigures) -> None:
        """Set all of them anew."""
        for variant, sums in figures.sums.items():
            for kind, name in TURNS.items():
                self._turns.labels(variant, kind).set(getattr(sums, name))
            if sums.turns:
                self._seconds.labels(variant, "mean").set(sums.elapsed_ms / sums.turns / 1000)
                self._seconds.labels(variant, "p95").set((quantile_ms(sums.times, 0.95) or 0) / 1000)
            for what in SPENT:
                self._spent.labels(variant, what).set(getattr(sums, what) / max(1, sums.turns))
        for (variant, source), truths in figures.truths.items():
            for outcome in OUTCOMES:
                self._known.labels(variant, source, outcome).set(getattr(truths, outcome))
        for variant in {variant for variant, _ in figures.truths}:
            known = added_truths(
                figures.truths[(variant, name)] for name in SAMPLED if (variant, name) in figures.truths
            )
            self._wrong.labels(variant).set(
                upper_exact(known.incorrect_skip, known.incorrect_skip + known.correct_skip)
            )
