"""Tables of a folder: where the header is, what tells rows apart, what a column is."""

from __future__ import annotations

from pathlib import Path

import openpyxl
import pytest

from execution_agents.ingest.proposal.tables import ROW_NUMBER, TableSeen, tables_of
from foundation.contracts.errors import BrokenDocument
from tests.execution_agents.ingest.originals import input_file

CAFE = '메뉴,분류,가격(원)\n아메리카노,커피,"4,500"\n라떼,커피,"5,000"\n녹차,차,"4,800"\n'


def table_of(path: Path) -> TableSeen:
    [table] = tables_of(input_file(path)).tables
    return table


@pytest.mark.parametrize(("encoding", "separator"), [("utf-8", ","), ("utf-8-sig", ";"), ("cp949", "\t")])
def test_a_csv_is_read_in_any_usual_encoding(tmp_path: Path, encoding: str, separator: str) -> None:
    path = tmp_path / "카페 매출.csv"
    rows = [
        ["메뉴", "분류", "가격(원)"],
        ["아메리카노", "커피", "4500"],
        ["라떼", "커피", "5000"],
        ["녹차", "차", "4800"],
    ]
    path.write_bytes("\n".join(separator.join(row) for row in rows).encode(encoding))
    table = table_of(path)
    assert (table.name, table.key, table.is_list) == ("kape_maechul", ("menyu",), True)
    assert [(column.label, column.type) for column in table.columns] == [
        ("메뉴", "text"),
        ("분류", "text"),
        ("가격(원)", "integer"),
    ]
    assert table.rows[2] == ("녹차", "차", "4800")


def test_figures_are_written_plainly_into_the_pack(tmp_path: Path) -> None:
    path = tmp_path / "cafe.csv"
    path.write_text(CAFE, encoding="utf-8")
    assert table_of(path).written().splitlines()[1] == "아메리카노,커피,4500"


def test_a_title_above_the_header_of_a_sheet_is_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "trades.xlsx"
    book = openpyxl.Workbook()
    sheet = book.active
    assert sheet is not None
    for row in (
        ["Trades of 2026"],
        [],
        ["Town", "Day", "Price"],
        ["Leeds", "2026-01-05", 100],
        ["Leeds", "2026-01-06", 90],
    ):
        sheet.append(row)
    book.save(path)
    table = table_of(path)
    assert [column.label for column in table.columns] == ["Town", "Day", "Price"]
    assert table.key == ("day",)
    assert table.title is not None
    assert table.title.name == "town"


def test_rows_that_nothing_tells_apart_are_numbered(tmp_path: Path) -> None:
    path = tmp_path / "notes.csv"
    path.write_text("who,what\nAnn,tea\nAnn,tea\n", encoding="utf-8")
    table = table_of(path)
    assert table.key == (ROW_NUMBER,)
    assert [row[0] for row in table.rows] == ["1", "2"]
    assert not any(column.is_figure for column in table.columns)


def test_a_sheet_without_header_is_named_and_left_out(tmp_path: Path) -> None:
    path = tmp_path / "figures.csv"
    path.write_text("1,2\n3,4\n", encoding="utf-8")
    found = tables_of(input_file(path))
    assert not found.tables
    assert "no header row" in str(found.left_out[0])


def test_a_csv_that_is_none_says_so(tmp_path: Path) -> None:
    path = tmp_path / "broken.csv"
    path.write_text("a,b\n" + "x" * 200_000 + ",1\n", encoding="utf-8")
    with pytest.raises(BrokenDocument, match="is no CSV"):
        tables_of(input_file(path))
