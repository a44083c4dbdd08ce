"""Holds conversations with a service: one session each, its turns in order, and what each answer was built from."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from evaluations.conversations.reading import Conversation, Turn
from evaluations.harness.client import Answer, Client, Item, Reuse, serving
from evaluations.harness.databases import Databases, Filling, Progress
from evaluations.harness.files import public_file
from evaluations.harness.grader import Grader
from evaluations.harness.side_by_side import side_by_side

AT_ONCE = 2
"""Conversations held side by side."""
INGESTED = (("kr_statutes", "md"), ("daegu_apt_trades",), ("anyang_apt_2017",))
"""The public files of `data: ingested`: what `suffice ingest` takes into the pack real_estate."""


@dataclass(frozen=True)
class Held:
    """One turn as it went."""

    conversation: Conversation
    number: int
    """Counted from 1."""
    turn: Turn
    answer: Answer
    found: tuple[bool, ...]
    """For each group that must stand in the evidence: whether it stands in a passage or row handed to the writer."""
    cited: tuple[bool, ...]
    """The same of the passages and rows that the answer cites."""
    from_passages: bool
    """The answer cites passages and no rows."""

    @property
    def name(self) -> str:
        """As the grader calls it."""
        return f"{self.conversation.id}.{self.number}"

    def line(self) -> dict[str, Any]:
        """The line of results: what the grader takes, and what else was measured."""
        final = self.answer.final
        return {
            "id": self.conversation.id,
            "n": self.number,
            "content": self.answer.content,
            "data_types": dict(self.answer.data_types),
            "evidence_holds": list(self.found),
            "cited_holds": list(self.cited),
            "from_passages": self.from_passages,
            "seconds": round(self.answer.seconds, 3),
            "search_calls": final.get("usage", {}).get("search_calls", 0),
            "route": final.get("route"),
            "intent": final.get("intent"),
            "standalone_question": final.get("standalone_question"),
            "confidence": final.get("confidence"),
            "failure": self.answer.failure,
        }


def filling_of(data: str, folder: Path | None) -> Filling:
    """What the database holds for conversations over this data. Raises DataMissing."""
    if data == "shipped":
        return Filling("shipped")
    return Filling("ingested", files=tuple(public_file(folder, *parts) for parts in INGESTED))


@dataclass(frozen=True)
class Room:
    """Where conversations are held."""

    databases: Databases
    data: Path | None
    """The public data."""
    grader: Grader
    progress: Progress

    async def hold(self, conversations: Sequence[Conversation], run: str, reuse: Reuse | None = None) -> list[Held]:
        """All of them, in the order of the file."""
        held: dict[str, list[Held]] = {}
        for data in dict.fromkeys(each.data for each in conversations):
            chosen = [each for each in conversations if each.data == data]
            async with serving(self.databases, filling_of(data, self.data), self.progress) as client:
                talks = await side_by_side(
                    chosen,
                    lambda each, client=client: self._talk(client, each, reuse),
                    AT_ONCE,
                    partial(self.progress, f"{run}, {data} data"),
                )
            held |= {each.id: talk for each, talk in zip(chosen, talks, strict=True)}
        return [turn for each in conversations for turn in held[each.id]]

    async def _talk(self, client: Client, conversation: Conversation, reuse: Reuse | None) -> list[Held]:
        session_id = await client.session(conversation.pack)
        held: list[Held] = []
        for number, turn in enumerate(conversation.turns, start=1):
            answer = await client.ask(session_id, turn.say, reuse)
            items = await client.evidence(answer)
            found, cited = self._found(turn, items), self._found(turn, [item for item in items if item.cited])
            held.append(Held(conversation, number, turn, answer, found, cited, is_from_passages(answer.final)))
        return held

    def _found(self, turn: Turn, items: Sequence[Item]) -> tuple[bool, ...]:
        """For each group, whether one alternative of it stands in one of the items."""
        groups = [[form for one in group for form in forms_of(one)] for group in turn.evidence]
        return tuple(
            any(self.grader.holds(item.text, alternative) for item in items for alternative in group)
            for group in groups
        )


def forms_of(alternative: str) -> tuple[str, ...]:
    """An alternative, and 70million also as a sum of money: the row behind an English answer says 7천만 원."""
    found = re.fullmatch(r"(\d+(?:\.\d+)?) ?(m|b)(?:illion|n)", alternative)
    if found is None:
        return (alternative,)
    return (alternative, f"won:{float(found[1]) * (10**6 if found[2] == 'm' else 10**9):.0f}")


def is_from_passages(final: Mapping[str, Any]) -> bool:
    """Whether an answer cites passages alone."""
    citations = final.get("citations", [])
    return bool(citations) and not any(one["fields"] for one in citations)
