"""What the operator's routes are asked with: filters in the query, a page's end, a declared experiment."""

from __future__ import annotations

import base64
import binascii
import json
from dataclasses import dataclass
from datetime import date, datetime
from typing import Annotated, Any, Literal

from fastapi import Depends, Query
from pydantic import ValidationError

from foundation.contracts.errors import WrongUse
from foundation.storage.decision_filters import Demo, Filter
from foundation.storage.decision_pages import Cursor, Kind, PageAsk, Truth
from service_agent.failures import CONTROL
from supervisor.experiments.declared import Experiment

Format = Literal["json", "csv"]
Short = Annotated[str | None, Query(max_length=100)]


@dataclass(frozen=True)
class FilterQuery:
    """The filters every panel shares; `since` and `until` are days, both included."""

    name: str
    since: date | None = None
    until: date | None = None
    pack: Short = None
    arm: Short = None
    intent: Short = None
    data_type: Short = None
    model: Short = None
    demo: Demo = "with"

    @property
    def filter(self) -> Filter:
        """As the repositories take it. Raises WrongUse for a period that ends before it begins."""
        if self.since is not None and self.until is not None and self.until < self.since:
            raise WrongUse("until: it lies before since; give a later day.", field="until")
        return Filter(
            self.name, self.since, self.until, self.pack, self.arm, self.intent, self.data_type, self.model, self.demo
        )


@dataclass(frozen=True)
class PageQuery:
    """Which decisions, beside the shared filters."""

    kind: Kind | None = None
    truth: Truth | None = None
    before: Annotated[str | None, Query(max_length=300)] = None
    limit: Annotated[int, Query(ge=1, le=200)] = 50

    def ask(self, chosen: Filter) -> PageAsk:
        """As the repository takes it. Raises WrongUse for a made-up page's end."""
        return PageAsk(chosen, self.kind, self.truth, read_cursor(self.before), self.limit)


Chosen = Annotated[FilterQuery, Depends(FilterQuery)]
Paged = Annotated[PageQuery, Depends(PageQuery)]


def read_cursor(told: str | None) -> Cursor | None:
    """The end of the page before."""
    if told is None:
        return None
    try:
        at, run_id = json.loads(base64.urlsafe_b64decode(told.encode("ascii")))
        moment = datetime.fromisoformat(at)
        if not isinstance(run_id, str) or CONTROL.search(run_id) or moment.tzinfo is None:
            raise ValueError(told)
    except (ValueError, TypeError, binascii.Error, UnicodeError):
        raise WrongUse("before: that is no page's end; give the `next` of the page before.", field="before") from None
    return Cursor(moment, run_id)


def told_cursor(at: datetime, run_id: str) -> str:
    """The end of a page, as clients carry it."""
    return base64.urlsafe_b64encode(json.dumps([at.isoformat(), run_id]).encode()).decode("ascii")


def read_experiment(told: dict[str, Any]) -> Experiment:
    """A declaration with thresholds as shares. Raises WrongUse naming what is wrong."""
    arms: list[dict[str, Any]] = []
    given: list[dict[str, Any]] = told.get("arms") or []
    for arm in given:
        shares = {key: arm[key] for key in ("reuse_above", "ask_above") if arm.get(key) is not None}
        arms.append({**arm, **{key: round(float(value) * 1000) for key, value in shares.items()}})
    try:
        return Experiment.model_validate({**told, "arms": arms})
    except ValidationError as error:
        mistake = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in mistake["loc"])
        sentence = str(mistake["msg"]).removeprefix("Value error, ")
        raise WrongUse(f"{where}: {sentence}" if where else sentence, field=where or "arms") from None
