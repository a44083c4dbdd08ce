"""Asks each ordered pair in a session of its own, each question alone, and each follow-up after what went before it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from evaluations.harness.client import Answer, Client
from evaluations.harness.side_by_side import side_by_side
from evaluations.pairs.reading import Line

AT_ONCE = 4
"""Sessions side by side."""
Holds = Callable[[str, str], bool]
"""(text, alternative) -> does the text say it?"""
Done = Callable[[int, int], None]


@dataclass(frozen=True)
class Asked:
    """The last question of a session."""

    line: Line
    before: tuple[str, ...]
    """What was asked before it."""
    answer: Answer
    answered: bool
    """The answer says what a right one says, and nothing that makes it wrong."""
    found: bool
    """What a right answer says stands in the answer or in what it was built from."""
    says_wrong: bool
    """The answer says something that makes it wrong."""

    @property
    def is_wrong_reuse(self) -> bool:
        """Answered from what an earlier question found, and that does not answer this one."""
        return bool(self.answer.reused) and (self.says_wrong or not self.found)

    @property
    def is_due_reuse(self) -> bool:
        """A follow-up that reused what it should have."""
        due = self.line.due
        return bool(self.answer.reused) if due is None else due <= set(self.answer.reused)

    def json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "pack": self.line.pack,
            "before": list(self.before),
            "question": self.line.say or self.line.turns[-1],
            "reused": list(self.answer.reused),
            "wrong_reuse": bool(self.line.say and self.before) and self.is_wrong_reuse,
            "answered": self.answered,
            "found": self.found,
            "content": self.answer.content,
            "confidence": self.answer.final.get("reuse", {}).get("judge1"),
            "seconds": round(self.answer.seconds, 3),
            "failure": self.answer.failure,
        }


@dataclass(frozen=True)
class Asker:
    """Asks one service."""

    client: Client
    holds: Holds

    async def pairs(self, questions: Sequence[Line], done: Done, after: int | None = None) -> list[Asked]:
        """Every ordered pair of different questions of one pack, or of each question those behind `after` others."""
        pairs = ordered(questions, after)
        return await side_by_side(pairs, lambda pair: self._last(pair[1], (pair[0].say, pair[1].say)), AT_ONCE, done)

    async def alone(self, questions: Sequence[Line], done: Done) -> list[Asked]:
        """Each question as the first one of a session."""
        return await side_by_side(questions, lambda line: self._last(line, (line.say,)), AT_ONCE, done)

    async def follow_ups(self, lines: Sequence[Line], done: Done) -> list[Asked]:
        """Each follow-up after the turns before it."""
        return await side_by_side(lines, lambda line: self._last(line, line.turns), AT_ONCE, done)

    def says(self, line: Line, content: str) -> bool:
        """Whether a text says what a right answer to the question says."""
        return self._says([content], line)

    async def _last(self, line: Line, turns: Sequence[str]) -> Asked:
        session_id = await self.client.session(line.pack)
        for turn in turns[:-1]:
            await self.client.ask(session_id, turn)
        answer = await self.client.ask(session_id, turns[-1])
        # What was searched anew was not taken from the earlier question: only what was reused is looked into.
        items = await self.client.evidence(answer) if answer.reused else ()
        texts = [answer.content, *(item.text for item in items)]
        return Asked(
            line=line,
            before=tuple(turns[:-1]),
            answer=answer,
            answered=self._says([answer.content], line) and not self._denied(answer, line),
            found=self._says(texts, line),
            says_wrong=self._denied(answer, line),
        )

    def _says(self, texts: Sequence[str], line: Line) -> bool:
        return all(
            any(self.holds(text, alternative) for text in texts for alternative in group)
            for group in line.answer_contains
        )

    def _denied(self, answer: Answer, line: Line) -> bool:
        return any(self.holds(answer.content, alternative) for alternative in line.not_contains)


def ordered(questions: Sequence[Line], after: int | None) -> list[tuple[Line, Line]]:
    """(first, second) of different questions of one pack; `after`: so many firsts of each second, evenly chosen."""
    found: list[tuple[Line, Line]] = []
    for pack in dict.fromkeys(line.pack for line in questions):
        own = [line for line in questions if line.pack == pack]
        for at, second in enumerate(own):
            others = [*own[at + 1 :], *own[:at]]
            wanted = len(others) if after is None else min(after, len(others))
            found += [(others[number * len(others) // wanted], second) for number in range(wanted)]
    return found
