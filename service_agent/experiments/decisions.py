"""Decisions for an operator: pages of them, one down to its evidence, who says what of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from execution_agents.reuse.policy import VARIANTS
from foundation.contracts.errors import UnknownRun, WrongUse
from foundation.contracts.experiment_errors import UnknownExperiment
from foundation.contracts.identity import Principal
from foundation.contracts.plan import VariantName
from foundation.domains.schema.pack import Pack
from foundation.storage.experiments.audits import Audit, DueAudit
from foundation.storage.experiments.decision_filters import DEFAULT, Demo, Filter
from foundation.storage.experiments.decision_pages import Cursor, DecisionLine, PageAsk, Review
from foundation.storage.experiments.declared import StoredExperiment
from foundation.storage.experiments.labels import Label, Said
from foundation.storage.records import DecisionRow
from foundation.storage.repositories import Repositories
from service_agent.experiments.audit.auditor import variants_say
from service_agent.experiments.audit.job import AuditJob
from service_agent.experiments.declared import arms_of
from service_agent.settings.settings import Settings
from service_agent.statistics.reuse_metrics import CONTROL

FRESH_S = 1.0
"""Figures are at most so old, plus what reading them takes."""


@dataclass(frozen=True)
class ExperimentRules:
    """What the settings say."""

    weights: Mapping[VariantName, float] | None
    """None: each pack's own."""
    bound: float
    """Of wrong reuse, where an experiment names none of its own."""
    share: float
    """Of the decisions, for audit."""
    model: str | None
    """The configured one."""
    hold_out: float = 0.0
    """Share of new conversations that never reuse, taken from a pack's own weights."""

    @classmethod
    def of(cls, settings: Settings, hold_out: float = 0.0) -> Self:
        """Those of these settings."""
        return cls(settings.variant_weights, settings.risk_bound, settings.audit_share, settings.llm_model, hold_out)

    def weights_of(self, pack: Pack) -> Mapping[VariantName, float]:
        """What new conversations' variants are drawn by where no experiment is declared."""
        own = pack.variant_weights
        if self.weights or self.hold_out == 0 or own.get(CONTROL):
            return self.weights or own
        kept = (1 - self.hold_out) / sum(own.values())
        return {**{name: weight * kept for name, weight in own.items()}, CONTROL: self.hold_out}


@dataclass(frozen=True)
class DecisionDetail:
    """One decision down to its evidence."""

    row: DecisionRow
    line: DecisionLine
    labels: list[Label]
    audit: Audit | None
    variants: Mapping[str, str]
    audit_costs_ms: int
    """What comparing now would probably take."""


class DecisionService:
    """What an operator may ask and do about decisions."""

    def __init__(
        self,
        repositories: Repositories,
        packs: Mapping[str, Pack],
        rules: ExperimentRules,
        audits: AuditJob,
    ) -> None:
        self.repositories = self._repositories = repositories
        self._packs = packs
        self._rules = rules
        self._audits = audits
        self._refreshing = asyncio.Lock()
        self.forget_freshness()

    def forget_freshness(self) -> None:
        """The next figures are read anew, however fresh the last ones are."""
        self._refreshed = -FRESH_S

    async def refresh(self) -> None:
        """Sums at most FRESH_S old."""
        if time.monotonic() - self._refreshed < FRESH_S:
            return
        async with self._refreshing:
            if time.monotonic() - self._refreshed >= FRESH_S:
                await self._audits.collect()
                self._refreshed = time.monotonic()

    async def page(self, principal: Principal, ask: PageAsk) -> list[DecisionLine]:
        """One page, newest first. Raises UnknownExperiment, WrongUse."""
        await self._require(principal, ask.chosen)
        return await self._repositories.decision_pages.page(principal, ask)

    async def pages(self, principal: Principal, ask: PageAsk, most: int) -> AsyncGenerator[DecisionLine]:
        """Up to so many lines, page by page: what an export is made of."""
        left = most
        while left > 0:
            lines = await self.page(principal, replace(ask, limit=min(500, left)))
            for line in lines:
                yield line
            if not lines:
                return
            left -= len(lines)
            ask = replace(ask, before=Cursor(lines[-1].created_at, lines[-1].run_id))

    async def decision(self, principal: Principal, run_id: str) -> DecisionDetail:
        """Raises UnknownRun."""
        row = await self._repositories.decisions.get(principal, run_id)
        line = await self._repositories.decision_pages.one(principal, run_id)
        if row is None or line is None:
            raise UnknownRun
        audit = await self._repositories.audits.of(principal, run_id)
        shadow = (audit.findings or {}).get("shadow") if audit else None
        return DecisionDetail(
            row=row,
            line=line,
            labels=await self._repositories.labels.of(principal, run_id),
            audit=audit,
            variants=_variants(row, shadow),
            audit_costs_ms=await self._audit_costs(principal, row),
        )

    async def _audit_costs(self, principal: Principal, row: DecisionRow) -> int:
        pack = self._packs.get(row.pack)
        if pack is None or row.decision == "search":
            return 0
        names = {source for name in row.data_types for source in _sources(pack, name)}
        medians = await self._repositories.costs.median(principal, pack.name, sorted(names))
        return max(medians.values(), default=0)

    async def label(self, principal: Principal, run_id: str, outcome: Said, reason: str) -> None:
        """An operator's word. Raises UnknownRun."""
        await self._repositories.labels.add(principal, run_id, "label", outcome, reason=reason)

    async def undo_label(self, principal: Principal, run_id: str) -> None:
        """Takes back one's own newest label. Raises UnknownRun when there is none."""
        if not await self._repositories.labels.undo(principal, run_id):
            raise UnknownRun("There is no label of yours on this decision; nothing was taken back.")

    async def audit_now(self, principal: Principal, run_id: str, *, drawn: bool = False) -> Audit:
        """Compares with today's data at once. `drawn`: a rule has every such decision audited, nobody chose this one.
        Raises UnknownRun."""
        owner = await self._repositories.decision_pages.owner(principal, run_id)
        if owner is None:
            raise UnknownRun
        await self._repositories.audits.ask(principal, run_id, drawn=drawn)
        known = await self._repositories.audits.of(principal, run_id)
        if known is not None and known.status == "due":
            await self._audits.one(DueAudit(run_id, Principal(tenant_id=principal.tenant_id, owner_id=owner)))
            known = await self._repositories.audits.of(principal, run_id)
        if known is None:
            raise UnknownRun
        return known

    async def reviews(self, principal: Principal, demo: Demo = "with") -> list[Review]:
        """What an operator should look at, oldest first."""
        await self.refresh()
        return await self._repositories.decision_pages.reviews(principal, demo)

    async def _require(self, principal: Principal, chosen: Filter) -> StoredExperiment | None:
        """Raises UnknownExperiment, and WrongUse for a filter that names nothing."""
        await self.refresh()
        stored = await self._stored(principal, chosen.experiment)
        if stored is None and chosen.experiment != DEFAULT:
            raise UnknownExperiment
        declared = self._declared(chosen, stored)
        unknown = [field for field, there in declared.items() if getattr(chosen, field) not in (None, *there)]
        if unknown:
            measured = await self._repositories.rollups.values(principal, chosen.experiment)
            for field in unknown:
                _require_there(field, getattr(chosen, field), {*declared[field], *measured[field]})
        return stored

    def _declared(self, chosen: Filter, stored: StoredExperiment | None) -> Mapping[str, Collection[str]]:
        """What each filter may name besides what was measured: a pack's intents where a pack is chosen, else all."""
        packs = [pack for name, pack in self._packs.items() if chosen.pack in (None, name)]
        return {
            "pack": self._packs,
            "arm": [arm.name for arm in arms_of(stored)] if stored else VARIANTS,
            "intent": {intent.name for pack in packs for intent in pack.intents},
            "data_type": {each.name for pack in packs for each in pack.data_types},
        }

    async def stored(self, principal: Principal, name: str) -> StoredExperiment | None:
        """The declaration; None for the undeclared one. Raises UnknownExperiment."""
        return await self._stored(principal, name)

    @property
    def bound(self) -> float:
        """Of wrong reuse, where an experiment names none of its own."""
        return self._rules.bound

    async def _stored(self, principal: Principal, name: str) -> StoredExperiment | None:
        if name == DEFAULT:
            return None
        return await self._repositories.experiments.get(principal, name)


def _require_there(field: str, value: str, there: Collection[str]) -> None:
    if value not in there:
        names = ", ".join(sorted(there))
        raise WrongUse(f"{field}: nothing is called {value!r} here; there are {names}.", field=field)


def _variants(row: DecisionRow, shadow: Mapping[str, Any] | None) -> Mapping[str, str]:
    try:
        return variants_say(row, shadow)
    except ValueError:  # a row of another version: shown without the variants
        return {}


def _sources(pack: Pack, data_type: str) -> Sequence[str]:
    try:
        return pack.data_type(data_type).sources
    except KeyError:
        return ()
