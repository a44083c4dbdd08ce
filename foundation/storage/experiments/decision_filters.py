"""The filters of the operator's figures, as SQL conditions on any table with the same columns."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Any, Literal

from sqlalchemy import ColumnElement, Table, func, literal

from foundation.contracts.identity import DEMO_OWNER, Principal

DEFAULT = "default"
"""The experiment that runs when none is declared."""

Demo = Literal["with", "without", "only"]


@dataclass(frozen=True)
class Filter:
    """None: whatever it is."""

    experiment: str = DEFAULT
    since: date | None = None
    until: date | None = None
    """The last day, included."""
    pack: str | None = None
    arm: str | None = None
    intent: str | None = None
    data_type: str | None = None
    model: str | None = None
    demo: Demo = "with"


def of_demo(owner: ColumnElement[str], demo: Demo) -> list[ColumnElement[bool]]:
    """The choice of demo traffic, over rows that carry their owner alone."""
    return [] if demo == "with" else [func.starts_with(owner, DEMO_OWNER).is_(demo == "only")]


def conditions(table: Table, principal: Principal, chosen: Filter) -> list[ColumnElement[bool]]:
    """The operator's tenant and the chosen filters, for `decision_days`, `truth_days` or `decision_truths`."""
    columns: Any = table.c
    found: list[ColumnElement[bool]] = [
        columns.tenant_id == principal.tenant_id,
        columns.experiment == chosen.experiment,
    ]
    if chosen.since is not None:
        found.append(columns.day >= chosen.since)
    if chosen.until is not None:
        found.append(columns.day <= chosen.until)
    for name in ("pack", "arm", "intent", "model"):
        value = getattr(chosen, name)
        if value is not None:
            found.append(columns[name] == value)
    if chosen.data_type is not None:
        found.append(literal(chosen.data_type) == columns.data_types.any_())
    if chosen.demo != "with":
        found.append(columns.demo.is_(chosen.demo == "only"))
    return found
