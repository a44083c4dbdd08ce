"""What an operator may ask and do: experiments, their figures, decisions and their truth. No HTTP types here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, cast

from foundation.contracts.errors import WrongUse
from foundation.contracts.experiment_errors import ExperimentChanged
from foundation.contracts.identity import Principal
from foundation.contracts.plan import VariantName
from foundation.domains.pack import Pack, Thresholds
from foundation.domains.tuning import UnfitFigures
from foundation.storage.decision_filters import DEFAULT, Filter
from foundation.storage.experiments import Looks, NewExperiment, StoredExperiment
from foundation.storage.histograms import above
from foundation.storage.labels import Truths
from foundation.storage.rollups import Group, Sums
from service_agent.experiments.decisions import DecisionDesk
from service_agent.experiments.demo import erase_demo
from service_agent.experiments.health import Health, health_of
from service_agent.experiments.sample import sample_of
from service_agent.experiments.trials import ended, require_drawn, require_open, require_proven, require_share
from service_agent.telemetry.metrics import Metrics
from service_agent.telemetry.reuse_figures import ReuseFigures
from supervisor.experiments.bounded_risk import Proposal, Step, propose
from supervisor.experiments.conversations import Conversations
from supervisor.experiments.declared import Arm, Experiment, arms_of, draw_arm, share_to_try, tried
from supervisor.experiments.metrics import (
    CONTROL,
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
from supervisor.experiments.pivots import skip_threshold
from supervisor.experiments.variants import VARIANTS, draw_variant

USUAL: VariantName = "hybrid_confirm"
"""Whose curve is told where nothing has been decided yet."""
_PLACES: tuple[str, ...] = (USUAL, "hybrid", "supervisor_only", CONTROL)


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
class Curve:
    """The threshold curve of one arm."""

    arm: str
    variant: VariantName
    running: int
    """The skip threshold in force, per mille."""
    share: float | None
    """Of all new sessions, what a trial takes its own share of; None where packs differ, or none are drawn."""
    bound: float
    looks: Looks
    steps: tuple[Step, ...]
    """What is drawn, strictest first."""
    proposal: Proposal
    """What people's decisions allow."""
    reuse: Mapping[int, tuple[int, int]]
    """Threshold -> (turns it would skip, turns), as drawn."""
    effect: Mapping[int, tuple[int, int]]
    """The same of the turns the proposal speaks of: demo traffic only where it was chosen alone."""
    failed: int
    """Of the proposal's audited, those whose audit failed: they count as wrong."""
    retried: int
    """Of those, the ones that are tried again."""


@dataclass(frozen=True)
class Listed:
    """One experiment, declared or not, with what there are figures of."""

    name: str
    stored: StoredExperiment | None
    """None: the one that runs when none is declared, or one whose declaration is gone."""
    turns: int
    demo_turns: int
    first: date | None
    last: date | None
    packs: tuple[str, ...]
    intents: tuple[str, ...]
    models: tuple[str, ...]
    data_types: tuple[str, ...]


class Experiments(DecisionDesk):
    """The operator's side of the service."""

    # --- sessions ---------------------------------------------------------------------------------

    async def draw(self, principal: Principal, pack: Pack, session_id: str) -> tuple[str, tuple[str, str] | None]:
        """The variant of a new session, and the experiment and arm it is drawn into."""
        running = await self._repositories.experiments.running(principal, pack.name)
        if running is None:
            return draw_variant(session_id, self._weights_of(pack)), None
        arm = draw_arm(session_id, arms_of(running))
        return arm.variant, (running.name, arm.name)

    async def usual_arm(self, principal: Principal, chosen: Filter) -> str | None:
        """The arm that more new sessions are drawn into than into any other; None where none stands out, or where this
        experiment draws none now. Raises UnknownExperiment."""
        stored = await self._stored(principal, chosen.experiment)
        if stored is not None:
            running = await self._repositories.experiments.running(principal, stored.pack)
            if running is None or running.name != stored.name:
                return None
            return _heaviest({arm.name: arm.weight for arm in arms_of(running) if not arm.over})
        names = [name for name in self._packs if chosen.pack in (None, name)]
        free = [name for name in names if await self._repositories.experiments.running(principal, name) is None]
        found = {_heaviest(self._weights_of(self._packs[name])) for name in free}
        return found.pop() if len(found) == 1 else None

    def _weights_of(self, pack: Pack) -> Mapping[VariantName, float]:
        return self._rules.weights or pack.variant_weights

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
        """Raises UnknownExperiment."""
        stored = await self._require(principal, chosen.experiment)
        by_arm, demo_turns = await self._by_arm_and_demo(principal, chosen)
        truths = await self._repositories.labels.truths(principal, chosen, ("arm", "variant"))
        told: dict[tuple[str, str], dict[str, Truths]] = {}
        for (arm, variant, source), each in truths.items():
            told.setdefault((arm, variant), {})[source] = each
        drawn = await self._repositories.clusters.with_truths(principal, chosen)
        groups = {
            key: figures_of(by_arm.get(key, Sums()), told.get(key, {}), Conversations((drawn.get(key, {}),)))
            for key in {**by_arm, **told}
        }
        arms = compare_arms(dict(sorted(groups.items(), key=lambda item: (-item[1].sums.turns, *_place(item[0])))))
        total = figures_of(added(by_arm.values()), _merged(told.values()), Conversations(tuple(drawn.values())))
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
        """The figures of each day, data type, intent, model, pack or arm. Raises UnknownExperiment."""
        await self._require(principal, chosen.experiment)
        sums = await self._repositories.rollups.sums(principal, chosen, (by,))
        truths: dict[Any, dict[str, Truths]] = {}
        for (value, source), each in (await self._repositories.labels.truths(principal, chosen, (by,))).items():
            truths.setdefault(value, {})[source] = each
        drawn = Conversations(tuple((await self._repositories.clusters.arms(principal, chosen)).values()))
        return {value: figures_of(each, truths.get(value, {}), drawn) for (value,), each in sorted(sums.items())}

    async def curve(self, principal: Principal, chosen: Filter, bound: float | None = None) -> Curve:
        """The curve of the chosen arm, or of the one with most turns. Raises UnknownExperiment, WrongUse."""
        stored = await self._require(principal, chosen.experiment)
        found = await self._repositories.rollups.sums(principal, chosen, ("arm", "variant", "demo"), ("pivots",))
        people = {key: sums for key, sums in found.items() if chosen.demo == "only" or not key[2]}
        arm, variant = (
            _busiest(people, chosen, stored) or _busiest(found, chosen, stored) or (chosen.arm or USUAL, USUAL)
        )
        narrowed = replace(chosen, arm=arm)
        over = await self._ended(stored)
        running = skip_threshold(variant, self._in_force(stored, arm, chosen, over=over))
        allowed = bound or (stored.bound if stored else self._rules.bound)
        sample = await sample_of(self._repositories, principal, narrowed)
        looks: Looks = stored.looks if stored else "always"
        curve = propose(sample.all, allowed, running, looks)
        # Demo traffic is drawn where it is chosen, but nothing is proposed for people because of it.
        demo = chosen.demo == "only"
        proposal = curve if demo else propose(sample.people, allowed, running, looks)
        failed, retried = (count(proposal.told_at, demo=demo) for count in (sample.failed, sample.retried))
        drawn, effect = (_reuse_at(curve.steps, each, arm) for each in (found, people))
        share = None if over else self._share_of(arm, stored, chosen)
        steps = curve.steps
        return Curve(arm, variant, running, share, allowed, looks, steps, proposal, drawn, effect, failed, retried)

    def _share_of(self, arm: str, stored: StoredExperiment | None, chosen: Filter) -> float | None:
        if stored is not None:
            return share_to_try(arms_of(stored), arm)
        packs = [pack for name, pack in self._packs.items() if chosen.pack in (None, name)]
        weights = [{str(name): weight for name, weight in self._weights_of(pack).items()} for pack in packs]
        shares = {each.get(arm, 0.0) / (sum(each.values()) or 1.0) for each in weights}
        return shares.pop() if len(shares) == 1 else None

    async def _ended(self, stored: StoredExperiment | None) -> bool:
        return stored is not None and stored.ends_at is not None and ended(stored, await self._repositories.clock.now())

    def _in_force(self, stored: StoredExperiment | None, name: str, chosen: Filter, *, over: bool) -> Thresholds:
        base, arms = self._base(stored, chosen), arms_of(stored) if stored else ()
        found = next((arm for arm in arms if arm.name == name), None)
        return base if found is None else found.thresholds(base, arms, ended=over)

    def _base(self, stored: StoredExperiment | None, chosen: Filter) -> Thresholds:
        pack = self._packs.get(stored.pack if stored else chosen.pack or "")
        return pack.thresholds if pack is not None else next(iter(self._packs.values())).thresholds

    async def apply(
        self, principal: Principal, chosen: Filter, threshold: int, share: float, bound: float | None = None
    ) -> StoredExperiment:
        """Tries a threshold that people's decisions prove (demo traffic proves nothing) as a new arm. Raises
        ThresholdRefused with the audits still needed, WrongUse, ExperimentChanged, UnknownExperiment."""
        require_share(share)
        stored = await self._stored(principal, chosen.experiment)
        if stored is not None:
            require_open(stored, await self._repositories.clock.now(), bound)
        curve = await self.curve(principal, replace(chosen, demo="without"), bound)
        if stored is not None and (chosen.arm is not None or curve.proposal.threshold is not None):
            require_drawn(stored, curve.arm)
        require_proven(curve.proposal, threshold, curve.bound, curve.failed)
        return await self._try(principal, chosen, curve, threshold, share)

    async def _pack_of(self, principal: Principal, chosen: Filter) -> Pack:
        """The pack a trial is declared for: the chosen one, otherwise the only one with decisions here. Raises WrongUse
        where there are several, so that a trial never runs on a pack nobody meant."""
        measured = await self._repositories.rollups.sums(principal, chosen, ("pack",))
        names = [chosen.pack] if chosen.pack else [str(name) for (name,), sums in measured.items() if sums.turns]
        found = [self._packs[name] for name in names if name in self._packs]
        if len(found) != 1:
            raise WrongUse(
                f"pack: name the pack whose sessions try the threshold ({', '.join(sorted(self._packs))}).",
                field="pack",
            )
        return found[0]

    async def _try(
        self, principal: Principal, chosen: Filter, curve: Curve, threshold: int, share: float
    ) -> StoredExperiment:
        now = await self._repositories.clock.now()
        stored = await self._stored(principal, chosen.experiment)
        if stored is None:
            pack = await self._pack_of(principal, chosen)
            arms = tuple(
                Arm(name=name, variant=name, weight=weight) for name, weight in self._weights_of(pack).items() if weight
            )
            if curve.arm not in {arm.name for arm in arms}:
                raise WrongUse(
                    f"arm: new sessions of {pack.name} are not drawn into {curve.arm}, so nothing can be tried beside "
                    f"it; declare an experiment with that arm.",
                    field="arm",
                )
            new = tried(arms, curve.arm, threshold, share, now)
            name = f"{pack.name[:20]}-{now:%Y%m%d-%H%M%S}"
            made = NewExperiment(name, pack.name, [_dumped(arm) for arm in new], curve.bound, now, None)
            return await self._repositories.experiments.declare(principal, made)
        arms = tried(arms_of(stored), curve.arm, threshold, share, now)
        changed = await self._repositories.experiments.change_arms(principal, stored, [_dumped(arm) for arm in arms])
        if changed is None:
            raise ExperimentChanged
        return changed

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
        """SYSTEM: what the background does once a minute; how much of each."""
        return await self._audits.work(per_minute)

    async def run_audits(self, limit: int) -> int:
        """SYSTEM: audits up to so many that wait, at once."""
        return await self._audits.at_once(limit)


def _heaviest(weights: Mapping[Any, float]) -> str | None:
    """The name with most weight; None where two have the most, or none has any."""
    most = max(weights.values(), default=0.0)
    names = [str(name) for name, weight in weights.items() if weight == most]
    return names[0] if most > 0 and len(names) == 1 else None


def _place(key: tuple[str, str]) -> tuple[int, str]:
    """Where arms with as many turns stand among each other, at every look: the usual variant first, the control last,
    those of one variant by name."""
    arm, variant = key
    return (_PLACES.index(variant) if variant in _PLACES else len(_PLACES)), arm


def _busiest(
    found: Mapping[tuple[Any, ...], Sums], chosen: Filter, stored: StoredExperiment | None
) -> tuple[str, VariantName] | None:
    """Of the arms that reuse the one with most turns, and its variant; one that sessions are drawn into goes before
    one that is over. None where no such arm has any."""
    turns = Counter[tuple[str, str]]()
    for (arm, variant, _), sums in found.items():
        if variant != CONTROL and chosen.arm in (None, arm):
            turns[str(arm), str(variant)] += sums.turns
    if not turns:
        return None
    gone = {arm.name for arm in arms_of(stored) if not arm.drawn} if stored else set[str]()
    arm, variant = min(turns, key=lambda key: (key[0] in gone, -turns[key], *_place(key)))
    return arm, cast("VariantName", variant) if variant in VARIANTS else USUAL


def _reuse_at(steps: Iterable[Step], found: Mapping[tuple[Any, ...], Sums], arm: str) -> dict[int, tuple[int, int]]:
    """Threshold -> (turns of the arm it would skip, turns of the arm)."""
    pivots = added(sums for key, sums in found.items() if key[0] == arm).pivots
    total = round(sum(pivots))
    return {step.threshold: (round(above(pivots, step.threshold)), total) for step in steps}


def _check_figures(experiment: Experiment, pack: Pack) -> None:
    for arm in experiment.arms:
        try:
            arm.pack(pack)
        except UnfitFigures as unfit:
            raise WrongUse(f"arms: {arm.name}: {unfit}", field="arms") from None


def _dumped(arm: Arm) -> dict[str, Any]:
    return arm.model_dump(mode="json", exclude_none=True)


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
