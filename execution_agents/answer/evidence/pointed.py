"""What a question points at in a text: an article, one of its paragraphs, a day, a day of the week."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from foundation.domains.schema.quoting import ScoringFigures
from foundation.language.dates.weekdays import weekdays_asked, weekdays_of_row
from foundation.language.figures.agreement import Figure, dates_agree
from foundation.language.figures.reader import figures_of
from foundation.language.tokens import asked_references, title_references

_PARAGRAPH = re.compile(r"제\s*(\d{1,2})\s*항")
_CIRCLED = "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳"


@dataclass(frozen=True)
class Pointed:
    """Read from the question with what was taken over."""

    articles: Mapping[str, bool]
    paragraphs: tuple[str, ...] = ()
    """What the paragraphs asked for begin with."""
    days: tuple[Figure, ...] = ()
    """Those the question names with month and day."""
    weekdays: frozenset[int] = frozenset()
    """Days of the week it names, Monday 0."""

    @classmethod
    def of(cls, question: str) -> Pointed:
        """What it names."""
        numbers = [int(one) for one in _PARAGRAPH.findall(question)]
        return cls(
            asked_references(question),
            tuple(_CIRCLED[one - 1] for one in numbers if 0 < one <= len(_CIRCLED)),
            days_of(question),
            weekdays_asked(question),
        )

    def of_title(self, title: str, figures: ScoringFigures) -> float:
        """For the very article a question names; less where it names the number alone."""
        held = [self.articles[name] for name in title_references(title) if name in self.articles]
        return (figures.article if any(held) else figures.article_number) if held else 0.0

    def of_line(self, text: str, figures: ScoringFigures) -> float:
        """For the paragraph or the day asked for."""
        begins = bool(self.paragraphs) and text.startswith(self.paragraphs)
        return figures.day * self.of_its_day(text) + figures.paragraph * begins

    def of_its_day(self, text: str) -> bool:
        """True if a line mentions a day the question names; a day of the week counts only in a timetable's row."""
        if self.weekdays and not self.weekdays.isdisjoint(weekdays_of_row(text)):
            return True
        return bool(self.days) and any(dates_agree(there, day) for there in days_of(text) for day in self.days)


def days_of(text: str) -> tuple[Figure, ...]:
    """The dates of a text that name a month and a day."""
    dates = (figure for figure in figures_of(text) if figure.kind == "date")
    return tuple(figure for figure in dates if figure.parts[1] and figure.parts[2])
