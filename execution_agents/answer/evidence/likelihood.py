"""How likely the line that leads is an answer at all, by what strangers asked and what then was right.

A score says which line is best, and a worst question has a best line, too. Whether it answers shows elsewhere: in how
people ask for it, in how far it is ahead of other passages, in whether a sum was asked for that no line can be, and,
where the pack has no word of something that the question names, in how much of it the passage holds.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from execution_agents.answer.evidence.passages import Asked, Passage, Sentence
from foundation.domains.schema.quoting import LikelihoodFigures
from foundation.language.sentences import sentences_of
from foundation.language.wanted.arithmetic import asks_difference, asks_sum
from foundation.language.wanted.comparisons import comparing


def likelihood(best: Sentence, passage: Passage, asked: Asked, figures: LikelihoodFigures) -> float | None:
    """0..1 for the best line, which `passage` holds; None where nobody wrote how people ask for any line of it."""
    if not any(asked.questions_of(text) for text in _lines_of(best, passage)):
        return None
    odds = figures.base + figures.stands_out * asked.standing_out + figures.asked * best.asked
    odds += figures.ahead * min(best.ahead, 1.0)
    odds -= figures.arithmetic * asks_arithmetic(asked.own or asked.question)
    odds -= figures.unheld * best.unheld * bool(asked.unknown)
    return 1 / (1 + math.exp(-odds))


def asks_arithmetic(question: str) -> bool:
    """True if a question asks for a difference, a sum or a share."""
    compared = comparing(question)
    of_two = compared.difference or compared.ratio or compared.per_cent or compared.total or compared.joined
    return of_two or asks_difference(question) or asks_sum(question)


def _lines_of(best: Sentence, passage: Passage) -> Sequence[str]:
    return (best.text, *sentences_of(passage.text))
