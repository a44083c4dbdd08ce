"""Files of an attacker, made where they are needed: none of them lies in the project."""

from __future__ import annotations

import io
import struct
import zipfile
import zlib

BLOCK = 64 * 2**20
TYPES = (
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.'
    'wordprocessingml.document.main+xml"/></Types>'
)
RELATIONS = (
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" '
    'Target="word/document.xml"/></Relationships>'
)
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def archive(**files: bytes | str) -> bytes:
    """A ZIP; `__` in a name is a slash, `_dot_` a dot."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as into:
        for name, content in files.items():
            into.writestr(name, content)
    return made.getvalue()


def word(document: str) -> bytes:
    """A DOCX whose main part is this XML."""
    parts: dict[str, bytes | str] = {
        "[Content_Types].xml": TYPES,
        "_rels/.rels": RELATIONS,
        "word/document.xml": document,
    }
    return archive(**parts)


def asking_for(address: str) -> str:
    """The main part of a DOCX that reads an address into its text."""
    return (
        f'<?xml version="1.0"?><!DOCTYPE d [<!ENTITY x SYSTEM "{address}">]><w:document xmlns:w="{WORD}">'
        "<w:body><w:p><w:r><w:t>머리말 &x; 꼬리말</w:t></w:r></w:p></w:body></w:document>"
    )


def bomb(name: str, blocks: int = 62) -> bytes:
    """A ZIP of a few megabytes whose one file unpacks to `blocks` times 64 MB, and says so."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = packer.compress(bytes(BLOCK)) + packer.flush(zlib.Z_FULL_FLUSH)
    body = block * blocks + b"\x03\x00"
    size, called = BLOCK * blocks, name.encode()
    head = struct.pack("<HHHHHIIIHH", 20, 0, 8, 0, 0, 0, len(body), size, len(called), 0)
    local = b"PK\x03\x04" + head + called + body
    central = b"PK\x01\x02" + struct.pack("<H", 20) + head + struct.pack("<HHHII", 0, 0, 0, 0, 0) + called
    return local + central + struct.pack("<4sHHHHIIH", b"PK\x05\x06", 0, 0, 1, 1, len(central), len(local), 0)


def within_itself(levels: int = 6) -> bytes:
    """A DOCX in a DOCX in a DOCX …"""
    inside = b"end"
    for _ in range(levels):
        parts: dict[str, bytes | str] = {"word/document.xml": inside, "[Content_Types].xml": TYPES}
        inside = archive(**parts)
    return inside


def laughing() -> str:
    """Front matter whose aliases would grow to 10^10 items, with one that holds itself."""
    rows = ["a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol, lol, lol]"]
    rows += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    return "---\n" + "\n".join([*rows, "self: &self [*self]"]) + "\n---\n# 글\n\n옥상 물탱크 청소 주기는 6개월이다.\n"
