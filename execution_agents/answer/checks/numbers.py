"""The figures of a draft against the evidence and the question."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from foundation.domains.schema.answering import CheckFigures
from foundation.language.figures.agreement import Figure, Known
from foundation.language.figures.reader import asked_figures


@dataclass(frozen=True)
class NumberCheck:
    """The result for an answer's figures."""

    total: int
    unsupported: tuple[str, ...]
    """As the answer wrote them."""

    @property
    def preserved(self) -> float:
        """Share of the figures that occur in the evidence or the question."""
        return 1.0 if not self.total else round((self.total - len(self.unsupported)) / self.total, 3)


def check_numbers(
    answer: str, supported: Iterable[Figure], check: CheckFigures, item_counts: frozenset[int] = frozenset()
) -> NumberCheck:
    """Every figure of the answer against what it may have been taken from."""
    known, asked = Known(supported, check), asked_figures(answer)
    unknown = [
        figure.text
        for figure in asked
        if not known.bears_out(figure) and not (figure.counts and figure.value in item_counts)
    ]
    return NumberCheck(len(asked), tuple(unknown))
