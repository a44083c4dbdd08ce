"""The mark between cells: read with quotes respected, in every encoding, by every way a table comes in."""

from __future__ import annotations

from pathlib import Path

import pytest

from execution_agents.ingest.attached import read_attached
from execution_agents.ingest.importers import ROW_IMPORTERS
from execution_agents.ingest.reading.delimited import delimiter_of
from foundation.domains.schema.pack import Pack
from tests.execution_agents.ingest.importers.test_csv_table import rows_of, target_of
from tests.execution_agents.ingest.importers.test_korean_statutes import file_of

TABLES = {
    "comma": ("name,price\nA,1\n", ","),
    "semicolon": ("name;price\nA;1,5\nB;2,5\n", ";"),
    "tab": ("name\tprice\nA, B\t1\n", "\t"),
    "bar": ("name|price|unit\nA|1|kg\n", "|"),
    "quoted semicolons in cells": ('name,parts\nA,"x; y; z"\nB,"x; z"\n', ","),
    "quoted semicolons in the header": ('"name; kind; size",price\n"A; b",1\n', ","),
    "quoted commas in cells": ('name;parts\nA;"x, y, z"\nB;"x, z"\n', ";"),
    "quoted newlines": ('"name\nof it",price\n"A;\nB;;;",1\n', ","),
    "empty lines first": ("\n\nname;price\nA;1\n", ";"),
    "one column": ("name\nA\nB\n", ","),
    "nothing": ("", ","),
}


@pytest.mark.parametrize(("text", "mark"), TABLES.values(), ids=TABLES)
def test_the_mark_between_cells_is_the_one_that_makes_a_table(text: str, mark: str) -> None:
    assert delimiter_of(text) == mark


PARTS = '"품목; 규격",비고\n"배관; 50A","한 줄\n두 줄; 세 줄"\n밸브,없음\n'


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp949"])
def test_a_file_attached_whose_quoted_cells_hold_semicolons_is_read(encoding: str) -> None:
    read = read_attached("parts.csv", PARTS.encode(encoding))
    assert "배관; 50A" in read.text
    assert "세 줄" in read.text


LOANS = "product,rate_min,limit_won,example,updated"


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_a_table_of_a_source_is_taken_by_whatever_mark_its_cells_are_parted(
    pack: Pack, tmp_path: Path, mark: str
) -> None:
    cells = ['"가 대출; 1호, 2호"', "2.5", "100000000", "true", "2026-01-02"]
    file = file_of(tmp_path, "x.csv", f"{mark.join(LOANS.split(','))}\n{mark.join(cells)}\n")
    target = target_of(pack, "loan_products")
    assert ROW_IMPORTERS["csv"].sniff(file, target.source)
    rows, broken = rows_of("csv", file, target)
    assert ([row.row_id for row in rows], broken) == (["가 대출; 1호, 2호"], [])


def test_a_form_feed_in_a_cell_ends_no_row() -> None:
    assert "| 쪽 끝 | 1 |" in read_attached("pages.csv", "a,b\n쪽\x0c끝,1\n".encode()).text
