"""The dashboard and the operator's page speak of figures that exist, and of all of them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from foundation.storage.queue.queue_figures import QueueFigures
from foundation.storage.records import Finish
from service_agent.telemetry.metrics import Metrics

ROOT = Path(__file__).resolve().parents[2]
DASHBOARD = ROOT / "deploy" / "grafana" / "dashboard.json"
PAGE = ROOT / "docs" / "operate.md"
NAME = re.compile(r"\bsuffice_[a-z_]+")
SELECTOR = re.compile(r"(suffice_[a-z_]+)\{([^}]*)\}")
BY = re.compile(r"(?:sum|max|count) by \(([^)]*)\)")


def families() -> dict[str, tuple[str, ...]]:
    """Every sample's name a service can tell -> its labels."""
    found: dict[str, tuple[str, ...]] = {}
    for family in Metrics("1").registry.collect():
        labels = LABELS.get(family.name, ())
        kinds = {"counter": ("_total",), "histogram": ("_bucket", "_count", "_sum"), "gauge": ("",)}[family.type]
        found |= {f"{family.name}{ending}": labels for ending in kinds}
    return found


LABELS = {
    "suffice_http_requests": ("method", "route", "status"),
    "suffice_http_request_seconds": ("route",),
    "suffice_events": ("type",),
    "suffice_runs": ("state",),
    "suffice_run_seconds": ("outcome",),
    "suffice_node_seconds": ("node",),
    "suffice_decisions": ("variant", "outcome"),
    "suffice_confirmations": ("by",),
    "suffice_reuse_turns": ("variant", "kind"),
    "suffice_reuse_rate": ("variant", "rate", "end"),
    "suffice_reuse_saved": ("what", "end"),
    "suffice_reuse_known": ("variant", "source", "outcome"),
    "suffice_reuse_wrong_upper": ("variant",),
    "suffice_reuse_seconds": ("variant", "figure"),
    "suffice_reuse_spent": ("variant", "what"),
    "suffice_model_calls": ("prompt",),
    "suffice_model_requests": ("prompt",),
    "suffice_model_tokens": ("prompt", "direction"),
    "suffice_model_cost": ("prompt",),
    "suffice_model_failures": ("prompt", "reason"),
    "suffice_model_seconds": ("prompt",),
    "suffice_model_breaker": ("state",),
    "suffice_database_connections": ("pool", "state"),
    "suffice_jobs": ("task", "outcome"),
    "suffice_rows_removed": ("kind",),
    "suffice_build_info": ("version",),
}
"""Family -> labels, as docs/operate.md lists them."""


def expressions() -> list[str]:
    """Every query of the dashboard."""
    board: dict[str, Any] = json.loads(DASHBOARD.read_text("utf-8"))
    return [target["expr"] for panel in board["panels"] for target in panel.get("targets", [])]


def test_the_labels_written_down_here_are_those_of_the_figures() -> None:
    metrics = Metrics("1")
    metrics.request("GET", "/", 200, 0.1)
    metrics.finished(Finish("failed", ({"type": "run_failed"},)))
    metrics.resolved("person")
    metrics.job("retention", "done")
    metrics.removed({"sessions": 1})
    metrics.read_pool("queries", lambda: 0, lambda: 0)
    metrics.read_breaker(lambda: "closed")
    metrics.worked("run", "turn", {"outcome": "completed"}, 1)
    metrics.worked("node", "planning", {}, 1)
    metrics.worked("model", "answer", {"failed": "timeout"}, 1)
    metrics.text(QueueFigures({"queued": 1}, 1))
    seen = {
        family.name: {frozenset(set(sample.labels) - {"le"}) for sample in family.samples}
        for family in metrics.registry.collect()
        if family.samples
    }
    assert {name: {frozenset(LABELS.get(name, ()))} for name in seen if name != "suffice_decisions"} == {
        name: labels for name, labels in seen.items() if name != "suffice_decisions"
    }


def test_every_figure_of_the_dashboard_exists() -> None:
    known = families()
    named = {name for expression in expressions() for name in NAME.findall(expression)}
    assert named
    assert named <= set(known)


def test_every_label_the_dashboard_selects_or_groups_by_exists() -> None:
    known = families()
    for expression in expressions():
        labels: set[str] = set()
        for name, selector in SELECTOR.findall(expression):
            asked = {part.split("=", 1)[0].rstrip("!~") for part in selector.split(",") if part}
            labels |= set(known[name]) | {"job", "le"}
            assert asked <= labels, expression
        grouped = {label.strip() for group in BY.findall(expression) for label in group.split(",")}
        assert grouped <= labels, expression


def test_every_figure_is_on_the_dashboard_and_on_the_operators_page() -> None:
    shown = " ".join(expressions())
    page = PAGE.read_text("utf-8")
    for family in Metrics("1").registry.collect():
        assert family.name in shown, family.name
        assert f"`{family.name}" in page, family.name


def test_every_panel_has_a_place_of_its_own() -> None:
    board: dict[str, Any] = json.loads(DASHBOARD.read_text("utf-8"))
    ids = [panel["id"] for panel in board["panels"]]
    assert len(ids) == len(set(ids))
    taken: set[tuple[int, int]] = set()
    for panel in board["panels"]:
        at = panel["gridPos"]
        cells = {(x, y) for x in range(at["x"], at["x"] + at["w"]) for y in range(at["y"], at["y"] + at["h"])}
        assert at["x"] + at["w"] <= 24
        assert not cells & taken, panel["title"]
        taken |= cells
