"""Files that mean harm or are broken: one sentence names each and says what to do; the others are read."""

from __future__ import annotations

import json
import os
import resource
import sys
import time
import zipfile
from collections.abc import Callable
from io import BytesIO
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from execution_agents.ingest.files import SkippedFile, files_under
from execution_agents.ingest.imported import BrokenPart, ImportedDocument, InputFile
from execution_agents.ingest.importers import DOCUMENT_IMPORTERS
from execution_agents.ingest.outline import TooMuchText, outline_from
from execution_agents.ingest.reading import apart, bounds, package, xlsx_rows
from execution_agents.ingest.reading.html import read as read_html
from execution_agents.ingest.reading.sheets import sheets_of
from execution_agents.ingest.shipped import named_in_files
from foundation.contracts.errors import BrokenDocument
from foundation.domains.loading.addresses import sound_address
from foundation.domains.loading.loader import load_pack, shipped_packs
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


def _front(*lines: str) -> bytes:
    return "\n".join(["---", *lines, "---", "# 안내", "글이다.", ""]).encode()


BOMB = _front(
    "a: &a [x,x,x,x,x,x,x,x,x]",
    *(f"{letter}: &{letter} [{','.join([f'*{before}'] * 9)}]" for before, letter in pairwise("abcdefghi")),
    "title: *i",
)
"""A third of a kilobyte that unfolds into three hundred million texts."""


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


TELL_ENVIRONMENT = 'open(json.loads(input())["into"], "w").write(json.dumps(list(os.environ))); print(0)'
LIMITED = "from execution_agents.ingest.reading import __main__ as m, bounds; m.TIME_S = 1; {more}; m.main()"
"""Starts a reading process with a second of processor time."""
SPIN = "m.reader = lambda kind: lambda path: [0 for _ in iter(int, 1)]"


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
    (_ole(b"HWP Document File"), "an HWP document; save it as HWPX, DOCX or PDF"),
    (_ole(b"Word"), "an old Office format (.doc, .xls, .ppt); save it as"),
    (_wide, "more than 512 columns in its sheet 's'; split it"),
    (_uncomputed, "a formula without a computed value in B2 of its sheet '합계'; open it in a spreadsheet program"),
    (_no_words, "holds no text"),
    (_written("a.txt", b"\xff\xfe\x00\xd8"), "is not UTF-16"),
    (_written("a.md", b"\x81\xff\xff broken"), "is neither UTF-8 nor CP949"),
    (
        _written("a.md", BOMB),
        "a.md:3: its front matter cannot be used: an alias repeats a part by reference; write the",
    ),
    (
        _written("a.md", _front("a: " + "[" * 40 + "]" * 40)),
        "a.md:2: its front matter cannot be used: this is nested deeper",
    ),
    (
        _written("a.md", _front("a: 1", "title: !!python/object:os.system x")),
        "a.md:3: its front matter cannot be used: the tag",
    ),
    (
        _written("a.md", _front("title: 가", "title: 나")),
        "a.md:3: its front matter cannot be used: `title` stands here twice",
    ),
    (_written("a.md", _front("title: 0x" + "f" * 5_000)), "a number of 5,002 characters; put it in quotes"),
    (_written("a.md", _front("title: '가", "b: 1")), "its front matter cannot be used: this is not YAML"),
    (_written("a.md", _front("- 가")), "a.md:2: its front matter is not a list of `name: value` lines; write it so"),
    (
        _written("a.md", _front("a: " + "가" * 64_000)),
        "a.md:1: its front matter has more than 64,000 characters; move text",
    ),
    (_written("a.md", _front("title: [가, 나]")), "a.md: title takes text, not a list"),
    (_written("a.md", _front("title: no")), "a.md: title takes text, not false (put it in quotes)"),
    (_written("a.md", _front("title: " + "가" * 301)), "a.md: title takes at most 300 characters, not 301"),
    (_written("a.md", _front("as_of: 어제")), "a.md: as_of takes a date such as 2026-01-31, not '어제'"),
    (_written("a.md", _front("as_of: {day: 1}")), "a.md: as_of takes text, not a list"),
    (_written("a.md", _front("example: perhaps")), "a.md: example takes true or false, not 'perhaps'"),
    (_written("a.md", b"# a\n" * 4_000_000), "has more than 500,000 lines; split it"),
    (_written("a.txt", "가\n".encode() * 500_000), "has more than 500,000 lines; split it"),
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
    grown_kb = -resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    own_s = -time.process_time()
    said = sentence_of(path)
    own_s += time.process_time()
    grown_kb += resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    # Sixteen megabytes took 158 s and 6.6 GB of the service itself, the aliases 95 s and 12.4 GB.
    assert (own_s < 1, grown_kb < 50_000) == (True, True), (own_s, grown_kb)
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
        package.look_through(word(tmp_path / "a.docx", _text), trees=r"word/document\.xml")


def test_a_reader_that_dies_or_lingers_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = pdf(tmp_path / "a.pdf", [lines(800, (10, "글이다."))])
    with pytest.raises(BrokenDocument, match="a.pdf is damaged: reading it failed"):
        apart.read_apart("no such reader", path, "a.pdf")
    monkeypatch.setattr(apart, "WAIT_S", 0.001)
    with pytest.raises(BrokenDocument, match=r"a\.pdf takes longer than 0\.001 seconds to read; split it\."):
        apart.read_apart("pdf", path, "a.pdf")


def test_aliases_are_refused_within_a_second_of_the_processor(tmp_path: Path) -> None:
    spent_s = -sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
    assert "an alias" in sentence_of(_written("a.md", BOMB)(tmp_path))
    assert len(BOMB) < 360
    assert spent_s + sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2]) < 1


def test_a_document_of_too_many_parts_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "COMMAND", [sys.executable, "-c", LIMITED.format(more="m.MAX_BLOCKS = 9")])
    (tmp_path / "a.md").write_text("# 가\n\n나\n\n" * 5)
    with pytest.raises(
        BrokenDocument, match=r"a\.md holds more than 9 headings, paragraphs, lists and tables; split it"
    ):
        apart.outline_of("markdown", tmp_path / "a.md", "a.md")


@pytest.mark.parametrize("name", ["a.md", "a.html"])
def test_a_heading_as_long_as_a_book_is_not_said_over_each_passage(tmp_path: Path, name: str) -> None:
    long, rest = "긴 제목 " * 20_000, "<p>" * (name == "a.html") + "본문이다. " * 200 + "\n\n"
    heading = f"<html><body><h1>{long}</h1>" if name == "a.html" else f"# {long}\n\n"
    (tmp_path / name).write_text(heading + rest * 100)
    [file] = list(files_under(tmp_path))
    assert isinstance(file, InputFile)
    [document] = list(DOCUMENT_IMPORTERS["html" if name == "a.html" else "markdown"].read(file))
    assert isinstance(document, ImportedDocument)
    stored = sum(len(one.title) + len(one.text) for one in document.passages)
    assert stored < 2 * file.size, "a heading of 100,000 characters was stored with each of 300 passages"
    assert "".join(long.split()) in "".join("".join(one.text.split()) for one in document.passages)


ADDRESSES = [
    ("https://example.org/보기?a=1#b", True), ("HTTP://example.org", True), ("../law/a.md#s", True), ("a b.md", True),
    ("", True), ("/a:b", True), ("?a:b", True), ("//example.org/a", True),
    ("javascript:alert(1)", False), ("JavaScript:alert(1)", False), ("java\tscript:alert(1)", False),
    ("\x01javascript:alert(1)", False), ("\u200bjavascript:alert(1)", False), ("data:text/html,x", False),
    ("file:///etc/passwd", False), ("vbscript:x", False), ("https:alert(1)", False), ("https:///a", False),
    ("a\x9b.md", False), ("ftp://example.org", False),
]  # fmt: skip


@pytest.mark.parametrize(("address", "kept"), ADDRESSES)
def test_an_address_is_of_the_web_or_relative(address: str, kept: bool) -> None:
    assert sound_address(address) == (address if kept else "")


@pytest.mark.parametrize("name", ["a.md", "law.md"])
def test_an_address_of_another_kind_is_left_out_and_said(tmp_path: Path, name: str) -> None:
    lines = ["uri: 'javascript:alert(1)'"] if name == "a.md" else [
        "제목: 보기법", "시행일자: 2025-07-01", "출처: javascript:alert(1)",
    ]  # fmt: skip
    (tmp_path / name).write_bytes(_front(*lines) + "##### 제1조\n글\n".encode())
    [file] = list(files_under(tmp_path))
    assert isinstance(file, InputFile)
    kind = next(kind for kind in ("korean_statutes", "markdown") if DOCUMENT_IMPORTERS[kind].sniff(file))
    remark, document = DOCUMENT_IMPORTERS[kind].read(file)
    assert isinstance(document, ImportedDocument)
    assert document.uri == ("a.md" if name == "a.md" else "#제1조")
    assert isinstance(remark, BrokenPart)
    assert remark.note
    assert "'javascript:alert(1)' is left out; give an http:// or https:// address" in str(remark)


@pytest.mark.parametrize("suffix", [".md", ".txt"])
def test_a_file_called_like_a_script_gives_a_relative_address(tmp_path: Path, suffix: str) -> None:
    (tmp_path / f"javascript:alert(1){suffix}").write_text("글이다.")
    [file] = list(files_under(tmp_path))
    assert isinstance(file, InputFile)
    [document] = list(DOCUMENT_IMPORTERS["markdown" if suffix == ".md" else "text"].read(file))
    assert isinstance(document, ImportedDocument)
    assert document.uri == f"./javascript:alert(1){suffix}"


def test_a_file_that_takes_too_long_is_reported_as_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "COMMAND", [sys.executable, "-c", LIMITED.format(more=SPIN)])
    with pytest.raises(BrokenDocument, match=r"a\.md takes longer than 120 seconds to read; split it\."):
        apart.read_apart("markdown", tmp_path / "a.md", "a.md")


def test_the_names_of_a_pack_are_read_by_one_process_which_then_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted = tmp_path / "started"
    note = f"import os; open({str(noted)!r}, 'a').write(str(os.getpid()) + chr(10))"
    monkeypatch.setattr(apart, "COMMAND", [sys.executable, "-c", LIMITED.format(more=note)])
    assert named_in_files(load_pack(shipped_packs() / "handbook")).entities
    [process] = noted.read_text().split()
    with pytest.raises(ProcessLookupError):
        os.kill(int(process), 0)


async def test_files_read_one_after_another_share_a_process_which_then_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted = tmp_path / "started"
    note = f"import os; open({str(noted)!r}, 'a').write(str(os.getpid()) + chr(10))"
    monkeypatch.setattr(apart, "COMMAND", [sys.executable, "-c", LIMITED.format(more=note)])
    (tmp_path / "a.md").write_text("# 가\n\n나\n")
    (tmp_path / "b.md").write_bytes(BOMB)
    async with apart.reading():
        for _ in range(3):
            assert apart.outline_of("markdown", tmp_path / "a.md", "a.md").text == "# 가\n\n나\n"
            with pytest.raises(BrokenDocument, match="an alias"):
                apart.outline_of("markdown", tmp_path / "b.md", "b.md")
    [process] = noted.read_text().split()
    with pytest.raises(ProcessLookupError):
        os.kill(int(process), 0)


def test_the_reading_process_sees_nothing_of_the_services_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SUFFICE_LLM_KEY", "secret")
    monkeypatch.setattr(apart, "COMMAND", [sys.executable, "-c", f"import os, json; {TELL_ENVIRONMENT}"])
    process = apart.ReadingProcess()
    assert process.read("pdf", tmp_path / "a.pdf", tmp_path / "out") == 0
    process.close()
    seen = set(json.loads((tmp_path / "out").read_text()))
    assert seen - {COVERAGE, "LC_CTYPE"} == {"PYTHONPATH"}


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


@pytest.mark.timeout(30)
def test_many_comments_before_no_markup_are_looked_at_once(tmp_path: Path) -> None:
    # Each comment more had doubled the work, in the service itself: thirty were a minute, this many had no end.
    path = tmp_path / "a.txt"
    path.write_text("<!---->" * 2_000 + "words")
    [file] = files_under(path)
    assert isinstance(file, InputFile)
    assert file.kind == "text"
    path.write_text("<!-- one -->\n<!-- two --> <!DOCTYPE html><p>words")
    [file] = files_under(path)
    assert isinstance(file, InputFile)
    assert file.kind == "html"


def test_a_reading_process_that_was_ended_is_not_started_for_the_next_file(tmp_path: Path) -> None:
    path, into = tmp_path / "a.md", tmp_path / "outline.json"
    path.write_text("words")
    process = apart.ReadingProcess()
    assert process.read("markdown", path, into) == 0
    into.unlink()
    process.end()
    assert process.read("markdown", path, into) is None
    assert not into.exists()


@pytest.mark.parametrize("read", [xlsx_rows.read, xlsx_rows.read_heads])
def test_a_text_said_in_many_cells_of_a_table_is_bounded_by_what_all_of_them_say(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, read: Callable[[Path], Any]
) -> None:
    table = workbook(tmp_path / "a.xlsx", {"가": [["글" * 10] * 5] * 4, "나": [["글" * 10] * 5] * 4})
    monkeypatch.setattr(xlsx_rows, "MAX_TEXT", 400)
    assert [len(sheet["rows"]) for sheet in read(table)] == [4, 4]
    monkeypatch.setattr(xlsx_rows, "MAX_TEXT", 399)
    with pytest.raises(TooMuchText):
        read(table)
