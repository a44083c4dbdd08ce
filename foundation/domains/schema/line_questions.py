"""How people ask for a line of a document: one line of `line_questions.jsonl`."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, StringConstraints

from foundation.domains.schema.declared import Declared

LONGEST_QUESTION = 200
LONGEST_HEADING = LONGEST_PATH = 300
"""Characters."""
MOST_QUESTIONS = 40
Question = Annotated[str, StringConstraints(strip_whitespace=True, min_length=2, max_length=LONGEST_QUESTION)]


class LineQuestions(Declared):
    """A sentence, list item or table row, and questions that it answers best."""

    document: Annotated[str, Field(min_length=1, max_length=LONGEST_PATH)]
    """The file that holds it, from the pack's folder on."""
    heading: Annotated[str, Field(max_length=LONGEST_HEADING)] = ""
    """The nearest heading above it."""
    line: Annotated[str, Field(min_length=2, max_length=2_000)]
    """Its text; of a table row the cells, with ` | ` between them."""
    questions: Annotated[tuple[Question, ...], Field(min_length=1, max_length=MOST_QUESTIONS)]
