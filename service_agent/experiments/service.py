"""The operator's facade: experiments, their figures, decisions and their truth. No HTTP types here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from execution_agents.reuse.policy import draw_variant
from foundation.contracts.errors import WrongUse
from foundation.contracts.identity import DEMO_OWNER, Principal
from foundation.domains.loading.tuning import UnfitFigures
from foundation.domains.schema.pack import Pack
from foundation.storage.experiments.decision_filters import DEFAULT, Filter
from foundation.storage.experiments.declared import StoredExperiment
from foundation.storage.experiments.labels import Truths
from foundation.storage.experiments.rollups import Group, Sums
from service_agent.experiments.declared import Experiment, arms_of, draw_arm
from service_agent.experiments.demo import erase_demo
from service_agent.experiments.health import Health, health_of
from service_agent.experiments.thresholds import ThresholdService, place_of
from service_agent.statistics.by_conversation import Conversations
from service_agent.statistics.reuse_metrics import (
    ArmFigures,
    Figures,
    Savings,
    added,
    added_truths,
    compare_arms,
    control_of,
    figures_of,
    savings_of,
)
from service_agent.telemetry.metrics import Metrics
from service_agent.telemetry.reuse_figures import ReuseFigures


@dataclass(frozen=True)
class Overview:
    """All figures of one experiment under one filter."""

    figures: Figures
    arms: list[ArmFigures]
    savings: Savings
    since: date | None
    until: date | None
    demo_turns: int
    ended: bool
    """The experiment is over."""


@dataclass(frozen=True)
class Listed:
    """One experiment, declared or not, with what there are figures of."""

    name: str
    stored: StoredExperiment | None
    """None: the default experiment, or one whose declaration has been deleted."""
    turns: int
    demo_turns: int
    first: date | None
    last: date | None
    packs: tuple[str, ...]
    intents: tuple[str, ...]
    models: tuple[str, ...]
    data_types: tuple[str, ...]


class Experiments(ThresholdService):
    """The operator's side of the service."""

    # --- sessions ---------------------------------------------------------------------------------

    async def draw(self, principal: Principal, pack: Pack, session_id: str) -> tuple[str, tuple[str, str] | None]:
        """The variant of a new session, and the experiment and arm it is drawn into."""
        demo = principal.owner_id.startswith(DEMO_OWNER)
        running = await self._repositories.experiments.running(principal, pack.name, demo=demo)
        if running is None:
            return draw_variant(session_id, self._weights_of(pack)), None
        arm = draw_arm(session_id, arms_of(running))
        return arm.variant, (running.name, arm.name)

    async def usual_arm(self, principal: Principal, chosen: Filter) -> str | None:
        """The arm with the largest share of new sessions. None where no arm leads, or where this experiment draws no
        sessions now. Raises UnknownExperiment."""
        stored = await self._stored(principal, chosen.experiment)
        if stored is not None:
            running = await self._repositories.experiments.running(principal, stored.pack, demo=stored.demo)
            if running is None or running.name != stored.name:
                return None
            return _heaviest({arm.name: arm.weight for arm in arms_of(running) if not arm.over})
        names = [name for name in self._packs if chosen.pack in (None, name)]
        free = [name for name in names if await self._repositories.experiments.running(principal, name) is None]
        found = {_heaviest(self._weights_of(self._packs[name])) for name in free}
        return found.pop() if len(found) == 1 else None

    # --- experiments ------------------------------------------------------------------------------

    async def declare(self, principal: Principal, experiment: Experiment) -> StoredExperiment:
        """Raises OverlappingExperiment, NameTaken, WrongUse: a pack that is not there, figures that do not fit it, an
        end that has passed."""
        if experiment.pack not in self._packs:
            raise WrongUse(
                f"pack: there is no pack {experiment.pack!r}; there are {', '.join(sorted(self._packs))}.", field="pack"
            )
        _check_figures(experiment, self._packs[experiment.pack])
        now = await self._repositories.clock.now()
        if experiment.ends_at is not None and experiment.ends_at <= now:
            raise WrongUse("ends_at: it has passed already; give a later time.", field="ends_at")
        return await self._repositories.experiments.declare(principal, experiment.to_store(now))

    async def end(self, principal: Principal, name: str) -> StoredExperiment:
        """It ends now. Raises UnknownExperiment."""
        return await self._repositories.experiments.end(principal, name)

    async def list(self, principal: Principal) -> list[Listed]:
        """Every experiment, newest first; the undeclared one last."""
        await self.refresh()
        stored = {each.name: each for each in await self._repositories.experiments.list(principal)}
        rows = {row.experiment: row for row in await self._repositories.rollups.experiments(principal)}
        names = [*stored, *(name for name in rows if name not in stored and name != DEFAULT), DEFAULT]
        return [_listed(name, stored.get(name), rows.get(name)) for name in names]

    # --- figures ----------------------------------------------------------------------------------

    async def overview(self, principal: Principal, chosen: Filter) -> Overview:
        """Raises UnknownExperiment, WrongUse for a filter that names nothing."""
        stored = await self._require(principal, chosen)
        by_arm, demo_turns = await self._by_arm_and_demo(principal, chosen)
        truths = await self._repositories.labels.truths(principal, chosen, ("arm", "variant"))
        by_source: dict[tuple[str, str], dict[str, Truths]] = {}
        for (arm, variant, source), each in truths.items():
            by_source.setdefault((arm, variant), {})[source] = each
        drawn = await self._repositories.clusters.with_truths(principal, chosen)
        groups = {
            key: figures_of(by_arm.get(key, Sums()), by_source.get(key, {}), Conversations((drawn.get(key, {}),)))
            for key in {**by_arm, **by_source}
        }
        arms = compare_arms(dict(sorted(groups.items(), key=lambda item: (-item[1].sums.turns, *place_of(item[0])))))
        total = figures_of(added(by_arm.values()), _merged(by_source.values()), Conversations(tuple(drawn.values())))
        return Overview(
            figures=total,
            arms=arms,
            savings=savings_of(arms, control_of(groups)),
            since=chosen.since,
            until=chosen.until,
            demo_turns=demo_turns,
            ended=await self._ended(stored),
        )

    async def _by_arm_and_demo(self, principal: Principal, chosen: Filter) -> tuple[dict[tuple[str, str], Sums], int]:
        """(arm, variant) -> sums as chosen, and how many demo turns there are, chosen or not."""
        every = replace(chosen, demo="with")
        found = await self._repositories.rollups.sums(principal, every, ("arm", "variant", "demo"))
        arms: dict[tuple[str, str], Sums] = {}
        for (arm, variant, demo), sums in found.items():
            if chosen.demo == "with" or demo == (chosen.demo == "only"):
                arms[str(arm), str(variant)] = added((arms.get((str(arm), str(variant)), Sums()), sums))
        return arms, sum(sums.turns for (_, _, demo), sums in found.items() if demo)

    async def breakdown(self, principal: Principal, chosen: Filter, by: Group) -> dict[Any, Figures]:
        """The figures of each day, data type, intent, model, pack or arm. Raises UnknownExperiment, WrongUse."""
        await self._require(principal, chosen)
        sums = await self._repositories.rollups.sums(principal, chosen, (by,))
        truths: dict[Any, dict[str, Truths]] = {}
        for (value, source), each in (await self._repositories.labels.truths(principal, chosen, (by,))).items():
            truths.setdefault(value, {})[source] = each
        drawn = Conversations(tuple((await self._repositories.clusters.arms(principal, chosen)).values()))
        return {value: figures_of(each, truths.get(value, {}), drawn) for (value,), each in sorted(sums.items())}

    async def health(self, principal: Principal, metrics: Metrics) -> tuple[Health, Mapping[str, Pack]]:
        """The state of things, and the packs its sources belong to."""
        share = self._rules.share
        return await health_of(self._repositories, principal, metrics, self._rules.model, share), self._packs

    async def reuse_figures(self) -> ReuseFigures:
        """SYSTEM: what there is of each variant, of all tenants, demo traffic left out."""
        sums = await self._repositories.rollups.variants()
        drawn = await self._repositories.clusters.variants()
        return ReuseFigures(sums, await self._repositories.labels.variants(), drawn)

    async def erase_demo(self, principal: Principal) -> int:
        """Erases all demo traffic of the tenant; how many conversations."""
        return await erase_demo(self._repositories, principal)

    async def audit_pass(self, per_minute: int | None = None) -> Mapping[str, int]:
        """SYSTEM: the background's work of each minute; the count of each kind."""
        return await self._audits.work(per_minute)

    async def run_audits(self, limit: int) -> int:
        """SYSTEM: audits up to `limit` waiting decisions at once."""
        return await self._audits.at_once(limit)


def _heaviest(weights: Mapping[Any, float]) -> str | None:
    """The name with most weight; None where two have the most, or none has any."""
    most = max(weights.values(), default=0.0)
    names = [str(name) for name, weight in weights.items() if weight == most]
    return names[0] if most > 0 and len(names) == 1 else None


def _check_figures(experiment: Experiment, pack: Pack) -> None:
    for arm in experiment.arms:
        try:
            arm.pack(pack)
        except UnfitFigures as unfit:
            raise WrongUse(f"arms: {arm.name}: {unfit}", field="arms") from None


def _merged(groups: Any) -> dict[str, Truths]:
    merged: dict[str, list[Truths]] = {}
    for group in groups:
        for source, each in group.items():
            merged.setdefault(source, []).append(each)
    return {source: added_truths(each) for source, each in merged.items()}


def _listed(name: str, stored: StoredExperiment | None, row: Any) -> Listed:
    if row is None:
        return Listed(name, stored, 0, 0, None, None, (stored.pack,) if stored else (), (), (), ())
    types = sorted({each for joined in row.types for each in joined.split(",") if each})
    return Listed(
        name, stored, int(row.turns), int(row.demo), row.first, row.last, tuple(sorted(row.packs)),
        tuple(sorted(row.intents)), tuple(sorted(row.models)), tuple(types),
    )  # fmt: skip
