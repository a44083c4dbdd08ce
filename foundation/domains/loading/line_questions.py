"""Reads `line_questions.jsonl`: how people ask for the lines of a pack's documents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from foundation.domains.loading.json_lines import MOST_MISTAKES, read_json_lines
from foundation.domains.loading.mistakes import Mistake
from foundation.domains.schema.line_questions import LineQuestions
from foundation.language.sentences import letters_of

FILE = "line_questions.jsonl"
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
    read = read_json_lines(folder / FILE, LineQuestions, ("line with its questions", _REMEDY))
    lines, misplaced, texts = list[LineQuestions](), list[Mistake](), dict[str, str | None]()
    for number, one in read.entries:
        wrong = [Mistake(FILE, number, *each) for each in _misplaced(folder, one, texts)]
        misplaced += wrong
        lines += [] if wrong else [one]
    return LinesRead(tuple(lines), tuple(read.mistakes), tuple(misplaced[:MOST_MISTAKES]))


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
