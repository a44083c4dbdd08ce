"""What a table of days has instead of a time it has no rows of: the newest as long, or what a calendar says next."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from execution_agents.ingest.rows import typed_row
from execution_agents.search.sources.tables import TableRows
from foundation.contracts.identity import Principal
from foundation.contracts.ports import SearchRequest, SearchResult
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import TableSource
from foundation.storage.corpus.rows import RowsRepository


class Days:
    """A shipped table of days with rows of its own."""

    def __init__(self, pack: str, name: str, engine: AsyncEngine, principal: Principal) -> None:
        self._pack = load_pack(shipped_packs() / pack)
        declared = self._pack.source(name)
        assert isinstance(declared, TableSource)
        self._declared, self._principal, self._rows = declared, principal, RowsRepository(engine)
        self._source = TableRows(declared, self._pack, self._rows)

    async def fill(self, *rows: dict[str, Any]) -> None:
        typed = [typed_row(row, self._declared) for row in rows]
        await self._rows.upsert_rows(
            self._principal, self._pack.name, self._declared.name, typed, replace_missing=True, origin="t"
        )

    async def ask(self, period: str, language: str = "ko") -> SearchResult:
        request = SearchRequest(self._principal, "?", {"period": (period,)}, language, 100, 5)
        return await self._source.search(request)


@pytest.fixture
async def readings(engine: AsyncEngine, principal: Principal) -> Days:
    table = Days("water_treatment", "readings", engine, principal)
    days = [f"2026-10-{day:02d}" for day in range(1, 32)] + ["2026-09-30"]
    await table.fill(
        *({"date": day, "point": "raw", "parameter": "turbidity", "mean": 5.0, "min": 4.0, "max": 6.0} for day in days)
    )
    return table


@pytest.fixture
async def holidays(engine: AsyncEngine, principal: Principal) -> Days:
    table = Days("handbook", "holidays", engine, principal)
    days = {"2026-07-10": "Summer party", "2026-12-24": "Christmas closure", "2026-12-25": "Christmas Day"}
    await table.fill(*({"date": day, "holiday": name, "office": "both", "closed": True} for day, name in days.items()))
    return table


def days_of(result: SearchResult) -> list[str]:
    return sorted(str(item.fields["date"]) for item in result.items if not item.derived)


@pytest.mark.parametrize(
    ("asked", "days", "used"),
    [
        ("2026-11-29..2026-11-29", ["2026-10-31"], "2026년 10월 31일"),
        ("2026-11-23..2026-11-25", ["2026-10-29", "2026-10-30", "2026-10-31"], "2026년 10월 29일~2026년 10월 31일"),
        ("2026-12..2026-12", [f"2026-10-{day:02d}" for day in range(1, 32)], "2026년 10월"),
    ],
)
async def test_what_is_not_there_yet_gets_the_newest_as_long(
    readings: Days, asked: str, days: list[str], used: str
) -> None:
    result = await readings.ask(asked)
    assert days_of(result) == days
    assert result.instead is not None
    assert f"가장 최근인 {used} 자료" in result.instead


async def test_a_morning_without_a_reading_gets_the_last_days(readings: Days) -> None:
    await readings.fill(
        *({"date": f"2026-11-{day}", "point": "raw", "parameter": "turbidity", "mean": 5.0} for day in (26, 27, 28))
    )
    result = await readings.ask("2026-11-29..2026-11-29")
    assert days_of(result) == ["2026-11-28"]
    assert result.instead is not None and "가장 최근인 2026년 11월 28일 자료" in result.instead
    assert days_of(await readings.ask("2026-11-25..2026-11-25")) == [], "a gap is no delay"


async def test_figures_over_days_say_the_days_they_are_of(readings: Days) -> None:
    derived = [item for item in (await readings.ask("2026-10-30..2026-10-31")).items if item.derived]
    assert [(item.fields["first_time"], item.fields["last_time"]) for item in derived] == [("2026-10-30", "2026-10-31")]
    month = [item for item in (await readings.ask("2026-10..2026-10")).items if item.derived]
    assert [(item.fields["first_time"], item.fields["last_time"]) for item in month] == [("2026-10", "2026-10")]


@pytest.mark.parametrize(
    ("asked", "next_one", "said"),
    [
        ("2026-12-01..2026-12-01", "2026-12-24", "has none for 1 December 2026; the next is 24 December 2026."),
        ("2026-12-28..2026-12-28", "2026-12-25", "has nothing for 28 December 2026 yet; its last is 25 December 2026."),
        ("2026-06..2026-06", "2026-07-10", "has none for June 2026; the next is 10 July 2026."),
        ("2027-10..2027-10", "2026-12-25", "has nothing for October 2027 yet; its last is 25 December 2026."),
    ],
)
async def test_a_calendar_has_none_and_says_the_next(holidays: Days, asked: str, next_one: str, said: str) -> None:
    result = await holidays.ask(asked, "en")
    assert days_of(result) == [next_one]
    assert result.instead == f"“Public holidays” {said}"


async def test_a_day_of_the_calendar_is_itself(holidays: Days) -> None:
    result = await holidays.ask("2026-12-25..2026-12-25", "en")
    assert (days_of(result), result.instead) == (["2026-12-25"], None)
