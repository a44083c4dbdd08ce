"""Three of a pack's questions in one message, written as people do: numbered, behind each other, on lines. Of each one:
is it answered, or is it said that it is not?"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from evaluations.harness.client import Answer, Client
from evaluations.harness.side_by_side import side_by_side
from evaluations.pairs.reading import Line

APART = (0, 7, 13)
"""Offsets of the three in the file: neighbours in it may have the same topic."""


@dataclass(frozen=True)
class Part:
    """One question of a message."""

    line: Line
    message: str
    content: str
    answered: bool
    named: bool
    """The message's answer says that it is not answered."""

    def json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "pack": self.line.pack,
            "message": self.message,
            "question": self.line.say,
            "answered": self.answered,
            "named": self.named,
            "content": self.content,
        }


async def asked_together(
    client: Client, questions: Sequence[Line], says: Callable[[Line, str], bool], done: Callable[[int, int], None]
) -> list[Part]:
    """Each question as the first of a message of three of its pack, in a session of its own."""
    packs = dict.fromkeys(line.pack for line in questions)
    of_pack = {pack: [line for line in questions if line.pack == pack] for pack in packs}
    messages = [
        tuple(lines[(at + step) % len(lines)] for step in APART)
        for lines in of_pack.values()
        if len(lines) > max(APART)
        for at in range(len(lines))
    ]

    async def ask(at_and_lines: tuple[int, Sequence[Line]]) -> list[Part]:
        at, lines = at_and_lines
        message = written(at, [line.say for line in lines])
        answer = await client.ask(await client.session(lines[0].pack), message)
        named = unanswered(answer)
        return [
            Part(line, message, answer.content, says(line, answer.content), asks_for(line.say) in named)
            for line in lines
        ]

    return [part for parts in await side_by_side(list(enumerate(messages)), ask, 4, done) for part in parts]


def written(at: int, questions: Sequence[str]) -> str:
    """The message, in one of three ways."""
    asks = [asks_for(one) for one in questions]
    if at % 3 == 0:
        return " ".join(f"{number}) {one}" for number, one in enumerate(asks, start=1))
    return (" " if at % 3 == 1 else "\n").join(asks)


def asks_for(question: str) -> str:
    """The question with its mark."""
    return f"{question.rstrip('?. ')}?"


def unanswered(answer: Answer) -> set[str]:
    """The questions that the answer itself says it does not answer, by their words."""
    lacking = [
        one for one in answer.final.get("requests", []) if not one["answered"] and one["question"] in answer.content
    ]
    return {str(one["question"]).strip() for one in lacking}
