"""Of rows that are things (products, benefits), those a question names, and the cells that answer it.

A thing is named by the words that its name has and the others' names lack. Its cells are lines as a passage's
sentences are, and the same scoring picks one: a figure under its head, or a description that holds what is asked for.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from execution_agents.analysis.cells import Cell
from execution_agents.answer.evidence.answering import ranked
from execution_agents.answer.evidence.passages import Passage, asked_of
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.quoting.computed_line import with_multiple
from execution_agents.answer.quoting.rows import Row
from foundation.language.cues import PARTICLE_TAIL
from foundation.language.grams import grams_of
from foundation.language.particles import with_particle
from foundation.language.sentences import HANGUL

MOST_CELLS = 3
"""Cells the first sentence says."""
ORDER = {"figure": 0, "label": 1, "time": 2, "hidden": 3}
CLEARLY = 1.25
"""How much better a description must answer than the next one."""
MOST_NAMED = 2
"""Rows that are shown whole, and no others, where a question names so few."""


def named_rows(rows: Sequence[Row], texts: Sequence[str]) -> list[Row]:
    """The rows that these texts name, one text after the other among those the one before left: the rows whose name no
    other name outdoes in the words it shares with the text. All of them where nothing tells them apart."""
    named, heads = list(rows), heads_of_columns(rows)
    for text in texts:
        asked = without_heads(text, heads)
        shared = [grams_of(asked) & grams_of(row.title) for row in named]
        named = [row for row, own in zip(named, shared, strict=True) if not any(own < other for other in shared)]
    return named


def by_description(rows: Sequence[Row], request: AnswerRequest) -> list[Row]:
    """The one row whose description answers clearly better than every other's (집을 처음 사는 무주택 세대주: 태어나서
    처음 집 사는데); all of them if none does."""
    described = {row.marker: [cell for cell in row.of("label") if cell.shown != row.title] for row in rows}
    passages = [
        Passage(row.marker, row.title, "\n".join(cell.shown for cell in described[row.marker]))
        for row in rows
        if described[row.marker]
    ]
    heads, best = heads_of_columns(rows), dict[int, float]()
    asked = asked_of(request, passages)
    asked = replace(asked, question=without_heads(asked.question, heads), own=without_heads(asked.own, heads))
    for one in ranked(asked, passages, request.language, request.pack.answering.scoring):
        best.setdefault(one.marker, one.score)
    first, *others = [*sorted(best.values(), reverse=True), 0.0, 0.0]
    clear = first > others[0] * CLEARLY
    return [row for row in rows if best.get(row.marker) == first] if clear else list(rows)


def heads_of_columns(rows: Sequence[Row]) -> frozenset[str]:
    """The words that the rows' columns are called by."""
    return frozenset(word for row in rows for cell in row.cells for word in cell.label.lower().split())


def without_heads(text: str, heads: Collection[str]) -> str:
    """The text without the words that are a column's head: 금리 asks for a figure, and is no part of a name
    (변동금리)."""
    return " ".join(word for word in text.split() if PARTICLE_TAIL.sub("", word.strip("?!.,")).lower() not in heads)


def cells_said(row: Row, request: AnswerRequest) -> str:
    """The cells of a row that answer, in a sentence with its marker; "" if the question's other words than the row's
    name point at none."""
    figures = request.pack.answering.quoting
    readable = [cell for cell in row.cells if cell.role != "time" and is_readable(cell, row, request.language)]
    lines = {line_of(cell): cell for cell in readable}

    def names_of(line: str) -> str:
        return " ".join(lines[line].words) if line in lines else ""

    passage = Passage(row.marker, "", "\n".join(lines))
    question = without_name(request.standalone, row.title)
    asked = replace(
        asked_of(request, [passage]),
        question=question,
        own=without_name(request.question, row.title),
        questions_of=names_of,
    )
    found = ranked(asked, [passage], request.language, request.pack.answering.scoring)
    near = [one for one in found if one.coverage and one.score * 1000 >= found[0].score * figures.near_answer]
    cells = [lines[one.text] for one in near if one.text in lines][:MOST_CELLS]
    if not near or near[0] is not found[0] or not cells:
        return ""
    if len(cells) == 1 and cells[0].role == "figure" and request.language == "ko":
        [cell] = cells
        said = f"{row.title}의 {with_particle(cell.label, '은', '는')} {cell.shown}입니다"
    else:
        shown = [cell.shown if cell.role == "label" else f"{cell.label} {cell.shown}" for cell in cells]
        said = f"{row.title}: {', '.join(shown)}"
    return f"{with_multiple(said, row.title, request.question, request.language)} [{row.marker}]."


def without_name(question: str, name: str) -> str:
    """The question without the words that the row's name has, too."""
    held = grams_of(name)
    kept = [word for word in question.split() if not grams_of(word) or not grams_of(word) <= held]
    return " ".join(kept)


def whole_row(row: Row, language: str) -> str:
    """The row with every cell that can be read."""
    cells = sorted((cell for cell in row.cells if is_readable(cell, row, language)), key=lambda one: ORDER[one.role])
    said = [f"{cell.label} {cell.shown}" for cell in cells]
    return f"- {row.title}: {', '.join(said)} [{row.marker}]"


def is_readable(cell: Cell, row: Row, language: str) -> bool:
    """True for a cell that can be said to the person: not the row's name, and not Korean words in an English answer."""
    return cell.role != "hidden" and cell.shown != row.title and (language == "ko" or not HANGUL.search(cell.shown))


def line_of(cell: Cell) -> str:
    """The cell under its head."""
    return f"{cell.label}: {cell.shown}"
