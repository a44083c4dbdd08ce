"""Questions that are to be asked back about, or not, put to a whole service: one conversation for each line.

    {"question": "중구 아파트 시세", "pack": "real_estate", "ask": true, "options_must_include": ["대구|Daegu", "서울"],
     "cases": ["2억 3,517만원", "13억"]}

The lines of pairs (`say`: never to be asked back) and of conversations (`turns`: only where the outcome allows `ask`)
are read, too, so that a rule that asks more can be seen to ask too much. Each entry of `options_must_include` has its
alternatives between bars; one of them stands in a choice. `cases` are what the answers for these choices hold: an
answer that says each choice with its case in its first 280 characters needs no question back.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from evaluations.computing.judging import LEAD
from evaluations.conversations.holding import filling_of
from evaluations.harness.client import Client, serving
from evaluations.harness.databases import Progress, database_server
from evaluations.harness.files import Results, lines_of
from evaluations.harness.side_by_side import side_by_side
from evaluations.rates import Share
from execution_agents.answer.evidence.citations import MARKER

AT_ONCE = 2
"""Conversations side by side."""
ASKED_BACK = ("clarify", "form")
"""Types of the final message that asks back: with choices, or for what a formula lacks."""


class _Said(BaseModel):
    model_config = ConfigDict(frozen=True, extra="allow")

    say: str = Field(min_length=1)
    outcome: str | tuple[str, ...] = "answer"

    @property
    def may_ask(self) -> bool:
        return self.outcome == "ask" or "ask" in (() if isinstance(self.outcome, str) else self.outcome)


class Questions(BaseModel):
    """A line: a question with its label, a question of pairs, or a conversation."""

    model_config = ConfigDict(frozen=True, extra="allow")

    pack: str
    question: str = ""
    ask: bool = False
    options_must_include: tuple[str, ...] = ()
    cases: tuple[str, ...] = ()
    say: str = ""
    turns: tuple[_Said | str, ...] = ()
    data: Literal["shipped", "ingested"] = "shipped"

    @model_validator(mode="after")
    def _is_one_of_three(self) -> Self:
        if sum(map(bool, (self.question, self.say, self.turns))) != 1:
            raise ValueError("a line has question, say or turns, and one of them")
        return self

    @property
    def spoken(self) -> tuple[tuple[str, bool | None], ...]:
        """(message, whether to ask back; None: either is right)."""
        if not self.turns:
            return ((self.question or self.say, self.ask),)
        said = (one if isinstance(one, _Said) else _Said(say=one) for one in self.turns)
        return tuple((one.say, None if one.may_ask else False) for one in said)


@dataclass(frozen=True)
class Put:
    """One message as it went."""

    line: Questions
    say: str
    due: bool | None
    final: dict[str, Any]

    @property
    def asked(self) -> bool:
        # An answer may have a form beside it.
        return self.final.get("type") in ASKED_BACK and not self.final.get("citations")

    @property
    def choices(self) -> tuple[str, ...]:
        """What is offered, with where each stands; of a form its words."""
        if self.final.get("type") == "form":
            return (str(self.final.get("content", "")),)
        asked: dict[str, Any] = self.final.get("clarification") or {}
        options: list[dict[str, Any]] = asked.get("options", [])
        return tuple(f"{one['label']} {one.get('source_section') or ''}".strip() for one in options)

    @property
    def offered(self) -> bool:
        """Every wanted choice is among those offered."""
        shown = "\n".join(self.choices).casefold()
        return all(
            any(word.casefold() in shown for word in wanted.split("|")) for wanted in self.line.options_must_include
        )

    @property
    def all_cases(self) -> bool:
        """It was answered, and the answer begins with every case."""
        content = MARKER.sub("", self.final.get("content", ""))
        lead = content[:LEAD] + content[LEAD:].partition(" ")[0]  # no figure is cut
        wanted = (*self.line.options_must_include, *self.line.cases)
        return not self.asked and bool(self.line.cases) and all(_is_said(one, lead.casefold()) for one in wanted)

    def json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "pack": self.line.pack,
            "question": self.say,
            "due": self.due,
            "asked": self.asked,
            "offered": self.offered if self.asked and self.due else None,
            "all cases": self.all_cases if self.due else None,
            "choices": list(self.choices),
            "content": self.final.get("content", ""),
        }


def _is_said(wanted: str, text: str) -> bool:
    """One of the alternatives between bars stands in the text; a figure does not stand within a longer one."""
    words = (re.escape(one.strip().casefold()) for one in wanted.split("|") if one.strip())
    return any(re.search(rf"(?<!\d)(?<!\d[.,]){one}(?!\d|[.,]\d)", text) for one in words)


@dataclass(frozen=True)
class PutReport:
    """Every message of a file."""

    name: str
    put: Sequence[Put]

    @property
    def recall(self) -> Share:
        due = [one for one in self.put if one.due]
        return Share(sum(one.asked for one in due), len(due))

    @property
    def served(self) -> Share:
        """Asked back where it is due, or answered with every case."""
        due = [one for one in self.put if one.due]
        return Share(sum(one.asked or one.all_cases for one in due), len(due))

    @property
    def false(self) -> Share:
        """Asked back where nothing is to be asked."""
        clear = [one for one in self.put if one.due is False]
        return Share(sum(one.asked for one in clear), len(clear))

    @property
    def offered(self) -> Share:
        """The wanted choices are there, of the right questions back."""
        asked = [one for one in self.put if one.due and one.asked]
        return Share(sum(one.offered for one in asked), len(asked))

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        shares = {
            "asked": self.recall,
            "asked or all cases said": self.served,
            "asked needlessly": self.false,
            "choices offered": self.offered,
        }
        return {name: {"hits": one.hits, "of": one.of} for name, one in shares.items()}


async def put_questions(
    files: Sequence[Path], data: Path | None, keep: Path | None, results: Results, progress: Progress
) -> list[PutReport]:
    """Puts every line of every file. Raises WrongUse for a wrong file, DataMissing for what the public data lacks."""
    lines = {path: lines_of(path, Questions) for path in files}
    wanted = list(dict.fromkeys(one.data for each in lines.values() for one in each))
    fillings = {name: filling_of(name, data) for name in wanted}  # What is missing is said before a server is started.
    put: dict[Path, list[Put]] = {path: [] for path in files}
    async with database_server(keep) as databases:
        for name, filling in fillings.items():
            async with serving(databases, filling, progress) as client:
                for path, each in lines.items():
                    here = [one for one in each if one.data == name]
                    talks = await side_by_side(here, partial(_talk, client), AT_ONCE, partial(progress, path.name))
                    put[path] += [one for talk in talks for one in talk]
    reports = [PutReport(str(path), each) for path, each in put.items()]
    results.lines({"file": one.name, **each.json()} for one in reports for each in one.put)
    results.figures({one.name: one.as_json() for one in reports})
    return reports


async def _talk(client: Client, line: Questions) -> list[Put]:
    session_id = await client.session(line.pack)
    return [Put(line, say, due, dict((await client.ask(session_id, say)).final)) for say, due in line.spoken]
