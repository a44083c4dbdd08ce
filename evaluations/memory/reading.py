"""Labelled statements: what is to be remembered of each, and what it replaces."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from foundation.contracts.errors import DataMissing

SHAPE = """A file has a JSON object a line; each is a person of its own:

    {"id": "keep-ko-01", "group": "keep", "language": "ko", "text": "저는 달서구에 살아요.", "keep": true,
     "kind": "fact", "contains": ["달서구"]}
    {"id": "con-en-01", "group": "contradiction", "language": "en", "before": ["I live in Daegu."],
     "text": "I work in Gumi.", "keep": true, "kind": "fact", "contains": ["Gumi"], "replaces": false}

group: keep, none, contradiction, others. kind: fact, preference, style. contains: what the kept words must hold.
before: what the person said earlier; replaces: the first of it is history now.
Default: the development statements, the half the rules were written by and the other half apart."""
HERE = Path(__file__).parent
DEVELOPMENT = (HERE / "fit.jsonl", HERE / "report.jsonl")


class Case(BaseModel):
    """One message of one person."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    group: Literal["keep", "none", "contradiction", "others"]
    language: Literal["ko", "en"]
    text: Annotated[str, Field(min_length=1)]
    keep: bool
    kind: Literal["fact", "preference", "style"] | None = None
    contains: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    replaces: bool | None = None
    note: str = ""


def read_cases(file: Path) -> list[Case]:
    """The file's cases. Raises DataMissing naming what is wrong."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise DataMissing(f"{file} cannot be read ({error}); give a file of labelled statements.") from None
    found: list[Case] = []
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            found.append(Case.model_validate(json.loads(line)))
        except json.JSONDecodeError:
            raise DataMissing(f"{file}, line {number} is no JSON; see `suffice eval memory --help`.") from None
        except ValidationError as error:
            first = error.errors()[0]
            place = ".".join(str(part) for part in first["loc"])
            message = f"{file}, line {number}: {place}: {first['msg']}; see `suffice eval memory --help`."
            raise DataMissing(message) from None
    if not found:
        raise DataMissing(f"{file} holds no statement; see `suffice eval memory --help`.")
    return found
