"""A conversation handed in with the question (stateless HTTP): its turns read by rules into finished exchanges."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from supervisor.memory.window import EXCHANGES, ExchangeState, exchanges_of, finished
from supervisor.planning.context import TurnContext
from supervisor.planning.understanding import understand

READ_BACK = 2 * EXCHANGES
"""Past questions that are read: those before the window only help to understand it."""


def exchanges_from_history(history: Iterable[tuple[str, str]], context: TurnContext) -> list[ExchangeState]:
    """The window a conversation would have left. `context` is the present turn's, without exchanges."""
    exchanges: list[ExchangeState] = []
    for question, answer in _turns(history)[-READ_BACK:]:
        asked = replace(context, question=question, exchanges=exchanges_of(exchanges))
        exchanges = [*exchanges, finished("", understand(asked), answer)][-EXCHANGES:]
    return exchanges


def _turns(history: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """(question, answer): an answer belongs to the question before it; one without a question tells nothing."""
    turns: list[tuple[str, str]] = []
    for role, content in history:
        if role == "user":
            turns.append((content, ""))
        elif turns:
            question, answer = turns[-1]
            turns[-1] = (question, f"{answer}\n{content}" if answer else content)
    return turns
