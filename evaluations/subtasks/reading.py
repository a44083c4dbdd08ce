"""60 labelled questions over the shipped packs (`questions.jsonl`), half for development, half for test.

A part is answered where the answer holds one of its alternatives, and named where the answer says of it that it is not
answered. `two`: parts that are independent; `dependent`: one is asked about the other's result.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from evaluations.harness.files import lines_of
from foundation.contracts.frozen import Frozen

FILE = Path(__file__).parent / "questions.jsonl"
Half = Literal["development", "test"]
Kind = Literal["two", "dependent"]


class Part(Frozen):
    """One thing asked."""

    about: str
    """The question's own words that name it."""
    holds: Annotated[tuple[str, ...], Field(min_length=1)]
    """What a right answer holds, one of them."""


class Question(Frozen):
    """One labelled question."""

    id: str
    half: Half
    pack: str
    lang: Literal["ko", "en"]
    kind: Kind
    q: str
    parts: Annotated[tuple[Part, ...], Field(min_length=2)]


def read_questions(half: Half | None = None, path: Path | None = None) -> list[Question]:
    """The questions of a file, ours where none is named; of one half where it is named. Raises WrongUse for a file that
    holds none."""
    return [one for one in lines_of(path or FILE, Question) if half is None or one.half == half]
