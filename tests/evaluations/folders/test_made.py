"""The folders of files: a statute's text written as PDF, Word and HWPX, with the layout such files have."""

from __future__ import annotations

import importlib
import os
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import docx
import pytest

from evaluations.folders.as_docx import write_docx
from evaluations.folders.as_hwpx import write_hwpx
from evaluations.folders.as_pdf import ASSOCIATION, OFFICIAL, Layout, write_pdf
from evaluations.folders.made import FOLDERS, STATUTES, make_folders
from evaluations.folders.pieces import Piece, Statute, statute_of
from execution_agents.ingest.kinds import kind_of

PUBLIC = Path(os.environ.get("SUFFICE_TEST_DATA") or Path(__file__).resolve().parents[4] / "shared" / "data")
TEXT = """---
제목: 창고 관리법
법령구분: 법률
소관부처:
- 창고부
공포일자: 2025-10-01
공포번호: '01065'
시행일자: 2026-01-02
---

# 창고 관리법

## 제1장 총칙

##### 제1조 (목적)

이 법은 창고를 안전하게 관리함을 목적으로 한다. <개정 2020.1.1>

##### 제2조의2 (점검 등)

**①** 관리자는 다음 각 호를 점검한다.

  1\\. 출입문
    가\\. 주된 출입문인 경우

 자물쇠
  2\\. 소화기

**②** 점검 수수료는 다음과 같다.

  1\\. 작은 창고: 1만원
  2\\. 그 밖의 창고 : 2만원

##### 제3조

삭제 <2021.1.1>
"""


@pytest.fixture
def statute(tmp_path: Path) -> Statute:
    path = tmp_path / "창고.md"
    path.write_text(TEXT, encoding="utf-8")
    return statute_of(path)


def test_statutes_are_read_as_pieces_without_marks(statute: Statute) -> None:
    assert statute.head == "[시행 2026. 1. 2.] [법률 제1065호, 2025. 10. 1.]"
    assert [piece for piece in statute.pieces if piece.kind != "paragraph"] == [
        Piece("title", "창고 관리법"),
        Piece("part", "제1장 총칙"),
        Piece("article", "제1조(목적)"),
        Piece("article", "제2조의2(점검 등)"),
        Piece("item", "1. 출입문", 1),
        Piece("item", "가. 주된 출입문인 경우 자물쇠", 2),
        Piece("item", "2. 소화기", 1),
        Piece("item", "1. 작은 창고: 1만원", 1),
        Piece("item", "2. 그 밖의 창고 : 2만원", 1),
        Piece("article", "제3조"),
    ]


@pytest.mark.parametrize(("layout", "number"), [(OFFICIAL, "법제처 {} 국가법령정보센터"), (ASSOCIATION, "- {} -")])
def test_each_page_of_a_pdf_has_its_head_and_number(
    statute: Statute, tmp_path: Path, layout: Layout, number: str
) -> None:
    long = replace(statute, pieces=statute.pieces * 20)
    write_pdf(long, tmp_path / "a.pdf", layout)
    pages = _pages(tmp_path / "a.pdf")
    assert len(pages) > 1
    for at, page in enumerate(pages, 1):
        words = " ".join(page.split())
        assert "창고 관리법" in words
        assert number.format(at) in words
    first = pages[0].split("\r\n")
    assert any(line.startswith("제1조(목적)") and ("이 법은" in line) == layout.title_in_line for line in first)


def test_word_numbers_each_typed_list_from_one(statute: Statute, tmp_path: Path) -> None:
    write_docx(statute, tmp_path / "a.docx", styled=False)
    document = cast(Any, docx.Document(str(tmp_path / "a.docx")))
    numbered = [one for one in document.paragraphs if one._p.pPr is not None and one._p.pPr.numPr is not None]
    assert [one.text for one in numbered] == [
        "출입문",
        "주된 출입문인 경우 자물쇠",
        "소화기",
        "작은 창고: 1만원",
        "그 밖의 창고 : 2만원",
    ]
    assert len({one._p.pPr.numPr.numId.val for one in numbered}) == 2
    bold = [one.text for one in document.paragraphs if any(run.bold for run in one.runs)]
    assert bold == ["창고 관리법", "제1장 총칙", "제1조(목적)", "제2조의2(점검 등)", "제3조"]
    assert all(one.style.name == "Normal" for one in document.paragraphs)


def test_styled_word_files_have_headings_and_merged_cells(statute: Statute, tmp_path: Path) -> None:
    write_docx(statute, tmp_path / "a.docx", styled=True)
    document = cast(Any, docx.Document(str(tmp_path / "a.docx")))
    headings = [one.text for one in document.paragraphs if one.style.name.startswith(("Heading", "Title"))]
    assert headings == ["창고 관리법", "제1장 총칙", "제1조(목적)", "제2조의2(점검 등)", "제3조"]
    known, values = document.tables
    assert known.cell(0, 0)._tc is known.cell(2, 0)._tc
    assert [[cell.text for cell in row.cells] for row in values.rows] == [
        ["근거", "구분", "구분", "금액"],
        ["제2조의2", "1.", "작은 창고", "1만원"],
        ["제2조의2", "2.", "그 밖의 창고", "2만원"],
    ]
    assert document.sections[0].header.paragraphs[0].text == "창고 관리법"


@pytest.mark.parametrize("outlined", [True, False])
def test_hwpx_packages_are_laid_out_as_hancom_does(statute: Statute, tmp_path: Path, outlined: bool) -> None:
    path = tmp_path / "a.hwpx"
    write_hwpx(statute, path, outlined=outlined)
    with path.open("rb") as file:
        assert kind_of(path, file.read(4096)) == "hwpx"
    with zipfile.ZipFile(path) as package:
        first = package.infolist()[0]
        section = package.read("Contents/section0.xml").decode()
        header = package.read("Contents/header.xml").decode()
    assert (first.filename, first.compress_type) == ("mimetype", zipfile.ZIP_STORED)
    assert "<hp:header " in section and "<hp:pageNum " in section
    assert ("1. 출입문" in section, 'type="NUMBER"' in header, "<hp:tbl " in section) == (
        not outlined,
        outlined,
        outlined,
    )


@pytest.mark.skipif(not (PUBLIC / "kr_statutes").is_dir(), reason=f"no public data at {PUBLIC}")
@pytest.mark.public_data
def test_three_folders_are_made_of_the_public_data(tmp_path: Path) -> None:
    folders = make_folders(PUBLIC, tmp_path)
    assert tuple(folders) == FOLDERS
    assert {one.name for one in folders["statutes"].iterdir()} == {name for name, _ in STATUTES.values()}
    assert sorted({one.suffix for one in folders["statutes"].iterdir()}) == [".docx", ".hwpx", ".pdf"]
    assert any(folders["guide"].iterdir()) and any(folders["trades"].iterdir())


def _pages(path: Path) -> list[str]:
    pdfium = cast(Any, importlib.import_module("pypdfium2"))
    document = pdfium.PdfDocument(str(path))
    return [str(page.get_textpage().get_text_range()) for page in document]
