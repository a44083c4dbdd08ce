"""Words that rows can be asked by: what their tables call the columns and the kind of data, and words that compare."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict

from foundation.domains.schema.pack import Pack, TableSource
from foundation.language.wanted.comparisons import comparing

OF_A_ROW = 3
"""Slots, its time among them, by which a question names a row: finished water chlorine in September."""


def names_a_row(slots: Collection[str], pack: Pack) -> bool:
    """True if these slots, named, say which row is meant: a time, and two others."""
    return len(slots) >= OF_A_ROW and any(slot.parser == "period" and slot.name in slots for slot in pack.slots)


def known_to_rows(words: Sequence[str], types: Collection[str], pack: Pack) -> Iterator[bool]:
    """For each word: whether it names a column or the kind of data, or compares."""
    declared = [one for one in pack.data_types if one.name in types]
    sources = [pack.source(name) for one in declared for name in one.sources]
    columns = [column for source in sources if isinstance(source, TableSource) for column in source.columns]
    labels = " ".join(part for one in columns for part in (*one.label.values(), *one.words)).casefold()
    keywords = [word.casefold() for one in declared for word in one.keywords]
    for word in words:
        low = word.casefold()
        known = low in labels or any(low.startswith(each) for each in keywords)
        yield known or any(asdict(comparing(word)).values())
