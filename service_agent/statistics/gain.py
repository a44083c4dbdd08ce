"""What a proven threshold would gain: proven alone, it may reuse not one question more than the one in force.

A lower one is proposed where audited decisions lie between the two, where the turns it would reuse beyond the running
one are more than none (the interval's lower end), and where the share of wrong reuse among the audited does not rise. A
higher one is proposed where that share falls.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from service_agent.statistics.bounded_risk import GRID, Proposal, Step
from service_agent.statistics.intervals import Rate
from service_agent.statistics.reuse_metrics import SHOWN_FROM


@dataclass(frozen=True)
class Gain:
    """What is gained over the threshold in force."""

    threshold: int | None
    """What is proposed; None: nothing is proven, or nothing is gained yet."""
    turns: Rate
    """Turns that it (or, where none is proposed, the proven one) reuses beyond the running one."""
    audited: int
    """Audited decisions among those: without one the proof says nothing of them."""


def gain_of(proposal: Proposal, running: int, reuse: Mapping[int, tuple[int, int]]) -> Gain:
    """`reuse`: threshold -> (turns it would skip, turns), of the turns the proposal speaks of."""
    steps = {step.threshold: step for step in proposal.steps}
    here = steps[next((threshold for threshold in GRID if threshold <= running), GRID[-1])]
    proven = proposal.threshold
    if proven is None:
        return _between(here, here, reuse, None)
    if proven >= here.threshold:
        falls = (here.wrong.value or 0.0) > (steps[proven].wrong.value or 0.0)
        kept = proven if proven == running or falls else None
        return _between(here, here, reuse, kept)
    lower = [step for step in proposal.steps if proven <= step.threshold < here.threshold]
    found = [_between(here, step, reuse, step.threshold) for step in lower if _as_right(step, here)]
    gaining = [one for one in found if one.turns.of >= SHOWN_FROM and one.audited and one.turns.wilson.low > 0]
    # Of those that reuse the same, the strictest: below it nothing is known to lie.
    best = max(gaining, key=lambda one: (one.turns.hits, one.audited, one.threshold or 0), default=None)
    return best or _between(here, steps[proven], reuse, None)


def _as_right(step: Step, here: Step) -> bool:
    """The audited decisions above it are wrong no more often than those above the one in force."""
    wrong, now = step.wrong.value, here.wrong.value
    return wrong is not None and wrong <= (now or 0.0)


def _between(here: Step, step: Step, reuse: Mapping[int, tuple[int, int]], proposed: int | None) -> Gain:
    now, of = reuse.get(here.threshold, (0, 0))
    then, _ = reuse.get(step.threshold, (0, 0))
    return Gain(proposed, Rate(max(0, then - now), of), max(0, step.wrong.of - here.wrong.of))
