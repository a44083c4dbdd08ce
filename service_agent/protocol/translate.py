"""Translates the service's internal events (RunEvent) into the frames that clients get. Only this module does so.

A frame leaves here as a dict without `seq` and `ts`. The database adds those when it stores the event, so a replay is
byte for byte what was sent. Shares leave as floats from 0 to 1; internally they are thousandths.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Any, TypedDict, assert_never

from foundation.contracts.events import (
    AnswerRetried,
    AnswerWritten,
    Citation,
    DataReuseDecided,
    PlanReady,
    RunEvent,
    RunRestarted,
    RunStarted,
    TeamCompleted,
    TeamProgressed,
    TeamStarted,
)
from foundation.contracts.formulas import Analysis
from foundation.contracts.graph import GraphFacts
from foundation.contracts.pauses import Clarification, FormRequest
from foundation.contracts.plan import Judge1, Plan
from foundation.contracts.ports import Usage
from foundation.contracts.work import TypeDecision
from foundation.language.script import language_of
from foundation.storage.queue.cancelling import CANCELLED
from foundation.storage.records import Run
from service_agent.protocol.durable import (
    AnswerFrame,
    AnswerRetryFrame,
    DataReuseDecisionFrame,
    Durable,
    PlanReadyFrame,
    RunCancelledFrame,
    RunCompletedFrame,
    RunFailedFrame,
    RunRestartedFrame,
    RunStartedFrame,
    TeamCompletedFrame,
    TeamProgressFrame,
    TeamStartedFrame,
)
from service_agent.protocol.failures import failure_of
from service_agent.protocol.final import (
    AnalysisOut,
    CitationOut,
    ClarificationOut,
    DocumentMadeOut,
    FormOut,
    GraphNodeOut,
    GraphOut,
    GraphSearchOut,
    GraphSectionOut,
    Judge1Out,
    Judge2Out,
    MarkOut,
    Reuse,
    Timings,
    UsageOut,
    Verification,
)
from service_agent.protocol.pauses import known_out, options_out
from service_agent.protocol.requests import conditions_out, requests_out, types_out, weakest_of_types

Frame = dict[str, Any]
"""One durable frame without `seq` and `ts`."""


@dataclass(frozen=True)
class TurnFacts:
    """The facts of the turn that the final message holds beside the answer's text."""

    answer_id: str
    """The answer's message id."""
    plan: Plan | None = None
    reuse: DataReuseDecided | None = None
    """None when no data was needed: nothing was reused then, so the answer says `search` over no types."""
    person: str | None = None
    """The person's choice at the confirmation, or the safe default the clock chose."""
    timings: Timings = Timings()
    usage: UsageOut = UsageOut()
    verification: Verification = Verification()
    memories_used: tuple[str, ...] = ()
    suggestions: tuple[str, ...] = ()
    data_as_of: Mapping[str, date] = field(default_factory=dict[str, date])


def translate(event: RunEvent, run: Run, facts: TurnFacts | None = None) -> Frame:
    """The frame of one event. AnswerWritten needs `facts`."""
    match event:
        case RunStarted():
            frame = RunStartedFrame(
                **_ids(run), message_id=event.message_id, question=event.question, attempt=event.attempt
            )
        case RunRestarted():
            frame = RunRestartedFrame(
                **_ids(run), message_id=event.message_id, question=event.question, attempt=event.attempt
            )
        case PlanReady():
            frame = _plan_ready(event.plan, run)
        case DataReuseDecided():
            frame = _data_reuse(event, run)
        case TeamStarted():
            frame = TeamStartedFrame(**_ids(run), team=event.team)
        case TeamProgressed() | TeamCompleted():
            frame = _team(event, run)
        case AnswerRetried():
            frame = AnswerRetryFrame(**_ids(run), reason=event.reason, code=event.code, figures=event.figures)
        case AnswerWritten():
            return answer_frame(event, run, _required(facts))
        case _:
            assert_never(event)
    return dump(frame)


def _analysis(done: Analysis | None) -> AnalysisOut | None:
    if done is None:
        return None
    kept = ("operations", "value", "unit", "table", "chart", "working", "watch", "missing", "refused")
    return AnalysisOut.model_validate(
        {name: value for name, value in done.model_dump(mode="json").items() if name in kept}
    )


def answer_frame(event: AnswerWritten, run: Run, facts: TurnFacts) -> Frame:
    """The final message as a frame. The same dict, letter for letter, is the stored body of the answer."""
    understanding = facts.plan.understanding if facts.plan else None
    return dump(
        AnswerFrame(
            **_ids(run),
            type=event.type,
            message_id=run.message_id,
            answer_id=facts.answer_id,
            content=event.content,
            citations=[_citation(citation) for citation in event.citations],
            clarification=_clarification(event.clarification),
            form=_form(event.form, facts.answer_id),
            analysis=_analysis(event.analysis),
            graph=_graph(event.graph),
            documents=[DocumentMadeOut.model_validate(one.model_dump(mode="json")) for one in event.documents],
            route=understanding.route if understanding else "simple",
            intent=understanding.intent if understanding else "unclear",
            standalone_question=_rewritten(facts.plan) if facts.plan else None,
            teams=list(facts.plan.active_teams) if facts.plan else [],
            reuse=_reuse(event, run, facts),
            requests=requests_out(event, facts.plan, facts.reuse.types if facts.reuse else ()),
            notices=list(event.notices),
            marks=[MarkOut(start=one.start, end=one.end, why=one.why) for one in event.marks],
            confidence=share(event.confidence),
            verification=facts.verification,
            engine=event.engine,
            timings_ms=facts.timings,
            usage=facts.usage,
            memories_used=list(facts.memories_used),
            suggestions=list(facts.suggestions),
            data_as_of=dict(facts.data_as_of),
        )
    )


def run_completed_frame(run: Run, facts: TurnFacts) -> Frame:
    """The last event of a run that went well."""
    return dump(RunCompletedFrame(**_ids(run), timings_ms=facts.timings, usage=facts.usage))


def run_failed_frame(run: Run, error: BaseException) -> Frame:
    """The last event of a run that failed. An error that is not ours says nothing of its insides."""
    failure = failure_of(error)
    return dump(RunFailedFrame(**_ids(run), code=failure.code, message=failure.message, retryable=failure.retryable))


def run_cancelled_frame(run: Run) -> Frame:
    """The last event of a run the person stopped, in the question's language."""
    return dump(RunCancelledFrame(**_ids(run), message=CANCELLED[language_of(run.question)]))


def usage_out(usage: Usage, search_calls: int) -> UsageOut:
    """The turn's cost, as clients get it."""
    return UsageOut(
        model_calls=usage.model_calls,
        prompt_tokens=usage.prompt_tokens,
        completion_tokens=usage.completion_tokens,
        search_calls=search_calls,
        cost=usage.cost,
    )


def dump(frame: Durable) -> Frame:
    """A durable frame as it is handed to storage."""
    return frame.model_dump(mode="json", exclude={"seq", "ts"})


def share(per_mille: int) -> float:
    """Thousandths to 0..1."""
    return per_mille / 1000


class _Ids(TypedDict):
    session_id: str
    run_id: str


def _ids(run: Run) -> _Ids:
    return _Ids(session_id=run.session_id, run_id=run.run_id)


def _required(facts: TurnFacts | None) -> TurnFacts:
    if facts is None:
        raise ValueError("an answer needs the facts of its turn")
    return facts


def _rewritten(plan: Plan) -> str | None:
    """How the question was understood, in other words; a formula is looked up by its own name, which says nothing of
    that."""
    understanding = plan.understanding
    same = understanding.standalone == understanding.question or understanding.computation is not None
    return None if same else understanding.standalone


def _plan_ready(plan: Plan, run: Run) -> PlanReadyFrame:
    understanding = plan.understanding
    return PlanReadyFrame(
        **_ids(run),
        route=understanding.route,
        intent=understanding.intent,
        confidence=share(understanding.confidence),
        active_teams=list(plan.active_teams),
        absent_teams=list(plan.absent_teams),
        required_data_types=list(understanding.data_types),
        subtasks=[part.understanding.standalone for part in plan.requests],
        standalone_question=_rewritten(plan),
        conditions=[] if plan.requests else conditions_out(understanding),
        other_readings=[] if plan.requests else list(understanding.otherwise),
        why=plan.why,
        engine=plan.engine,
    )


def _team(event: TeamProgressed | TeamCompleted, run: Run) -> TeamProgressFrame | TeamCompletedFrame:
    if isinstance(event, TeamCompleted):
        return TeamCompletedFrame(
            **_ids(run), team=event.team, status=event.status, counts=event.counts, elapsed_ms=event.elapsed_ms
        )
    return TeamProgressFrame(
        **_ids(run),
        team=event.team,
        step=event.step,
        label=event.label,
        status=event.status,
        counts=event.counts,
        elapsed_ms=event.elapsed_ms,
        done=event.done,
        total=event.total,
    )


def _data_reuse(event: DataReuseDecided, run: Run) -> DataReuseDecisionFrame:
    return DataReuseDecisionFrame(
        **_ids(run),
        decision=event.decision,
        variant=event.variant,
        data_types=types_out(event.types),
        judge1=_judge1(event.judge1),
        judge2=_judge2(event.types),
        reasons=list(event.reasons),
    )


def _reuse(event: AnswerWritten, run: Run, facts: TurnFacts) -> Reuse:
    decided = facts.reuse
    types = decided.types if decided else ()
    return Reuse(
        decision=decided.decision if decided else "search",
        variant=run.variant,
        data_types=types_out(types),
        judge1=_judge1(decided.judge1 if decided else None),
        judge2=_judge2(types),
        person=facts.person,
        badge=event.badge,
        undo_available=event.undo_available,
    )


def _judge1(judge: Judge1 | None) -> Judge1Out | None:
    if judge is None:
        return None
    return Judge1Out(
        by=judge.by,
        is_sufficient=judge.is_sufficient,
        confidence=share(judge.confidence),
        data_source=judge.data_source,
        missing_data_types=list(judge.missing_data_types),
        reasoning=judge.reasoning,
    )


def _judge2(types: tuple[TypeDecision, ...]) -> dict[str, Judge2Out]:
    return {
        decision.data_type: Judge2Out(
            verdict=decision.verdict, confidence=share(decision.confidence), issues=list(decision.issues)
        )
        for decision in weakest_of_types(types)
        if decision.verdict is not None
    }


def _citation(citation: Citation) -> CitationOut:
    return CitationOut(
        marker=citation.marker,
        chunk_id=citation.chunk_id,
        source=citation.source,
        title=citation.title,
        quote=citation.quote,
        uri=citation.uri,
        fetched_at=citation.fetched_at,
        example=citation.example,
        web=citation.web,
        as_of=citation.as_of,
        evidence_id=citation.evidence_id,
        fields=dict(citation.fields),
    )


def _clarification(clarification: Clarification | None) -> ClarificationOut | None:
    if clarification is None:
        return None
    return ClarificationOut(
        message=clarification.message,
        reason=clarification.reason,
        original_query=clarification.original_query,
        options=options_out(clarification.options),
        more=options_out(clarification.more),
    )


def _graph(facts: GraphFacts | None) -> GraphOut | None:
    if facts is None:
        return None
    return GraphOut(
        sources=[GraphNodeOut.model_validate(one.model_dump()) for one in facts.sources],
        search_info=GraphSearchOut(
            stage=facts.stage,
            candidates=facts.seen,
            likeness=facts.likeness,
            assumed=facts.assumed,
            quantity=facts.quantity,
        ),
        section_info=[
            GraphSectionOut(
                entity_id=one.entity_id, path=list(one.path), section=one.section, unit=one.unit, base_quantity=one.base
            )
            for one in facts.sections
        ],
    )


def _form(form: FormRequest | None, form_id: str) -> FormOut | None:
    """Known by the answer that asks for it: the next request finds its question by that."""
    if form is None:
        return None
    return FormOut.model_validate(
        {
            "form_id": form_id,
            "message": form.message,
            "schema": form.fields,
            "known": known_out(form),
            "query": form.query,
        }
    )
