"""How often a model judges as the labels of a pack say: judge 1's own prompt on labelled turns, one call each.

What is in hand is described from the labels: which data type was fetched for which question and values, without
passages. Turns whose data ages or changes are left out: that is judge 2's to see.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from foundation.contracts.errors import DataMissing, ModelFailed
from foundation.contracts.ports import LanguageModel, Usage
from foundation.domains.loading.labels import Conversation, LabelledTurn, read_labels
from foundation.domains.schema.pack import Pack
from prompts.catalog import shipped_prompts
from prompts.replies import DataSufficiencyReply
from supervisor.planning import prompt_text

EXCHANGES = 3
"""Earlier questions a prompt shows, as planning shows them."""
MOST_JUDGED = 20
"""Turns that are asked about."""


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

    @property
    def suffices(self) -> bool:
        """What the label says: what is in hand answers it."""
        return self.turn.decision == "reuse"

    def _held(self, name: str) -> str:
        fetched = [one for one in self.before if one.types.get(name) == "searched"]
        if not fetched:
            return f"- {name}: nothing in hand"
        last = fetched[-1]
        slots = "; ".join(f"{slot}={', '.join(values)}" for slot, values in last.slots.items()) or "none"
        return f"- {name}: fetched 2 min ago, for: {last.q}\n  slots: {slots}; complete: True; aggregates: False"


@dataclass(frozen=True)
class Agreement:
    """What asking about some of a pack's turns found."""

    of: int
    """Turns there are to ask about, MOST_JUDGED at most; 0: the pack has no labels."""
    asked: int
    agreed: int
    failed: int
    """Calls without a usable reply: no agreement."""
    usage: Usage


def labelled_turns(pack: Pack) -> tuple[Labelled, ...]:
    """The development conversations of a pack, turn by turn. Raises DataMissing, WrongPack."""
    conversations = read_labels(pack)["development"]
    return tuple(one for conversation in conversations for one in _turns(pack, conversation))


def _turns(pack: Pack, conversation: Conversation) -> Iterator[Labelled]:
    """Up to the first turn whose data ages or changes."""
    for at, turn in enumerate(conversation.turns):
        if turn.age_s or turn.change is not None:
            return
        yield Labelled(pack, turn, conversation.turns[:at])


def judged_turns(pack: Pack, most: int = MOST_JUDGED) -> tuple[Labelled, ...]:
    """As many that suffice as that do not, alternating: always saying the same is right half the time. Those of a kind
    are spread over its conversations. Empty for a pack without labels. Raises WrongPack."""
    try:
        found = [one for one in labelled_turns(pack) if one.is_judged]
    except (DataMissing, KeyError):
        return ()
    kinds = [_spread([one for one in found if one.suffices is kind], most // 2) for kind in (True, False)]
    return tuple(one for pair in zip(*kinds, strict=False) for one in pair)


def _spread(found: Sequence[Labelled], most: int) -> list[Labelled]:
    count = min(most, len(found))
    return [found[at * len(found) // count] for at in range(count)]


async def agreement_of(model: LanguageModel, turns: Sequence[Labelled], of: int, usage: Usage) -> Agreement:
    """Asks about these turns side by side."""
    said = await asyncio.gather(*(suffices(model, one, usage) for one in turns))
    agreed = sum(word is one.suffices for word, one in zip(said, turns, strict=True))
    return Agreement(of, len(turns), agreed, sum(word is None for word in said), usage)


async def suffices(model: LanguageModel, one: Labelled, usage: Usage) -> bool | None:
    """Judge 1's word on one turn; None: no usable reply."""
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
        reply = await model.structured("data_sufficiency_check", messages, DataSufficiencyReply, usage)
    except ModelFailed:
        return None
    return reply.is_sufficient and not set(reply.missing_data_types) & one.turn.types.keys()
