"""Answers that people edited until their passages bore them out (MTRAG), sentence by sentence: every alarm is false,
but for the few the editors missed."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from evaluations.faithfulness.grounds import Half
from evaluations.passages import lines
from evaluations.rates import Share
from execution_agents.answer.checks.cited_places import Evidence, Item
from execution_agents.answer.checks.examined import Case
from execution_agents.answer.checks.findings import examined
from execution_agents.answer.checks.parts import parts_of
from execution_agents.answer.checks.support import Ground as Passages
from execution_agents.answer.checks.support import Support
from execution_agents.answer.checks.verification import Marked, marked_of
from foundation.domains.schema.answering import AnswerFigures
from foundation.language.figures.reader import figures_of

ANSWERED = ("ANSWERABLE", "PARTIAL")
"""Turns whose answer states something from its passages; the others refuse or are small talk."""
HALVES: tuple[Half, Half] = ("development", "test")
WHYS = (
    "figures", "article", "bound", "negated", "names", "modality", "moment", "course", "actor", "unsupported",
    "advice", "overgeneral",
)  # fmt: skip
"""The checks of passages; an edited answer cites nothing and has no table to check against."""
FIGURES = AnswerFigures()
"""As shipped."""


@dataclass(frozen=True)
class Edited:
    """One answer with the passages of its turn."""

    half: Half
    question: str
    answer: str
    passages: tuple[tuple[str, str], ...]
    """(title, text)."""


@dataclass(frozen=True)
class EditedRow:
    """How many sentences of one half are marked."""

    half: Half
    answers: int
    marked: dict[str, Share]
    """Why (`WHYS`, and "any") -> sentences."""


def edited_answers(data: Path) -> Iterator[Edited]:
    """Every answer that says something; a conversation is of one half."""
    folder = data / "mtrag"
    passages = {str(one["id"]): (str(one["title"] or ""), str(one["text"])) for one in lines(folder / "passages.jsonl")}
    for conversation in lines(folder / "conversations.jsonl"):
        half = half_of(str(conversation["conversation"]))
        for turn in conversation["turns"]:
            shown = tuple(passages[one["id"]] for one in turn["contexts"] if one["id"] in passages)
            if turn["answerability"] in ANSWERED and shown:
                asked = f"{turn['question']} {turn['rewrite'] or ''}"
                yield Edited(half, asked, str(turn["answer"]), shown)


def half_of(conversation: str) -> Half:
    """A fixed split."""
    return "development" if hashlib.sha256(conversation.encode()).digest()[0] % 2 == 0 else "test"


def edited_rows(data: Path) -> list[EditedRow]:
    """Both halves; empty without the set."""
    if not (data / "mtrag").is_dir():
        return []
    seen: dict[Half, Counter[str]] = {half: Counter() for half in HALVES}
    for one in edited_answers(data):
        supports, marked = checked(one)
        why = Counter(each.why for each in marked)
        seen[one.half].update({"answers": 1, "sentences": len(supports), "any": len(marked), **why})
    return [
        EditedRow(half, found["answers"], {name: Share(found[name], found["sentences"]) for name in (*WHYS, "any")})
        for half, found in seen.items()
    ]


def checked(one: Edited) -> tuple[Sequence[Support], Sequence[Marked]]:
    """The answer's sentences against its passages, and those that are marked."""
    ground = Passages(one.passages, FIGURES, figures_of(one.question))
    items = [Item(at, title, text, is_row=False) for at, (title, text) in enumerate(one.passages, start=1)]
    claims = [(part, ground.support(part.text)) for part in parts_of(one.answer)]
    found = examined(claims, Case(one.question, Evidence(items), FIGURES.check, draft=one.answer))
    return [support for _, support in claims], marked_of(found.findings, dict(claims))
