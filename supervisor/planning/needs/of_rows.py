"""Which table of the pack has a row that a question names, wholly or by most of its name: the wood glue.

A pack lists a table's columns and short lists among its words; the names of its rows it mostly does not.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache

from execution_agents.knowledge_graph.index import EntityIndex
from execution_agents.search.field import is_named_by, words_named
from foundation.domains.schema.by_identity import ByIdentity
from foundation.domains.schema.pack import Pack, TableSource
from foundation.domains.slots.synonyms import added_words
from supervisor.planning.intent import intent_of_data_type

MOST_LOOKED_AT = 200
"""Names that share a word with a question and are compared with it."""


def type_of_named_row(question: str, index: EntityIndex | None, pack: Pack) -> str:
    """The data type with such a table; "" where no row is named."""
    return next((kind for _, kind in rows_named(question, index, pack)), "")


def rows_named(question: str, index: EntityIndex | None, pack: Pack) -> Iterator[tuple[str, str]]:
    """Such rows, each by its name and its data type: those named in the question's words, then those named in the
    field's for them (치과는 한달에 얼마: the dental plan)."""
    if index is None:
        return
    names = _names(ByIdentity(index), ByIdentity(pack))
    for said in (question, " ".join(added_words(question, pack.dictionary.synonyms))):
        near = dict.fromkeys(one for word in sorted(words_named(said)) for one in names.get(word, ()))
        for name, kind, beside in list(near)[:MOST_LOOKED_AT]:
            if is_named_by(name, said, beside):
                yield name, kind


_Named = tuple[str, str, str]
"""Name of a row, data type, labels of its columns."""


@lru_cache(maxsize=16)
def _names(index: ByIdentity[EntityIndex], pack: ByIdentity[Pack]) -> Mapping[str, tuple[_Named, ...]]:
    """Word -> what is called by it."""
    found: dict[str, list[_Named]] = {}
    of_type = _types_named(pack.part)
    for entity in index.part.entities.values():
        kind, beside = of_type.get(entity.type, ("", ""))
        for name in (entity.name, *entity.aliases) if kind else ():
            for word in words_named(name):
                found.setdefault(word, []).append((name, kind, beside))
    return {word: tuple(named) for word, named in found.items()}


def _types_named(pack: Pack) -> Mapping[str, tuple[str, str]]:
    """Type of thing -> the data type whose rows are called so, and the labels of their columns."""
    found: dict[str, tuple[str, str]] = {}
    for kind in pack.data_types:
        tables = [one for name in kind.sources if isinstance(one := pack.source(name), TableSource)]
        if intent_of_data_type(kind.name, pack) is None:
            continue
        for table in tables:
            labels = " ".join(label for column in table.columns for label in column.label.values())
            names = {one.type for one in table.entities if one.pattern is None}
            names |= {one.slot for one in table.slots if table.key == (one.column,) and one.match == "equals"}
            for name in () if table.is_aggregate else names:
                found.setdefault(name, (kind.name, labels))
    return found
