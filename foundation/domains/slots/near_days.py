"""Days that are said as seen from today (어제 정수 탁도, turbidity yesterday), as conditions of rows of days.

People say these words of themselves, too (어제 계약했는데 …). They are a condition beside a value that chooses rows of
days, in the same clause, or where nothing else is said (어제는?).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date
from functools import lru_cache

from foundation.domains.schema.by_identity import ByIdentity
from foundation.domains.schema.pack import Pack, TableSource
from foundation.language.content import content_words
from foundation.language.dates.days import find_near_days
from foundation.language.dates.periods import canonical_days
from foundation.language.spans import Found

_CLAUSE_END = re.compile(
    r"(?<=[가-힣])(?:는데|은데|인데|니까|지만|[고서며])(?=[\s,])|[,;.?!](?=\s|$)|\b(?:and|but|so)\b", re.IGNORECASE
)


def slots_of_days(pack: Pack) -> frozenset[str]:
    """The slots that choose rows of a table with days, and of no table with months alone."""
    return _slots_of_days(ByIdentity(pack))


@lru_cache(maxsize=16)
def _slots_of_days(pack: ByIdentity[Pack]) -> frozenset[str]:
    calendars = {slot.name for slot in pack.part.slots if slot.of_calendar}
    of_days, of_months = set[str](), set[str]()
    for table in (one for one in pack.part.sources if isinstance(one, TableSource)):
        times = [one for one in table.slots if one.match == "month_range" and one.slot not in calendars]
        types = {one.name: one.type for one in table.columns}
        with_days = any(one.day_column or types[one.column] == "date" for one in times)
        others = {one.slot for one in table.slots if one.match != "month_range"}
        (of_days if with_days else of_months).update(others if times else ())
    return frozenset(of_days - of_months)


def near_days(text: str, today: date, beside: Sequence[tuple[int, int]]) -> Iterator[Found]:
    """The days. `beside`: stretches that name what chooses rows of days."""
    for near in find_near_days(text, today):
        alone = not content_words(f"{text[: near.start]} {text[near.end :]}")
        if alone or any(not _CLAUSE_END.search(_between(text, near.start, near.end, *one)) for one in beside):
            yield Found(canonical_days(near.days), near.start, near.end)


def _between(text: str, start: int, end: int, other_start: int, other_end: int) -> str:
    return text[end:other_start] if end <= other_start else text[other_end:start]
