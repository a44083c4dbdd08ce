"""The turn's evidence held against a limit that it states: the decision is the answer, as other computed ones are."""

from __future__ import annotations

from dataclasses import replace

from execution_agents.analysis.limits.asking import Asking
from execution_agents.analysis.limits.beside_row import beside_row
from execution_agents.analysis.limits.duties import duty
from execution_agents.analysis.limits.focus import without_other_rows
from execution_agents.analysis.limits.judging import Judged, judged
from execution_agents.analysis.limits.leading_line import Line, judged_by
from execution_agents.analysis.limits.other_end import other_end
from execution_agents.analysis.limits.own_case import own_case
from execution_agents.analysis.limits.own_wording import (
    analysis_of_beside_row,
    analysis_of_duty,
    analysis_of_own_case,
)
from execution_agents.analysis.limits.rows import judged_rows
from execution_agents.analysis.limits.wording import analysis_of_rows, analysis_of_value
from execution_agents.answer.evidence.analyses import is_filtered
from execution_agents.answer.evidence.leading import leading
from execution_agents.answer.evidence.request import AnswerRequest
from foundation.contracts.formulas import Analysis
from foundation.domains.slots.slots import display_value, find_mentions

LONGEST = 200
"""Characters of a question that is read as one about a limit."""


def with_limit(request: AnswerRequest) -> AnswerRequest:
    """The request with the decision; unchanged where nothing is decided or something else was computed."""
    computed = request.analysis is not None and bool(request.analysis.lead) and request.analysis.refused is None
    if computed or not request.evidence or len(request.question) > LONGEST or request.form is not None:
        return request
    if is_filtered(request):
        return replace(request, notices=without_value(request))
    done = decision(request)
    return request if done is None else replace(request, analysis=done, notices=without_value(request))


def without_value(request: AnswerRequest) -> tuple[str, ...]:
    """The notices but for those that rows could not be narrowed to the value: it was held against their limit."""
    slots = {slot.name: slot for slot in request.pack.slots if slot.parser in ("amount", "area")}
    said = [one for one in find_mentions(request.question, request.pack, request.now) if one.slot in slots]
    shown = [display_value(slots[one.slot], one.value, request.language) for one in said]
    return tuple(one for one in request.notices if not any(value in one for value in shown))


def decision(request: AnswerRequest) -> Analysis | None:
    """The person's value or the measured rows against the limit; None where nothing is decided."""
    asking = Asking(
        question=request.question,
        standalone=request.standalone,
        said=tuple(reversed(request.history)),
        items=[item for batch in request.evidence for item in batch.items],
        pack=request.pack,
        language=request.language,
        now=request.now,
        complete=all(batch.complete for batch in request.evidence if any(item.fields for item in batch.items)),
    )
    rows = judged_rows(asking)
    if rows is not None:
        return analysis_of_rows(rows, request.language)
    own = own_case(asking)
    if own is not None:
        return analysis_of_own_case(own, request.language)
    one = judged(without_other_rows(asking)) or _by_the_leading_line(request, asking)
    if one is not None:
        return analysis_of_value(other_end(one, asking), request.language)
    beside = beside_row(asking)
    if beside is not None:
        return analysis_of_beside_row(beside, request.language)
    begun = duty(asking)
    return None if begun is None else analysis_of_duty(begun, request.language)


def _by_the_leading_line(request: AnswerRequest, asking: Asking) -> Judged | None:
    """By the line that leads, where it is likely enough an answer to lead."""
    leads = leading(request).leads(request)
    if leads is None:
        return None
    best, item = leads
    return judged_by(Line(item, best.text, best.heads.split(" | ") if best.heads else ()), asking)
