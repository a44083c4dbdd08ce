"""The result of planning: what the person means, judge 1's verdict, which teams run."""

from __future__ import annotations

from typing import Literal

from foundation.contracts.drafting import DocumentAsked
from foundation.contracts.formulas import FormulaAsked, NamedAsked, SaidArithmetic
from foundation.contracts.graph import GraphAsked, GraphChoices, SurchargesAsked
from foundation.contracts.work import Frozen, PerMille, Reading

Route = Literal["simple", "history_required", "rag_required"]
"""System 5's routes: small talk; refers to the history; needs evidence."""

SlotOrigin = Literal["named", "pointed", "inherited", "remembered"]
"""named: stated in the question; pointed: words that resolve (그 지역); inherited: taken over silently; remembered:
from an earlier conversation, and shown to the person."""

DataSource = Literal["chat_history", "checkpoint", "long_term_memory", "none"]

VariantName = Literal["no_reuse", "supervisor_only", "hybrid", "hybrid_confirm"]


class SlotValue(Frozen):
    """One canonical value of one slot and how the question came by it."""

    name: str
    value: str
    text: str
    """The words it was read from ("" when inherited)."""
    origin: SlotOrigin


Ending = Literal["irrelevant", "unclear", "direct"]
"""How a question ends that starts no team."""


class NamedThing(Frozen):
    """One thing of the pack that a question names."""

    id: str
    type: str
    name: str


class TakenOver(Frozen):
    """A condition that a question neither names nor points at: it was taken over from the conversation."""

    slot: str
    label: str
    values: tuple[str, ...]
    """As people write them, in the question's language."""


class Understanding(Frozen):
    """What one question means, in the context of its conversation."""

    question: str
    standalone: str
    """The question rewritten to stand alone; equal to `question` when it already does."""
    readings: tuple[Reading, ...] = ()
    """All ways the question may be meant: documents are searched for each."""
    language: str
    route: Route
    intent: str
    confidence: PerMille
    slots: tuple[SlotValue, ...]
    taken_over: tuple[TakenOver, ...] = ()
    """What was taken over in silence: for the person to take off."""
    otherwise: tuple[str, ...] = ()
    """What else a rewritten question may have meant, each a question that stands alone: for the person to choose."""
    named_things: tuple[str, ...] = ()
    """Names in it of things that the tables of its data types hold by name, whether or not they have them."""
    things: tuple[NamedThing, ...] = ()
    """What it names, of all that the pack knows by name."""
    data_types: tuple[str, ...]
    """Data types needed, of those that the pack has."""
    shown: tuple[str, ...] = ()
    """Ids of the evidence that was shown, where only another form of it is asked for: nothing is searched."""
    unresolved: tuple[str, ...] = ()
    """Referring words nothing in the conversation answers to."""
    wants_fresh: bool = False
    """지금, 오늘, 최신, latest, now … demand fresh data."""
    reuse_cue: bool = False
    """방금, 아까, 조금 전, just now …: a cue that earlier data is meant."""
    ambiguity_reason: str | None = None
    computation: FormulaAsked | None = None
    """The formula that is asked for, with what is known to go into it."""
    said: SaidArithmetic | None = None
    """Arithmetic with figures that earlier answers said."""
    named: NamedAsked | None = None
    """It may compute with figures of the evidence that it names."""
    graph: GraphAsked | None = None
    """What of the pack's graph is asked for; where several may be meant, the likeliest."""
    choices: GraphChoices | None = None
    """What else may be meant of it."""
    surcharges: SurchargesAsked | None = None
    """Conditions it names under which the graph's things take more."""
    document: DocumentAsked | None = None
    """What is asked of the document team."""
    remembered: tuple[str, ...] = ()
    """Ids of the memories that gave the slots of that origin, in their order."""
    read_in_part: bool = False
    """The question was too long to be read whole, or named too much."""

    @property
    def is_computed(self) -> bool:
        """It asks for a calculation by more than its counts: how much is it a month a line may say outright."""
        counted = self.named is not None and not self.named.alone
        return counted or self.computation is not None or self.said is not None

    def slot_values(self) -> dict[str, tuple[str, ...]]:
        """Slots as name -> canonical values, in order of mention."""
        found: dict[str, tuple[str, ...]] = {}
        for slot in self.slots:
            found[slot.name] = (*found.get(slot.name, ()), slot.value)
        return found


class Judge1(Frozen):
    """The planning judge's view of the types that are there; missing ones are simply searched."""

    by: Literal["model", "rules"]
    is_sufficient: bool
    confidence: PerMille
    data_source: DataSource
    missing_data_types: tuple[str, ...] = ()
    reasoning: str = ""


class PlannedRequest(Frozen):
    """One question of a message, as it is planned."""

    understanding: Understanding
    judge1: Judge1 | None
    ends_early: Ending | None = None
    after: tuple[int, ...] = ()
    """Places of the requests before it whose result it needs."""


class Plan(Frozen):
    """The plan of one turn."""

    understanding: Understanding
    """Of the whole message: of several requests what they need together."""
    judge1: Judge1 | None
    """None in the control variant, where no judge runs."""
    active_teams: tuple[str, ...]
    """Teams that will run, in order."""
    absent_teams: tuple[str, ...] = ()
    """Teams the intent asks for that do not exist yet: the answer says what cannot be done."""
    why: str
    ends_early: Ending | None = None
    engine: Literal["model", "rules"] = "rules"
    model_away: bool = False
    """A model was asked and did not answer: asking it for the answer as well would make the person wait twice."""
    requests: tuple[PlannedRequest, ...] = ()
    """Of a message of several questions each one, in order; empty where it is one."""
    left_over: tuple[str, ...] = ()
    """Questions of a message of too many: the answer names them."""

    @property
    def parts(self) -> tuple[PlannedRequest, ...]:
        """The message's requests; the plan's own where it is one."""
        return self.requests or (
            PlannedRequest(understanding=self.understanding, judge1=self.judge1, ends_early=self.ends_early),
        )
