"""Whether a model's words for a question keep its figures: one more, or another, makes it another question."""

from __future__ import annotations

from foundation.language.figures.agreement import EXACTLY, Figure, Known
from foundation.language.figures.reader import figures_of


def strange_figures(text: str, known: str) -> list[Figure]:
    """Figures of a text that the known text does not have, however either writes them. What letters may say (한, one)
    is none."""
    held = Known(figures_of(known), EXACTLY)
    return [one for one in figures_of(text) if not one.letters and not held.bears_out(one)]


def has_the_same_figures(text: str, question: str) -> bool:
    """True if both have the same figures."""
    return not strange_figures(text, question) and not strange_figures(question, text)
