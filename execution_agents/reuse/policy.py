"""The four variants of the experiment as data, the sticky draw between them, and how each uses the judges' verdicts.

Judge 1 rates the types that have evidence:
* sufficient and above `reuse_above` (0.90): reuse what judge 2 rates sufficient, search what it rates insufficient;
* sufficient and above `ask_above` (0.60), or above 0.90 with judge 2 uncertain: judge 2 and, if the variant asks,
  the person; judge 2's verdict alone if the search costs too little to ask the person;
* otherwise: search.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Literal, cast

from execution_agents.reuse.judge2 import RIGHTS_CHANGED, Standing, Verdict
from foundation.contracts.plan import Judge1, VariantName
from foundation.contracts.work import ReuseDecision
from foundation.domains.schema.pack import Thresholds

Action = Literal["reuse", "ask", "search"]


class Choice(StrEnum):
    """A person's answer to the confirmation."""

    USE_PREVIOUS = "use_previous"
    SEARCH_NEW = "search_new"
    """The safe default."""


@dataclass(frozen=True)
class Variant:
    """The judges of one variant."""

    name: VariantName
    judge1: bool
    judge2: bool
    person: bool


VARIANTS: Mapping[VariantName, Variant] = {
    "no_reuse": Variant("no_reuse", judge1=False, judge2=False, person=False),
    "supervisor_only": Variant("supervisor_only", judge1=True, judge2=False, person=False),
    "hybrid": Variant("hybrid", judge1=True, judge2=True, person=False),
    "hybrid_confirm": Variant("hybrid_confirm", judge1=True, judge2=True, person=True),
}


@dataclass(frozen=True)
class Question:
    """All values that decide what happens with each data type of one turn."""

    variant: VariantName
    judge1: Judge1 | None
    verdicts: Mapping[str, Verdict]
    """Judge 2's view of every needed data type; `supervisor_only` reads only "missing" and the rights."""
    thresholds: Thresholds = field(default_factory=Thresholds)
    saving_ms: Mapping[str, int] = field(default_factory=dict[str, int])
    """Data type -> measured cost of searching it; a type that was never measured saves nothing yet."""
    ask_worth_ms: int = 1_500
    """The person is not asked to save less than this."""


@dataclass(frozen=True)
class Resolution:
    """The action for each data type, and the time that asking would save."""

    actions: Mapping[str, Action]
    saving_ms: int = 0
    """The time that reuse of the types to ask about would save (they are searched in parallel: the longest counts)."""
    not_worth_asking: tuple[str, ...] = ()
    """Types the person would have been asked about if the search cost enough: judge 2's verdict decided."""

    @property
    def asks(self) -> tuple[str, ...]:
        """Data types the person is asked about."""
        return tuple(name for name, action in self.actions.items() if action == "ask")

    def decided(self, use_previous: bool) -> Mapping[str, Action]:
        """The actions after the person answered, or the deadline passed."""
        return _asked_becomes("reuse" if use_previous else "search", self.actions)


def resolve(question: Question) -> Resolution:
    """The table above, for every data type needed."""
    variant = VARIANTS[question.variant]
    wanted: dict[str, Action] = {
        name: _action(variant, question, verdict) for name, verdict in question.verdicts.items()
    }
    asked = tuple(name for name, action in wanted.items() if action == "ask")
    saving = max((question.saving_ms.get(name, 0) for name in asked), default=0)
    if not asked or saving >= question.ask_worth_ms:
        return Resolution(wanted, saving)
    alone: dict[str, Action] = {name: _by_judge2(question.verdicts[name]) for name in asked}
    return Resolution(wanted | alone, saving, not_worth_asking=asked)


@dataclass(frozen=True)
class Judged:
    """Judge 1's verdict on one request, and the standing of each data type it needs."""

    judge1: Judge1 | None
    standings: Mapping[str, Standing]


@dataclass(frozen=True)
class ReuseTerms:
    """The input of the search team's reuse decisions in one turn."""

    variant: VariantName
    judge1: Judge1 | None = None
    thresholds: Thresholds = field(default_factory=Thresholds)
    standings: Mapping[str, Standing] = field(default_factory=dict[str, Standing])
    """Data type -> its standing, which judge 1 saw too."""
    ask_worth_ms: int = 1_500
    """The person is not asked to save less than this."""
    may_ask: bool = True
    """False if the person does not want to be asked, or if nobody can wait for an answer: the safe default applies."""
    preset: Choice | None = None
    """Answered in advance: `reuse: always | never` over HTTP, or "search again"."""
    insist: bool = False
    """"Use the earlier results instead": everything that exists and is not vetoed is reused."""
    timed_out: bool = False
    """True if the confirmation this run was resumed with was answered by its deadline, not by a person."""
    others: tuple[Judged, ...] = ()
    """The other requests of a message of several questions."""

    def of_request(self, place: int) -> ReuseTerms:
        """The terms of one request of the message."""
        if place == 0:
            return self
        judged = self.others[place - 1]
        return replace(self, judge1=judged.judge1, standings=judged.standings)

    @property
    def has_judge2(self) -> bool:
        """False: judge 2's verdicts do not count and are not shown."""
        return VARIANTS[self.variant].judge2

    def resolve(self, verdicts: Mapping[str, Verdict], saving_ms: Mapping[str, int], worth_ms: int) -> Resolution:
        """The action for every needed data type. The person is not asked to save less than `worth_ms`."""
        return resolve(Question(self.variant, self.judge1, verdicts, self.thresholds, saving_ms, worth_ms))


def turn_decision(actions: Mapping[str, Action]) -> ReuseDecision:
    """reuse: every type needed is reused; partial: some are; search: none is (or none is needed)."""
    reused = sum(action == "reuse" for action in actions.values())
    if reused == 0:
        return "search"
    return "reuse" if reused == len(actions) else "partial"


def weakest(judgements: Sequence[Judge1 | None]) -> Judge1 | None:
    """Judge 1's verdict on the whole message: that on the request it doubts most."""
    given = [one for one in judgements if one is not None]
    if not given:
        return None
    missing = tuple(dict.fromkeys(name for one in given for name in one.missing_data_types))
    return min(given, key=lambda one: (one.is_sufficient, one.confidence)).model_copy(
        update={"missing_data_types": missing}
    )


def draw_variant(session_id: str, weights: Mapping[VariantName, float]) -> VariantName:
    """The variant of a session: the same id and weights always give the same one."""
    return cast("VariantName", draw(session_id, weights) or "hybrid_confirm")


def draw(session_id: str, weights: Mapping[Any, float]) -> str | None:
    """One of the names, by weight; None if none has any.

    The hash of the id is a point in [0, 1); the weights, in the order of their names, divide that interval.
    """
    total = sum(weight for weight in weights.values() if weight > 0)
    if total <= 0:
        return None
    point = int.from_bytes(hashlib.sha256(session_id.encode()).digest()[:8], "big") / 2**64 * total
    drawn: str | None = None
    for name, weight in sorted(weights.items()):
        if weight <= 0:
            continue
        drawn = name
        point -= weight
        if point < 0:
            break
    return drawn


def _asked_becomes(choice: Action, actions: Mapping[str, Action]) -> Mapping[str, Action]:
    decided: dict[str, Action] = {}
    for name, action in actions.items():
        decided[name] = choice if action == "ask" else action
    return decided


def _action(variant: Variant, question: Question, verdict: Verdict) -> Action:
    judge1 = question.judge1
    if not variant.judge1 or judge1 is None or not judge1.is_sufficient or untouchable(judge1, verdict):
        return "search"
    if judge1.confidence > question.thresholds.reuse_above:
        return _confident(variant, verdict)
    if judge1.confidence > question.thresholds.ask_above:
        return _doubtful(variant, verdict)
    return "search"


def untouchable(judge1: Judge1, verdict: Verdict) -> bool:
    """True if there is no evidence, none the person may read, or if judge 1 itself calls the type missing."""
    return verdict.missing or RIGHTS_CHANGED in verdict.issues or verdict.data_type in judge1.missing_data_types


def _confident(variant: Variant, verdict: Verdict) -> Action:
    if not variant.judge2 or verdict.verdict == "sufficient":
        return "reuse"
    return "ask" if variant.person and verdict.verdict == "uncertain" else "search"


def _doubtful(variant: Variant, verdict: Verdict) -> Action:
    if not variant.judge2 or verdict.verdict == "insufficient":
        return "search"
    return "ask" if variant.person else _by_judge2(verdict)


def _by_judge2(verdict: Verdict) -> Action:
    return "reuse" if verdict.verdict == "sufficient" else "search"
