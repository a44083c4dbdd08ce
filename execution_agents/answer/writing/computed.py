"""An answer that was calculated: the result first, its calculation line by line, its sources cited. No model writes it,
so no figure can change on its way to the person."""

from __future__ import annotations

from collections.abc import Sequence

from execution_agents.answer.evidence.citations import Numbered
from execution_agents.answer.evidence.request import AnswerRequest
from foundation.contracts.formulas import Analysis

MARKERS = 4
"""Citations behind the first sentence."""


def is_calculated(request: AnswerRequest) -> bool:
    """True if the analysis team's own sentence is the answer."""
    return request.analysis is not None and bool(request.analysis.lead) and not is_beside(request)


def is_beside(request: AnswerRequest) -> bool:
    """True if an input is missing that the question did not try to give (월세로 바꾸면 얼마까지?): then the rule itself
    answers, and the missing input is named below it."""
    done = request.analysis
    return done is not None and done.refused == "missing" and bool(request.evidence) and not says_figures(done)


def says_figures(done: Analysis) -> bool:
    """The person brought figures to calculate with, in the question or before it (월세로 바꾸면? after a deposit)."""
    inputs = [one for operation in done.operations for one in operation.get("inputs", ())]
    return any(one.get("unit") and one.get("origin") in ("question", "conversation") for one in inputs)


def calculated_answer(request: AnswerRequest, items: Sequence[Numbered]) -> str:
    """Its whole text."""
    done = request.analysis
    if done is None:
        return ""
    markers = markers_of(done, items)
    parts = [f"{done.lead}{' ' if markers else ''}{markers}"]
    if done.working:
        parts.append("\n".join(f"- {line}" for line in done.working))
    if done.table is not None:
        parts.append(table_words(done))
    parts += [*done.watch, *done.notes]
    return "\n\n".join(part for part in parts if part)


def markers_of(done: Analysis, items: Sequence[Numbered]) -> str:
    """The markers of the rows and passages it is based on."""
    by_id = {one.item.item_id: one.marker for one in reversed(items)}
    numbers = dict.fromkeys(by_id[each] for each in done.cites if each in by_id)
    return "".join(f"[{number}]" for number in list(numbers)[:MARKERS])


def table_words(done: Analysis) -> str:
    """The table as Markdown."""
    if done.table is None:
        return ""
    head = "| " + " | ".join(done.table.columns) + " |"
    rule = "| " + " | ".join("---" for _ in done.table.columns) + " |"
    return "\n".join([head, rule, *("| " + " | ".join(row) + " |" for row in done.table.rows)])
