"""The column that a condition is about: found by what its figure measures, and by the words for the columns.

Of the columns that fit a figure's unit the one is meant that the question calls by its label or as people call it
(pack `words`, whole or by one of their words: 빌려주는 as in 얼마까지 빌려). Where no words decide, it is the table's
main one, and of a span (lowest and highest rate) the end that can meet the bound."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from execution_agents.analysis.columns import function_of, said_letters
from foundation.domains.schema.by_identity import ByIdentity
from foundation.domains.schema.pack import Column, TableSource
from foundation.language.content import content_words
from foundation.language.figures.agreement import Figure
from foundation.language.figures.units import CURRENCIES, Unit, unit_of, unit_of_column
from foundation.language.rules.limits import amounts_of
from foundation.language.rules.quantities import Quantity, quantities_in, quantity_of
from foundation.language.script import composed
from foundation.language.wanted.conditions import Bound, Condition, conditions_in, without_conditions

_IN_BRACKETS = re.compile(r"\(([^()]+)\)\s*$")
_SHORTEST = {True: 4, False: 2}
"""Letters by which a word is known again with another ending: Latin, Hangul."""
ENDS = ("min", "max")
_UPWARDS = frozenset({"above", "least"})


@dataclass(frozen=True)
class Bounded:
    """A condition on a column."""

    column: str
    bound: Bound
    operand: Decimal
    """In the column's own unit."""
    lacks: bool = False
    """There must be none of it."""


def bounded(question: str, source: TableSource) -> tuple[Bounded, ...]:
    """The question's conditions, each on its column of this table; none if one of them fits no column."""
    return _bounded(question, ByIdentity(source))


@lru_cache(maxsize=256)
def _bounded(question: str, source_of: ByIdentity[TableSource]) -> tuple[Bounded, ...]:
    source, conditions = source_of.part, conditions_in(question)
    if source.is_aggregate or not conditions:
        return ()
    rest = without_conditions(question, conditions)
    found = [_on_column(one, composed(question), rest, source) for one in conditions]
    kept = [one for one in found if one is not None]
    # "No" is said of much that no column holds (no problem); a figure that fits no column makes the rows no answer.
    figures = all(found[at] is not None for at, one in enumerate(conditions) if one.figure is not None)
    return tuple(kept) if figures else ()


def _on_column(condition: Condition, question: str, rest: str, source: TableSource) -> Bounded | None:
    if condition.figure is None:
        return _lacking(condition.lacks, source)
    spoken = _bounded_noun(question, condition) or quantity_of(question, condition.figure, amounts_of(question))
    fitting = {
        name: value
        for name, value in _fitting(condition.figure, source).items()
        if value is not None and _measures(name, spoken, source)
    }
    name = _meant(rest, tuple(fitting), condition.bound, source)
    if not name or _is_applied(name, source) or (condition.bound == "is" and not _said(name, rest, source)):
        return None
    return Bounded(name, condition.bound, fitting[name])


def _bounded_noun(question: str, condition: Condition) -> Quantity | None:
    """The quantity of the one noun that the bound stands at: 9억 넘는 집, houses under 500 million."""
    beside = question[: condition.start] if question.isascii() else question[condition.end :]
    words = beside.split()
    found = quantities_in(words[-1 if question.isascii() else 0]) if words else set[Quantity]()
    return next(iter(found)) if len(found) == 1 else None


def _measures(name: str, spoken: Quantity | None, source: TableSource) -> bool:
    """False for a column of another quantity than the question says of the figure: an income (연소득 6천 이하), or the
    price of a home (5억 이하 주택), is no loan's limit."""
    if spoken is None:
        return True
    column = next(one for one in source.columns if one.name == name)
    return spoken in quantities_in(" / ".join((*column.label.values(), *column.words)))


def _lacking(words: str, source: TableSource) -> Bounded | None:
    """None of it: a column that these words call, by its label or as people call it."""
    letters = {one.name: said_letters(one.name, words.lower(), source) for one in _figures(source)}
    most = max(letters.values(), default=0)
    named = [name for name, found in letters.items() if most and found == most]
    return Bounded(named[0], "is", Decimal(0), lacks=True) if len(named) == 1 else None


def _figures(source: TableSource) -> list[Column]:
    return [one for one in source.columns if one.type in ("integer", "number") and one.unit != "year"]


def _is_applied(name: str, source: TableSource) -> bool:
    """True if a slot of the question selects rows by this column already."""
    return any(name in (one.column, one.column_to) for one in source.slots)


def _fitting(figure: Figure, source: TableSource) -> Mapping[str, Decimal | None]:
    """Columns -> the figure in the column's unit; None where it measures something else."""
    return {one.name: _in_unit(figure, one) for one in _figures(source)}


def _in_unit(figure: Figure, column: Column) -> Decimal | None:
    units = units_of(column)
    for unit in units:
        if figure.kind == unit.kind and (figure.kind != "plain" or bool(figure.counted) == (column.unit == "count")):
            return figure.value / unit.factor
        # 50 pounds may be money: they weigh something only where something is weighed.
        if figure.kind == "mass" and unit.kind in CURRENCIES and _is_called_so(figure, unit):
            return figure.value / figure.factor
    bare = figure.kind == "plain" and not figure.counted
    return figure.value if bare and column.unit != "count" else None


def _is_called_so(figure: Figure, unit: Unit) -> bool:
    return unit.kind == "pound" and re.search(r"pound|파운드", figure.text, re.IGNORECASE) is not None


def units_of(column: Column) -> tuple[Unit, ...]:
    """What a column measures: its own unit, or those that its labels name (turbidity highest (NTU))."""
    if column.unit:
        return (unit_of_column(column.unit),)
    labels = [text for label in (column.label, *column.label_when.values()) for text in label.values()]
    named = (found[1] for text in labels if (found := _IN_BRACKETS.search(text)))
    return tuple(dict.fromkeys(unit_of(one) for one in named))


def _meant(rest: str, names: Sequence[str], bound: Bound, source: TableSource) -> str:
    """Of the columns that fit the figure the one the question means; "" for none."""
    said = {name: _said(name, rest, source) for name in names}
    most = max(said.values(), default=0)
    best = [name for name in names if said[name] == most]
    if not most and len(best) > 1:
        columns = {one.name: one for one in source.columns}
        main = [name for name in best if columns[name].price] or [name for name in best if columns[name].always_shown]
        best = _span_of(main or best, names, source)
    return _end(best, bound, source)


def _span_of(main: Sequence[str], names: Sequence[str], source: TableSource) -> list[str]:
    """The main column, with the ends of its span where it has some (a day's mean, lowest and highest)."""
    if function_of(main[0], source) not in ("mean", *ENDS):
        return [main[0]]
    return [main[0], *(name for name in names if name != main[0] and function_of(name, source) in ENDS)]


def _end(names: Sequence[str], bound: Bound, source: TableSource) -> str:
    """Of a span's ends the one that can meet the bound: its highest exceeds, its lowest falls below."""
    wanted = "max" if bound in _UPWARDS else "min"
    ends = [name for name in names if function_of(name, source) == wanted]
    return next(iter(ends if len(names) > 1 and ends else names), "")


def _said(name: str, text: str, source: TableSource) -> int:
    """Letters by which a text calls a column: its label, what people call it, or a word of that in another form."""
    column = next(one for one in source.columns if one.name == name)
    own = {word.lower() for phrase in column.words for word in content_words(phrase)}
    words = [word.lower() for word in content_words(text)]
    known = sum(len(word) for word in words if any(_same(word, one) for one in own))
    return 2 * said_letters(name, text.lower(), source) + known


def _same(said: str, word: str) -> bool:
    shorter, longer = sorted((said, word), key=len)
    return len(shorter) >= _SHORTEST[shorter.isascii()] and longer.startswith(shorter)
