"""Thresholds: what each would reuse and get wrong, and trying one that people's decisions prove."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, cast

from execution_agents.reuse.pivots import skip_threshold
from execution_agents.reuse.policy import VARIANTS
from foundation.contracts.errors import WrongUse
from foundation.contracts.experiment_errors import ExperimentChanged
from foundation.contracts.identity import Principal
from foundation.contracts.plan import VariantName
from foundation.domains.schema.pack import Pack, Thresholds
from foundation.storage.experiments.decision_filters import Demo, Filter
from foundation.storage.experiments.declared import Looks, NewExperiment, StoredExperiment
from foundation.storage.experiments.rollups import Sums
from foundation.storage.tables.histogram_buckets import above
from service_agent.experiments.decisions import DecisionService
from service_agent.experiments.declared import Arm, arms_of, share_to_try, tried
from service_agent.experiments.sample import sample_of
from service_agent.experiments.trials import ended, require_drawn, require_open, require_proven, require_share
from service_agent.statistics.bounded_risk import Proposal, Step, propose
from service_agent.statistics.gain import Gain, gain_of
from service_agent.statistics.reuse_metrics import CONTROL, added

USUAL: VariantName = "hybrid_confirm"
"""The variant whose curve is shown before any decision has been made."""
_PLACES: tuple[str, ...] = (USUAL, "hybrid", "supervisor_only", CONTROL)


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
    gain: Gain
    """What the proposal gains over the threshold in force."""
    failed: int
    """Of the proposal's audited, those whose audit failed: they count as wrong."""
    retried: int
    """Of those, the ones that are tried again."""


class ThresholdService(DecisionService):
    """What an operator may ask and do about thresholds."""

    async def curve(self, principal: Principal, chosen: Filter, bound: float | None = None) -> Curve:
        """The curve of the chosen arm, or of the one with most turns. Raises UnknownExperiment, WrongUse."""
        stored = await self._require(principal, chosen)
        _require_reusing(chosen.arm, stored)
        if stored is not None and stored.demo and chosen.demo == "with":
            chosen = replace(chosen, demo="only")  # there are no people in it, whom demo traffic must not speak for
        found = await self._repositories.rollups.sums(principal, chosen, ("arm", "variant", "demo"), ("pivots",))
        people = {key: sums for key, sums in found.items() if chosen.demo == "only" or not key[2]}
        arm, variant = (
            _busiest(people, chosen, stored) or _busiest(found, chosen, stored) or _unmeasured(chosen.arm, stored)
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
        failed, retried = (count(proposal.reference, demo=demo) for count in (sample.failed, sample.retried))
        drawn, effect = (_reuse_at(curve.steps, each, arm) for each in (found, people))
        share = None if over else self._share_of(arm, stored, chosen)
        steps = curve.steps
        gain = gain_of(proposal, running, effect)
        return Curve(
            arm, variant, running, share, allowed, looks, steps, proposal, drawn, effect, gain, failed, retried
        )

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
        """Tries a threshold that people's decisions prove as a new arm; in demo traffic's own experiment one that its
        decisions prove, on no conversation of a person's. Raises ThresholdRefused with the audits still needed,
        WrongUse, ExperimentChanged, UnknownExperiment."""
        require_share(share)
        stored = await self._stored(principal, chosen.experiment)
        if stored is not None:
            require_open(stored, await self._repositories.clock.now(), bound)
        demo: Demo = "only" if stored is not None and stored.demo else "without"
        curve = await self.curve(principal, replace(chosen, demo=demo), bound)
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

    def _weights_of(self, pack: Pack) -> Mapping[VariantName, float]:
        return self._rules.weights_of(pack)


def _variants_of(stored: StoredExperiment | None) -> Mapping[str, VariantName]:
    """Arm -> variant, of an experiment's arms or of those that run where none is declared."""
    return {arm.name: arm.variant for arm in arms_of(stored)} if stored else {each: each for each in VARIANTS}


def _unmeasured(name: str | None, stored: StoredExperiment | None) -> tuple[str, VariantName]:
    """The chosen arm where it has no turns; where none is chosen, the one that more sessions will be drawn into."""
    variants = _variants_of(stored)
    if name is not None:
        return name, variants.get(name, USUAL)
    weights = {arm.name: arm.weight for arm in arms_of(stored)} if stored else {str(USUAL): 1.0}
    reusing = [arm for arm, variant in variants.items() if variant != CONTROL]
    arm = max(reusing, key=lambda each: weights.get(each, 0.0), default=USUAL)
    return arm, variants.get(arm, USUAL)


def _require_reusing(name: str | None, stored: StoredExperiment | None) -> None:
    if name is not None and _variants_of(stored).get(name) == CONTROL:
        raise WrongUse(f"arm: {name} always searches, so it has no threshold; name an arm that reuses.", field="arm")


def place_of(key: tuple[str, str]) -> tuple[int, str]:
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
    arm, variant = min(turns, key=lambda key: (key[0] in gone, -turns[key], *place_of(key)))
    return arm, cast("VariantName", variant) if variant in VARIANTS else USUAL


def _reuse_at(steps: Iterable[Step], found: Mapping[tuple[Any, ...], Sums], arm: str) -> dict[int, tuple[int, int]]:
    """Threshold -> (turns of the arm it would skip, turns of the arm)."""
    pivots = added(sums for key, sums in found.items() if key[0] == arm).pivots
    total = round(sum(pivots))
    return {step.threshold: (round(above(pivots, step.threshold)), total) for step in steps}


def _dumped(arm: Arm) -> dict[str, Any]:
    return arm.model_dump(mode="json", exclude_none=True)
