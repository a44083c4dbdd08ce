"""A choice is worth a question back only where its answer differs."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from execution_agents.knowledge_graph.index import EntityIndex
from foundation.contracts.errors import SourceFailed
from foundation.contracts.pauses import Clarification, ClarificationOption
from foundation.contracts.ports import SearchRequest, SearchResult
from foundation.contracts.work import EvidenceItem
from foundation.domains.schema.pack import TableSource
from supervisor.planning.clarifying.answers import are_alike, tables_of
from tests.named import named_in
from tests.supervisor.planning.talks import context_of
from tests.supervisor.scene import PACK, KnownSource, item, sales

PLACES = ("서울 중구", "대구 중구")
MARKET = tables_of(("market",), PACK)
assert MARKET is not None
NAMES = [table.name for table in MARKET]
LOANS = PACK.data_type("loan").sources[0]
INDEX = EntityIndex(PACK, named_in(PACK))


def between(*labels: str, about: str = "아파트 매매 시세") -> Clarification:
    options = tuple(
        ClarificationOption(id=f"o{at}", label=one, query=f"{one} {about}") for at, one in enumerate(labels, 1)
    )
    return Clarification(message="?", reason="", original_query=f"중구 {about}", options=options)


def priced(place: str, price: int) -> tuple[EvidenceItem, ...]:
    first = sales(place, 1)[0]
    return (first.model_copy(update={"fields": {**first.fields, "price_won": price}}),)


async def alike(first: tuple[EvidenceItem, ...], second: tuple[EvidenceItem, ...]) -> bool:
    known = KnownSource(NAMES[0], "table", dict(zip(PLACES, (first, second), strict=True)))
    sources = {name: known if name == NAMES[0] else KnownSource(name, "table") for name in NAMES}
    return await are_alike(between(*PLACES), replace(context_of("중구"), pack=PACK), sources)


async def test_places_of_one_price_are_alike_though_they_are_called_otherwise() -> None:
    assert await alike(priced(PLACES[0], 300_000_000), priced(PLACES[1], 300_000_000))


async def test_places_of_two_prices_differ() -> None:
    assert not await alike(priced(PLACES[0], 300_000_000), priced(PLACES[1], 310_000_000))


async def test_nothing_known_of_any_choice_is_one_answer() -> None:
    assert await alike((), ())


async def test_one_choice_with_rows_and_one_without_differ() -> None:
    assert not await alike(priced(PLACES[0], 300_000_000), ())


class Meeting(KnownSource):
    """Answers once everybody has asked."""

    asking = asyncio.Barrier(len(PLACES))

    async def search(self, request: SearchRequest) -> SearchResult:
        """As known."""
        await self.asking.wait()
        return await super().search(request)


async def test_choices_are_looked_up_side_by_side() -> None:
    sources = {name: Meeting(name, "table") if name == NAMES[0] else KnownSource(name, "table") for name in NAMES}
    async with asyncio.timeout(5):
        assert await are_alike(between(*PLACES), replace(context_of("중구"), pack=PACK), sources)


async def test_passages_are_never_compared() -> None:
    asked = between("주택임대차보호법 제10조", "상가건물 임대차보호법 제10조", about="알려줘")
    assert tables_of(("legal",), PACK) is None
    assert not await are_alike(asked, replace(context_of("제10조"), pack=PACK), {})


async def test_a_table_that_cannot_be_read_leaves_the_question_asked() -> None:
    broken = {name: KnownSource(name, "table", failure=SourceFailed("away")) for name in NAMES}
    assert not await are_alike(between(*PLACES), replace(context_of("중구"), pack=PACK), broken)


def test_only_tables_serve_the_prices() -> None:
    assert MARKET
    assert all(isinstance(one, TableSource) for one in MARKET)


@pytest.mark.parametrize(("limits", "alike"), [((400, 222), False), ((400, 400), True)])
async def test_rows_of_two_products_are_told_apart_by_their_names(limits: tuple[int, int], alike: bool) -> None:
    names = ("한빛 일반 전세대출 가형", "한빛 일반 전세대출 나형")
    rows = [item(LOANS, name, name, name, product=name, limit_won=won) for name, won in zip(names, limits, strict=True)]
    rows.append(item(LOANS, "다른 대출", "다른 대출", "", product="다른 대출", limit_won=1))
    options = tuple(
        ClarificationOption(id=name, label=name, query=f"{name} 한도 알려줘", entity_id=f"loan:한빛/{name}")
        for name in names
    )
    asked = Clarification(message="?", reason="", original_query="한빛 일반 전세대출 한도", options=options)
    context = replace(context_of("한빛"), pack=PACK, entities=INDEX)
    assert all(one.entity_id in INDEX.entities for one in options)
    assert await are_alike(asked, context, {LOANS: KnownSource(LOANS, "table", always=tuple(rows))}) is alike
