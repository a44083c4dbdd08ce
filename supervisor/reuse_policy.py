"""The variant's rule in the shape the search team knows it by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from execution_agents.reuse.judge2 import Verdict
from execution_agents.reuse.policy import VARIANTS, Question, Resolution, resolve, turn_decision
from execution_agents.reuse.terms_of_reuse import Action
from foundation.contracts.plan import Judge1, VariantName
from foundation.contracts.work import ReuseDecision
from foundation.domains.schema.pack import Thresholds


@dataclass(frozen=True)
class VariantPolicy:
    """One variant, with judge 1's view and the thresholds of this turn."""

    name: VariantName
    judge1: Judge1 | None
    thresholds: Thresholds

    @property
    def has_judge2(self) -> bool:
        """False where judge 2's verdicts do not count."""
        return VARIANTS[self.name].judge2

    def resolve(self, verdicts: Mapping[str, Verdict], saving_ms: Mapping[str, int], worth_ms: int) -> Resolution:
        """The table of system 1, for every data type needed."""
        return resolve(Question(self.name, self.judge1, verdicts, self.thresholds, saving_ms, worth_ms))

    def turn_decision(self, actions: Mapping[str, Action]) -> ReuseDecision:
        """reuse, partial or search."""
        return turn_decision(actions)
