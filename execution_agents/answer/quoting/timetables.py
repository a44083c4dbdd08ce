"""Days of a timetable that a question asks for as seen from today: next month's, what is left of the year, the next
one, how long until it. The rows decide which they are, not the words they share with the question."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date

from execution_agents.answer.evidence.answering import heads_of
from execution_agents.answer.evidence.passages import Passage
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.quoting.dated_rows import days_said, until
from execution_agents.answer.quoting.rows import more_than
from foundation.domains.slots.slots import period_words
from foundation.domains.slots.synonyms import synonyms_of
from foundation.language.beside import before_it
from foundation.language.dates.days import find_days
from foundation.language.dates.periods import canonical_days
from foundation.language.grams import grams_of
from foundation.language.sentences import is_row, sentences_of
from foundation.language.wanted.days import DaysWanted, days_of_follow_up, days_wanted

FEWEST = 2
"""Rows with a day that make a timetable."""
_WHAT = re.compile(r"(?<![가-힣])(?:뭐|뭔|무슨|어떤)|\b(?:what|anything)\b", re.IGNORECASE)
_CELL = " | "
_FIGURE = re.compile(r"[-+<>≤≥±]?\s*\d[\d.,]*\s*(?:[^\s\d가-힣]{1,8}|[가-힣]{1,2})?")
"""A cell that is one figure with its unit; 2계열 침전지 is none."""


@dataclass(frozen=True)
class Dated:
    """One row with its day."""

    day: date
    cells: tuple[str, ...]
    """The others."""
    marker: int
    about: str
    """What stands over it: headings and the heads of its table."""
    measured: str = ""
    """The heads of what it measures: a log of figures is a timetable of none."""


def wanted_days(request: AnswerRequest) -> DaysWanted | None:
    """The days the question asks for, seen from the day it is asked on in the pack's own time."""
    today = request.today
    if request.standalone == request.question:
        return days_wanted(request.question, today)
    before = before_it(request.standalone, request.question)
    return days_of_follow_up(request.question, [before, *(asked for asked, _ in request.history)], today)


def timetable_answer(passages: Sequence[Passage], request: AnswerRequest) -> str:
    """The rows of the passages' timetables that are asked for; "" where the question asks for no such days, or for
    what no timetable is of."""
    wanted = wanted_days(request)
    if wanted is None:
        return ""
    listed = {(row.day, row.cells): row for one in passages for row in rows_of(one, wanted.today)}
    rows = _asked_for(list(listed.values()), wanted, request) if len(listed) >= FEWEST else []
    meant = wanted.of([row.day for row in rows])
    if not meant and request.history and _WHAT.search(request.question):
        # 12월에는 뭐뭐 잡혀있어? after a clear well: whatever the timetable has then.
        tables = {row.about for row in rows}
        rows = [row for row in listed.values() if row.about in tables]
        meant = wanted.of([row.day for row in rows])
    if not meant:
        return _none(rows, wanted, request) if rows else ""
    shown = sorted((row for row in rows if row.day in set(meant)), key=lambda row: row.day)
    return said(shown, wanted, request)


def rows_of(passage: Passage, today: date) -> list[Dated]:
    """The rows of its tables that have a day as a cell of their own."""
    lines = sentences_of(passage.text)
    found: list[Dated] = []
    for line, head in zip(lines, heads_of(lines), strict=True):
        cells = line.split(_CELL) if is_row(line) and head else []
        day = next((day for cell in cells if (day := _day_of(cell, today))), None)
        if day is not None:
            others = tuple(cell for cell in cells if _day_of(cell, today) is None and cell != "-")
            measured = [
                name
                for name, cell in zip(head.split(_CELL), cells, strict=False)
                if cell in others and _FIGURE.fullmatch(cell)
            ]
            found.append(Dated(day, others, passage.marker, f"{passage.title} {head}", " ".join(measured)))
    return found


def _day_of(cell: str, today: date) -> date | None:
    """The day a cell says, if it says nothing else, with its year."""
    whole = [one for one in find_days(cell, today) if (one.start, one.end) == (0, len(cell)) and not one.no_year]
    return whole[0].days[0] if whole and whole[0].days[0] == whole[0].days[1] else None


def _asked_for(rows: Sequence[Dated], wanted: DaysWanted, request: AnswerRequest) -> list[Dated]:
    """The rows of a timetable that is of what is asked: each word is said by its headings, or by rows, which are then
    the ones that are meant."""
    synonyms = synonyms_of(request.pack.dictionary.synonyms)
    kept, about = list(rows), False
    for word in wanted.named:
        forms = [form for form in map(grams_of, (word, *synonyms.added(word))) if form]
        if any(_holds(grams_of(row.measured), forms) for row in kept):
            return []
        over = [row for row in kept if _holds(grams_of(row.about), forms)]
        about = about or bool(over)
        kept = over or [row for row in kept if _holds(grams_of(" ".join(row.cells)), forms)]
        about = about or bool(kept)
    return kept if about else []


def _holds(grams: Collection[str], forms: Sequence[Collection[str]]) -> bool:
    return any(set(form) <= set(grams) for form in forms)


def said(rows: Sequence[Dated], wanted: DaysWanted, request: AnswerRequest) -> str:
    """How many and when, then a line for each; of one its line alone, with how long it is until then if that is
    asked."""
    language, most = request.language, request.pack.answering.rows.table
    lines = [f"{days_said([row.day.isoformat()], language)}: {', '.join(row.cells)} [{row.marker}]" for row in rows]
    if wanted.until:
        return "\n\n".join([until(rows[0].day, wanted.today, rows[0].marker, language), *lines[:1]])
    if len(rows) == 1:
        return lines[0]
    days = days_said([row.day.isoformat() for row in rows[:most]], language)
    count = f"{len(rows)}건입니다" if language == "ko" else f"{len(rows)} entries"
    shown = "\n".join(f"- {line}" for line in lines[:most])
    return "\n\n".join([f"{count}: {days}.", shown, *more_than(len(rows), most, language)])


def _none(rows: Sequence[Dated], wanted: DaysWanted, request: AnswerRequest) -> str:
    """No row of the timetable lies in the days asked for: said with those it has."""
    first, last = min(rows, key=lambda row: row.day), max(rows, key=lambda row: row.day)
    has = list(dict.fromkeys(days_said([row.day.isoformat()], request.language) for row in (first, last)))
    marks = "".join(f" [{one}]" for one in dict.fromkeys((first.marker, last.marker)))
    bounded = wanted.first != date.min and wanted.last != date.max
    asked = period_words(canonical_days((wanted.first, wanted.last)), request.language) if bounded else ""
    if request.language == "ko":
        when = f"{asked}에는 " if asked else "그 뒤로는 "
        span = f"{has[0]}부터 {has[-1]}까지" if len(has) > 1 else has[0]
        return f"{when}찾은 일정에 적힌 것이 없습니다. 찾은 일정은 {span}입니다{marks}."
    when = f"for {asked}" if asked else "after that"
    span = f"runs from {has[0]} to {has[-1]}" if len(has) > 1 else f"is of {has[0]}"
    return f"Nothing is listed {when}. What was found {span}{marks}."
