"""What the search team must be told about reuse: the variant's rule, the judges' input, whether a person may be asked.

The rule lives a floor up (`execution_agents/reuse/policy.py`); here is only its shape.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, Protocol

from execution_agents.reuse.judge2 import Standing, Verdict
from foundation.contracts.plan import Judge1
from foundation.contracts.work import ReuseDecision

Action = Literal["reuse", "ask", "search"]


class Choice(StrEnum):
    """A person's answer to the confirmation."""

    USE_PREVIOUS = "use_previous"
    SEARCH_NEW = "search_new"
    """The safe default."""


class Resolution(Protocol):
    """What happens with each data type."""

    @property
    def actions(self) -> Mapping[str, Action]: ...

    @property
    def saving_ms(self) -> int:
        """What reusing the types to ask about would save."""
        ...

    @property
    def asks(self) -> tuple[str, ...]: ...

    @property
    def not_worth_asking(self) -> tuple[str, ...]:
        """Types in doubt that cost too little to ask about: judge 2's word decided."""
        ...

    def decided(self, use_previous: bool) -> Mapping[str, Action]: ...


class ReusePolicy(Protocol):
    """The rule of one variant, with judge 1's view and the thresholds of this turn inside."""

    @property
    def name(self) -> str: ...

    @property
    def has_judge2(self) -> bool:
        """False: judge 2's verdicts do not count and are not shown."""
        ...

    def resolve(self, verdicts: Mapping[str, Verdict], saving_ms: Mapping[str, int], worth_ms: int) -> Resolution:
        """Decide each data type. Nobody is asked in order to save less than `worth_ms`."""
        ...

    def turn_decision(self, actions: Mapping[str, Action]) -> ReuseDecision:
        """reuse, partial or search, over all types needed."""
        ...


@dataclass(frozen=True)
class ReuseTerms:
    """Everything about reuse in this one turn."""

    policy: ReusePolicy
    judge1: Judge1 | None
    standings: Callable[[], Awaitable[Mapping[str, Standing]]]
    """How each data type needed stands; worked out once per turn."""
    ask_worth_ms: int = 1_500
    may_ask: bool = True
    """False when the person does not want to be asked, or nobody can wait for an answer: the safe default applies."""
    preset: Choice | None = None
    """Answered in advance: `reuse: always | never` over HTTP, or "search again"."""
    insist: bool = False
    """"Use the earlier results instead": whatever is there and not vetoed is reused."""
    timed_out: bool = False
    """True when the clock, not a person, answered the confirmation this run was resumed with."""
