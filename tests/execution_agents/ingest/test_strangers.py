"""Files that mean harm or are broken: one sentence names each and says what to do; the others are read."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from execution_agents.ingest.files import SkippedFile, files_under
from execution_agents.ingest.imported import ImportedDocument, InputFile
from execution_agents.ingest.importers import DOCUMENT_IMPORTERS
from execution_agents.ingest.outline import TooMuchText, outline_from
from execution_agents.ingest.reading import apart, bounds, package
from execution_agents.ingest.reading.html import read as read_html
from execution_agents.ingest.reading.sheets import sheets_of
from foundation.contracts.errors import BrokenDocument
from tests.conftest import COVERAGE
from tests.execution_agents.ingest.originals import lines, pdf, picture, with_part, word, workbook

Make = Callable[[Path], Path]
BILLION = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "ha">' + "".join(
    f'<!ENTITY {chr(98 + at)} "{("&" + chr(97 + at) + ";") * 10}">' for at in range(9)
) + "]>"  # fmt: skip


def _text(document: Any) -> None:
    document.add_paragraph("글이다.")


def _locked_pdf(folder: Path) -> Path:
    return pdf(folder / "locked.pdf", [lines(800, (10, "글이다."))], password="geheim")


def _scanned(folder: Path) -> Path:
    return pdf(folder / "scan.pdf", [picture, picture])


def _cut_pdf(folder: Path) -> Path:
    whole = pdf(folder / "cut.pdf", [lines(800, (10, "글이다."))]).read_bytes()
    (folder / "cut.pdf").write_bytes(b"%PDF-1.7\n" + whole[200:400])
    return folder / "cut.pdf"


def _cut_docx(folder: Path) -> Path:
    path = word(folder / "cut.docx", _text)
    path.write_bytes(path.read_bytes()[:-400])
    return path


def _laughing(folder: Path) -> Path:
    body = f'{BILLION}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>&j;</w:body></w:document>'
    return with_part(word(folder / "laugh.docx", _text), "word/document.xml", body.encode())


def _laughing_sheet(folder: Path) -> Path:
    path = workbook(folder / "laugh.xlsx", {"s": [["a"], [1]]})
    return with_part(path, "xl/sharedStrings.xml", f"{BILLION}<sst>&j;</sst>".encode("utf-16"))


def _bomb(folder: Path) -> Path:
    path = word(folder / "bomb.docx", _text)
    with zipfile.ZipFile(path, "a", zipfile.ZIP_DEFLATED) as held:
        for at in range(5):
            held.writestr(f"word/media/{at}.bin", bytes(1000))
    # A directory may say anything; `zipfile` gives no byte more than it says, so what it says is the measure.
    content = path.read_bytes()
    real, claimed = (1000).to_bytes(4, "little"), (bounds.MAX_UNPACKED // 4).to_bytes(4, "little")
    path.write_bytes(content.replace(real, claimed))
    return path


def _macros(folder: Path) -> Path:
    return with_part(word(folder / "macro.docm", _text), "word/vbaProject.bin", b"\x00")


def _ole(words: bytes) -> Make:
    def make(folder: Path) -> Path:
        (folder / "old.doc").write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + words)
        return folder / "old.doc"

    return make


def _written(name: str, content: bytes) -> Make:
    def make(folder: Path) -> Path:
        (folder / name).write_bytes(content)
        return folder / name

    return make


def _wide(folder: Path) -> Path:
    return workbook(folder / "wide.xlsx", {"s": [["a"] * (bounds.MAX_COLUMNS + 1)] * 2})


def _uncomputed(folder: Path) -> Path:
    return workbook(folder / "sum.xlsx", {"합계": [["a", "b"], [1, "=A2*2"]]})


def _no_words(folder: Path) -> Path:
    return word(folder / "empty.docx", lambda document: None)


def _archive(folder: Path) -> Path:
    with zipfile.ZipFile(folder / "a.zip", "w") as held:
        held.writestr("a.txt", "x")
    return folder / "a.zip"


SENTENCES: list[tuple[Make, str]] = [
    (_locked_pdf, "locked with a password; save it without one"),
    (_scanned, "pictures of pages and no text; run text recognition"),
    (_cut_pdf, "damaged PDF; save it again"),
    (_written("none.docx", b""), "an empty file (0 bytes); save it again"),
    (_written("lie.pdf", b"just words"), "named .pdf, but its content is no PDF; save it again"),
    (_written("lie.xlsx", b"\x00\x01\x02"), "named .xlsx, but its content is no XLSX; save it again"),
    (_cut_docx, "damaged or cut short; save it again"),
    (_laughing, "declares entities, as no Office program does; save it again"),
    (_laughing_sheet, "declares entities, as no Office program does; save it again"),
    (_bomb, "unpacks to more than 400 MB or 20,000 parts; split it"),
    (_macros, "a document with macros; save it without them"),
    (_ole("EncryptedPackage".encode("utf-16-le")), "locked with a password; save it without one"),
    (_ole(b"HWP Document File"), "an HWP document; save it as DOCX or PDF"),
    (_ole(b"Word"), "an old Office format (.doc, .xls, .ppt); save it as"),
    (_wide, "more than 512 columns in its sheet 's'; split it"),
    (_uncomputed, "a formula without a computed value in B2 of its sheet '합계'; open it in a spreadsheet program"),
    (_no_words, "holds no text"),
    (_written("a.txt", b"\xff\xfe\x00\xd8"), "is not UTF-16"),
    (_written("a.md", b"\x81\xff\xff broken"), "is neither UTF-8 nor CP949"),
    (_written("a.html", b"<html><body><script>write()</script></body></html>"), "no text a browser would show"),
]


def sentence_of(path: Path) -> str:
    """What an ingest says of the one file there."""
    [file] = list(files_under(path))
    if isinstance(file, SkippedFile):
        return f"{file.name}: {file.reason}"
    names = [name for name, one in DOCUMENT_IMPORTERS.items() if one.sniff(file)]
    with pytest.raises(BrokenDocument) as failure:
        list(DOCUMENT_IMPORTERS[names[0]].read(file))
    return failure.value.message


@pytest.mark.parametrize(("make", "words"), SENTENCES, ids=lambda one: getattr(one, "__name__", "")[:20])
def test_what_cannot_be_read_is_one_sentence_with_its_name_and_a_way_out(
    tmp_path: Path, make: Make, words: str
) -> None:
    path = make(tmp_path)
    said = sentence_of(path)
    assert said.startswith(path.name)
    assert words in said
    assert str(tmp_path) not in said


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("a.png", b"\x89PNG\r\n\x1a\n\x00", "a picture"),
        ("a.rtf", b"{\\rtf1 words}", "an RTF document; save it as DOCX or PDF"),
        ("a.bin", b"\x00\x01", "not text and no kind that is read (Markdown (.md)"),
    ],
)
def test_what_is_no_document_is_counted_by_kind(tmp_path: Path, name: str, content: bytes, words: str) -> None:
    (tmp_path / name).write_bytes(content)
    [file] = list(files_under(tmp_path))
    assert isinstance(file, SkippedFile)
    assert words in file.reason
    assert not file.is_document


def test_an_archive_is_not_unpacked(tmp_path: Path) -> None:
    [file] = list(files_under(_archive(tmp_path)))
    assert isinstance(file, SkippedFile)
    assert "a ZIP archive; unpack it" in file.reason


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "cp949", "utf-8"])
def test_text_of_every_usual_encoding_is_read(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "a.txt").write_bytes("첫 줄이다.\r\n둘째 줄이다.\r끝.".encode(encoding))
    [file] = list(files_under(tmp_path))
    assert isinstance(file, InputFile)
    [document] = list(DOCUMENT_IMPORTERS["text"].read(file))
    assert isinstance(document, ImportedDocument)
    assert document.text == "첫 줄이다.\n둘째 줄이다.\n끝."


def test_a_sheet_that_claims_a_million_rows_gives_those_it_has(tmp_path: Path) -> None:
    path = workbook(tmp_path / "a.xlsx", {"s": [["a", "b"], [1, 2]]})
    with zipfile.ZipFile(BytesIO(path.read_bytes())) as held:
        sheet = held.read("xl/worksheets/sheet1.xml").replace(b'ref="A1:B2"', b'ref="A1:XFD1048576"')
    assert b"XFD1048576" in sheet
    for before, after in ((b'<row r="2"', b'<row r="400000"'), (b'"A2"', b'"A400000"'), (b'"B2"', b'"B400000"')):
        sheet = sheet.replace(before, after)
    with_part(path, "xl/worksheets/sheet1.xml", sheet)
    [rows] = [list(sheet.rows) for sheet in sheets_of(path, shown=False)]
    assert rows == [(1, ["a", "b"]), (400_000, ["1", "2"])]


def _merged(folder: Path, text: str) -> Path:
    """Twenty rows of one cell each, and beside it ten that reach over all of them."""

    def change(book: Any) -> None:
        for column in "BCDEFGHIJK":
            book["s"].merge_cells(f"{column}1:{column}20")

    return workbook(folder / "a.xlsx", {"s": [["a", *[text] * 10], *([at] for at in range(2, 21))]}, change)


def test_cells_that_merged_ones_reach_count_as_cells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _merged(tmp_path, "b")
    monkeypatch.setattr(bounds, "MAX_CELLS", 20 * 11)
    [rows] = [list(sheet.rows) for sheet in sheets_of(path, shown=False)]
    assert rows[-1] == (20, ["20", *["b"] * 10])
    monkeypatch.setattr(bounds, "MAX_CELLS", 20 * 11 - 1)
    with pytest.raises(bounds.Unreadable, match="has more than 219 cells; split it"):
        _ = [list(sheet.rows) for sheet in sheets_of(path, shown=False)]


def test_a_long_text_that_merged_cells_repeat_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = _merged(tmp_path, "b" * 1000)
    monkeypatch.setattr(bounds, "MAX_TEXT", 190_000)
    assert [len(list(sheet.rows)) for sheet in sheets_of(path, shown=False)] == [20]
    monkeypatch.setattr(bounds, "MAX_TEXT", 189_999)
    with pytest.raises(bounds.Unreadable, match="more than 189,999 characters; merge fewer rows or split it"):
        _ = [list(sheet.rows) for sheet in sheets_of(path, shown=False)]


def test_deep_nesting_neither_overflows_nor_loses_the_rest(tmp_path: Path) -> None:
    path = tmp_path / "deep.html"
    path.write_text("<html><body><p>앞</p>" + "<div>" * 100_000 + "속" + "</div>" * 100_000 + "<p>뒤</p></body></html>")
    found = read_html(path)
    assert "앞" in found["text"]


def test_a_document_of_too_many_characters_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("execution_agents.ingest.reading.html.MAX_TEXT", 100)
    path = tmp_path / "a.html"
    path.write_text("<html><body>" + "<p>글이다.</p>" * 50)
    with pytest.raises(TooMuchText):
        read_html(path)


def test_a_part_that_becomes_a_tree_has_a_limit_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package, "MAX_MARKUP", 100)
    with pytest.raises(bounds.Unreadable, match="MB of text and marks; split it"):
        package.look_through(word(tmp_path / "a.docx", _text), tree="word/document.xml")


def test_a_reader_that_dies_or_lingers_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = pdf(tmp_path / "a.pdf", [lines(800, (10, "글이다."))])
    with pytest.raises(BrokenDocument, match="a.pdf is damaged: reading it failed"):
        apart.read_apart("no such reader", path, "a.pdf")
    monkeypatch.setattr(apart, "WAIT_S", 0.001)
    with pytest.raises(BrokenDocument, match=r"a\.pdf takes longer than 0\.001 seconds to read; split it\."):
        apart.read_apart("pdf", path, "a.pdf")


def test_the_reading_process_sees_nothing_of_the_services_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[dict[str, str]] = []

    def run(*args: Any, env: dict[str, str], **others: Any) -> None:
        seen.append(env)
        raise apart.subprocess.TimeoutExpired("reader", 1)

    monkeypatch.setenv("SUFFICE_LLM_KEY", "secret")
    monkeypatch.setattr(apart.subprocess, "run", run)
    with pytest.raises(BrokenDocument):
        apart.read_apart("pdf", tmp_path / "a.pdf", "a.pdf")
    assert [set(env) - {COVERAGE} for env in seen] == [{"PYTHONPATH"}]
    assert "secret" not in os.fsdecode(str(seen).encode())


SOUND: dict[str, Any] = {"text": "가나다라", "title": "", "blocks": [["text", 0, 4, 0, [], None, {}, []]]}


WRONG: list[object] = [
    [["text", 0, 5, 0, [], None, {}, []]],
    [["text", 3, 1, 0, [], None, {}, []]],
    [["text", 0, 3, 0, [], None, {}, []], ["text", 2, 4, 0, [], None, {}, []]],
    [["table", 0, 4, 0, [9], None, {}, []]],
    [["table", 0, 4, 0, [1], [3, 2], {}, []]],
    [["table", 0, 4, 0, [1], None, {}, [1, 2]]],
    [["picture", 0, 4, 0, [], None, {}, []]],
    [["text", "a", 4, 0, [], None, {}, []]],
    [["text", 0, 4]],
    [None],
    "blocks",
]


@pytest.mark.parametrize("blocks", WRONG)
def test_an_outline_of_another_form_is_not_believed(blocks: object) -> None:
    assert outline_from(SOUND).text == "가나다라"
    with pytest.raises(ValueError, match=r"outline|block"):
        outline_from({**SOUND, "blocks": blocks})
