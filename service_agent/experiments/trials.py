"""Which thresholds may be tried: a trial that could get no session, that nothing proves, or that would be watched by
another bound than it was proven at is refused in one sentence."""

from __future__ import annotations

import math
from datetime import datetime

from foundation.contracts.errors import WrongUse
from foundation.contracts.experiment_errors import ThresholdRefused
from foundation.storage.experiments.declared import StoredExperiment
from service_agent.experiments.declared import Arm, arms_of
from service_agent.statistics.bounded_risk import Proposal

LARGEST_SHARE = 0.5
"""Of an arm's sessions, for a threshold that is tried."""


def ended(stored: StoredExperiment, now: datetime) -> bool:
    """The experiment draws no session any more, whatever its arms."""
    return stored.ends_at is not None and stored.ends_at <= now


def require_share(share: float) -> None:
    """Raises WrongUse."""
    if not 0 < share <= LARGEST_SHARE:
        raise WrongUse(f"weight: a share above 0 and at most {LARGEST_SHARE} of the arm's sessions.", field="weight")


def require_open(stored: StoredExperiment, now: datetime, bound: float | None) -> None:
    """Raises WrongUse where the experiment draws no session from now on, and where another bound is asked for than the
    declared one: by that one its trials are watched."""
    if ended(stored, max(now, stored.starts_at)):
        raise WrongUse(
            f"experiment: {stored.name} has ended, so no session would try the threshold; try it where sessions are "
            f"drawn now.",
            field="experiment",
        )
    if bound is not None and not math.isclose(bound, stored.bound):
        raise WrongUse(
            f"bound: {stored.name} declares {stored.bound:g}, and its trials are watched by that; leave `bound` out, "
            f"or declare an experiment with another.",
            field="bound",
        )


def require_drawn(stored: StoredExperiment, name: str) -> None:
    """Raises WrongUse where no session is drawn into this arm, and so none into what would be tried beside it."""
    arms = {arm.name: arm for arm in arms_of(stored)}
    if name in arms and arms[name].drawn:
        return
    others = ", ".join(arm.name for arm in arms.values() if arm.drawn)
    why = _why(arms[name]) if name in arms else f"{stored.name} has no such arm"
    raise WrongUse(
        f"arm: no session is drawn into {name}, for {why}; try the threshold beside an arm that is drawn ({others}).",
        field="arm",
    )


def _why(arm: Arm) -> str:
    if arm.stepped_back_at is not None:
        return "it stepped back"
    return "another trial replaced it" if arm.replaced_at is not None else "its weight is 0"


def require_proven(proposal: Proposal, threshold: int, bound: float, failed: int = 0) -> None:
    """Raises ThresholdRefused with the audits still needed; `failed` ones count as wrong."""
    proven = proposal.threshold
    if proven is None:
        failures = f", of which {failed} failed and count as wrong until they succeed or are labelled" if failed else ""
        raise ThresholdRefused(
            f"{proposal.needed} more audited decisions above {proposal.reference / 1000:.2f} are needed "
            f"before a threshold can be proposed; there are {proposal.audited}{failures}.",
            needed=proposal.needed,
            audited=proposal.audited,
        )
    if threshold < proven:
        raise ThresholdRefused(
            f"Below {proven / 1000:.2f} the audits do not prove a wrong-reuse rate of at most {bound:.2%}; "
            f"try {proven / 1000:.2f} or more, or audit more decisions.",
            needed=0,
            audited=proposal.audited,
        )
