"""The kind of a file, read from its bytes: a name proves nothing."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path
from typing import Literal

FileKind = Literal["text", "html", "pdf", "docx", "hwpx", "xlsx"]

SUFFIXES: dict[str, tuple[str, ...]] = {
    "markdown": (".md", ".markdown"),
    "text": (".txt", ".text"),
    "html": (".html", ".htm", ".xhtml"),
    "pdf": (".pdf",),
    "docx": (".docx",),
    "hwpx": (".hwpx",),
    "xlsx": (".xlsx",),
}
"""The file name suffixes of each kind; only `markdown` and `text` are recognised by them."""
ACCEPTED = "Markdown (.md), text (.txt), HTML (.html), PDF (.pdf), Word (.docx), HWPX (.hwpx), Excel (.xlsx)"

# Comments are matched whole, once: if one match could extend over the next comment, each further one would double the
# work.
_MARKUP = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?>.*?-->)\s*)*+<(?:!doctype\s+html|html|head|body)\b", re.I | re.S
)
_TEXT_MARKS = (b"\xff\xfe", b"\xfe\xff")
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_MACROS = re.compile(r"(?:^|/)vbaProject[^/]*\.bin$", re.I)
_OTHERS = (
    (b"\x89PNG", "a picture; type its words into a document, or run text recognition over it"),
    (b"\xff\xd8\xff", "a picture; type its words into a document, or run text recognition over it"),
    (b"PAR1", "a Parquet file; export it as CSV or XLSX"),
    (b"{\\rtf", "an RTF document; save it as DOCX or PDF"),
    (b"\x1f\x8b", "a compressed file; unpack it and ingest what is inside"),
    (b"Rar!", "a compressed file; unpack it and ingest what is inside"),
    (b"7z\xbc\xaf", "a compressed file; unpack it and ingest what is inside"),
)


class Unfit(Exception):
    """The file is of no kind that is read; the message says what it is and what to do, as the rest of a sentence.

    `is_document` is False for pictures, archives and the like: they are counted, not named one by one.
    """

    def __init__(self, message: str, *, is_document: bool = True) -> None:
        super().__init__(message)
        self.is_document = is_document


def kind_of(path: Path, head: bytes) -> FileKind:
    """The kind of a file that begins with `head`. Raises Unfit; OSError when it cannot be opened."""
    if b"%PDF-" in head[:1024]:
        return "pdf"
    if head.startswith(_OLE):
        raise Unfit(_of_ole(path))
    if head.startswith(b"PK\x03\x04"):
        return _of_package(path)
    for mark, words in _OTHERS:
        if head.startswith(mark):
            raise Unfit(words, is_document=False)
    if not head.startswith(_TEXT_MARKS) and b"\x00" in head:
        named = _named_otherwise(path)
        raise Unfit(named or f"not text and no kind that is read ({ACCEPTED})", is_document=named is not None)
    return "html" if _MARKUP.match(_ascii(head)) else "text"


def misnamed(path: Path, kind: FileKind) -> str | None:
    """A sentence if text is named like a format it is not."""
    return _named_otherwise(path) if kind == "text" else None


def _named_otherwise(path: Path) -> str | None:
    suffix = path.suffix.lower()
    if suffix in (".pdf", ".docx", ".hwpx", ".xlsx"):
        if not path.stat().st_size:
            return "an empty file (0 bytes); save it again from its program, or send it again"
        return f"named {suffix}, but its content is no {suffix[1:].upper()}; save it again from its program"
    return None


def _ascii(head: bytes) -> str:
    if head.startswith(_TEXT_MARKS):
        return head.decode("utf-16", errors="ignore")
    return head.removeprefix(b"\xef\xbb\xbf").decode("latin-1")


def _of_package(path: Path) -> FileKind:
    try:
        with zipfile.ZipFile(path) as package:
            names = set(package.namelist())
            if any(_MACROS.search(name) for name in names):
                raise Unfit("a document with macros; save it without them, as .docx or .xlsx")
            if "word/document.xml" in names:
                return "docx"
            if "xl/workbook.xml" in names:
                return "xlsx"
            if any(name.startswith("ppt/") for name in names):
                raise Unfit("a presentation; save it as PDF")
            if any(name.startswith("Contents/section") for name in names):
                return "hwpx"
    except (zipfile.BadZipFile, NotImplementedError, ValueError, EOFError) as problem:
        raise Unfit("damaged or cut short; save it again from its program, or send it again") from problem
    raise Unfit("a ZIP archive; unpack it and ingest what is inside", is_document=False)


def _of_ole(path: Path) -> str:
    with path.open("rb") as file:
        data = file.read(1_000_000)
    if "EncryptedPackage".encode("utf-16-le") in data:
        return "locked with a password; save it without one"
    if b"HWP Document File" in data or "HwpSummaryInformation".encode("utf-16-le") in data:
        return "an HWP document; save it as HWPX, DOCX or PDF"
    return "an old Office format (.doc, .xls, .ppt); save it as .docx, .xlsx or PDF"
