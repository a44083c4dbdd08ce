"""A model writes how people ask for a document's lines; the lines stay the document's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from execution_agents.ingest.proposal.line_questions import MOST_LINES, Section, proposed, sections_of
from foundation.contracts.errors import ModelFailed
from foundation.contracts.ports import Usage
from foundation.llm.client import Endpoint, Limits, ModelClient
from foundation.llm.scripted import Line, Reply, ScriptedEndpoint
from prompts.budgets import BUDGETS

BOAT = """---
title: Boats
---
# Boats

The engine is serviced every 50 hours. A spare key lies in the office.

## Fees

| boat | a day |
| --- | --- |
| dinghy | 20 pounds |

1. Pay before you leave.
"""
ENGINE, KEY = "The engine is serviced every 50 hours.", "A spare key lies in the office."
SECTION = Section("documents/boats.md", "Boats", (ENGINE, KEY))


async def written(reply: Line) -> list[tuple[str, tuple[str, ...]]]:
    """Lines and questions when the model answers so."""
    async with ScriptedEndpoint({"line_questions": reply}) as endpoint:
        model = ModelClient(Endpoint(endpoint.base_url, "scripted"), BUDGETS, Limits())
        try:
            return [(one.line, one.questions) for one in await proposed(SECTION, model, Usage())]
        finally:
            await model.aclose()


def test_sections_are_headings_with_their_sentences_rows_and_items(tmp_path: Path) -> None:
    (tmp_path / "boats.md").write_text(BOAT, encoding="utf-8")
    first, fees = sections_of(tmp_path, "boats.md")
    assert first == Section("boats.md", "Boats", (ENGINE, KEY))
    assert fees == Section("boats.md", "Fees", ("boat | a day", "dinghy | 20 pounds", "1. Pay before you leave."))


def test_a_text_file_is_one_section_and_a_long_one_several(tmp_path: Path) -> None:
    sentences = [f"Sentence number {number} says something." for number in range(MOST_LINES + 1)]
    (tmp_path / "a.txt").write_text("\n".join(sentences), encoding="utf-8")
    found = list(sections_of(tmp_path, "a.txt"))
    assert [len(one.lines) for one in found] == [MOST_LINES, 1]
    assert {one.heading for one in found} == {""}


async def test_questions_belong_to_the_lines_that_their_numbers_name() -> None:
    asked: list[dict[str, object]] = [
        {"line": 2, "questions": ["where is the other key?", " 열쇠   어디 있어요 "]},
        {"line": 1, "questions": []},
    ]
    assert await written({"lines": asked}) == [(KEY, ("where is the other key?", "열쇠 어디 있어요"))]


async def test_numbers_of_no_line_and_questions_of_no_use_are_dropped() -> None:
    asked: list[dict[str, object]] = [
        {"line": 3, "questions": ["whose boat is this"]},
        {
            "line": 1,
            "questions": ["x", "y" * 300, "how often is the engine checked?", "how often is the engine checked?"],
        },
    ]
    assert await written({"lines": asked}) == [(ENGINE, ("how often is the engine checked?",))]


async def test_a_model_that_fails_is_said_to_have_failed() -> None:
    with pytest.raises(ModelFailed):
        await written(Reply(status=400))
