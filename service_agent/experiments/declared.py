"""An experiment as it is declared: its arms, their weights and thresholds, when it runs, on which pack.

    name: winter
    pack: real_estate
    starts_at: 2026-11-01T00:00:00+09:00
    ends_at: 2026-12-31T00:00:00+09:00     # left out: until somebody ends it
    bound: 0.01                            # of wrong reuse; arms above it are taken back by themselves
    looks: always                          # or once: fewer audits until a threshold is proven, for one look
    arms:
      - {name: control, variant: no_reuse, weight: 1}
      - {name: today, variant: hybrid_confirm, weight: 8}
      - {name: lower, variant: hybrid_confirm, weight: 1, reuse_above: 0.84}
      - {name: wider, variant: hybrid_confirm, weight: 1, retrieval: {cut: {most: 14}}}

A declaration gives thresholds as shares; here they are stored per mille. A session's arm is drawn once, when the
session is created, by a hash over the weights at that time, and stored with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any, Self

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, model_validator

from execution_agents.reuse.policy import draw
from foundation.contracts.plan import VariantName
from foundation.contracts.work import PerMille
from foundation.domains.loading.tuning import tuned
from foundation.domains.schema.pack import Pack, Thresholds
from foundation.storage.experiments.decision_filters import DEFAULT
from foundation.storage.experiments.declared import Looks, NewExperiment, StoredExperiment

Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]{0,39}$")]
"""Of experiments and arms."""
MOST_ARMS = 12


class _Declared(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Arm(_Declared):
    """One way of deciding, and its share of the new sessions."""

    name: Name
    variant: VariantName
    weight: Annotated[float, Field(ge=0, le=1_000_000, allow_inf_nan=False)]
    reuse_above: PerMille | None = None
    """None: the pack's."""
    ask_above: PerMille | None = None
    retrieval: dict[str, Any] = {}
    """Figures passages are found by, in the place of the pack's (`foundation/domains/loading/tuning.py`)."""
    answering: dict[str, Any] = {}
    """Figures answers are written and checked by, likewise."""
    tried_since: AwareDatetime | None = None
    """Set where a proposed threshold is tried: from then on it is watched, and taken back when it breaks the bound."""
    stepped_back_at: AwareDatetime | None = None
    """Set when it was: no session is drawn into it any more, and those that were are judged as where it came from."""
    replaced_at: AwareDatetime | None = None
    """Set when another threshold is tried in its place: over likewise, though nothing was shown against it."""
    replaces: str | None = None
    """The arm whose weight it took its own from: it goes back there, and so do its sessions."""

    @property
    def over(self) -> bool:
        """Tried no longer: no session is drawn into it, and those that were are judged as where it came from."""
        return self.stepped_back_at is not None or self.replaced_at is not None

    @property
    def drawn(self) -> bool:
        """New sessions are drawn into it, while its experiment runs."""
        return self.weight > 0 and not self.over

    def pack(self, base: Pack) -> Pack:
        """The pack with its figures. Raises UnfitFigures."""
        return tuned(base, self.retrieval, self.answering)

    def thresholds(self, base: Thresholds, others: Iterable[Arm] = (), *, ended: bool = False) -> Thresholds:
        """The thresholds of its sessions; `base` are the pack's, `others` the arms of its experiment. A trial that is
        over returns its sessions to the arm it came from, together with its weight: that arm may be declared stricter
        than the pack. Trials are over, too, once the experiment has `ended`, since they are no longer watched. Sessions
        keep the declared thresholds of their arm, as they keep its variant."""
        known = {arm.name: arm for arm in others}
        here: Arm | None = self
        while here is not None and (here.over or (ended and here.tried_since is not None)):
            here = known.pop(here.replaces or "", None)  # each arm once, so that no stored cycle can make it loop
        return base if here is None else with_ends(base, here.reuse_above, here.ask_above)


def with_ends(base: Thresholds, reuse_above: int | None, ask_above: int | None) -> Thresholds:
    """The thresholds with other ends, per mille; None: unchanged. An unchanged end moves where needed, so that
    `ask_above` is never above `reuse_above`."""
    reuse = base.reuse_above if reuse_above is None else reuse_above
    ask = base.ask_above if ask_above is None else ask_above
    if reuse_above is None:
        reuse = max(reuse, ask)
    return Thresholds(reuse_above=reuse, ask_above=min(ask, reuse))


class Experiment(_Declared):
    """All of it."""

    name: Name
    pack: str
    arms: Annotated[tuple[Arm, ...], Field(min_length=1, max_length=MOST_ARMS)]
    bound: Annotated[float, Field(gt=0, lt=1)] = 0.01
    looks: Looks = "always"
    """How often the threshold's proof may be looked at: `once` needs fewer rows (`bounded_risk.py`)."""
    starts_at: AwareDatetime | None = None
    """None: now."""
    ends_at: AwareDatetime | None = None

    @model_validator(mode="after")
    def _sensible(self) -> Self:
        if self.name == DEFAULT:
            raise ValueError(f"name: {DEFAULT} is what runs when no experiment does; choose another name")
        twice = [name for name, many in Counter(arm.name for arm in self.arms).items() if many > 1]
        if twice:
            raise ValueError(f"arms: {twice[0]} is there twice; give each arm a name of its own")
        if not any(arm.weight for arm in self.arms):
            raise ValueError("arms: all weights are 0; give one of them a weight above it")
        if self.ends_at is not None and self.starts_at is not None and self.ends_at <= self.starts_at:
            raise ValueError("ends_at: it ends before it starts; give a later time")
        for arm in self.arms:
            if arm.ask_above is not None and arm.reuse_above is not None and arm.ask_above > arm.reuse_above:
                raise ValueError(f"arms: {arm.name} asks above {arm.ask_above / 1000:g} and reuses above "
                                 f"{arm.reuse_above / 1000:g}; let asking begin below reusing")  # fmt: skip
        return self

    def to_store(self, now: datetime) -> NewExperiment:
        """As the repository takes it."""
        arms = [arm.model_dump(mode="json", exclude_none=True) for arm in self.arms]
        return NewExperiment(self.name, self.pack, arms, self.bound, self.starts_at or now, self.ends_at, self.looks)


def arms_of(stored: StoredExperiment) -> tuple[Arm, ...]:
    """The arms of a stored experiment."""
    return tuple(Arm.model_validate(arm) for arm in stored.arms)


def arm_of(stored: Mapping[str, Any]) -> Arm:
    """One arm as stored in the database."""
    return Arm.model_validate(stored)


def shares_of(arms: tuple[Arm, ...]) -> dict[str, float]:
    """Arm -> its share of the sessions that are drawn: its weight among those of all arms that are not over."""
    weights = {arm.name: 0.0 if arm.over else arm.weight for arm in arms}
    total = sum(weights.values())
    return {name: weight / total if total else 0.0 for name, weight in weights.items()}


def share_to_try(arms: tuple[Arm, ...], base: str) -> float:
    """The share of all new sessions that a trial over this arm divides: the arm's own, and that of a running trial
    over it, which returns its share first."""
    shares = shares_of(arms)
    return sum(shares[arm.name] for arm in arms if base in (arm.name, arm.replaces))


def draw_arm(session_id: str, arms: Sequence[Arm]) -> Arm:
    """The arm of a new session: the same id and weights always give the same one."""
    weights = {arm.name: arm.weight for arm in arms if not arm.over}
    chosen = draw(session_id, weights)
    return next((arm for arm in arms if arm.name == chosen), arms[0])


def tried(arms: Sequence[Arm], base: str, threshold: int, share: float, now: datetime) -> tuple[Arm, ...]:
    """The arms with one more: `base` with another skip threshold, at this share of `base`'s weight. It replaces an
    earlier trial over the same base, which returns its weight first. Raises KeyError for an unknown base."""
    kept = tuple(arms)
    for arm in arms:
        if arm.replaces == base and arm.tried_since is not None and not arm.over:
            kept = _given_back(kept, arm.name, {"replaced_at": now})
    known = {arm.name: arm for arm in kept}
    origin = known[base]
    new = origin.model_copy(
        update={
            "name": _free_name(base, threshold, known),
            "weight": origin.weight * share,
            **_at(origin, threshold),
            "tried_since": now,
            "replaces": base,
        }
    )
    rest = origin.model_copy(update={"weight": origin.weight * (1 - share)})
    return (*(rest if arm.name == base else arm for arm in kept), new)


def _at(origin: Arm, threshold: int) -> dict[str, int]:
    """The arm's thresholds with its skip threshold at this value; ends left out are the pack's.

    Above `reuse_above` a variant skips without asking. `hybrid` never asks, so it skips in the band below as well: its
    threshold is the lower end, `ask_above`.
    """
    if origin.variant == "hybrid":
        upper = {} if origin.reuse_above is None else {"reuse_above": max(threshold, origin.reuse_above)}
        return {"ask_above": threshold, **upper}
    lower = {} if origin.ask_above is None else {"ask_above": min(threshold, origin.ask_above)}
    return {"reuse_above": threshold, **lower}


def taken_back(arms: Sequence[Arm], name: str, now: datetime) -> tuple[Arm, ...]:
    """The arms after this one was shown to break the bound: no session is drawn into it any more, and its weight goes
    back to where it came from."""
    return _given_back(arms, name, {"stepped_back_at": now})


def _given_back(arms: Sequence[Arm], name: str, noted: Mapping[str, datetime]) -> tuple[Arm, ...]:
    gone = next(arm for arm in arms if arm.name == name)
    heir = _heir(arms, gone)
    after: list[Arm] = []
    for arm in arms:
        if arm.name == name:
            after.append(arm.model_copy(update={"weight": 0.0, **noted}))
        elif arm.name == heir:
            after.append(arm.model_copy(update={"weight": arm.weight + gone.weight}))
        else:
            after.append(arm)
    return tuple(after)


def _heir(arms: Sequence[Arm], gone: Arm) -> str | None:
    """Where its weight goes: an arm that is over itself hands on what comes back to it."""
    known = {arm.name: arm for arm in arms}
    heir = gone.replaces
    while heir is not None and known[heir].over:
        heir = known[heir].replaces
    return heir


def _free_name(base: str, threshold: int, known: Mapping[str, Arm]) -> str:
    name = f"{base[:30]}-{threshold}"
    number = 2
    while name in known:
        name = f"{base[:30]}-{threshold}-{number}"
        number += 1
    return name
