"""Days that are said as seen from today (어제 정수 탁도, is tomorrow a holiday), as conditions of rows of days.

People say these words of themselves, too (어제 계약했는데 …). They are a condition in one clause with what asks for
rows of days, or where nothing else is said (어제는?).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from foundation.domains.schema.by_identity import ByIdentity
from foundation.domains.schema.pack import Pack, TableSource
from foundation.language.content import content_words
from foundation.language.cues import phrase
from foundation.language.dates.days import find_near_days
from foundation.language.dates.periods import canonical_days
from foundation.language.spans import Found

_CLAUSE_END = re.compile(
    r"(?:는데|은데|인데|니까|지만|[하되이았었했왔갔됐였]고|[아어해와가돼라]서|으며|하며)(?=[\s,])"
    r"|[,;.?!](?=\s|$)|\b(?:and|but|so)\b",
    re.IGNORECASE,
)

_NOW = re.compile(r"(?<![가-힣])(?:지금|현재)|\b(?:(?:right\s+)?now|currently)\b", re.IGNORECASE)


@dataclass(frozen=True)
class RowsOfDays:
    """What asks for rows of days."""

    slots: frozenset[str] = frozenset()
    """Slots that choose such rows, and none of months alone."""
    words: tuple[str, ...] = ()
    """What data that is served by such rows alone is called."""

    def named_in(self, text: str) -> list[tuple[int, int]]:
        """The stretches that call it so."""
        return [found.span() for word in self.words for found in _said(word).finditer(text)]


def rows_of_days(pack: Pack) -> RowsOfDays:
    """Those of this pack."""
    return _rows_of_days(ByIdentity(pack))


@lru_cache(maxsize=16)
def _rows_of_days(held: ByIdentity[Pack]) -> RowsOfDays:
    pack = held.part
    of_days, of_months, tables = set[str](), set[str](), set[str]()
    for table in (one for one in pack.sources if isinstance(one, TableSource)):
        times = [one for one in table.slots if one.match == "month_range"]
        types = {one.name: one.type for one in table.columns}
        others = {one.slot for one in table.slots if one.match in ("equals", "region")}
        if any(one.day_column or types[one.column] == "date" for one in times):
            of_days |= others
            tables.add(table.name)
        elif times:
            of_months |= others
    served = [one for one in pack.data_types if one.sources and tables.issuperset(one.sources)]
    words = dict.fromkeys(word for one in served for word in one.keywords)
    return RowsOfDays(frozenset(of_days - of_months), tuple(words))


def near_days(
    text: str, today: date, beside: Sequence[tuple[int, int]], named: Sequence[tuple[int, int]]
) -> Iterator[Found]:
    """The days. `beside`: stretches that ask for rows of days; `named`: all that names something. 지금 is today only if
    nothing else is said: it may mean what holds today, too (지금 기준이 얼마야)."""
    for near in find_near_days(text, today):
        alone = not content_words(_without(text, [(near.start, near.end)]))
        if alone or any(not _CLAUSE_END.search(_between(text, near.start, near.end, *one)) for one in beside):
            yield Found(canonical_days(near.days), near.start, near.end)
    for now in _NOW.finditer(text):
        if beside and not content_words(_without(text, [now.span(), *named])):
            yield Found(canonical_days((today, today)), *now.span())


def _without(text: str, spans: Sequence[tuple[int, int]]) -> str:
    for start, end in spans:
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text


def _between(text: str, start: int, end: int, other_start: int, other_end: int) -> str:
    return text[end:other_start] if end <= other_start else text[other_end:start]


@lru_cache(maxsize=256)
def _said(word: str) -> re.Pattern[str]:
    return phrase(word) if word.isascii() else re.compile(re.escape(word), re.IGNORECASE)
