"""Figures over choices that go together: one for all, one each where the question asks by them."""

from __future__ import annotations

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from execution_agents.ingest.rows import typed_row
from execution_agents.search.sources.tables import TableRows
from foundation.contracts.identity import Principal
from foundation.contracts.ports import SearchRequest
from foundation.contracts.work import Slots
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import Pack, TableSource
from foundation.storage.corpus.rows import RowsRepository

ROWS = (
    ("sale", "apartment", 100),
    ("sale", "villa", 300),
    ("jeonse", "apartment", 200),
)


@pytest.fixture(scope="module")
def pack() -> Pack:
    """The shipped one, with the kind of deal called together."""
    shipped = load_pack(shipped_packs() / "real_estate")
    declared = shipped.source("trades")
    assert isinstance(declared, TableSource)
    slots = tuple(m.model_copy(update={"together": m.slot == "deal"}) for m in declared.slots)
    changed = declared.model_copy(update={"slots": slots})
    return shipped.model_copy(
        update={"sources": tuple(changed if one.name == "trades" else one for one in shipped.sources)}
    )


async def figures(pack: Pack, engine: AsyncEngine, principal: Principal, question: str, slots: Slots) -> list[int]:
    declared = pack.source("trades")
    assert isinstance(declared, TableSource)
    rows = RowsRepository(engine)
    typed = [
        typed_row(
            {"trade_id": str(at), "complex": "보기", "region": "대구 달서구", "deal": deal, "housing_type": housing,
             "month": "2026-01", "price_won": price},
            declared,
        )
        for at, (deal, housing, price) in enumerate(ROWS)
    ]  # fmt: skip
    await rows.upsert_rows(principal, pack.name, declared.name, typed, replace_missing=True, origin="t")
    request = SearchRequest(principal, question, slots, "ko", 100, 5)
    found = await TableRows(declared, pack, rows).search(request)
    return sorted(int(str(item.fields["rows"])) for item in found.items if item.derived)


@pytest.mark.parametrize(
    ("question", "slots", "counts"),
    [
        ("모두 몇 건이야?", {"housing_type": ("apartment",)}, [2]),
        ("거래 유형별 건수는?", {"housing_type": ("apartment",)}, [1, 1]),
        ("건수가 가장 많은 거래 유형은?", {"housing_type": ("apartment",)}, [1, 1]),
        ("how many for each deal?", {"housing_type": ("apartment",)}, [1, 1]),
        ("매매와 전세는 몇 건씩?", {"housing_type": ("apartment",), "deal": ("sale", "jeonse")}, [1, 1]),
        ("매매는 몇 건?", {"deal": ("sale",)}, [1, 1]),
        ("모두 몇 건이야?", {}, [1, 2]),
    ],
)
async def test_choices_that_go_together_split_only_where_asked(
    pack: Pack, engine: AsyncEngine, principal: Principal, question: str, slots: Slots, counts: list[int]
) -> None:
    assert await figures(pack, engine, principal, question, slots) == counts


@pytest.mark.parametrize(
    ("question", "months", "is_meant"),
    [
        ("5월에 모두 몇 건이야?", "2026-05..2026-05", True),
        ("between May and June, how many?", "2026-05..2026-06", True),
        ("2026년 5월에 모두 몇 건이야?", "2026-05..2026-05", False),
        ("올해 5월에 모두 몇 건이야?", "2026-05..2026-05", False),
        ("7월에 모두 몇 건이야?", "2026-07..2026-07", False),
    ],
)
async def test_a_month_without_a_year_is_of_the_latest_that_has_rows(
    pack: Pack, engine: AsyncEngine, principal: Principal, question: str, months: str, is_meant: bool
) -> None:
    declared = pack.source("trades")
    assert isinstance(declared, TableSource)
    alone = declared.model_copy(update={"prefer_over": ()})
    rows = RowsRepository(engine)
    typed = [
        typed_row(
            {"trade_id": "1", "complex": "보기", "region": "대구 달서구", "month": "2025-05", "price_won": 1}, alone
        )
    ]
    await rows.upsert_rows(principal, pack.name, alone.name, typed, replace_missing=True, origin="t")
    found = await TableRows(alone, pack, rows).search(
        SearchRequest(principal, question, {"period": (months,)}, "ko", 100, 5)
    )
    assert (found.instead is None) == is_meant
    assert found.complete == is_meant
    assert ("2025년 5월" in (found.notice or "")) == is_meant


async def test_no_figures_are_made_of_each_row_alone(pack: Pack, engine: AsyncEngine, principal: Principal) -> None:
    declared = pack.source("trades")
    assert isinstance(declared, TableSource)
    apart = tuple(m.model_copy(update={"column": "trade_id"}) if m.slot == "deal" else m for m in declared.slots)
    keyed = declared.model_copy(update={"slots": apart, "key": ("trade_id",)})
    own = pack.model_copy(update={"sources": tuple(keyed if one.name == "trades" else one for one in pack.sources)})
    assert await figures(own, engine, principal, "거래 유형별로?", {"housing_type": ("apartment",)}) == [2]
