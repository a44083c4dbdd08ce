"""How people ask for the lines of a pack's documents, as a model proposes it.

A model points at lines by their number and writes questions; the lines themselves are the documents' own. What it
writes is held to the form of the file, and nothing of it is ever shown as an answer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from execution_agents.ingest.front_matter import split_front_matter
from execution_agents.ingest.kinds import SUFFIXES
from execution_agents.ingest.reading.markdown import markdown_blocks
from execution_agents.ingest.reading.words import text_of
from foundation.contracts.ports import LanguageModel, Usage
from foundation.domains.schema.line_questions import LONGEST_HEADING, LONGEST_QUESTION, MOST_QUESTIONS, LineQuestions
from foundation.language.sentences import sentences_of
from prompts.catalog import shipped_prompts
from prompts.replies import LineQuestionsReply

MOST_LINES = 12
"""Lines of one call, with about ten questions each; a longer section is asked about in parts."""
SHORTEST = 8
"""Characters of a line that is asked about."""
LONGEST = 600
"""Characters of a line that is shown to a model."""


@dataclass(frozen=True)
class Section:
    """Lines under one heading of a document."""

    document: str
    """The file, from the pack's folder on."""
    heading: str
    lines: tuple[str, ...]


def sections_of(folder: Path, document: str) -> Iterator[Section]:
    """A Markdown or text file's sections, in its order. Raises Unreadable."""
    text = text_of(folder / document)
    if not document.endswith(SUFFIXES["markdown"]):
        yield from _parts(document, "", sentences_of(text))
        return
    heading, lines = "", list[str]()
    body = split_front_matter(text).body
    for block in markdown_blocks(body):
        words = body[block.start : block.end]
        if block.kind == "heading":
            yield from _parts(document, heading, lines)
            heading, lines = words.lstrip("#").strip(), []
        else:
            lines += sentences_of(words)
    yield from _parts(document, heading, lines)


def _parts(document: str, heading: str, lines: Sequence[str]) -> Iterator[Section]:
    kept = [line for line in lines if SHORTEST <= len(line) <= LONGEST]
    for at in range(0, len(kept), MOST_LINES):
        yield Section(document, heading, tuple(kept[at : at + MOST_LINES]))


async def proposed(section: Section, model: LanguageModel, usage: Usage) -> tuple[LineQuestions, ...]:
    """The section's lines with the questions a model wrote for them, in the section's order. Raises ModelFailed."""
    numbered = "\n".join(f"{number}. {line}" for number, line in enumerate(section.lines, start=1))
    messages = shipped_prompts().render("line_questions", heading=section.heading or "-", lines=numbered)
    reply = await model.structured("line_questions", messages, LineQuestionsReply, usage)
    questions: dict[int, list[str]] = {}
    for one in reply.lines:
        if 1 <= one.line <= len(section.lines):
            questions.setdefault(one.line, []).extend(_usable(one.questions))
    return tuple(
        LineQuestions(
            document=section.document,
            heading=section.heading[:LONGEST_HEADING],
            line=section.lines[number - 1],
            questions=tuple(dict.fromkeys(asked))[:MOST_QUESTIONS],
        )
        for number, asked in sorted(questions.items())
        if asked
    )


def _usable(questions: Sequence[str]) -> Iterator[str]:
    plain = (" ".join(one.split()) for one in questions)
    return (one for one in plain if 2 <= len(one) <= LONGEST_QUESTION)
