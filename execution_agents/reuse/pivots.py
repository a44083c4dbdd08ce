"""A decision's pivot: the threshold below which its variant would skip the search without asking.

Raising or lowering the skip threshold changes only those decisions whose pivot lies between the old and the new one,
so the whole threshold curve can be read off a histogram of pivots, and off audited rows, without replaying anything.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from execution_agents.reuse.judge2 import Verdict
from execution_agents.reuse.policy import VARIANTS, untouchable
from foundation.contracts.plan import Judge1, VariantName
from foundation.domains.schema.pack import Thresholds

NEVER = 0
"""The pivot of a decision that no threshold lets through: a veto, something missing, no judge 1."""
ALWAYS = 1000
"""The pivot of a decision that no threshold holds back: in doubt, and reused by judge 2's verdict, since asking would
save too little."""


def pivots_of(
    variant: VariantName, judge1: Judge1 | None, verdicts: Mapping[str, Verdict], unasked: Collection[str] = ()
) -> dict[str, int]:
    """Data type -> pivot, per mille: the type is reused without asking where the threshold is below it. `unasked`:
    types that cost too little to ask about."""
    found = {name: _pivot(variant, judge1, verdict) for name, verdict in verdicts.items()}
    return {name: ALWAYS if name in unasked and pivot else pivot for name, pivot in found.items()}


def skip_threshold(variant: VariantName, thresholds: Thresholds) -> int:
    """The threshold above which the variant skips without asking."""
    return thresholds.ask_above if variant == "hybrid" else thresholds.reuse_above


def _pivot(variant: VariantName, judge1: Judge1 | None, verdict: Verdict) -> int:
    rule = VARIANTS[variant]
    if not rule.judge1 or judge1 is None or not judge1.is_sufficient or untouchable(judge1, verdict):
        return NEVER
    if rule.judge2 and verdict.verdict != "sufficient":
        return NEVER
    return judge1.confidence
