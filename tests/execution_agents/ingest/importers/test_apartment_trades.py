"""Both public shapes of apartment sales."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from math import inf
from pathlib import Path

import pytest

from execution_agents.ingest.files import files_under
from execution_agents.ingest.imported import InputFile, RowTarget
from execution_agents.ingest.importers import ROW_IMPORTERS
from foundation.domains.schema.pack import Pack
from foundation.storage.records import TableRow
from tests.execution_agents.ingest.importers.test_csv_table import rows_of, target_of
from tests.execution_agents.ingest.importers.test_korean_statutes import file_of

SALE_A = {
    "trade_type": "아파트", "raw_id": 7, "district": "대구광역시 달서구 두류동", "bunji": "1", "apt_name": "보기아파트",
    "area": 84.9, "contract_date": "2026-01-06", "amount": 215000000, "floor": 2, "construction_year": 1999,
}  # fmt: skip
RENT_B = {
    "kind": "월세", "region": "경기도 안양시 동안구 관양동", "lot": "1", "complex": "보기", "area_m2": 49.8,
    "contract_ym": "201705", "contract_days": "1~10", "deposit_10k_won": 10000, "monthly_10k_won": 40, "floor": "13",
    "built": "1993", "road": "보기로",
}  # fmt: skip


@pytest.fixture(scope="module")
def trades(pack: Pack) -> RowTarget:
    return target_of(pack, "trades")


def test_both_public_shapes_become_the_same_typed_row(trades: RowTarget, tmp_path: Path) -> None:
    file = file_of(tmp_path, "data", "\n".join(json.dumps(one, ensure_ascii=False) for one in (SALE_A, RENT_B)))
    assert ROW_IMPORTERS["apartment_trades"].sniff(file, trades.source)
    rows, broken = rows_of("apartment_trades", file, trades)
    assert broken == []
    sale, rent = (row.data for row in rows)
    assert (sale["region"], sale["deal"], sale["price_won"]) == ("대구 달서구 두류동", "sale", 215_000_000)
    assert (sale["month"], sale["date"]) == ("2026-01", "2026-01-06")
    assert (sale["area_m2"], sale["housing_type"]) == (84.9, "apartment")
    assert (rent["deal"], rent["price_won"], rent["monthly_rent_won"]) == ("monthly", 100_000_000, 400_000)
    assert (rent["region"], rent["month"], rent["date"]) == ("경기 안양시 동안구 관양동", "2017-05", None)


def test_equal_sales_stay_apart_and_keep_their_keys_in_any_order(trades: RowTarget, tmp_path: Path) -> None:
    other = RENT_B | {"floor": "2"}
    forth = [RENT_B, other, RENT_B]
    first, _ = rows_of("apartment_trades", file_of(tmp_path / "a", "x", lines_of(forth)), trades)
    again, _ = rows_of("apartment_trades", file_of(tmp_path / "b", "x", lines_of(forth[::-1])), trades)
    assert len({row.row_id for row in first}) == 3
    assert {row.row_id: row.content_hash for row in first} == {row.row_id: row.content_hash for row in again}


def test_broken_lines_of_trades_are_named(trades: RowTarget, tmp_path: Path) -> None:
    lines = [SALE_A, SALE_A | {"amount": "싸게"}, SALE_A | {"trade_type": "단독"}, RENT_B | {"kind": "증여"}, {"a": 1}]
    text = lines_of(lines) + "\n{not json\n" + lines_of([{k: v for k, v in RENT_B.items() if k != "deposit_10k_won"}])
    text += "\n" + lines_of([RENT_B | {"deposit_10k_won": None}, SALE_A | {"amount": 10**30}]) + "\n" + "[" * 90_000
    text += "\n" + lines_of([RENT_B | {"monthly_10k_won": inf}, SALE_A | {"apt_name": ["가"]}]) + "\n" + "[" * 100_001
    rows, broken = rows_of("apartment_trades", file_of(tmp_path, "x", text), trades)
    assert len(rows) == 1
    assert [part.line for part in broken] == list(range(2, 14))
    named = ["price_won", "trade_type", "kind", "shape", "JSON", "deposit_10k_won", "no", "1,000,000,000", "deep",
             "monthly_10k_won", "apt_name", "100,000"]  # fmt: skip
    assert all(word in part.reason for word, part in zip(named, broken, strict=True))


def lines_of(records: Sequence[Mapping[str, object]]) -> str:
    return "\n".join(json.dumps(one, ensure_ascii=False) for one in records)


@pytest.mark.public_data
def test_the_public_trades_give_4150_rows_of_known_regions(public: Path, pack: Pack, trades: RowTarget) -> None:
    rows: list[TableRow] = []
    for folder in ("daegu_apt_trades", "anyang_apt_2017"):
        [file] = [one for one in files_under(public / folder) if isinstance(one, InputFile)]
        found, broken = rows_of("apartment_trades", file, trades)
        assert broken == []
        rows += found
    assert len({row.row_id for row in rows}) == len(rows) == 4_150
    assert Counter(row.data["deal"] for row in rows) == {"sale": 1_199 + 1_712, "jeonse": 963, "monthly": 276}
    known = {node.name for slot in pack.slots for node in slot.regions}
    assert {row.data["region"] for row in rows} <= known
