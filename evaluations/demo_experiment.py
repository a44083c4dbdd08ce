"""Demo traffic's own experiment: its conversations alone are drawn into its arms, so that a threshold may be tried.

People's sessions never are, and nothing that is shown here counts for them. The bound is set before the first row is
there, as wide as so few decisions need: the strictest that the planned conversations can prove.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from foundation.contracts.identity import DEMO_OWNER, Principal
from foundation.domains.loading.labels import Conversation
from foundation.domains.schema.pack import Pack
from foundation.storage.experiments.decision_filters import Filter
from foundation.storage.experiments.declared import StoredExperiment
from service_agent.experiments.declared import Arm, Experiment, arms_of, shares_of
from service_agent.experiments.service import Experiments
from service_agent.experiments.thresholds import Curve
from service_agent.statistics.bounded_risk import RUNNING
from service_agent.statistics.intervals import LEVEL
from service_agent.statistics.sequences import rows_below

ARMS: Mapping[str, int] = {"hybrid_confirm": 3, "no_reuse": 1, "supervisor_only": 1, "hybrid": 1}
"""Variant -> weight. Half of the conversations go to the usual one, whose threshold is looked at."""
USUAL = "hybrid_confirm"
BOUNDS = (0.01, 0.02, 0.05, 0.1, 0.2)
"""Of wrong reuse, strictest first."""
LIKELY = 2 / 3
"""Of the turns whose labels say that all may be reused, so many are reused and audited."""


def people_of(principal: Principal) -> Principal:
    """Who declares it: nobody who asks, so that erasing a person never makes it people's."""
    return Principal(tenant_id=principal.tenant_id, owner_id=f"{DEMO_OWNER}experiment")


async def demo_experiment(
    experiments: Experiments, principal: Principal, pack: Pack, plan: Sequence[Conversation]
) -> StoredExperiment:
    """The one that runs, with the bound it was declared with; otherwise a new one for this plan."""
    running = await experiments.repositories.experiments.running(principal, pack.name, demo=True)
    if running is not None:
        return running
    taken = {each.name for each in await experiments.list(principal)}
    first = f"demo-{pack.name[:30]}"
    names = itertools.chain((first,), (f"{first}-{number}" for number in itertools.count(2)))
    body: dict[str, Any] = {
        "name": next(name for name in names if name not in taken),
        "pack": pack.name,
        "arms": [{"name": name, "variant": name, "weight": weight} for name, weight in ARMS.items()],
        "bound": bound_for(plan),
    }
    return await experiments.declare(people_of(principal), Experiment.model_validate(body))


def bound_for(plan: Sequence[Conversation]) -> float:
    """The strictest bound that the reuses to be expected of the usual arm's conversations prove, none of them wrong."""
    arms = tuple(Arm(name=name, variant=name, weight=weight) for name, weight in ARMS.items())  # pyright: ignore[reportArgumentType]
    usual = [each for each, arm in zip(plan, turns_of(arms, len(plan)), strict=True) if arm.name == USUAL]
    expected = LIKELY * sum(turn.decision == "reuse" for each in usual for turn in each.turns)
    risk = (1 - LEVEL) * RUNNING
    return next((bound for bound in BOUNDS if rows_below(0, bound, risk) <= expected), BOUNDS[-1])


def turns_of(arms: Sequence[Arm], many: int) -> list[Arm]:
    """The arms of so many conversations, each as often as its share, one after the other by turns: by chance a few
    conversations would miss an arm."""
    shares = shares_of(tuple(arms))
    due = dict.fromkeys(shares, 0.0)
    found: list[Arm] = []
    for _ in range(many):
        due = {name: owed + shares[name] for name, owed in due.items()}
        name = max(due, key=lambda each: due[each])
        due[name] -= 1
        found.append(next(arm for arm in arms if arm.name == name))
    return found


async def threshold_sentence(experiments: Experiments, principal: Principal, experiment: StoredExperiment) -> str:
    """What its decisions prove, where that is tried, and on whom."""
    name, bound = experiment.name, experiment.bound
    curve = await experiments.curve(principal, Filter(name))
    proposal, running = curve.proposal, curve.running
    seen = f"/dashboard?experiment={name}"
    if proposal.threshold is None:
        return (
            f"The demo experiment {name}: {proposal.needed} more audited decisions above "
            f"{proposal.reference / 1000:.2f} are needed for a threshold (wrong reuse below {bound:.0%}). "
            f"Hold more: suffice demo traffic. See {seen}."
        )
    proposed = curve.gain.threshold
    if proposed is None:
        return (
            f"The demo experiment {name}: down to {proposal.threshold / 1000:.2f} wrong reuse of {curve.arm} is proven "
            f"below {bound:.0%}, but there is nothing to be gained yet below {running / 1000:.2f}, the threshold now: "
            f"{_gained(curve)}. See {seen}."
        )
    found = f"{proposed / 1000:.2f} (now {running / 1000:.2f})"
    proven = f"The demo experiment {name}: a threshold of {found} keeps wrong reuse of {curve.arm} below {bound:.0%}"
    if proposed == running:
        return f"{proven}. See {seen}."
    trials = [arm.name for arm in arms_of(experiment) if arm.tried_since is not None and not arm.over]
    if trials:
        return f"{proven}; {', '.join(trials)} is being tried on demo conversations. See {seen}."
    return (
        f"{proven}. Try it there, on demo conversations alone: {seen}; the next `suffice demo traffic` asks in it. "
        f"The bound is wide because the demo is small; yours is SUFFICE_RISK_BOUND."
    )


def _gained(curve: Curve) -> str:
    """How little a lower threshold would add."""
    if not curve.gain.turns.hits:
        return "no question would be reused beyond those that are"
    return f"{curve.gain.turns.hits} of {curve.gain.turns.of} questions more, {curve.gain.audited} of them audited"
