"""Examples of what goes over the seam: one run, one of each event."""

from __future__ import annotations

from datetime import UTC, datetime

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
from foundation.contracts.identity import LOCAL
from foundation.contracts.pauses import (
    Clarification,
    ClarificationOption,
    ConfirmationAsked,
    FormRequest,
    InHand,
    KnownValue,
    Pause,
    PromptOption,
)
from foundation.contracts.plan import Judge1, Plan, Understanding
from foundation.contracts.work import TypeDecision
from foundation.storage.records import Run, RunOptions

NOW = datetime(2026, 11, 20, 10, 42, tzinfo=UTC)

RUN = Run(
    run_id="run-1",
    session_id="session-1",
    message_id="message-1",
    principal=LOCAL,
    question="서초구는?",
    status="running",
    attempt=1,
    options=RunOptions(),
    graph_version="v1",
    pack="real_estate",
    variant="hybrid_confirm",
    resume=None,
    resumed_by=None,
    created_at=NOW,
)

PLAN = Plan(
    understanding=Understanding(
        question="서초구는?",
        standalone="서초구 시세 알려줘",
        language="ko",
        route="rag_required",
        intent="market_inquiry",
        confidence=930,
        slots=(),
        data_types=("market", "legal"),
    ),
    judge1=Judge1(by="rules", is_sufficient=True, confidence=860, data_source="checkpoint", reasoning="같은 지역"),
    active_teams=("search",),
    absent_teams=("analysis",),
    why="시세를 찾습니다.",
)

DECIDED = DataReuseDecided(
    decision="partial",
    variant="hybrid_confirm",
    types=(
        TypeDecision(
            data_type="market",
            decision="reused",
            verdict="sufficient",
            confidence=860,
            evidence_id="e-1",
            fetched_at=NOW,
            age_s=120,
        ),
        TypeDecision(
            data_type="legal", decision="searched", verdict="insufficient", confidence=560, issues=("missing",)
        ),
        TypeDecision(data_type="loan", decision="failed"),
    ),
    judge1=PLAN.judge1,
    reasons=("2분 전 자료가 아직 맞습니다.",),
)

ANSWER = AnswerWritten(
    content="평균은 5억 원입니다.[1]",
    citations=(
        Citation(
            marker=1, chunk_id="c-1", source="trades", title="거래", quote="5억", fetched_at=NOW, evidence_id="e-1"
        ),
    ),
    clarification=Clarification(
        message="어느 쪽입니까?",
        reason="둘 다 있습니다.",
        original_query="용접",
        options=(ClarificationOption(id="o-1", label="강관", query="강관 용접"),),
    ),
    badge="10:42 자료 6건 재사용",
    notices=("예시 자료입니다.",),
    confidence=810,
    engine="rules",
    undo_available=True,
)

EVENTS: tuple[RunEvent, ...] = (
    RunStarted(message_id="message-1", question="서초구는?", attempt=1),
    RunRestarted(message_id="message-1", question="서초구는?", attempt=2),
    PlanReady(plan=PLAN),
    DECIDED,
    TeamStarted(team="search"),
    TeamProgressed(team="search", step="search:trades", label="검색 중", status="running", done=1, total=2),
    TeamCompleted(team="search", status="done", counts={"items": 6}, elapsed_ms=12),
    AnswerRetried(reason="숫자가 다릅니다."),
    ANSWER,
)

CLARIFICATION = Clarification(
    message="어느 쪽입니까?",
    reason="둘 다 있습니다.",
    original_query="용접",
    options=(
        ClarificationOption(id="o-1", label="강관용접", query="강관용접", source_section="13-2-3"),
        ClarificationOption(id="o-2", label="아크용접", query="아크용접"),
    ),
)
FORM = FormRequest(
    message="중개보수 상한을 계산하려면 거래금액이 필요합니다.",
    fields={
        "type": "object",
        "properties": {"amount": {"type": "number", "title": "거래금액", "minimum": 0, "x-unit": "won"}},
        "required": ["amount"],
    },
    known=(KnownValue(name="deal", label="거래", value="전세"),),
    query="복비 얼마야?",
)
PAUSES: tuple[Pause, ...] = (
    ConfirmationAsked(
        message="앞의 자료를 쓸까요?",
        previous_data_summary="달서구 6건",
        data_age_s=120,
        uncertainty_reason="지역을 말하지 않았습니다.",
        measured_saving_s=4.2,
        options=(PromptOption(value="use_previous", label="앞의 자료"), PromptOption(value="search_new", label="새로")),
        in_hand=(InHand(data_type="market", items=6, age_s=120, query="달서구 시세", issues=("few_results",)),),
    ),
    CLARIFICATION,
    FORM,
)
