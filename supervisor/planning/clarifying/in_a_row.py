"""How many consecutive clarifications led to this message: each message that took one of the choices before it
continues them.

They are read from the conversation, stored by the service or sent by a client: the earlier answers show their choices.
So the limit holds over plain HTTP, too, where each choice is a turn of its own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from foundation.language.script import composed
from supervisor.planning.context import Exchange

_CHOICE = re.compile(r"^\d{1,2}\. (.+)$")
_ASIDE = re.compile(r"(?:\s*\([^()]*\))+\s*$")
"""The number of things, or their place, after a label: (9종), (플랜트설비공사 13-2-3)."""


def asked_in_a_row(question: str, exchanges: Sequence[Exchange]) -> int:
    """The number of consecutive clarifications that the message continues."""
    count = 0
    for exchange in reversed(exchanges):
        choices = choices_shown(exchange.answer)
        if not any(_takes(question, one) for one in choices):
            break
        count, question = count + 1, exchange.question
    return count


def choices_shown(answer: str) -> tuple[str, ...]:
    """Labels of the choices an earlier answer offered; none if it was no clarification: a clarification is one sentence
    and a numbered list."""
    _, *lines = answer.strip().splitlines() or [""]
    found = [_CHOICE.match(line) for line in lines]
    cut = found[:-1] if found and found[-1] is None and len(found) > 2 else found  # The window cuts long answers.
    return tuple(one[1] for one in cut if one) if cut and all(cut) and len(cut) > 1 else ()


def names_offered(answer: str) -> tuple[str, ...]:
    """The choices' labels without how many things each stands for, or where they stand."""
    return tuple(_ASIDE.sub("", one) for one in choices_shown(answer))


def _takes(question: str, label: str) -> bool:
    named = _plain(_ASIDE.sub("", label))
    return bool(named) and named in _plain(question)


def _plain(text: str) -> str:
    return "".join(character for character in composed(text).lower() if character.isalnum())
