"""Importers: what they recognise, what they read, what they leave out and say."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Mapping, Sequence
from math import inf
from pathlib import Path

import pytest

from execution_agents.ingest.files import SkippedFile, files_under, read_text
from execution_agents.ingest.imported import BrokenPart, ImportedDocument, InputFile, RowTarget
from execution_agents.ingest.importers import DOCUMENT_IMPORTERS, ROW_IMPORTERS
from execution_agents.ingest.regions import RegionNames
from foundation.contracts.errors import BrokenDocument, NothingToIngest
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import Pack, TableSource
from foundation.storage.records import TableRow

STATUTE = """---
제목: 보기법
법령구분: 법률
공포일자: 2025-01-02
시행일자: 2025-07-01
출처: https://example.org/보기법
---

# 보기법

## 제1장 총칙

##### 제1조 (목적)

이 법은 보기를 보이는 것을 **목적**으로 한다.

##### 제2조

삭제 <2024.1.1>

##### 제2조의2 (뜻 (풀이))

**①** 첫째 항이다.

  1\\. 하나

## 부칙

부칙 <제1호,2025.1.2>

제1조 (시행일) 이 법은 공포한 날부터 시행한다.
"""

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
def pack() -> Pack:
    return load_pack(shipped_packs() / "real_estate")


@pytest.fixture(scope="module")
def trades(pack: Pack) -> RowTarget:
    return _target(pack, "trades")


def _target(pack: Pack, name: str) -> RowTarget:
    source = pack.source(name)
    assert isinstance(source, TableSource)
    return RowTarget(source, RegionNames(pack))


def _file(folder: Path, name: str, content: str | bytes) -> InputFile:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    [file] = [one for one in files_under(folder) if one.name == name]
    assert isinstance(file, InputFile)
    return file


def _documents(name: str, file: InputFile) -> tuple[list[ImportedDocument], list[BrokenPart]]:
    parts = list(DOCUMENT_IMPORTERS[name].read(file))
    return [p for p in parts if isinstance(p, ImportedDocument)], [p for p in parts if isinstance(p, BrokenPart)]


def _rows(name: str, file: InputFile, target: RowTarget) -> tuple[list[TableRow], list[BrokenPart]]:
    parts = list(ROW_IMPORTERS[name].read(file, target))
    return [p for p in parts if isinstance(p, TableRow)], [p for p in parts if isinstance(p, BrokenPart)]


# --- statutes -------------------------------------------------------------------------------------


def test_a_statute_becomes_one_document_per_article_and_its_addenda_none(tmp_path: Path) -> None:
    documents, broken = _documents("korean_statutes", _file(tmp_path, "any-name.txt", STATUTE))
    assert [document.document_id for document in documents] == ["보기법-제1조", "보기법-제2조", "보기법-제2조의2"]
    assert [document.title for document in documents] == [
        "보기법 제1조 (목적)", "보기법 제2조 (삭제)", "보기법 제2조의2 (뜻 (풀이))",
    ]  # fmt: skip
    assert {document.as_of for document in documents} == {"2025-07-01"}
    assert [document.metadata["deleted"] for document in documents] == [False, True, False]
    assert documents[0].uri == "https://example.org/보기법#제1조"
    assert broken == []


def test_a_passage_reads_as_a_person_reads_it_while_the_document_keeps_the_original(tmp_path: Path) -> None:
    documents, _ = _documents("korean_statutes", _file(tmp_path, "보기.md", STATUTE))
    assert documents[2].text == "**①** 첫째 항이다.\n\n  1\\. 하나"
    assert documents[2].passages[0].text == "① 첫째 항이다.\n\n  1. 하나"


def test_a_long_article_is_cut_at_its_paragraphs_and_keeps_its_title(tmp_path: Path) -> None:
    long = STATUTE.replace("**①** 첫째 항이다.", "\n\n".join(f"**{mark}** {'가나다. ' * 200}" for mark in "①②③"))
    documents, _ = _documents("korean_statutes", _file(tmp_path, "보기.md", long))
    passages = documents[2].passages
    assert [passage.text[0] for passage in passages] == ["①", "②", "③"]
    assert {passage.title for passage in passages} == {documents[2].title}
    assert all(documents[2].text[p.start : p.end].strip().startswith("**") for p in passages)


def test_an_article_that_stands_twice_is_kept_once_and_named_with_its_line(tmp_path: Path) -> None:
    twice = STATUTE.replace("##### 제2조\n", "##### 제1조 (목적)\n")
    documents, broken = _documents("korean_statutes", _file(tmp_path, "보기.md", twice))
    assert len(documents) == 2
    assert [(part.file, part.line) for part in broken] == [("보기.md", 17)]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (("제목: 보기법\n", "제목:\n"), "제목"),
        (("시행일자: 2025-07-01", "시행일자: 언젠가"), "시행일자"),
        (("##### 제", "##### 第"), "article"),
        (("제목: 보기법", "제목: [보기법"), ":"),
    ],
)
def test_a_statute_that_cannot_be_read_says_what_is_wrong(tmp_path: Path, change: tuple[str, str], named: str) -> None:
    file = _file(tmp_path, "보기.md", STATUTE.replace(*change))
    with pytest.raises(BrokenDocument, match=named) as failure:
        _documents("korean_statutes", file)
    assert failure.value.message.startswith("보기.md")


@pytest.mark.parametrize("content", ["# 보기\n\n제목: 아님\n시행일자: 2020-01-01\n", "---\n제목: 보기\n---\n", ""])
def test_other_markdown_is_not_taken_for_a_statute(tmp_path: Path, content: str) -> None:
    assert not DOCUMENT_IMPORTERS["korean_statutes"].sniff(_file(tmp_path, "보기__법률.md", content))


# --- Markdown and text ----------------------------------------------------------------------------


def test_markdown_is_cut_at_its_headings_and_fenced_code_has_none(tmp_path: Path) -> None:
    front = "---\ntitle: 안내\nas_of: 2026-01-02\nexample: true\n---\n"
    body = front + "처음\n\n# 안내\n\n## 갱신\n본문\n```\n# 코드\n```\n## 해지\n끝\n"
    documents, _ = _documents("markdown", _file(tmp_path, "law/a.md", body))
    [document] = documents
    assert (document.document_id, document.as_of, document.example) == ("law/a.md", "2026-01-02", True)
    assert [(p.title, p.text) for p in document.passages] == [
        ("안내", "처음"), ("안내 > 갱신", "본문\n```\n# 코드\n```"), ("안내 > 해지", "끝"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("content", "named"),
    [("---\ntitle: x\n---\n", "no text"), ("---\na: [\n---\nx", "a.md:"), ("---\nas_of: gestern\n---\nx", "as_of")],
)
def test_broken_markdown_is_named(tmp_path: Path, content: str, named: str) -> None:
    with pytest.raises(BrokenDocument, match=named):
        _documents("markdown", _file(tmp_path, "a.md", content))


def test_text_is_cut_at_empty_lines_and_no_character_is_lost(tmp_path: Path) -> None:
    text = "\n\n".join(f"{at}번째 문단. " * 60 for at in range(6))
    [document] = _documents("text", _file(tmp_path, "긴글.txt", text))[0]
    assert len(document.passages) > 1
    assert "".join("".join(text[p.start : p.end] for p in document.passages).split()) == "".join(text.split())


# --- CSV ------------------------------------------------------------------------------------------

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
    rows, broken = _rows("csv", _file(tmp_path, "x.csv", LOANS + "\n".join(lines)), _target(pack, "loan_products"))
    assert [row.row_id for row in rows] == ["가 대출", "라 대출"]
    assert rows[0].data["rate_min"] == 2.5
    assert rows[0].data["limit_won"] == 100_000_000
    assert rows[0].data["example"] is True
    assert rows[1].data["updated"] is None
    assert [part.line for part in broken] == [3, 4, 5, 6]
    assert "rate_min" in broken[0].reason


@pytest.mark.parametrize(
    ("header", "taken"),
    [(LOANS, True), ("product,surprise\n", False), ("rate_min,rate_max\n", False), ("", False), ('"', False)],
)
def test_a_csv_file_is_recognised_by_its_header(pack: Pack, tmp_path: Path, header: str, taken: bool) -> None:
    assert ROW_IMPORTERS["csv"].sniff(_file(tmp_path, "x", header), _target(pack, "loan_products").source) is taken


def test_a_cp949_file_is_read_and_an_undecodable_one_is_named(pack: Pack, tmp_path: Path) -> None:
    body = LOANS + "가 대출,2.5,1,true,2026-01-02\n"
    rows, _ = _rows("csv", _file(tmp_path, "old.csv", body.encode("cp949")), _target(pack, "loan_products"))
    assert rows[0].row_id == "가 대출"
    with pytest.raises(BrokenDocument, match=r"bad\.csv.*0xff.*UTF-8"):
        _rows("csv", _file(tmp_path, "bad.csv", b"product\n\xff\xff\xff"), _target(pack, "loan_products"))


# --- trades ---------------------------------------------------------------------------------------


def test_both_public_shapes_become_the_same_typed_row(trades: RowTarget, tmp_path: Path) -> None:
    file = _file(tmp_path, "data", "\n".join(json.dumps(one, ensure_ascii=False) for one in (SALE_A, RENT_B)))
    assert ROW_IMPORTERS["apartment_trades"].sniff(file, trades.source)
    rows, broken = _rows("apartment_trades", file, trades)
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
    first, _ = _rows("apartment_trades", _file(tmp_path / "a", "x", _lines(forth)), trades)
    again, _ = _rows("apartment_trades", _file(tmp_path / "b", "x", _lines(forth[::-1])), trades)
    assert len({row.row_id for row in first}) == 3
    assert {row.row_id: row.content_hash for row in first} == {row.row_id: row.content_hash for row in again}


def test_broken_lines_of_trades_are_named(trades: RowTarget, tmp_path: Path) -> None:
    lines = [SALE_A, SALE_A | {"amount": "싸게"}, SALE_A | {"trade_type": "단독"}, RENT_B | {"kind": "증여"}, {"a": 1}]
    text = _lines(lines) + "\n{not json\n" + _lines([{k: v for k, v in RENT_B.items() if k != "deposit_10k_won"}])
    text += "\n" + _lines([RENT_B | {"deposit_10k_won": None}, SALE_A | {"amount": 10**30}]) + "\n" + "[" * 90_000
    text += "\n" + _lines([RENT_B | {"monthly_10k_won": inf}, SALE_A | {"apt_name": ["가"]}]) + "\n" + "[" * 100_001
    rows, broken = _rows("apartment_trades", _file(tmp_path, "x", text), trades)
    assert len(rows) == 1
    assert [part.line for part in broken] == list(range(2, 14))
    named = ["price_won", "trade_type", "kind", "shape", "JSON", "deposit_10k_won", "no", "1,000,000,000", "deep",
             "monthly_10k_won", "apt_name", "100,000"]  # fmt: skip
    assert all(word in part.reason for word, part in zip(named, broken, strict=True))


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("대구광역시 달서구 두류동", "대구 달서구 두류동"),
        ("대구광역시 달서구 새이름동", "대구 달서구 새이름동"),
        ("경기도 안양시 동안구 평촌동", "경기 안양시 동안구 평촌동"),
        ("제주특별자치도 제주시 노형동", "제주특별자치도 제주시 노형동"),
    ],
)
def test_a_written_region_gets_the_packs_name(pack: Pack, written: str, canonical: str) -> None:
    assert RegionNames(pack).canonical(written) == canonical


def _lines(records: Sequence[Mapping[str, object]]) -> str:
    return "\n".join(json.dumps(one, ensure_ascii=False) for one in records)


# --- files ----------------------------------------------------------------------------------------


def test_links_that_leave_the_folder_are_named_not_followed(tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    inside = tmp_path / "inside"
    outside.mkdir()
    inside.mkdir()
    (outside / "secret.md").write_text("x")
    (inside / "a.md").write_text("x")
    (inside / "out.md").symlink_to(outside / "secret.md")
    (inside / "folder").symlink_to(outside)
    (inside / "near.md").symlink_to(inside / "a.md")
    (inside / "gone.md").symlink_to(inside / "nothing.md")
    os.mkfifo(inside / "pipe")
    (inside / "binary").write_bytes(b"a\x00b")
    found = {one.name: one for one in files_under(inside)}
    assert {name for name, one in found.items() if isinstance(one, InputFile)} == {"a.md", "near.md"}
    skipped = {name for name, one in found.items() if isinstance(one, SkippedFile)}
    assert skipped == {"out.md", "folder", "gone.md", "pipe", "binary"}


def test_a_path_with_nothing_at_it_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NothingToIngest, match="nothing at"):
        list(files_under(tmp_path / "none"))


def test_line_ends_of_every_kind_become_newlines(tmp_path: Path) -> None:
    assert read_text(_file(tmp_path, "x", b"\xef\xbb\xbfa\r\nb\rc\n")) == "a\nb\nc\n"


# --- the public originals -------------------------------------------------------------------------


@pytest.fixture(scope="module")
def public() -> Path:
    folder = Path(os.environ.get("SUFFICE_TEST_DATA", "../shared/data"))
    if not (folder / "kr_statutes").exists():
        pytest.skip("SUFFICE_TEST_DATA does not hold the public files")
    return folder


@pytest.mark.public_data
def test_the_public_statutes_give_exactly_their_2621_articles(public: Path) -> None:
    with (public / "kr_statutes" / "articles.jsonl").open(encoding="utf-8") as lines:
        gold = {one["id"]: (one["text"], one["effective"]) for one in map(json.loads, lines)}
    read: dict[str, tuple[str, str | None]] = {}
    for file in files_under(public / "kr_statutes" / "md"):
        assert isinstance(file, InputFile)
        assert DOCUMENT_IMPORTERS["korean_statutes"].sniff(file)
        documents, broken = _documents("korean_statutes", file)
        assert broken == []
        read |= {document.document_id: (document.text, document.as_of) for document in documents}
    assert len(read) == 2_621
    assert read == gold


@pytest.mark.public_data
def test_the_public_trades_give_4150_rows_of_known_regions(public: Path, pack: Pack, trades: RowTarget) -> None:
    rows: list[TableRow] = []
    for folder in ("daegu_apt_trades", "anyang_apt_2017"):
        [file] = [one for one in files_under(public / folder) if isinstance(one, InputFile)]
        found, broken = _rows("apartment_trades", file, trades)
        assert broken == []
        rows += found
    assert len({row.row_id for row in rows}) == len(rows) == 4_150
    assert Counter(row.data["deal"] for row in rows) == {"sale": 1_199 + 1_712, "jeonse": 963, "monthly": 276}
    known = {node.name for slot in pack.slots for node in slot.regions}
    assert {row.data["region"] for row in rows} <= known
