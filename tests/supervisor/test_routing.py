"""The forks, the windows and the graph's version: everything about the supervisor that is pure."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, cast

from langgraph.checkpoint.memory import InMemorySaver

from execution_agents.roster import roster
from execution_agents.team import Team, TeamDeps
from foundation.contracts.plan import Plan, Understanding
from foundation.contracts.work import Brief, EvidenceSummary, Finding
from supervisor.memory.history import exchanges_from_history
from supervisor.memory.ledger import PER_TYPE, newest
from supervisor.memory.window import ExchangeState, before, before_question, last_exchanges
from supervisor.routing import after_clarification, after_dispatch, after_planning
from supervisor.run import Supervisor
from supervisor.state import SupervisorState
from tests.supervisor.planning.talks import context_of
from tests.supervisor.scene import PACK


def planned(*teams: str) -> SupervisorState:
    understanding = Understanding(
        question="q", standalone="q", language="ko", route="rag_required", intent="market_inquiry", confidence=900,
        slots=(), data_types=(),
    )  # fmt: skip
    plan = Plan(understanding=understanding, judge1=None, active_teams=teams, why="")
    return cast(SupervisorState, {"plan": plan.model_dump(mode="json"), "clarification": None})


def test_a_plan_without_teams_goes_straight_to_the_answer() -> None:
    assert after_planning(planned()) == "generate_response"
    assert after_planning(planned("search")) == "execute_teams"


def test_what_is_not_clear_is_asked_before_anything_else() -> None:
    unclear = cast(SupervisorState, {**planned("search"), "clarification": {"message": "?"}})
    assert after_planning(unclear) == "ask_clarification"
    assert after_clarification(unclear) == "generate_response", "nobody could be asked"
    assert after_clarification(planned("search")) == "planning"


def test_when_no_team_is_due_the_findings_are_brought_together() -> None:
    assert after_dispatch(cast(SupervisorState, {"due_teams": ["search"]})) == ["search"]
    assert after_dispatch(cast(SupervisorState, {"due_teams": []})) == ["aggregate"]


async def idle(brief: Brief, deps: TeamDeps) -> Finding:
    return Finding(team="idle")


TEAMS = {
    "search": Team("search", idle),
    "document": Team("document", idle, waits_for=("search",)),
    "analysis": Team("analysis", idle, waits_for=("search", "document")),
}


def exchange(run_id: str) -> ExchangeState:
    return ExchangeState(
        run_id=run_id,
        question=run_id,
        standalone="",
        intent="",
        slots={},
        data_types=[],
        answer="",
        shown="",
        evidence=[],
    )


def test_the_window_forgets_the_oldest_exchange() -> None:
    kept: list[ExchangeState] = []
    for name in "abcdefghijklm":
        kept = last_exchanges(kept, [exchange(name)])
    assert "".join(each["run_id"] for each in kept) == "defghijklm"


def test_repeating_a_turn_does_not_lean_on_what_came_after_it() -> None:
    kept = [exchange("a"), exchange("b"), exchange("c")]
    assert [each["run_id"] for each in before(kept, "b")] == ["a"]
    assert before(kept, "forgotten") == kept


def test_a_question_asked_again_does_not_lean_on_its_first_answers() -> None:
    kept = [exchange(name) for name in ("a", "b", "c", "b", "b")]
    assert [each["run_id"] for each in before_question(kept, "b")] == ["a", "b", "c"]
    assert before_question(kept, "d") == kept


def test_a_question_asked_again_is_known_by_what_was_typed() -> None:
    kept = [exchange("a"), exchange("2026년 1월은?")]
    kept[1]["typed"] = "그 전달은?"
    assert before_question(kept, "그 전달은?") == kept[:1]


def test_the_ledger_keeps_the_newest_of_every_type() -> None:
    start = datetime(2026, 1, 1, tzinfo=UTC)
    summaries = [
        EvidenceSummary(
            evidence_id=f"{kind}-{number}", data_type=kind, query="", slots={}, item_count=0,
            fetched_at=start + timedelta(minutes=number), source_version="",
        )
        for kind in ("market", "legal")
        for number in range(PER_TYPE + 2)
    ]  # fmt: skip
    kept = newest(summaries)
    assert len(kept) == 2 * PER_TYPE
    assert "market-1" not in {each.evidence_id for each in kept}
    assert [each.fetched_at for each in kept] == sorted((each.fetched_at for each in kept), reverse=True)


async def test_a_history_becomes_exchanges_that_follow_each_other() -> None:
    history = (
        ("assistant", "무엇을 도와드릴까요?"),
        ("user", "대구 달서구 아파트 매매 시세 알려줘"),
        ("assistant", "평균 5억입니다."),
        ("user", "서초구는?"),
        ("assistant", "평균 20억입니다."),
    )
    first, second = await exchanges_from_history(history, context_of("그럼 전세는?", pack=PACK))
    assert first["answer"] == "평균 5억입니다."
    assert second["slots"]["region"] == ["서울 서초구"]
    assert second["intent"] == "market_inquiry"


async def test_a_history_holds_the_formulas_that_were_asked_for() -> None:
    history = (("user", "3억 전세면 복비 얼마야?"), ("assistant", "최대 90만원입니다."))
    [first] = await exchanges_from_history(history, context_of("그럼 5억이면?", pack=PACK))
    assert first.get("computation") is not None


async def test_a_remark_in_a_history_leaves_the_answer_before_it_the_last_one() -> None:
    history = (
        ("user", "대구 달서구 시세"),
        ("assistant", "평균 5억입니다."),
        ("user", "한 문장으로 말해줘"),
        ("assistant", "5억입니다."),
    )
    [only] = await exchanges_from_history(history, context_of("서초구는?", pack=PACK))
    assert only["answer"] == "평균 5억입니다."


def test_the_graph_version_changes_with_the_teams_shape_and_with_nothing_else() -> None:
    saver: Any = InMemorySaver()
    search, analysis, *_ = roster()
    version = Supervisor([search], saver).graph_version
    assert Supervisor([roster()[0]], saver).graph_version == version
    assert Supervisor([search, analysis], saver).graph_version != version
    reshaped = Team(search.name, search.work, shape=search.shape + "\nanother_key")
    assert Supervisor([reshaped], saver).graph_version != version
    assert Supervisor([search, TEAMS["document"]], saver).graph_version != version
