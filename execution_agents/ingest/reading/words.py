"""Bytes to text: what they say of themselves is believed, then UTF-8, then CP949; nothing is guessed.

Of what pages declare only the Korean encodings are believed before UTF-8: editors write `iso-8859-1` over pages of
UTF-8, and every byte is a letter there, so nothing would tell that the text is none.
"""

from __future__ import annotations

import codecs

ENCODINGS = ("utf-8-sig", "cp949")
"""Tried in this order: Korean public files are one of the two."""
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
_KOREAN = frozenset(("euc-kr", "euckr", "ks_c_5601-1987", "ksc5601", "ms949", "windows-949", "x-windows-949"))
"""Names under which CP949 is declared (the web's own table of labels)."""


class Undecodable(ValueError):
    """The bytes are in no encoding that was tried; the message names them and the first byte that does not fit."""


def decoded(data: bytes, declared: str | None = None) -> str:
    """The text, line ends as newlines. Raises Undecodable."""
    mark = next((encoding for mark, encoding in _MARKS if data.startswith(mark)), None)
    wanted = [mark] if mark else _in_order(_known(declared))
    reasons: list[str] = []
    for encoding in dict.fromkeys(wanted):
        try:
            return data.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
        except UnicodeDecodeError as problem:
            byte = f"byte 0x{data[problem.start]:02x} at {problem.start}" if problem.start < len(data) else "its end"
            reasons.append(f"{encoding.removesuffix('-sig')}: {byte}")
    tried = " nor ".join(name.removesuffix("-sig").upper() for name in dict.fromkeys(wanted))
    raise Undecodable(f"is {'not' if mark else 'neither'} {tried} ({'; '.join(reasons)}); save it as UTF-8")


def head_text(head: bytes) -> str:
    """The beginning of a file as text; its cut last character does not matter, nor does a broken one."""
    mark = next((encoding for mark, encoding in _MARKS if head.startswith(mark)), None)
    if mark:
        return head.decode(mark, errors="ignore")
    try:
        return head.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        whole = problem.start > len(head) - 4
        return head.decode("utf-8-sig" if whole else "cp949", errors="ignore")


def _in_order(declared: list[str]) -> list[str]:
    utf8, korean = ENCODINGS
    return [*declared, utf8] if korean in declared else [utf8, *declared, korean]


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
    return (
        []
        if not is_text or found.name in ("utf-8", "utf-16", "utf-32", "utf-7", "unicode_escape", "idna")
        else [found.name]
    )
