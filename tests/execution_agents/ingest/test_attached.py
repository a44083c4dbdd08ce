"""Files people attach: read as passages under their own name, each with its page or its rows, or refused."""

from __future__ import annotations

import io
from datetime import UTC, datetime
from pathlib import Path

import docx
import pytest

from execution_agents.ingest.attached import chunks_attached, read_attached
from foundation.contracts.errors import BrokenDocument
from foundation.storage.conversations.drafts import AttachedPassages
from tests.execution_agents.ingest.originals import lines, pdf, workbook
from tests.execution_agents.ingest.reading import test_hwpx as hwpx


def test_a_word_file_is_its_words_below_its_headings() -> None:
    document, held = docx.Document(), io.BytesIO()
    document.add_heading("차임", 1)
    document.add_paragraph("제1조 임차인은 차임을 낸다.")
    document.save(held)
    found = read_attached("lease.docx", held.getvalue())
    assert "제1조 임차인은 차임을 낸다." in found.text
    assert found.passages[0].title.startswith("lease.docx > 차임")


def test_no_passage_goes_over_two_pages(tmp_path: Path) -> None:
    path = pdf(tmp_path / "a.pdf", [lines(780, (11, f"Page {at} says {at}.")) for at in (1, 2, 3)])
    found = read_attached("a.pdf", path.read_bytes())
    assert [one.place for one in found.passages] == [{"page": 1}, {"page": 2}, {"page": 3}]


def test_rows_are_lines_under_their_heads_with_their_numbers(tmp_path: Path) -> None:
    rows = [["item", "stock"], *([f"valve {at}", at] for at in range(1, 200))]
    of_csv = "\n".join(";".join(map(str, row)) for row in rows).encode()
    for name, content in (
        ("stock.csv", of_csv),
        ("stock.xlsx", workbook(tmp_path / "s.xlsx", {"Stock": rows}).read_bytes()),
    ):
        found = read_attached(name, content)
        assert len(found.passages) > 1
        assert all(one.text.startswith("| item | stock |") for one in found.passages)
        assert found.passages[-1].place is not None and found.passages[-1].place["row_to"] == 200


def test_hwpx_html_and_text_are_read_too(tmp_path: Path) -> None:
    letter = hwpx.written(tmp_path / "a.hwpx", hwpx.paragraph(hwpx.words("승강기는 매달 점검한다.")))
    assert "매달 점검한다" in read_attached("a.hwpx", letter.read_bytes()).text
    page = b"<html><body><h1>Fair</h1><p>The fee is 5 euros.</p></body></html>"
    assert read_attached("fair.html", page).passages[0].title == "fair.html > Fair"
    assert "제1조 가\n" in read_attached("lease.txt", "제1조 가\n\n제2조 나\n".encode()).text


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("a.png", b"\x89PNG\r\n", "is a picture"),
        ("a.pdf", b"%PDF-1.4 nothing", "a.pdf"),
        ("a.bin", b"\x00\x01\x02", "no kind that is read"),
        ("a.csv", b'a,b\n"1,2\n', "not valid CSV"),
    ],
)
def test_other_files_are_refused_with_what_to_do(name: str, content: bytes, says: str) -> None:
    with pytest.raises(BrokenDocument) as refused:
        read_attached(name, content)
    assert says in refused.value.message


def test_a_passage_is_cited_by_the_address_of_its_place() -> None:
    passages = (("a.pdf", "One.", 0, 4, {"page": 2}), ("a.pdf", "Two.", 5, 9, {"row": 2, "row_to": 9}))
    chunks = chunks_attached([AttachedPassages("id", "a.pdf", datetime.now(UTC), passages)])
    assert [(one.chunk_id, one.uri, one.source) for one in chunks] == [
        ("id#1", "a.pdf#page=2", "upload"),
        ("id#2", "a.pdf#row=2-9", "upload"),
    ]
