"""CSV: recognised, typed, broken lines named."""

from __future__ import annotations

from pathlib import Path

import pytest

from execution_agents.ingest.imported import BrokenPart, InputFile, RowTarget
from execution_agents.ingest.importers import ROW_IMPORTERS
from execution_agents.ingest.regions import RegionNames
from foundation.contracts.errors import BrokenDocument
from foundation.domains.schema.pack import Pack, TableSource
from foundation.storage.records import TableRow
from tests.execution_agents.ingest.importers.test_korean_statutes import file_of


def target_of(pack: Pack, name: str) -> RowTarget:
    source = pack.source(name)
    assert isinstance(source, TableSource)
    return RowTarget(source, RegionNames(pack))


def rows_of(name: str, file: InputFile, target: RowTarget) -> tuple[list[TableRow], list[BrokenPart]]:
    parts = list(ROW_IMPORTERS[name].read(file, target))
    return [p for p in parts if isinstance(p, TableRow)], [p for p in parts if isinstance(p, BrokenPart)]


LOANS = "product,rate_min,limit_won,example,updated\n"


def test_csv_rows_are_typed_and_broken_lines_are_named_while_the_rest_goes_on(pack: Pack, tmp_path: Path) -> None:
    lines = [
        "가 대출,2.5,100000000,true,2026-01-02",
        "나 대출,많이,1,true,2026-01-02",
        "다 대출,1",
        "가 대출,1,1,true,2026-01-02",
        ",1,1,true,2026-01-02",
        '라 대출,3,"200000000",false,',
    ]
    rows, broken = rows_of(
        "csv", file_of(tmp_path, "x.csv", LOANS + "\n".join(lines)), target_of(pack, "loan_products")
    )
    assert [row.row_id for row in rows] == ["가 대출", "라 대출"]
    assert rows[0].data["rate_min"] == 2.5
    assert rows[0].data["limit_won"] == 100_000_000
    assert rows[0].data["example"] is True
    assert rows[1].data["updated"] is None
    assert [part.line for part in broken] == [3, 4, 5, 6]
    assert "rate_min" in broken[0].reason


@pytest.mark.parametrize("before", ["\n", "\r\n", " \n\n", ",,,,\n"])
def test_blank_lines_before_the_header_are_passed_over(pack: Pack, tmp_path: Path, before: str) -> None:
    file = file_of(tmp_path, "x.csv", before + LOANS + "가 대출,2.5,1,true,2026-01-02\n나 대출,1\n")
    target = target_of(pack, "loan_products")
    assert ROW_IMPORTERS["csv"].sniff(file, target.source)
    rows, broken = rows_of("csv", file, target)
    assert [row.row_id for row in rows] == ["가 대출"]
    assert [part.line for part in broken] == [before.count("\n") + 3]
    twice = file_of(tmp_path, "twice.csv", before + "product,product\n")
    with pytest.raises(BrokenDocument, match=rf"twice\.csv:{before.count(chr(10)) + 1}:"):
        rows_of("csv", twice, target)


@pytest.mark.parametrize(
    ("header", "taken"),
    [(LOANS, True), ("product,surprise\n", False), ("rate_min,rate_max\n", False), ("", False), ('"', False)],
)
def test_a_csv_file_is_recognised_by_its_header(pack: Pack, tmp_path: Path, header: str, taken: bool) -> None:
    assert ROW_IMPORTERS["csv"].sniff(file_of(tmp_path, "x", header), target_of(pack, "loan_products").source) is taken


def test_a_cp949_file_is_read_and_an_undecodable_one_is_named(pack: Pack, tmp_path: Path) -> None:
    body = LOANS + "가 대출,2.5,1,true,2026-01-02\n"
    rows, _ = rows_of("csv", file_of(tmp_path, "old.csv", body.encode("cp949")), target_of(pack, "loan_products"))
    assert rows[0].row_id == "가 대출"
    with pytest.raises(BrokenDocument, match=r"bad\.csv.*0xff.*UTF-8"):
        rows_of("csv", file_of(tmp_path, "bad.csv", b"product\n\xff\xff\xff"), target_of(pack, "loan_products"))
