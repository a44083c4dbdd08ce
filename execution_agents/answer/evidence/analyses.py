"""The figures computed over the rows of a turn, source by source, over all batches that hold such rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from execution_agents.analysis.analysing import Analysis, analysed
from execution_agents.analysis.cells import KINDS
from execution_agents.analysis.material import material_of, table_source
from execution_agents.answer.evidence.citations import MARKER, Numbered, numbered
from execution_agents.answer.evidence.request import AnswerRequest
from foundation.language.figures.agreement import Figure
from foundation.language.figures.money import plain
from foundation.language.figures.reader import figures_of

FILTERS = ("filter", "nearest")
"""What an analysis is called that selects rows by conditions of the question."""


def analysis_of(items: Sequence[Numbered], request: AnswerRequest) -> Analysis | None:
    """The analysis of one source's rows; None if it is no table, or if nothing is asked that can be computed."""
    rows = tuple((one.marker, one.evidence.evidence_id, one.item.item_id) for one in items)
    if rows not in request.analyses:
        request.analyses[rows] = _analysis_of(items, request)
    return request.analyses[rows]


def _analysis_of(items: Sequence[Numbered], request: AnswerRequest) -> Analysis | None:
    table = table_source(items[0].item.source, request.pack)
    if table is None:
        return None
    batches = {one.evidence.evidence_id: one.evidence for one in items}
    held = [
        (batch.slots, batch.complete, [(one.marker, one.item) for one in items if one.evidence.evidence_id == name])
        for name, batch in batches.items()
    ]
    before = request.history[-1][0] if request.history and request.standalone != request.question else ""
    questions = (request.question, f"{request.standalone} {before}")
    material = material_of(questions, request.language, request.pack, table, held)
    return analysed(replace(material, spoken=tuple(question for question, _ in reversed(request.history))))


def analyses_of(items: Sequence[Numbered], request: AnswerRequest) -> list[Analysis]:
    """Of every source that has rows."""
    by_source: dict[str, list[Numbered]] = {}
    for one in items:
        if one.is_row:
            by_source.setdefault(one.item.source, []).append(one)
    found = (analysis_of(mine, request) for mine in by_source.values())
    return [analysis for analysis in found if analysis is not None]


def is_filtered(request: AnswerRequest) -> bool:
    """True if the question's conditions select rows of the evidence, or none of them meets them."""
    return any(one.wanted in FILTERS for one in analyses_of(numbered(request.evidence), request))


def computed_figures(items: Sequence[Numbered], request: AnswerRequest) -> list[Figure]:
    """Figures an answer may hold although no cell does: they were computed from cells and can be recomputed."""
    found: list[Figure] = []
    for analysis in analyses_of(items, request):
        found += figures_of(MARKER.sub("", analysis.lead))
        for figure in analysis.figures:
            found.append(Figure(abs(figure.value), KINDS.get(figure.unit or "", "plain"), plain(abs(figure.value))))
    return found
