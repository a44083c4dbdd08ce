"""Reads a part file of one JSON object on each line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import ValidationError

from foundation.domains.loading.mistakes import Mistake
from foundation.domains.schema.declared import Declared

Part = TypeVar("Part", bound=Declared)
LARGEST = 20_000_000
"""Bytes."""
MOST_MISTAKES = 50


@dataclass(frozen=True)
class PartRead(Generic[Part]):
    """What a file holds."""

    entries: Sequence[tuple[int, Part]] = ()
    """Line number and entry, in the file's order."""
    mistakes: list[Mistake] = field(default_factory=list[Mistake])


def read_json_lines(path: Path, kind: type[Part], what: tuple[str, str]) -> PartRead[Part]:
    """Nothing of anything without the file. `what`: what an entry is, and how it is written."""
    mistake = partial(Mistake, path.name)
    if not path.is_file():
        return PartRead()
    if path.stat().st_size > LARGEST:
        wrong = f"the file has more than {LARGEST // 10**6} MB"
        return PartRead(mistakes=[mistake(1, wrong, "keep what people ask for")])
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except UnicodeDecodeError:
        return PartRead(mistakes=[mistake(1, "the file is not UTF-8 text", "save it as UTF-8")])
    read, mistakes, (called, remedy) = list[tuple[int, Part]](), list[Mistake](), what
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            read.append((number, kind.model_validate(json.loads(line))))
        except (ValueError, ValidationError, RecursionError) as error:
            mistakes.append(mistake(number, f"this is no {called} ({_reason(error)})", remedy))
    return PartRead(read, mistakes[:MOST_MISTAKES])


def _reason(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_input=False)[0]
        return f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}"
    return "no JSON"
