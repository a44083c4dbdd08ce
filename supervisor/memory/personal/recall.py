"""Which memories a turn gets: the most relevant first, within a budget of tokens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from foundation.contracts.memories import Memory
from supervisor.memory.personal.merging import content

BUDGET = 600
"""Tokens of all memories of a turn."""
_KOREAN_TOKEN = 1.5
"""Characters of a token, about; of other scripts four."""


def recalled(held: Iterable[Memory], question: str, budget: int = BUDGET) -> tuple[Memory, ...]:
    """Styles first, then what shares words with the question, then the rest; among equals the newest."""
    asked = content(question)
    ordered = sorted(held, key=lambda one: one.valid_from, reverse=True)
    ordered.sort(key=lambda one: _rank(one, asked))
    chosen: list[Memory] = []
    for one in ordered:
        budget -= tokens(one.text)
        if budget < 0:
            break
        chosen.append(one)
    return tuple(chosen)


def relevant(memories: Sequence[Memory], question: str) -> tuple[Memory, ...]:
    """Those that may change how this question is answered: styles always, the rest by what they share with it."""
    asked = content(question)
    return tuple(one for one in memories if one.kind == "style" or (one.kind != "summary" and _shared(one, asked)))


def tokens(text: str) -> int:
    """About as many as a model counts."""
    wide = sum(1 for letter in text if ord(letter) > 0x2E7F)
    return round(wide / _KOREAN_TOKEN + (len(text) - wide) / 4) + 4


def _rank(memory: Memory, asked: frozenset[str]) -> tuple[int, int]:
    if memory.kind == "style":
        return (0, 0)
    if memory.kind == "summary":
        return (3, 0)
    shared = _shared(memory, asked)
    return (1, -shared) if shared else (2, 0)


def _shared(memory: Memory, asked: frozenset[str]) -> int:
    said = content(memory.text)
    return sum(1 for word in asked if any(word.startswith(one) or one.startswith(word) for one in said))
