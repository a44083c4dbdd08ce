"""Pages of decisions under any filter: the daily sums show which days hold one, so no page reads the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Literal

from sqlalchemy import ColumnElement, Row, Select, and_, case, func, literal, or_, select, text, tuple_

from foundation.contracts.identity import DEMO_OWNER, Principal
from foundation.storage.database.repository import Repository
from foundation.storage.experiments.decision_filters import DEFAULT, Demo, Filter, conditions, of_demo
from foundation.storage.tables.experiments import audits, decision_days, decision_truths, labels
from foundation.storage.tables.turns import UNSUPPORTED, decisions, feedback, messages

Kind = Literal["reuse", "partial", "asked", "search"]
Truth = Literal["right", "wrong", "unknown", "contested"]
ReviewWhy = Literal["wrong_reuse", "unsupported_number", "thumbs_down", "correction"]
REVIEW_LIMIT = 200
REVIEW_DAYS = 30


@dataclass(frozen=True)
class Cursor:
    """Where a page ended."""

    at: datetime
    run_id: str


@dataclass(frozen=True)
class PageAsk:
    """Which decisions, newest first."""

    chosen: Filter
    kind: Kind | None = None
    truth: Truth | None = None
    before: Cursor | None = None
    limit: int = 50


@dataclass(frozen=True)
class DecisionLine:
    """One line of the table."""

    run_id: str
    session_id: str
    created_at: datetime
    day: date
    arm: str
    variant: str
    question: str
    intent: str
    model: str
    data_types: tuple[str, ...]
    judge1: dict[str, Any] | None
    judge2: dict[str, Any]
    decision: str
    asked: bool
    timed_out: bool
    person: str | None
    outcome: str | None
    source: str | None
    contested: bool
    audit: str | None
    """drawn: part of the random sample; asked: requested by an operator. None: not chosen for audit."""
    elapsed_ms: int
    demo: bool


@dataclass(frozen=True)
class Review:
    """A decision that an operator should review."""

    run_id: str
    why: ReviewWhy
    reason: str
    question: str
    at: datetime
    demo: bool


_TOTALS = {
    "reuse": decision_days.c.reused - decision_days.c.asked_reused,
    "partial": decision_days.c.partly - decision_days.c.asked_partly,
    "asked": decision_days.c.asked,
    "search": decision_days.c.turns
    - decision_days.c.reused
    - decision_days.c.partly
    - (decision_days.c.asked - decision_days.c.asked_reused - decision_days.c.asked_partly),
}
_LINE = (
    decisions.c.run_id,
    decisions.c.session_id,
    decisions.c.created_at,
    decisions.c.day,
    func.coalesce(decisions.c.arm, decisions.c.variant).label("arm"),
    decisions.c.variant,
    decisions.c.question,
    decisions.c.intent,
    func.coalesce(decisions.c.model, "rules").label("model"),
    decisions.c.data_types,
    decisions.c.judge1,
    decisions.c.judge2,
    decisions.c.decision,
    decisions.c.asked,
    decisions.c.timed_out,
    decisions.c.person,
    decision_truths.c.outcome,
    decision_truths.c.source,
    func.coalesce(decision_truths.c.contested, False).label("contested"),
    # By itself rather than joined: it is read for the lines of a page alone.
    select(case((audits.c.drawn, "drawn"), else_="asked"))
    .where(audits.c.run_id == decisions.c.run_id)
    .scalar_subquery()
    .label("audit"),
    decisions.c.elapsed_ms,
    func.starts_with(decisions.c.owner_id, DEMO_OWNER).label("demo"),
)
_NAMES = tuple(field.name for field in fields(DecisionLine))


class DecisionPages(Repository):
    """Decisions of a tenant, for its operators."""

    patience_s = None

    async def page(self, principal: Principal, ask: PageAsk) -> list[DecisionLine]:
        """At most `limit`, newest first, after the cursor."""
        if ask.truth in ("right", "wrong", "contested"):
            return _lines(await self._all(_of_known(principal, ask)))
        found: list[DecisionLine] = []
        for days in await self._days(principal, ask):
            rest = replace(ask, limit=ask.limit - len(found))
            found += _lines(await self._all(_of_days(principal, rest, days)))
            if len(found) >= ask.limit:
                break
        return found

    async def one(self, principal: Principal, run_id: str) -> DecisionLine | None:
        """One line; None for another tenant's, and for a run that decided nothing."""
        joined = select(*_LINE).outerjoin(decision_truths, decision_truths.c.run_id == decisions.c.run_id)
        found = await self._all(
            joined.where(decisions.c.run_id == run_id, decisions.c.tenant_id == principal.tenant_id)
        )
        return next(iter(_lines(found)), None)

    async def owner(self, principal: Principal, run_id: str) -> str | None:
        """The decision's owner; None for another tenant's."""
        row = await self._first(
            select(decisions.c.owner_id).where(
                decisions.c.run_id == run_id, decisions.c.tenant_id == principal.tenant_id
            )
        )
        return None if row is None else str(row.owner_id)

    async def _days(self, principal: Principal, ask: PageAsk) -> list[list[date]]:
        """Days that hold such decisions, newest first, in portions that probably fill a page."""
        many = func.sum(_TOTALS[ask.kind] if ask.kind else decision_days.c.turns)
        statement = (
            select(decision_days.c.day, many.label("many"))
            .where(*conditions(decision_days, principal, ask.chosen))
            .group_by(decision_days.c.day)
            .having(many > 0)
            .order_by(decision_days.c.day.desc())
        )
        rows = await self._all(statement)
        portions: list[list[date]] = []
        filled = 0
        for row in rows:
            if not portions or filled >= ask.limit:
                portions.append([])
                filled = 0
            portions[-1].append(row.day)
            filled += int(row.many)
        return portions

    async def reviews(self, principal: Principal, demo: Demo = "with") -> list[Review]:
        """Decisions to review without a label so far, oldest first, at most REVIEW_LIMIT of the last REVIEW_DAYS."""
        found = [*await self._wrong_reuses(principal, demo), *await self._complaints(principal, demo)]
        found += await self._unsupported(principal, demo)
        once = {each.run_id: each for each in sorted(found, key=lambda each: each.at, reverse=True)}
        return sorted(once.values(), key=lambda each: each.at)[:REVIEW_LIMIT]

    async def _wrong_reuses(self, principal: Principal, demo: Demo) -> list[Review]:
        statement = (
            select(
                decisions.c.run_id, decisions.c.question, decision_truths.c.known_at.label("at"), decisions.c.owner_id
            )
            .join(decision_truths, decision_truths.c.run_id == decisions.c.run_id)
            .where(
                decision_truths.c.tenant_id == principal.tenant_id,
                decision_truths.c.outcome == "incorrect_skip",
                decision_truths.c.decided_at > _ago(REVIEW_DAYS),
                ~_labelled(),
                *of_demo(decisions.c.owner_id, demo),
            )
            .order_by(decision_truths.c.decided_at)
            .limit(REVIEW_LIMIT)
        )
        return [_review(row, "wrong_reuse") for row in await self._all(statement)]

    async def _complaints(self, principal: Principal, demo: Demo) -> list[Review]:
        """Corrections, and thumbs down that were neither withdrawn nor followed by another thumb."""
        later = feedback.alias()
        followed = (
            select(literal(1))
            .where(
                later.c.session_id == feedback.c.session_id,
                later.c.answer_id == feedback.c.answer_id,
                later.c.owner_id == feedback.c.owner_id,
                later.c.kind == "thumbs",
                later.c.created_at > feedback.c.created_at,
            )
            .exists()
        )
        statement = (
            select(
                decisions.c.run_id, decisions.c.question, feedback.c.created_at.label("at"), decisions.c.owner_id,
                feedback.c.reason, feedback.c.kind,
            )
            .join(messages, and_(messages.c.session_id == feedback.c.session_id,
                                 messages.c.message_id == feedback.c.answer_id))
            .join(decisions, decisions.c.run_id == messages.c.run_id)
            .where(
                feedback.c.tenant_id == principal.tenant_id,
                or_(
                    feedback.c.kind == "correction",
                    and_(feedback.c.kind == "thumbs", feedback.c.rating < 0, ~followed),
                ),
                feedback.c.created_at > _ago(REVIEW_DAYS),
                ~_labelled(),
                *of_demo(decisions.c.owner_id, demo),
            )
            .order_by(feedback.c.created_at)
            .limit(REVIEW_LIMIT)
        )  # fmt: skip
        whys: Mapping[str, ReviewWhy] = {"thumbs": "thumbs_down", "correction": "correction"}
        return [_review(row, whys[row.kind], row.reason) for row in await self._all(statement)]

    async def _unsupported(self, principal: Principal, demo: Demo) -> list[Review]:
        """Answers whose numbers are not all in their sources."""
        statement = (
            select(decisions.c.run_id, decisions.c.question, messages.c.created_at.label("at"), decisions.c.owner_id)
            .join(messages, messages.c.run_id == decisions.c.run_id)
            .where(
                messages.c.tenant_id == principal.tenant_id,
                messages.c.created_at > _ago(REVIEW_DAYS),
                text(UNSUPPORTED),
                ~_labelled(),
                *of_demo(decisions.c.owner_id, demo),
            )
            .order_by(messages.c.created_at)
            .limit(REVIEW_LIMIT)
        )
        return [_review(row, "unsupported_number") for row in await self._all(statement)]


def _ago(days: int) -> ColumnElement[datetime]:
    """The time when the statement began, less `days`. Unlike clock_timestamp() it is stable within the statement, so
    that an index can be used."""
    return func.statement_timestamp() - func.make_interval(0, 0, 0, days)


def _labelled() -> ColumnElement[bool]:
    """An operator has labelled it, if only as unsure."""
    return (
        select(literal(1))
        .where(labels.c.run_id == decisions.c.run_id, labels.c.source == "label", labels.c.undone_at.is_(None))
        .exists()
    )


def _of_known(principal: Principal, ask: PageAsk) -> Select[*tuple[Any, ...]]:
    """Few decisions have a known outcome: begin with those."""
    outcome = decision_truths.c.outcome
    wanted = {
        "right": outcome.in_(("correct_skip", "correct_search")),
        "wrong": outcome.in_(("incorrect_skip", "incorrect_search")),
        "contested": decision_truths.c.contested.is_(True),
    }
    statement = select(*_LINE).join(decision_truths, decision_truths.c.run_id == decisions.c.run_id)
    chosen = statement.where(*conditions(decision_truths, principal, ask.chosen), wanted[str(ask.truth)], *_kind(ask))
    # By day first: the index gives days in order, so a page ends before the other days are read.
    return _ended(chosen.order_by(decision_truths.c.day.desc()), ask)


def _of_days(principal: Principal, ask: PageAsk, days: Sequence[date]) -> Select[*tuple[Any, ...]]:
    chosen = ask.chosen
    given: list[ColumnElement[bool]] = [
        decisions.c.tenant_id == principal.tenant_id,
        decisions.c.day.in_(days),
        # The pack's days are not the database's: a day more on either side, so that an index finds the rows.
        decisions.c.created_at >= datetime.combine(min(days) - timedelta(days=1), time.min, UTC),
        decisions.c.created_at < datetime.combine(max(days) + timedelta(days=2), time.min, UTC),
        func.coalesce(decisions.c.experiment, DEFAULT) == chosen.experiment,
        decisions.c.overriding.is_(None),
        func.cardinality(decisions.c.data_types) > 0,
        *_kind(ask),
    ]
    if chosen.arm is not None:
        given.append(func.coalesce(decisions.c.arm, decisions.c.variant) == chosen.arm)
    if chosen.model is not None:
        given.append(func.coalesce(decisions.c.model, "rules") == chosen.model)
    given += [decisions.c[name] == getattr(chosen, name) for name in ("pack", "intent") if getattr(chosen, name)]
    if chosen.data_type is not None:
        given.append(literal(chosen.data_type) == decisions.c.data_types.any_())
    if chosen.demo != "with":
        given.append(func.starts_with(decisions.c.owner_id, DEMO_OWNER).is_(chosen.demo == "only"))
    if ask.truth == "unknown":
        given.append(and_(or_(decision_truths.c.outcome.is_(None)), decision_truths.c.contested.isnot(True)))
    joined = select(*_LINE).outerjoin(decision_truths, decision_truths.c.run_id == decisions.c.run_id)
    return _ended(joined.where(*given), ask)


def _kind(ask: PageAsk) -> list[ColumnElement[bool]]:
    if ask.kind is None:
        return []
    if ask.kind == "asked":
        return [decisions.c.asked]
    return [decisions.c.decision == ask.kind, ~decisions.c.asked]


def _ended(statement: Select[*tuple[Any, ...]], ask: PageAsk) -> Select[*tuple[Any, ...]]:
    order = tuple_(decisions.c.created_at, decisions.c.run_id)
    if ask.before is not None:
        statement = statement.where(order < tuple_(literal(ask.before.at), literal(ask.before.run_id)))
    return statement.order_by(decisions.c.created_at.desc(), decisions.c.run_id.desc()).limit(ask.limit)


def _lines(rows: Sequence[Row[Any]]) -> list[DecisionLine]:
    return [DecisionLine(**_values(row)) for row in rows]


def _values(row: Row[Any]) -> dict[str, Any]:
    values: dict[str, Any] = dict(zip(_NAMES, row, strict=True))
    return {**values, "data_types": tuple(values["data_types"])}


def _review(row: Row[Any], why: ReviewWhy, reason: str = "") -> Review:
    return Review(row.run_id, why, reason, row.question, row.at, row.owner_id.startswith(DEMO_OWNER))
