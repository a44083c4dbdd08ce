"""Cells as people write them become cells as a pack takes them."""

from __future__ import annotations

import pytest

from execution_agents.ingest.proposal.cells import column_type, plain_cell, unit_of
from foundation.domains.cells import cell_value
from foundation.domains.schema.pack import ColumnType


@pytest.mark.parametrize(
    ("cells", "kind", "written"),
    [
        (["1,200", "35", ""], "integer", ["1200", "35", ""]),
        (["₩1,200", "35원"], "integer", ["1200", "35"]),
        (["84.9", "1,024.50", "-3"], "number", ["84.9", "1024.50", "-3"]),
        (["3.5%", "4%"], "number", ["3.5", "4"]),
        (["2026.1.5", "2026-01-31", "2026년 2월 3일"], "date", ["2026-01-05", "2026-01-31", "2026-02-03"]),
        (["2026-01-05 00:00:00"], "date", ["2026-01-05"]),
        (["2026-1", "2026년 12월"], "month", ["2026-01", "2026-12"]),
        (["TRUE", "false"], "boolean", ["true", "false"]),
        (["1,200", "none yet"], "text", ["1,200", "none yet"]),
        (["00123", "00124"], "text", ["00123", "00124"]),
        (["12345678901234567"], "text", ["12345678901234567"]),
        (["2026-13-40"], "text", ["2026-13-40"]),
        (["", " "], "text", ["", ""]),
    ],
)
def test_a_column_is_of_the_narrowest_type_its_cells_have(
    cells: list[str], kind: ColumnType, written: list[str]
) -> None:
    assert column_type(cells) == kind
    plain = [plain_cell(cell, kind) for cell in cells]
    assert plain == written
    for cell in plain:
        cell_value(cell, kind)


@pytest.mark.parametrize(
    ("label", "unit"),
    [("거래금액(원)", "won"), ("전용면적(㎡)", "m2"), ("Rate %", "percent"), ("건축년도", "year"), ("Name", None)],
)
def test_a_header_may_name_the_unit(label: str, unit: str | None) -> None:
    assert unit_of(label) == unit
