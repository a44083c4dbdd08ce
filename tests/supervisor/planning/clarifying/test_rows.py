"""Rows of one name that one column tells apart are asked about only where the answer hangs on it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from execution_agents.knowledge_graph.index import Collected, EntityIndex
from foundation.contracts.entities import Entity
from foundation.contracts.pauses import Clarification
from foundation.domains.schema.pack import ColumnEntities, TableSource
from supervisor.planning.clarifying.rows import shared_row
from supervisor.planning.context import Exchange
from supervisor.planning.plan import make_plan
from supervisor.planning.understanding import understand
from tests.named import named_in
from tests.supervisor.planning.talks import context_of
from tests.supervisor.scene import PACK as SHIPPED
from tests.supervisor.scene import KnownSource, item

NAME = "가람 안심 전세대출"
BRANCHES = ("수도권", "지방")


def declared(table: TableSource) -> TableSource:
    """The loans with a second column in their key: where they are given."""
    place = table.columns[0].model_copy(update={"name": "place", "label": {"ko": "취급 지역", "en": "place"}})
    return table.model_copy(
        update={
            "key": ("product", "place"),
            "columns": (*table.columns, place),
            "entities": (ColumnEntities(type="loan", column="product"),),
        }
    )


LOANS = next(one for one in SHIPPED.sources if one.name == SHIPPED.data_type("loan").sources[0])
assert isinstance(LOANS, TableSource)
PACK = SHIPPED.model_copy(
    update={
        "sources": tuple(
            declared(one) if one is LOANS and isinstance(one, TableSource) else one for one in SHIPPED.sources
        )
    }
)
KNOWN = named_in(SHIPPED)
INDEX = EntityIndex(
    PACK,
    Collected(
        (*KNOWN.entities, Entity(f"loan:{NAME}", "loan", NAME, (), LOANS.name)),
        KNOWN.words,
        KNOWN.elsewhere,
    ),
)


async def asked(question: str, rates: tuple[float, ...] = (3.1, 3.5), *before: str) -> Clarification | None:
    assert LOANS is not None
    rows = tuple(
        item(LOANS.name, f"{NAME}-{place}", NAME, f"{NAME} {place}", product=NAME, place=place, deal="jeonse",
             rate_min=rate, rate_max=4.5, limit_won=200_000_000)
        for place, rate in zip(BRANCHES, rates, strict=False)
    )  # fmt: skip
    exchanges = tuple(Exchange(one, one, "loan_consult", {}, ("loan",), "") for one in before)
    context = replace(context_of(question, exchanges, pack=PACK), entities=INDEX)
    plan = make_plan(understand(context), None, ("search",), PACK, "rules")
    return await shared_row(plan, context, {LOANS.name: KnownSource(LOANS.name, "table", always=rows)})


async def test_two_rows_of_one_name_are_offered_by_the_column_that_differs() -> None:
    found = await asked(f"{NAME} 금리 알려줘")
    assert found is not None
    assert [one.label for one in found.options] == [f"{NAME} 수도권", f"{NAME} 지방"]
    assert "취급 지역" in found.message
    for option in found.options:
        assert await asked(option.query) is None, "a choice leaves nothing open"


@pytest.mark.parametrize(
    "question",
    [
        f"{NAME} 지방 금리",
        f"{NAME} 수도권이랑 지방 금리 비교해줘",
        f"{NAME} 금리가 가장 낮은 곳은?",
        f"{NAME} 한도 알려줘",
        "두레 신혼부부 전세대출 금리",
    ],
)
async def test_what_is_said_compared_or_the_same_is_not_asked(question: str) -> None:
    assert await asked(question) is None


async def test_rows_that_say_the_same_are_one_answer() -> None:
    assert await asked(f"{NAME} 금리 알려줘", (3.1, 3.1)) is None


async def test_a_single_row_is_no_choice() -> None:
    assert await asked(f"{NAME} 금리 알려줘", (3.1,)) is None


async def test_parts_of_an_aggregate_are_not_asked_about() -> None:
    tables = [one for one in SHIPPED.sources if one.name in SHIPPED.data_type("market").sources]
    prices = next(one.name for one in tables if isinstance(one, TableSource) and one.is_aggregate)
    rows = tuple(
        item(prices, f"yongsan-{band}", "용산구 전세", f"용산구 전세 {band}", region="서울 용산구", deal="jeonse",
             housing_type="apartment", area_band=band, month="2026-02", trades=10, mean_won=mean)
        for band, mean in (("60㎡ 이하", 500_000_000), ("전체", 700_000_000))
    )  # fmt: skip
    context = replace(context_of("용산 아파트 전세는 얼만데", (), pack=PACK), entities=INDEX)
    plan = make_plan(understand(context), None, ("search",), PACK, "rules")
    assert plan.understanding.data_types == ("market",)
    sources = {one.name: KnownSource(one.name, "table", always=rows if one.name == prices else ()) for one in tables}
    assert await shared_row(plan, context, sources) is None
