"""A conversation sent with the question (stateless HTTP): its turns read by rules into finished exchanges."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

from foundation.contracts.plan import Understanding
from foundation.language.wanted.forms import asks_for_a_form
from supervisor.memory.window import ANSWER_CHARACTERS, EXCHANGES, ExchangeState, exchanges_of, finished
from supervisor.planning.bounds import as_read
from supervisor.planning.computing import with_computation
from supervisor.planning.context import TurnContext
from supervisor.planning.understanding import understand

READ_BACK = 2 * EXCHANGES
"""Past questions that are read: those before the window help to understand it, and hold inputs of formulas."""
PAST_CHARACTERS = 700
"""Characters read of each of them: in total twice what is read of a question."""


def worth_reading(history: Iterable[tuple[str, str]]) -> tuple[tuple[str, str], ...]:
    """The part of a history, (role, content), that is read: the last questions within the limits, each with the
    beginning of its answer. Otherwise a million bytes of history would be stored with the run and fetched at every
    claim."""
    lines: list[tuple[str, str]] = []
    for question, answer in _turns(history):
        lines += [("user", question), ("assistant", answer)] if answer else [("user", question)]
    return tuple(lines)


async def exchanges_from_history(history: Iterable[tuple[str, str]], context: TurnContext) -> list[ExchangeState]:
    """The window that a stored conversation would have. `context` is the present turn's, without exchanges."""
    exchanges: list[ExchangeState] = []
    for question, answer in _turns(history):
        past = exchanges_of(exchanges)
        asked = replace(context, question=question, exchanges=past[-EXCHANGES:], older=past[:-EXCHANGES])
        # One by one, so that somebody's short question need not wait for all of them.
        if past and asks_for_a_form(question, past[-1].question):
            continue  # It was about the answer before it.
        understanding = await context.compute(partial(_read, asked))
        exchanges = [*exchanges, finished("", understanding, answer)]
    return exchanges


def _read(context: TurnContext) -> Understanding:
    return with_computation(understand(context), context)


def _turns(history: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """(question, beginning of its answer): an answer belongs to the question before it; an answer without a question is
    dropped."""
    turns: list[tuple[str, str]] = []
    for role, content in history:
        if role == "user":
            turns.append((content, ""))
        elif turns:
            question, answer = turns[-1]
            turns[-1] = (question, (f"{answer}\n{content}" if answer else content)[:ANSWER_CHARACTERS])
    return [(as_read(question, PAST_CHARACTERS), answer) for question, answer in turns[-READ_BACK:]]
