"""Labelled contracts, one a line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from foundation.contracts.errors import DataMissing

SHAPE = """A file has a JSON object a line:

    {"id": "c01", "lang": "ko", "pack": "real_estate", "text": "…",
     "problems": [{"quote": "…", "kind": "…", "why": "…"}], "harmless": ["…"], "missing": ["…"]}

A problem counts as found where a finding worse than fine overlaps its quote; a harmless sentence as called where one
overlaps it. Default: our own 12 contracts, the half the checklist was fitted on and the other half apart."""
DEFAULT = Path(__file__).parent / "contracts.jsonl"


class Problem(BaseModel):
    """One planted problem."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    quote: Annotated[str, Field(min_length=1)]
    kind: str = ""
    why: str = ""


class Contract(BaseModel):
    """One contract and what stands in it."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    lang: str = "ko"
    pack: str = "real_estate"
    half: str = "all"
    text: Annotated[str, Field(min_length=1)]
    problems: tuple[Problem, ...] = ()
    harmless: tuple[str, ...] = ()
    missing: tuple[str, ...] = ()


def read_contracts(file: Path) -> Iterator[Contract]:
    """The contracts of a file. Raises DataMissing with the line that is wrong."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except OSError as problem:
        raise DataMissing(f"{file} cannot be read; name a file of labelled contracts.") from problem
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                yield Contract.model_validate(json.loads(line))
            except (ValueError, ValidationError) as problem:
                wrong = f"{file}:{number} is no labelled contract; see `suffice eval review --help`."
                raise DataMissing(wrong) from problem
