"""Decodes bytes to text: first by the declared encoding, then UTF-8, then CP949; nothing is guessed.

A page's declaration of a single-byte encoding is only used after UTF-8 has failed: editors write `iso-8859-1` over
pages of UTF-8, and since every byte is a letter there, decoding would never fail. Multi-byte encodings come first,
since text in them may be valid UTF-8 too (ISO-2022 has 7 bits); UTF-16 and UTF-32 without a mark come first if the
first character has a zero byte, as in markup and in no text of UTF-8.
"""

from __future__ import annotations

import codecs
import re
from pathlib import Path

from execution_agents.ingest.reading.bounds import MAX_LINES, MAX_TEXT, Unreadable

ENCODINGS = ("utf-8-sig", "cp949")
"""Tried in this order: Korean public files are one of the two."""
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_KOREAN = frozenset(("euc-kr", "euckr", "ks_c_5601-1987", "ksc5601", "ms949", "windows-949", "x-windows-949"))
"""Names under which CP949 is declared (the web's own table of labels)."""


_SEVERAL_BYTES = ("iso2022", "hz", "euc", "shift_jis", "big5", "gb", "johab", "cp932", "cp949", "cp950")
"""What the names of Python's codecs of several bytes begin with."""
_WIDE = ("utf-16", "utf-32")
_NO_PAGES = frozenset(
    ("utf-8", "utf-16", "utf-32", "utf-7", "unicode-escape", "raw-unicode-escape", "punycode", "idna", "undefined")
)
"""Codecs that are tried anyway, need a mark, or are not used for pages."""


_UNSEEN = re.compile("[\u200b\u2060\ufeff]")
"""Characters without width that no script needs: they hide words from whoever reads and from every search."""


class Undecodable(ValueError):
    """The bytes are in no encoding that was tried; the message names them and the first byte that does not fit."""


def text_of(path: Path) -> str:
    """A whole file of plain text. Raises Unreadable."""
    try:
        text = decoded(path.read_bytes())
    except Undecodable as problem:
        raise Unreadable(str(problem)) from problem
    if len(text) > MAX_TEXT:
        raise Unreadable(f"holds more than {MAX_TEXT:,} characters; split it")
    if text.count("\n") >= MAX_LINES:
        raise Unreadable(f"has more than {MAX_LINES:,} lines; split it")
    return text


def decoded(data: bytes, declared: str | None = None) -> str:
    """The text, line ends as newlines, without characters that nobody sees. Raises Undecodable."""
    mark = next((encoding for mark, encoding in _MARKS if data.startswith(mark)), None)
    wanted = [mark] if mark else _in_order(_known(declared), data)
    reasons: list[str] = []
    for encoding in dict.fromkeys(wanted):
        try:
            return _UNSEEN.sub("", data.decode(encoding)).replace("\r\n", "\n").replace("\r", "\n")
        except UnicodeDecodeError as problem:
            byte = f"byte 0x{data[problem.start]:02x} at {problem.start}" if problem.start < len(data) else "its end"
            reasons.append(f"{encoding.removesuffix('-sig')}: {byte}")
    tried = " nor ".join(name.removesuffix("-sig").upper() for name in dict.fromkeys(wanted))
    raise Undecodable(f"is {'not' if mark else 'neither'} {tried} ({'; '.join(reasons)}); save it as UTF-8")


def head_text(head: bytes) -> str:
    """The beginning of a file as text; a cut or broken last character does not matter."""
    mark = next((encoding for mark, encoding in _MARKS if head.startswith(mark)), None)
    if mark:
        return head.decode(mark, errors="ignore")
    try:
        return head.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        whole = problem.start > len(head) - 4
        return head.decode("utf-8-sig" if whole else "cp949", errors="ignore")


def _in_order(declared: list[str], data: bytes) -> list[str]:
    utf8, korean = ENCODINGS
    is_first = any(
        name.startswith(_SEVERAL_BYTES) or (name.startswith(_WIDE) and b"\0" in data[:4]) for name in declared
    )
    return [*declared, utf8, korean] if is_first else [utf8, *declared, korean]


def _known(declared: str | None) -> list[str]:
    """The declared encoding, when it is one of text and not one of the two that are tried anyway."""
    if not declared:
        return []
    if declared.lower() in _KOREAN:
        return ["cp949"]
    try:
        found = codecs.lookup(declared)
    except LookupError:
        return []
    # Codecs such as zlib or rot13 are no encodings of text.
    is_text = getattr(found, "_is_text_encoding", True)
    return [found.name] if is_text and found.name not in _NO_PAGES else []
