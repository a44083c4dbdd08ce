"""What the operator's routes are asked with: filters in the query, a page's end, a declared experiment."""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from difflib import get_close_matches
from typing import Annotated, Any, Literal, cast

from fastapi import Depends, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from foundation.contracts import untrusted_json
from foundation.contracts.errors import WrongUse
from foundation.domains.loading.schema_mistakes import mistake_of
from foundation.storage.experiments.decision_filters import Demo, Filter
from foundation.storage.experiments.decision_pages import Cursor, Kind, PageAsk, Truth
from service_agent.api.dashboard.models import ArmBody, ExperimentBody
from service_agent.api.requests.bodies import BodyRoute
from service_agent.experiments.declared import MOST_ARMS, Experiment
from service_agent.protocol.failures import dotted
from service_agent.protocol.wire import CONTROL

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


def read_cursor(cursor: str | None) -> Cursor | None:
    """The end of the page before."""
    if cursor is None:
        return None
    try:
        at, run_id = untrusted_json.loads(base64.urlsafe_b64decode(cursor.encode("ascii")))
        moment = datetime.fromisoformat(at)
        if not isinstance(run_id, str) or CONTROL.search(run_id) or moment.tzinfo is None:
            raise ValueError(cursor)
    except (ValueError, TypeError, binascii.Error, UnicodeError):
        raise WrongUse("before: that is no page's end; give the `next` of the page before.", field="before") from None
    return Cursor(moment, run_id)


def cursor_text(at: datetime, run_id: str) -> str:
    """The end of a page, as clients carry it."""
    return base64.urlsafe_b64encode(json.dumps([at.isoformat(), run_id]).encode()).decode("ascii")


def read_experiment(declaration: Mapping[str, Any]) -> Experiment:
    """A declaration with thresholds as shares, as a file or a request gives it. Raises WrongUse: one sentence that
    names what is wrong and what to write."""
    try:
        body = ExperimentBody.model_validate(declaration)
        arms = [_arm(arm) for arm in body.arms]
        return Experiment.model_validate({**body.model_dump(exclude={"arms"}), "arms": arms})
    except ValidationError as error:
        details = error.errors(include_url=False)
        # A key that is misspelt is reported before the one that is missing because of it.
        detail = next((each for each in details if each["type"] == "extra_forbidden"), details[0])
        sentence = _sentence(detail)
        # What whole declarations are refused for begins with the key that is meant.
        where = dotted(detail["loc"]) or sentence.partition(":")[0]
        raise WrongUse(sentence, field=where) from None


class DeclaringRoute(BodyRoute):
    """A route whose body is a declaration: a mistake in it is reported as `read_experiment` reports one in a file."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """The handler, its refusal in our own words."""
        handle = super().get_route_handler()

        async def handle_declaration(request: Request) -> Response:
            try:
                return await handle(request)
            except RequestValidationError as error:
                declaration: object = cast("Any", error).body
                if isinstance(declaration, dict):
                    read_experiment(cast("dict[str, Any]", declaration))
                raise

        return handle_declaration


def _arm(arm: ArmBody) -> dict[str, Any]:
    """As an experiment keeps it: per mille."""
    shares = {name: getattr(arm, name) for name in ("reuse_above", "ask_above")}
    kept = {name: round(share * 1000) for name, share in shares.items() if share is not None}
    return {**arm.model_dump(exclude=set(shares)), **kept}


def _sentence(detail: ErrorDetails) -> str:
    kind, path = detail["type"], detail["loc"]
    if kind == "value_error":
        return f"{detail['msg'].removeprefix('Value error, ')}."
    wrong, remedy = mistake_of(detail, path)
    last = str(path[-1]) if path else "arms"
    if kind == "extra_forbidden":
        keys = sorted((ArmBody if len(path) > 1 else ExperimentBody).model_fields)
        close = get_close_matches(last, keys, n=1, cutoff=0.6)
        remedy = f"did you mean `{close[0]}`?" if close else f"use one of: {', '.join(keys)}."
    elif kind.startswith(("timezone", "datetime", "date_")):
        wrong = f"`{last}` is {detail['input']}"
        remedy = "write a time with its zone, as 2026-12-01T00:00:00+09:00."
    elif kind == "string_pattern_mismatch":
        remedy = "write small letters, digits, - and _, a letter first, at most 40 of them."
    elif kind in ("too_short", "too_long"):
        remedy = f"write from 1 to {MOST_ARMS} arms."
    elif kind in ("list_type", "dict_type", "model_type", "model_attributes_type"):
        remedy = _SHAPES[kind]
    return f"{wrong}; {remedy}" if remedy.endswith((".", "?")) else f"{wrong}; {remedy}."


_ARM = "{name: today, variant: hybrid, weight: 1}"
_SHAPES = {
    "list_type": f"write a list, as [{_ARM}].",
    "dict_type": "write a mapping, as {cut: {most: 6}}.",
    "model_type": f"write a mapping, as {_ARM}.",
    "model_attributes_type": f"write a mapping, as {_ARM}.",
}
