"""Which column a question is about: one it names, else one its adjective measures, else the table's main one."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from execution_agents.analysis.cells import FUNCTIONS, ROWS
from execution_agents.analysis.operations.facts import Fact
from foundation.domains.schema.pack import Column, TableSource
from foundation.language.cues import phrase
from foundation.language.figures.units import LENGTHS, unit_of_column
from foundation.language.rules.limits import amounts_of
from foundation.language.wanted.asking import wanted
from foundation.language.wanted.comparisons import Comparing

_FUNCTION_WORDS = {
    "mean": ("평균", "mean", "average"),
    "median": ("중위", "median"),
    "min": ("최저", "lowest", "min"),
    "max": ("최고", "highest", "max"),
    "count": ("건수", "count", "transactions"),
}
_ORDINARY = frozenset(word for words in _FUNCTION_WORDS.values() for word in words)
_NO_MONEY = frozenset({"percent", "m2", "count", "months", "years", "year"})
_WORD = re.compile(r"[A-Za-z][A-Za-z-]{2,}|[가-힣]{2,}|[A-Z]{2,}")


def figures_of(facts: Sequence[Fact]) -> tuple[str, ...]:
    """Figures that these facts hold, in the order of the table."""
    return tuple(dict.fromkeys(name for fact in facts for name in fact.numbers))


def labels_of(name: str, source: TableSource) -> tuple[str, ...]:
    """What a figure is called, in every language and case."""
    column, function = column_of(name, source)
    if column is None:
        return tuple(FUNCTIONS["count"].values()) if name == ROWS else ()
    named = (column.label, *column.label_when.values())
    labels = [text for label in named for text in label.values()]
    return (*labels, *(FUNCTIONS[function].values() if function else ()))


def column_of(name: str, source: TableSource) -> tuple[Column | None, str]:
    """The declared column of a figure, and the function computed over it: price_won_mean -> price_won, mean."""
    known = {column.name: column for column in source.columns}
    if name in known:
        return known[name], ""
    stem, _, function = name.rpartition("_")
    return known.get(stem), function


def function_of(name: str, source: TableSource) -> str:
    """The function a figure stands for: its mean, its lowest; "" for a figure of a single thing."""
    column, function = column_of(name, source)
    if function or column is None:
        return function
    labels = " ".join(labels_of(name, source)).lower()
    return next((kind for kind, words in _FUNCTION_WORDS.items() if any(word in labels for word in words)), "")


def chosen_column(question: str, asked: Comparing, facts: Sequence[Fact], source: TableSource) -> tuple[str, ...]:
    """The figure meant; several if nothing decides between them; none if the table has no such figure."""
    names = figures_of(facts)
    counting = [name for name in names if any(fact.units.get(name) == "count" for fact in facts)]
    if asked.moved_most and set(called(question, names, source)) & set(counting):
        return tuple(counting[:1])  # 거래량이 가장 많이 늘어난 구
    if (asked.measured == "count" and counting) or (asked.counts and not asked.superlative):
        return tuple(counting[:1])
    rest = [name for name in names if name not in counting]
    own = [] if source.is_aggregate else [name for name in counting if name != ROWS]
    # The cheapest area is no floor area: what a price is said of is measured in no square metres, nor in years.
    priced = [name for name in rest if asked.measured != "money" or not _are_sizes(name, facts)]
    named = called(question, [*priced, *own], source)
    named = named or of_the_unit_asked(question, rest, facts)
    if named or asked.measured == "count":  # 가장 많이 빌려주는 것: of a table that counts nothing only what is named.
        return by_function(named, asked, source)
    return by_function(measuring(rest, asked, facts, source), asked, source)


def _are_sizes(name: str, facts: Sequence[Fact]) -> bool:
    return any(fact.units.get(name) in ("m2", "months", "years") for fact in facts)


def of_the_unit_asked(question: str, names: Sequence[str], facts: Sequence[Fact]) -> list[str]:
    """Figures in the unit that the question asks for (몇 kg); none for lengths of time, which say how long anything
    is."""
    kinds = wanted(question).kinds - LENGTHS
    units = {name: next((fact.units[name] for fact in facts if fact.units.get(name)), None) for name in names}
    return [name for name, unit in units.items() if unit and unit_of_column(unit).kind in kinds]


def called(question: str, names: Sequence[str], source: TableSource) -> list[str]:
    """Figures whose labels, or what people call them, share the most with the question."""
    low = without_amounts(question).lower()
    said: Mapping[str, int] = {name: said_letters(name, low, source) for name in names}
    most = max(said.values(), default=0)
    return [name for name in names if most and said[name] == most]


def without_amounts(question: str) -> str:
    """A question without the amounts it states: under 60 square metres asks for no floor area."""
    for one in reversed(amounts_of(question)):
        question = f"{question[: one.start]} {question[one.start + len(one.text) :]}"
    return question


def mentioned(question: str, names: Sequence[str], source: TableSource) -> list[str]:
    """Every figure whose label shares a word with the question, or that it calls as people do."""
    low = question.lower()
    return [name for name in names if said_letters(name, low, source)]


def said_letters(name: str, question: str, source: TableSource) -> int:
    """Number of letters of the label, or of what people call the figure, that the question holds."""
    column, _ = column_of(name, source)
    said = [one for one in column.words if phrase(one).search(question)] if column is not None else []
    return max([*(matched(label, question) for label in labels_of(name, source)), *map(len, said)], default=0)


def matched(label: str, question: str) -> int:
    """Number of letters of a label's own words that occur in the question."""
    words = [word.lower() for word in _WORD.findall(label)]
    return sum(len(word) for word in words if word not in _ORDINARY and word in question)


def measuring(names: Sequence[str], asked: Comparing, facts: Sequence[Fact], source: TableSource) -> Sequence[str]:
    """Figures of the unit that the adjective measures; the table's main figure without one."""
    units = {name: next((fact.units.get(name) for fact in facts if name in fact.units), None) for name in names}
    money = [name for name in names if units[name] is not None and units[name] not in _NO_MONEY]
    always = [name for name in money if (column := column_of(name, source)[0]) is not None and column.always_shown]
    areas = [name for name in names if units[name] == "m2"]
    if asked.measured == "size" and (areas or source.is_aggregate):
        return areas
    if asked.measured == "weight":
        return [name for name in names if unit_of_column(units[name] or "").kind == "mass"]
    if asked.measured == "length":
        return [name for name in names if units[name] in ("months", "years")]
    if asked.measured == "money":
        price = [name for name in names if (column := column_of(name, source)[0]) is not None and column.price]
        return price or always or money
    return always or money or list(names)


def by_function(names: Sequence[str], asked: Comparing, source: TableSource) -> tuple[str, ...]:
    """Of several figures of one thing (mean, median, lowest) the one that was asked for: the mean where none was, and
    of a span the end that the question looks for."""
    if len(names) < 2:
        return tuple(names)
    functions = {name: function_of(name, source) for name in names}
    wanted = ["median"] if asked.median else ["mean", "", "median"]
    ends = {"low": ["min"], "high": ["max"]}
    if not asked.mean and not any(functions[name] in ("mean", "") for name in names):
        wanted = [*ends.get(asked.direction or "low", []), *wanted]
    for function in wanted:
        found = [name for name in names if functions[name] == function]
        if found and (function or len(found) == 1):
            return (found[0],) if function else tuple(found)
        if found:
            return tuple(found)
    return tuple(names)


def end_of(asked: Comparing, column: str, facts: Sequence[Fact], source: TableSource) -> str:
    """Of single rows that hold a mean and its extremes (a day's readings), the extreme that a superlative looks for."""
    function = {"low": "min", "high": "max"}.get(asked.direction or "", "")
    if function_of(column, source) != "mean" or asked.mean or not function:
        return column
    ends = [name for name in figures_of(facts) if function_of(name, source) == function]
    return ends[0] if ends else column
