"""Tables that strangers bring, as packs."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluations.computing.csv_pack import NAME, filling_of, names_of
from evaluations.computing.reading import Case
from foundation.contracts.errors import WrongUse
from foundation.domains.loading.loader import load_pack
from foundation.domains.schema.pack import TableSource

LIBRARY = Case.model_validate(
    {
        "id": "c-1",
        "pack": "csv",
        "language": "ko",
        "ask": ["3월 대출 권수는?"],
        "expect": {"value": "12"},
        "csv": "library.csv",
        "csv_key": ["월", "분관"],
        "columns": {
            "월": {"type": "month", "label": {"ko": "월", "en": "month"}, "time": True},
            "분관": {"type": "text", "label": {"en": "branch"}, "asked_by": True},
            "대출 권수": {"type": "integer", "unit": "count"},
        },
    }
)


@pytest.mark.parametrize(
    ("headers", "names"),
    [
        (["month", "net_kg"], ["month", "net_kg"]),
        (["월", "분관", "loans"], ["column_1", "column_2", "loans"]),
        (["Net weight (kg)", "2025", ""], ["column_1", "column_2", "column_3"]),
        (["column_2", "월"], ["column_2", "column_2_"]),
        (["a" * 41], ["column_1"]),
    ],
)
def test_a_header_that_is_no_name_is_called_by_its_place(headers: list[str], names: list[str]) -> None:
    assert list(names_of(headers).values()) == names


def test_a_table_of_any_headers_is_a_pack_that_loads(tmp_path: Path) -> None:
    table = tmp_path / "library.csv"
    table.write_text('월,분관,대출 권수\n2025-03,"중앙, 본관",12\n', encoding="utf-8-sig")
    filling = filling_of(tmp_path, LIBRARY, table)
    assert filling.packs_dir is not None
    pack = load_pack(filling.packs_dir / NAME)
    source = pack.sources[0]
    assert isinstance(source, TableSource)
    assert [column.name for column in source.columns] == ["column_1", "column_2", "column_3"]
    assert [column.label["ko"] for column in source.columns] == ["월", "분관", "대출 권수"]
    written = (filling.packs_dir / NAME / "tables" / "rows.csv").read_text("utf-8")
    assert written.splitlines() == ["column_1,column_2,column_3", '2025-03,"중앙, 본관",12']


def test_a_declared_column_that_the_table_lacks_is_named(tmp_path: Path) -> None:
    table = tmp_path / "library.csv"
    table.write_text("월,분관\n2025-03,중앙\n", encoding="utf-8")
    with pytest.raises(WrongUse, match="대출 권수"):
        filling_of(tmp_path, LIBRARY, table)
