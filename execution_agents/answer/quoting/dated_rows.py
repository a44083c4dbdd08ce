"""Rows that are days and have no figure (holidays, shutdowns): how many, which days, and what each is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date
from itertools import groupby

from execution_agents.analysis.cells import ISO_DAY
from execution_agents.answer.quoting.named_rows import is_readable
from execution_agents.answer.quoting.rows import Row, Showing, more_than
from foundation.language.dates.month_names import ENGLISH_MONTHS, span_words
from foundation.language.dates.weekdays import without_days
from foundation.language.grams import grams_of
from foundation.language.wanted.days import DaysWanted

OF_NAMES = 5
"""A word tells names apart where at most one in so many has it."""


def are_days(rows: Sequence[Row]) -> bool:
    """True if each row has a day of its own, and is known by it: its title begins with the day."""
    days = {row.time for row in rows if ISO_DAY.fullmatch(row.time) and row.title.startswith((row.time, row.when))}
    return bool(rows) and len(days) == len(rows)


def days_answer(
    rows: Sequence[Row], showing: Showing, meant: Sequence[str] = (), wanted: DaysWanted | None = None
) -> str:
    """The days in order, then a line for each; of one day its line alone. `meant`: the field's words for the
    question's. A follow-up that names none (and the Bristol one) is of those that it takes over. `wanted`: which of
    the days are asked for as seen from today; all where none of them is."""
    own = " ".join([showing.own, *meant])
    named = _of_its_place(_named(rows, own) or _named(rows, showing.question), own) or rows
    if wanted is not None:
        days = {day.isoformat() for day in wanted.of([date.fromisoformat(row.time) for row in named])}
        bounded = wanted.named_days and date.min < wanted.first and wanted.last < date.max
        # Monday is no day of its own in Easter Monday.
        in_name = any(without_days(name_of(row)) != name_of(row) for row in _of_name(named, own))
        held = any(row.time <= wanted.last.isoformat() for row in rows)  # Before the first nothing is known.
        if not days and bounded and held and not in_name:
            return none_in(wanted, named, showing.language)
        named = [row for row in named if row.time in days] or named
    named = sorted(named, key=lambda row: row.time)
    shown = named[: showing.figures.months]
    lines = "\n".join(f"- {said(row, showing.language)} [{row.marker}]" for row in shown)
    if wanted is not None and wanted.until and shown[0].time >= wanted.today.isoformat():
        return "\n\n".join(
            [until(date.fromisoformat(shown[0].time), wanted.today, shown[0].marker, showing.language), lines]
        )
    if len(named) == 1:
        return lines
    days = days_said([row.time for row in shown], showing.language)
    count = f"{len(named)}일입니다" if showing.language == "ko" else f"{len(named)} days"
    return "\n\n".join([f"{count}: {days}.", lines, *more_than(len(named), len(shown), showing.language)])


NONE_IN = {
    ("ko", True): "{asked}에는 없습니다. 그다음은 {day}입니다 [{marker}].",
    ("ko", False): "{asked}에는 아직 없습니다. 마지막은 {day}입니다 [{marker}].",
    ("en", True): "There is none for {asked}; the next is {day} [{marker}].",
    ("en", False): "There is none for {asked} yet; the last is {day} [{marker}].",
}


def none_in(wanted: DaysWanted, rows: Sequence[Row], language: str) -> str:
    """That none of the rows is of the days asked for, and which comes after them; where none does, the last."""
    spoken = "ko" if language == "ko" else "en"
    later = [row for row in rows if row.time > wanted.last.isoformat()]
    row = min(later, key=lambda one: one.time) if later else max(rows, key=lambda one: one.time)
    asked = _stretch(wanted.first, wanted.last, spoken)
    day = days_said([row.time], spoken)
    none = NONE_IN[spoken, bool(later)].format(asked=asked, day=day, marker=row.marker)
    return f"{none}\n\n- {said(row, language)} [{row.marker}]"


def _stretch(first: date, last: date, language: str) -> str:
    if (first.month, first.day, last.month, last.day, first.year) == (1, 1, 12, 31, last.year):
        return f"{first.year}년" if language == "ko" else f"{first.year}"
    return span_words(first.isoformat(), last.isoformat(), language)


def until(day: date, today: date, marker: int, language: str) -> str:
    """One sentence: how many days it is from today."""
    count, when = (day - today).days, days_said([day.isoformat()], language)
    if language == "ko":
        return f"오늘입니다({when}) [{marker}]." if not count else f"오늘부터 {count}일 남았습니다({when}) [{marker}]."
    days = "day" if count == 1 else "days"
    return f"It is today, {when} [{marker}]." if not count else f"{count} {days} from today, on {when} [{marker}]."


def _named(rows: Sequence[Row], question: str) -> Sequence[Row]:
    """The rows whose names a question says; else those of whose name it says half, and of that a word that few other
    names have: Easter Monday at easter, and neither New Year's Day at next year nor one bank holiday of three."""
    whole, asked = _of_name(rows, question), grams_of(question)
    if whole:
        return whole
    names = {name: grams_of(without_days(name)) for name in map(name_of, rows)}
    in_names = Counter(word for words in names.values() for word in words)
    few = max(1, len(names) // OF_NAMES)
    said = {name: words & asked for name, words in names.items()}
    half = {name for name, words in said.items() if words and 2 * len(words) >= len(names[name])}
    telling = {name for name in half if any(in_names[word] <= few for word in said[name])}
    return [row for row in rows if name_of(row) in telling]


def _of_name(rows: Sequence[Row], question: str) -> Sequence[Row]:
    """The rows whose whole names a question says."""
    asked = grams_of(question)
    return [row for row in rows if (name := grams_of(name_of(row))) and name <= asked]


def _of_its_place(rows: Sequence[Row], question: str) -> Sequence[Row]:
    """Those of several days of one name that the question says something else of, too; all where it says nothing."""
    asked = grams_of(question)
    said = [row for row in rows if any((word := grams_of(one)) and word <= asked for one in row.labels[1:])]
    return said or rows


def name_of(row: Row) -> str:
    """Its first label, without what stands in brackets behind it."""
    return row.labels[0].partition(" (")[0] if row.labels else ""


def said(row: Row, language: str) -> str:
    """The day, and what it is."""
    cells = [cell.shown for cell in row.of("label") if is_readable(cell, row, language)]
    return f"{row.when}: {', '.join(cells)}" if cells else row.title


def days_said(days: Sequence[str], language: str) -> str:
    """Days of one month under its name: 2026년 12월 24일, 25일; 24, 25 December 2026."""
    parts: list[str] = []
    for month, group in groupby(sorted(days), key=lambda day: day[:7]):
        numbers = [str(int(day[8:])) for day in group]
        year, place = month[:4], int(month[5:])
        if language == "ko":
            parts.append(f"{year}년 {place}월 {', '.join(f'{one}일' for one in numbers)}")
        else:
            parts.append(f"{', '.join(numbers)} {ENGLISH_MONTHS[place - 1]} {year}")
    return "; ".join(parts)
