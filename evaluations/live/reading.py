"""MTRAG: conversations of people, with the passages that answer each question (`mtrag/` of the public data)."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

from evaluations.harness.files import lines_of, public_file

FOLDER = "mtrag"
Label = Literal["full", "partial", "none", "no_gold"]
"""What of a turn's gold stands among the passages that the set's own retrieval showed in earlier turns."""


class _Line(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class PassageLine(_Line):
    """One passage of about 500 tokens."""

    id: str
    title: str | None
    text: str


class _TurnLine(_Line):
    turn: int
    question: str
    gold_ids: tuple[str, ...]


class _ConversationLine(_Line):
    conversation: int
    turns: tuple[_TurnLine, ...]


class _LabelLine(_Line):
    conversation: int
    turn: int
    pool_label: Label


@dataclass(frozen=True)
class Turn:
    """One question."""

    number: int
    """Counted from 1."""
    question: str
    gold: frozenset[str]
    """Passages that answer it."""
    label: Label | None
    """None for the first turn of a conversation."""


@dataclass(frozen=True)
class Mtrag:
    """The set."""

    passages: Mapping[str, PassageLine]
    """By id; of passages that say the same, the first one."""
    conversations: tuple[tuple[Turn, ...], ...]


def read_mtrag(data: Path | None) -> Mtrag:
    """Raises DataMissing for a file that is not there, WrongUse for one that cannot be read."""
    lines = lines_of(public_file(data, FOLDER, "passages.jsonl"), PassageLine)
    same = {line.id: _words(line.text) for line in lines}
    first = {words: name for name, words in reversed(same.items())}
    labels: dict[tuple[int, int], Label] = {
        (line.conversation, line.turn): line.pool_label
        for line in lines_of(public_file(data, FOLDER, "reuse_labels.jsonl"), _LabelLine)
    }
    conversations = tuple(
        tuple(
            Turn(
                turn.turn,
                turn.question,
                frozenset(first[same[name]] for name in turn.gold_ids),
                labels.get((each.conversation, turn.turn)),
            )
            for turn in each.turns
        )
        for each in lines_of(public_file(data, FOLDER, "conversations.jsonl"), _ConversationLine)
    )
    return Mtrag({line.id: line for line in lines if first[same[line.id]] == line.id}, conversations)


def _words(text: str) -> str:
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()
