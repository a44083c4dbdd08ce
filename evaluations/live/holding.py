"""Holds the conversations with a service, and keeps what each turn was answered from and what was in hand before it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from evaluations.harness.client import Answer, Client, Reuse
from evaluations.harness.side_by_side import side_by_side
from evaluations.live.pack import PACK, passage_of
from evaluations.live.reading import Turn

AT_ONCE = 4
"""Conversations side by side."""


@dataclass(frozen=True)
class Held:
    """One turn."""

    conversation: int
    """Which one of the file, from 0."""
    turn: Turn
    answer: Answer
    pieces: frozenset[str]
    """What was handed to whoever wrote the answer, as the corpus cut it."""
    in_hand: frozenset[str]
    """What earlier turns of this session had found."""

    @property
    def passages(self) -> frozenset[str]:
        """The set's passages that these pieces are of."""
        return frozenset(map(passage_of, self.pieces))

    @property
    def gold_pieces(self) -> frozenset[str]:
        """Pieces of gold it was answered from."""
        return frozenset(piece for piece in self.pieces if passage_of(piece) in self.turn.gold)

    @property
    def gold(self) -> frozenset[str]:
        """Gold it was answered from."""
        return self.passages & self.turn.gold

    @property
    def reused(self) -> bool:
        """Answered from what an earlier turn found."""
        return bool(self.answer.reused)


async def hold(
    client: Client, conversations: Sequence[Sequence[Turn]], reuse: Reuse | None, done: Callable[[int, int], None]
) -> list[Held]:
    """All of them, turns in order."""

    async def one(number: int) -> list[Held]:
        session_id = await client.session(PACK)
        held, in_hand = list[Held](), frozenset[str]()
        for turn in conversations[number]:
            answer = await client.ask(session_id, turn.question, reuse)
            pieces = frozenset(item.item_id for item in await client.evidence(answer))
            held.append(Held(number, turn, answer, pieces, in_hand))
            in_hand |= held[-1].passages
        return held

    talks = await side_by_side(range(len(conversations)), one, AT_ONCE, done)
    return [turn for talk in talks for turn in talk]


def line_of(held: Held, row: str) -> dict[str, Any]:
    """For programs."""
    return {
        "row": row,
        "conversation": held.conversation,
        "turn": held.turn.number,
        "question": held.turn.question,
        "label": held.turn.label,
        "reused": held.reused,
        "gold": sorted(held.turn.gold),
        "gold_held": sorted(held.gold),
        "gold_in_hand": sorted(held.in_hand & held.turn.gold),
        "pieces": sorted(held.pieces),
        "standalone_question": held.answer.final.get("standalone_question"),
        "seconds": round(held.answer.seconds, 3),
        "failure": held.answer.failure,
    }
