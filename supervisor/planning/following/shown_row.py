"""A question about the row that the last answer was about, by a column of its table: 만기가 몇 년이지, who provides it.

People ask for a column in words that the pack lists for it. Where such words, and little else, make up a question, it
is about the row in focus, whatever intent its words would read alone."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import replace

from execution_agents.analysis.cells import is_of_things
from execution_agents.knowledge_graph.linker import link
from foundation.domains.schema.pack import Column, Pack, TableSource
from foundation.domains.slots.slots import find_mentions
from foundation.language.cues import phrase, references, topic_words
from foundation.language.figures.units import UNITLESS, unit_of
from foundation.language.rules.limits import amounts_of
from foundation.language.script import HANGUL
from foundation.language.wanted.comparisons import comparing
from foundation.language.wanted.labels import written
from supervisor.planning.context import Exchange, TurnContext

_WORD = re.compile(r"[A-Za-z]{4,}|[가-힣]{2,}")
_SHORT_IS = re.compile(r"(?<=\bwhat)['’]s\b", re.IGNORECASE)
BESIDE = 1
"""Words besides the column's that a question may have which points at the row (it, 그거)."""


def row_asked_of(exchanges: Collection[Exchange], context: TurnContext) -> Exchange | None:
    """The last exchange with the data types of its table alone, if its answer was about one row of a table of things
    and this question asks a column of it."""
    last = next(iter(exchanges), None)
    if last is None or not last.shown or context.alone:
        return None
    called = _called(last.shown, context.question)
    question = context.question
    if called is not None:
        last, word = replace(last, shown=called[0]), called[1]
        question = phrase(word).sub(" ", question)
    if ", " in last.shown:
        return None
    things = tuple(name for name in last.data_types if any(map(is_of_things, _tables((name,), context.pack))))
    if set(things) != set(last.data_types) and not _is_a_row(last.shown, things, context):
        return None
    named = find_mentions(context.question, context.pack, context.now)
    asks = not named and asks_of_a_column(question, things, context.pack, points=called is not None)
    return replace(last, data_types=things) if asks else None


def _called(shown: str, question: str) -> tuple[str, str] | None:
    """The one thing of those shown that a question calls by a word of its name alone (the gift, of Sabbatical and
    Anniversary gift), and that word; None if it calls none, or more than one."""
    names = shown.split(", ")
    words = {name: {word.lower() for word in _WORD.findall(name)} for name in names}
    found: list[tuple[str, str]] = []
    for name in names:
        others = {word for other in names if other != name for word in words[other]}
        said = [word for word in sorted(words[name] - others, key=len) if phrase(word).search(question)]
        found += [(name, said[-1])] if said else []
    return found[0] if len(found) == 1 else None


def _is_a_row(shown: str, data_types: Collection[str], context: TurnContext) -> bool:
    """True if what was shown is a thing of these tables by its name, and no heading of a passage."""
    if context.entities is None:
        return False
    kinds = {one.type for table in _tables(data_types, context.pack) for one in table.entities}
    found = (one for one in link(shown, context.entities) if one.status == "known")
    return any(context.entities.entities[each].type in kinds for one in found for each in one.entities)


def asks_of_a_column(question: str, data_types: Collection[str], pack: Pack, *, points: bool = False) -> bool:
    """True if a question is made of words for a column of these data types' things, and compares and supposes
    nothing. `points`: it names the thing, which is taken out of it."""
    tables = [one for one in _tables(data_types, pack) if is_of_things(one)]
    if not tables or amounts_of(question):
        return False
    refers = bool(references(question))
    rest, called = _SHORT_IS.sub(" is", question), False
    by_label = points or refers or HANGUL.search(question) is not None
    ways = dict(_ways_to_say(tables, points=by_label))
    for name in sorted(ways, key=len, reverse=True):
        rest, found = ways[name].subn(" ", rest)
        called = called or bool(found)
    asked = comparing(rest)  # 최고 금리 is the name of a figure, and ranks nothing.
    if asked.superlative or asked.comparative or asked.ordered:
        return False
    left = [word for word in topic_words(rest) if unit_of(word.lower()) == UNITLESS]
    return called and len(left) <= (BESIDE if refers else 0)


def _tables(data_types: Collection[str], pack: Pack) -> list[TableSource]:
    names = {source for one in pack.data_types if one.name in data_types for source in one.sources}
    return [one for one in pack.sources if isinstance(one, TableSource) and one.name in names]


def _ways_to_say(tables: Collection[TableSource], *, points: bool) -> Iterator[tuple[str, re.Pattern[str]]]:
    """What people call the columns, and how that is written; their labels, too, where the question points: alone many
    of them (note, paid) are words like others."""
    for table in tables:
        for column in table.columns:
            yield from ((words, phrase(words)) for words in column.words)
            if points and _may_be_asked(column, table):
                yield from ((label, written(label)) for label in column.label.values())


def _may_be_asked(column: Column, table: TableSource) -> bool:
    return column.name not in table.key and column.name not in (table.as_of, table.example_column)
