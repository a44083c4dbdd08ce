"""Who asks a graph's question, and what the conversation was about before it."""

from __future__ import annotations

from dataclasses import dataclass

from execution_agents.clarification.condensing import NOBODY
from execution_agents.clarification.index import GraphIndex
from execution_agents.clarification.questions import FieldWords, spellings
from foundation.storage.corpus.graph import Popularity


@dataclass(frozen=True)
class Before:
    """One earlier exchange, as far as the graph needs it."""

    question: str
    targets: tuple[str, ...] = ()
    """Ids it was about."""
    said: str = ""
    """The beginning of its answer: what the work takes."""
    of_things: bool = True
    """False: documents answered it; the thing before it stays the subject."""
    offered: tuple[str, ...] = ()
    """What the choices are called, where it was a question back."""


@dataclass(frozen=True)
class Listener:
    """The person and the conversation that a question is read for."""

    words: FieldWords
    language: str
    before: tuple[Before, ...] = ()
    """Newest first."""
    popular: Popularity = NOBODY


def borne_by(word: str, index: GraphIndex, words: FieldWords) -> set[int]:
    """Places of the names that bear a word, or what it stands for."""
    bare, alike = spellings(word, words)
    own = next((places for one in bare if len(one) > 1 and (places := index.holding(one))), set[int]())
    return own.union(*(index.holding(one) for one in alike if len(one) > 1))
