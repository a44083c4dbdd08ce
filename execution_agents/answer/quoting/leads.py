"""What an answer from rows says first: the analysis of one source's rows, over all batches that hold some."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from execution_agents.analysis.analysing import Analysis, analysed
from execution_agents.analysis.material import material_of
from execution_agents.answer.evidence.citations import Numbered
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.quoting.conditions import table_source


def analysis_of(items: Sequence[Numbered], request: AnswerRequest) -> Analysis | None:
    """Of the rows of one source; None where it is no table, or nothing is asked that can be computed."""
    table = table_source(items[0].item.source, request.pack)
    if table is None:
        return None
    batches = {one.evidence.evidence_id: one.evidence for one in items}
    held = [
        (batch.slots, batch.complete, [(one.marker, one.item) for one in items if one.evidence.evidence_id == name])
        for name, batch in batches.items()
    ]
    return analysed(material_of(request.question, request.language, request.pack, table, held))


def leads_of(items: Sequence[Numbered], request: AnswerRequest) -> dict[str, Analysis]:
    """Source -> the analysis of its rows."""
    rows = [one for one in items if one.is_row]
    by_source = {name: [one for one in rows if one.item.source == name] for name in dict.fromkeys(one.item.source for one in rows)}
    found = {name: partial(analysis_of, mine, request)() for name, mine in by_source.items()}
    return {name: analysis for name, analysis in found.items() if analysis is not None}
