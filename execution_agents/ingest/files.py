"""The files under a path, read safely: nothing outside it, with limits, and no guessing at broken text."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from execution_agents.ingest.imported import InputFile
from execution_agents.ingest.kinds import Unfit, kind_of, misnamed
from execution_agents.ingest.reading.words import Undecodable, decoded, head_text
from foundation.contracts.errors import BrokenDocument, NothingToIngest

MAX_FILE_BYTES = 100_000_000
"""A larger file is skipped with this as the reason."""
HEAD_BYTES = 16_384


@dataclass(frozen=True)
class SkippedFile:
    """A file that was not read, and why."""

    name: str
    reason: str
    is_document: bool = False
    """True for a document somebody wants read: it is named in the report, and its earlier content is kept."""


def files_under(root: Path) -> Iterator[InputFile | SkippedFile]:
    """Every regular file, in a stable order; links that lead outside are named, not followed. Raises
    NothingToIngest."""
    if not root.exists():
        raise NothingToIngest(f"There is nothing at {root}; give a folder or file that exists.")
    base = root.resolve()
    if base.is_file():
        yield _looked_at(base, base.name)
        return
    for folder, folders, names in os.walk(base, followlinks=False):
        yield from _linked_folders(base, Path(folder), folders)
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            if not name.startswith("."):
                yield _below(base, Path(folder) / name)


def read_text(file: InputFile) -> str:
    """The whole file as text, line ends as newlines. Raises BrokenDocument naming the byte that does not decode."""
    try:
        data = file.path.read_bytes()
    except OSError as problem:
        raise BrokenDocument(f"{file.name} cannot be read ({problem.strerror}).") from problem
    try:
        return decoded(data)
    except Undecodable as problem:
        raise BrokenDocument(f"{file.name} {problem}.") from problem


def lines_of(text: str) -> Iterator[str]:
    """The text line by line, line ends included: as a list, eight million short lines take half a gigabyte."""
    start = 0
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        yield text[start:end]
        start = end


def _linked_folders(base: Path, folder: Path, names: list[str]) -> Iterator[SkippedFile]:
    for name in sorted(names):
        if (folder / name).is_symlink():
            yield SkippedFile((folder / name).relative_to(base).as_posix(), "a link to a folder is not followed")


def _below(base: Path, path: Path) -> InputFile | SkippedFile:
    name = path.relative_to(base).as_posix()
    if path.is_symlink() and not path.resolve().is_relative_to(base):
        return SkippedFile(name, "a link that leaves the folder is not followed")
    return _looked_at(path, name)


def _looked_at(path: Path, name: str) -> InputFile | SkippedFile:
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            return SkippedFile(name, "not a regular file")
        if status.st_size > MAX_FILE_BYTES:
            return SkippedFile(name, f"larger than {MAX_FILE_BYTES // 1_000_000} MB")
        with path.open("rb") as file:
            head = file.read(HEAD_BYTES)
        kind = kind_of(path, head)
    except OSError as problem:
        return SkippedFile(name, f"cannot be read ({problem.strerror})")
    except Unfit as problem:
        return SkippedFile(name, str(problem), problem.is_document)
    wrongly = misnamed(path, kind)
    if wrongly:
        return SkippedFile(name, wrongly, is_document=True)
    return InputFile(path, name, status.st_size, head_text(head) if kind in ("text", "html") else "", kind)
