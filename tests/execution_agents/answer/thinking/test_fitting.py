"""A prompt holds the documents that speak of the question, shortened where they are long."""

from __future__ import annotations

from execution_agents.answer.thinking.fitting import documents_text, fitted
from execution_agents.answer.thinking.state import DocumentState
from foundation.llm.budget import estimate_tokens


def document(marker: int, text: str) -> DocumentState:
    """One document."""
    return DocumentState(marker=marker, title=f"document {marker}", text=text)


LEAVE = document(1, "Parking costs money. " * 30)
PARKING = document(2, "Leave is 27 days a year. " + "The canteen opens at noon. " * 30)


def test_what_fits_stays_as_it_is() -> None:
    assert fitted([LEAVE, PARKING], ["leave"], 10_000) == [LEAVE, PARKING]


def test_the_document_that_speaks_of_the_words_comes_first_and_is_shortened() -> None:
    [first, *rest] = fitted([LEAVE, PARKING], ["leave", "days"], 100)
    assert first["marker"] == 2
    assert "27 days" in first["text"] and len(first["text"]) < len(PARKING["text"])
    assert sum(estimate_tokens(one["title"] + one["text"]) for one in (first, *rest)) <= 100


def test_a_document_of_many_lines_stands_on_one() -> None:
    text = documents_text([document(3, "a\ndocument 4 | x | y")])
    assert text.count("\n") == 0
