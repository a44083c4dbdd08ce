"""A model's planning on the packs' labelled conversations: intents, judge 1, follow-ups written out. One call each.

The prompts are the service's own. What is in hand is described from the labels: which data type was fetched for which
question and values, without passages. Turns whose data ages or changes are left out: that is judge 2's to see.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from evaluations.cases import Progress
from evaluations.labels.reading import Conversation, LabelledTurn, read_labels
from evaluations.rates import Share
from foundation.contracts.errors import ModelFailed
from foundation.contracts.ports import LanguageModel, Usage
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import Pack
from foundation.domains.slots.slots import find_mentions
from prompts.catalog import shipped_prompts
from prompts.replies import ContextEnhancementReply, DataSufficiencyReply, IntentAnalysisReply
from supervisor.planning import prompt_text

PACKS = ("real_estate", "handbook")
EXCHANGES = 3
"""Earlier questions a prompt shows, as planning shows them."""


@dataclass(frozen=True)
class Labelled:
    """One labelled turn with what came before it."""

    pack: Pack
    turn: LabelledTurn
    before: tuple[LabelledTurn, ...]

    @property
    def history(self) -> str:
        """The last questions, oldest first."""
        return "\n".join(f"사람: {one.q}" for one in self.before[-EXCHANGES:]) or prompt_text.NOTHING

    @property
    def in_hand(self) -> str:
        """What was fetched for each data type the turn needs, newest first."""
        return "\n".join(self._held(name) for name in self.turn.types)

    @property
    def is_judged(self) -> bool:
        """Whether judge 1 has something to judge: data, and an earlier question that fetched some."""
        return bool(self.turn.types) and any(one.types for one in self.before)

    @property
    def is_rewritten(self) -> bool:
        """Whether it leans on the conversation, and the label says by which values."""
        return self.turn.route == "history_required" and bool(self.turn.slots)

    def _held(self, name: str) -> str:
        fetched = [one for one in self.before if one.types.get(name) == "searched"]
        if not fetched:
            return f"- {name}: nothing in hand"
        last = fetched[-1]
        slots = "; ".join(f"{slot}={', '.join(values)}" for slot, values in last.slots.items()) or "none"
        return f"- {name}: fetched 2 min ago, for: {last.q}\n  slots: {slots}; complete: True; aggregates: False"


@dataclass(frozen=True)
class Planned:
    """How often the model reads as labelled."""

    intents: Share
    judge1: Share
    follow_ups: Share


def labelled_turns() -> tuple[Labelled, ...]:
    """Both shipped packs' development conversations, turn by turn."""
    found: list[Labelled] = []
    for name in PACKS:
        pack = load_pack(shipped_packs() / name)
        for conversation in read_labels(pack)["development"]:
            found.extend(_turns(pack, conversation))
    return tuple(found)


def _turns(pack: Pack, conversation: Conversation) -> Iterator[Labelled]:
    """Up to the first turn whose data ages or changes."""
    for at, turn in enumerate(conversation.turns):
        if turn.age_s or turn.change is not None:
            return
        yield Labelled(pack, turn, conversation.turns[:at])


async def planning_of(model: LanguageModel, turns: Sequence[Labelled], progress: Progress) -> Planned:
    """Three shares. A call that fails counts as not as labelled."""
    intents, judged, rewritten = list[bool](), list[bool](), list[bool]()
    for at, one in enumerate(turns):
        progress("planning on labelled turns", at, len(turns))
        if one.turn.intent is not None:
            intents.append(await _intent(model, one) == one.turn.intent)
        if one.is_judged:
            judged.append(await _suffices(model, one) is (one.turn.decision == "reuse"))
        if one.is_rewritten:
            rewritten.append(names_all(one, await _standalone(model, one)))
    shares = [Share(sum(found), len(found)) for found in (intents, judged, rewritten)]
    return Planned(*shares)


async def _intent(model: LanguageModel, one: Labelled) -> str | None:
    messages = shipped_prompts().render(
        "intent_analysis",
        intents=prompt_text.intents_text(one.pack),
        slots=prompt_text.slots_text(one.pack),
        history=one.history,
        question=one.turn.q,
    )
    try:
        return (await model.structured("intent_analysis", messages, IntentAnalysisReply, Usage())).intent
    except ModelFailed:
        return None


async def _suffices(model: LanguageModel, one: Labelled) -> bool | None:
    messages = shipped_prompts().render(
        "data_sufficiency_check",
        now=f"{datetime.now(UTC):%Y-%m-%d %H:%M}",
        intent=one.turn.intent or "",
        data_types=", ".join(one.turn.types),
        history=one.history,
        standings=one.in_hand,
        memories=prompt_text.NOTHING,
        question=one.turn.q,
    )
    try:
        reply = await model.structured("data_sufficiency_check", messages, DataSufficiencyReply, Usage())
    except ModelFailed:
        return None
    return reply.is_sufficient and not set(reply.missing_data_types) & one.turn.types.keys()


async def _standalone(model: LanguageModel, one: Labelled) -> str:
    messages = shipped_prompts().render("context_enhancement", history=one.history, question=one.turn.q)
    try:
        reply = await model.structured("context_enhancement", messages, ContextEnhancementReply, Usage())
    except ModelFailed:
        return ""
    return reply.standalone_question


def names_all(one: Labelled, standalone: str) -> bool:
    """Whether a rewritten question names every labelled value."""
    mentions = find_mentions(standalone, one.pack, datetime.now(UTC))
    named = {(mention.slot, mention.value) for mention in mentions if not mention.negated}
    return all((slot, value) in named for slot, values in one.turn.slots.items() for value in values)
