"""Reads `line_questions.jsonl`: how people ask for the lines of a pack's documents."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from pydantic import ValidationError

from foundation.domains.loading.mistakes import Mistake
from foundation.domains.schema.line_questions import LineQuestions
from foundation.language.sentences import letters_of

FILE = "line_questions.jsonl"
LARGEST = 20_000_000
"""Bytes."""
MOST_MISTAKES = 50
TEXTS = (".md", ".markdown", ".txt")
"""Documents that are text as they lie there; what a reader must open first is not compared."""
_REMEDY = 'write {"document": "documents/a.md", "heading": "…", "line": "…", "questions": ["…"]} on one line'


@dataclass(frozen=True)
class LinesRead:
    """What the file holds."""

    lines: tuple[LineQuestions, ...] = ()
    """In its order; without those that are misplaced."""
    mistakes: tuple[Mistake, ...] = ()
    misplaced: tuple[Mistake, ...] = ()
    """Lines that their documents do not hold (any more): the pack does without them."""


def read_line_questions(folder: Path) -> LinesRead:
    """Nothing of anything without the file."""
    path, mistake = folder / FILE, partial(Mistake, FILE)
    if not path.is_file():
        return LinesRead()
    if path.stat().st_size > LARGEST:
        wrong = f"the file has more than {LARGEST // 10**6} MB"
        return LinesRead(mistakes=(mistake(1, wrong, "keep the lines people ask for"),))
    try:
        lines = path.read_text(encoding="utf-8-sig").split("\n")
    except UnicodeDecodeError:
        return LinesRead(mistakes=(mistake(1, "the file is not UTF-8 text", "save it as UTF-8"),))
    read, mistakes, misplaced = list[LineQuestions](), list[Mistake](), list[Mistake]()
    texts: dict[str, str | None] = {}
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            one = LineQuestions.model_validate(json.loads(line))
        except (ValueError, ValidationError, RecursionError) as error:
            mistakes.append(mistake(number, f"this is no line with its questions ({_reason(error)})", _REMEDY))
            continue
        wrong = [mistake(number, *each) for each in _misplaced(folder, one, texts)]
        misplaced += wrong
        read += [] if wrong else [one]
    return LinesRead(tuple(read), tuple(mistakes[:MOST_MISTAKES]), tuple(misplaced[:MOST_MISTAKES]))


def _misplaced(folder: Path, one: LineQuestions, texts: dict[str, str | None]) -> Iterator[tuple[str, str]]:
    """What is wrong, and the remedy, if its document does not hold the line. `texts`: documents read so far."""
    if one.document not in texts:
        texts[one.document] = _text_of(folder, one.document)
    text = texts[one.document]
    if text is None:
        yield f"there is no document `{one.document}` in the pack", "name the file from the pack's folder on"
    elif text and letters_of(one.line) not in text:
        yield (
            f"`{one.document}` does not hold `{one.line[:60]}`",
            "copy the line from the document, or remove the entry",
        )


def _text_of(folder: Path, document: str) -> str | None:
    """What it says; "" if it is no text in UTF-8; None if there is none within the pack."""
    try:
        path = (folder / document).resolve()
        if not path.is_relative_to(folder.resolve()) or not path.is_file():
            return None
        return letters_of(path.read_text(encoding="utf-8-sig")) if path.suffix in TEXTS else ""
    except UnicodeDecodeError:
        return ""
    except (OSError, ValueError):
        return None


def _reason(error: Exception) -> str:
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False, include_input=False)[0]
        return f"{'.'.join(str(part) for part in first['loc'])}: {first['msg']}"
    return "no JSON"
