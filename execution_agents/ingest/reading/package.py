"""Office files are ZIP packages: they are checked before any library opens them."""

from __future__ import annotations

import re
import zipfile
from pathlib import Path

from execution_agents.ingest.reading.bounds import MAX_MARKUP, MAX_PARTS, MAX_UNPACKED, Unreadable

_PIECE = 1 << 20
_DECLARATIONS = tuple(
    words.encode(encoding) for words in ("<!DOCTYPE", "<!ENTITY") for encoding in ("ascii", "utf-16-le", "utf-16-be")
)
_LONGEST = max(map(len, _DECLARATIONS))


def look_through(path: Path, *, trees: str = "") -> None:
    """Raises Unreadable for a package that would burst, is locked or damaged, or whose markup declares entities.

    `trees` matches the names of the parts that a library holds in memory as a whole. The sizes are the directory's own,
    and `zipfile` gives no byte more than they say, so they can be believed.
    """
    try:
        with zipfile.ZipFile(path) as package:
            _weigh(package.infolist(), trees)
            for part in package.infolist():
                if part.filename.lower().endswith((".xml", ".rels", ".vml", ".hpf")):
                    _without_entities(package, part)
    except (zipfile.BadZipFile, EOFError, NotImplementedError, OSError, ValueError) as problem:
        raise Unreadable("is damaged or cut short; save it again from its program") from problem


def _weigh(parts: list[zipfile.ZipInfo], trees: str) -> None:
    if any(part.flag_bits & 1 for part in parts):
        raise Unreadable("is locked with a password; save it without one")
    if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED:
        limit = f"{MAX_UNPACKED // 1_000_000} MB or {MAX_PARTS:,} parts"
        raise Unreadable(f"unpacks to more than {limit}; split it, or save it without pictures")
    if any(re.fullmatch(trees, part.filename) and part.file_size > MAX_MARKUP for part in parts):
        raise Unreadable(f"holds more than {MAX_MARKUP // 1_000_000} MB of text and marks; split it")


def _without_entities(package: zipfile.ZipFile, part: zipfile.ZipInfo) -> None:
    """Office programs write no document type; a file that declares entities may expand to gigabytes."""
    kept = b""
    with package.open(part) as file:
        while piece := file.read(_PIECE):
            looked = kept + piece
            if any(words in looked for words in _DECLARATIONS):
                raise Unreadable("declares entities, as no Office program does; save it again from its program")
            kept = looked[-_LONGEST:]
