"""A turn planned by rules, by one call of a capable model, and by single calls of a small one."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import pytest
from structlog.testing import capture_logs

from execution_agents.reuse.judge2 import Standing
from foundation.contracts.plan import Plan, Understanding, VariantName
from foundation.contracts.ports import Usage
from foundation.contracts.work import Evidence, EvidenceItem
from foundation.llm.scripted import Line, Reply, ScriptedEndpoint
from supervisor.planning.context import Exchange
from supervisor.planning.turn_planning import Mode, plan_turn
from tests.foundation.domains.small_pack import NOW, SMALL_PACK
from tests.foundation.llm.scripts import QUICK, Wired, scripted
from tests.supervisor.planning.talks import context_of, documents_of, exchange_of, talk

MARKET = "대구 달서구 아파트 시세 알려줘"
IMPATIENT = replace(QUICK, longest_s=1.0)
SUFFICIENT: dict[str, Any] = {
    "is_sufficient": True,
    "confidence": 0.95,
    "data_source": "checkpoint",
    "missing_data_types": [],
    "reasoning": "같은 지역이다.",
}


def evidence_of(data_type: str) -> Evidence:
    """Three items of one type."""
    items = tuple(
        EvidenceItem(item_id=str(n), content_hash=str(n), title=f"자료 {n}", text="", source="guide") for n in range(3)
    )
    return Evidence(
        evidence_id=data_type,
        session_id="session",
        run_id="earlier",
        data_type=data_type,
        sources=("guide",),
        kind="documents",
        query=MARKET,
        slots={"region": ("대구 달서구",)},
        items=items,
        fetched_at=NOW,
        source_version="1",
    )


@dataclass
class Stock:
    """What is in hand, and for which readings of the question it was asked about."""

    types: Sequence[str] = ("market",)
    asked: list[Understanding] = field(default_factory=list[Understanding])

    async def __call__(self, understanding: Understanding) -> Mapping[str, Standing]:
        self.asked.append(understanding)
        return {
            name: Standing(name, evidence_of(name) if name in self.types else None, age_s=60)
            for name in understanding.data_types
        }


@dataclass
class Desk:
    """A model over a scripted endpoint, what is in hand, and the plans made with both."""

    wired: Wired
    stock: Stock

    @property
    def endpoint(self) -> ScriptedEndpoint:
        return self.wired.endpoint

    @property
    def prompts(self) -> list[str]:
        """The prompts asked, in order."""
        return [call.prompt for call in self.endpoint.calls]

    async def plan(
        self,
        question: str,
        exchanges: Sequence[Exchange] = (),
        mode: Mode = "merged",
        variant: VariantName = "hybrid",
        routing: bool = True,
    ) -> Plan:
        context = context_of(question, exchanges, variant=variant, routing=routing)
        return await plan_turn(context, self.stock, self.wired.model, mode, self.wired.usage, ("search",))


@asynccontextmanager
async def desk(script: Mapping[str, Line], types: Sequence[str] = ("market",)) -> AsyncGenerator[Desk, None]:
    async with scripted(script, limits=IMPATIENT) as wired:
        yield Desk(wired, Stock(types))


def planned(**changes: Any) -> dict[str, Any]:
    """A `turn_planning` reply."""
    reply: dict[str, Any] = {
        "route": "rag_required",
        "standalone_question": "",
        "intent": "market_inquiry",
        "confidence": 0.9,
        "slots": {},
        "ambiguity_reason": None,
        "sufficiency": SUFFICIENT,
    }
    return {**reply, **changes}


def said_before(*questions: str) -> list[Exchange]:
    return [exchange_of(understood, "평균 3억원입니다.") for understood in talk(*questions)]


async def by_rules(question: str, exchanges: Sequence[Exchange] = (), **more: Any) -> Plan:
    stock = Stock(more.pop("types", ("market",)))
    roster: Collection[str] = more.pop("roster", ("search",))
    context = context_of(question, exchanges, **more)
    return await plan_turn(context, stock, None, "auto", Usage(), roster)


async def test_without_a_model_the_rules_plan_and_judge() -> None:
    plan = await by_rules("그 지역 평균 시세를 다시 요약해줘", said_before(MARKET))
    assert (plan.engine, plan.active_teams, plan.absent_teams) == ("rules", ("search",), ())
    assert plan.judge1 is not None
    assert (plan.judge1.by, plan.judge1.is_sufficient) == ("rules", True)
    assert "시세" in plan.why


@pytest.mark.parametrize(
    ("question", "ending"), [("안녕하세요", "direct"), ("오늘 날씨 어때?", "irrelevant"), ("그거 어때?", "unclear")]
)
async def test_a_turn_that_ends_early_starts_no_team_and_no_judge(question: str, ending: str) -> None:
    plan = await by_rules(question)
    assert (plan.ends_early, plan.active_teams, plan.absent_teams, plan.judge1) == (ending, (), (), None)


@pytest.mark.parametrize(
    ("question", "roster", "active", "absent"),
    [
        (MARKET, ("search",), ("search",), ()),
        ("위험도 분석해줘", ("search",), ("search",), ("analysis",)),
        ("위험도 분석해줘", ("search", "analysis"), ("search", "analysis"), ()),
        ("달서구 시세로 수익률 계산해줘", ("search",), ("search",), ("analysis",)),
        ("계약서 작성해줘", ("search",), (), ("document",)),
    ],
)
async def test_teams_that_do_not_exist_are_told_apart(
    question: str, roster: Sequence[str], active: Sequence[str], absent: Sequence[str]
) -> None:
    plan = await by_rules(question, roster=roster)
    assert (plan.active_teams, plan.absent_teams) == (active, absent)
    korean = {"search": "검색", "analysis": "분석", "document": "문서"}
    assert all(korean[team] in plan.why and team not in plan.why for team in (*active, *absent))


async def test_the_reason_is_given_in_the_persons_language() -> None:
    assert (
        await by_rules("What do flats in Gangnam cost?")
    ).why == "intent: prices · data needed: prices · teams: search"


async def test_in_the_control_variant_no_judge_runs_and_none_is_asked_for() -> None:
    assert (await by_rules(MARKET, variant="no_reuse")).judge1 is None
    async with desk({"turn_planning": planned()}) as office:
        plan = await office.plan(MARKET, variant="no_reuse")
        assert (plan.judge1, plan.engine, office.stock.asked) == (None, "model", [])
        assert "자료 0" not in office.endpoint.calls[0].text
    async with desk(split_script()) as office:
        plan = await office.plan(MARKET, mode="split", variant="no_reuse")
        assert (plan.judge1, "data_sufficiency_check" in office.prompts) == (None, False)


async def test_a_capable_model_plans_in_one_call_that_shows_what_is_in_hand() -> None:
    async with desk({"turn_planning": planned()}) as office:
        plan = await office.plan("그 지역 평균 시세를 다시 요약해줘", said_before(MARKET))
        assert office.prompts == ["turn_planning"]
        assert plan.engine == "model"
        assert plan.judge1 is not None
        assert (plan.judge1.by, plan.judge1.is_sufficient, plan.judge1.confidence) == ("model", True, 950)
        assert plan.understanding.standalone == "대구 달서구 아파트 평균 시세를 다시 요약해줘"
        shown = office.endpoint.calls[0].text
        assert all(
            words in shown for words in ("자료 0", "평균 3억원입니다.", "market_inquiry", "apartment", "2026-02-20")
        )


@pytest.mark.parametrize(
    ("said", "slots"),
    [
        ({}, {"region": ("서울 서초구",), "housing_type": ("apartment",)}),
        ({"region": ["강남구"]}, {"region": ("서울 서초구",), "housing_type": ("apartment",)}),
        ({"deal": ["전세"]}, {"region": ("서울 서초구",), "housing_type": ("apartment",), "deal": ("jeonse",)}),
        ({"housing_type": ["villa"]}, {"region": ("서울 서초구",), "housing_type": ("villa",)}),
        ({"housing_type": ["apartment"]}, {"region": ("서울 서초구",), "housing_type": ("apartment",)}),
        ({"colour": ["red"], "deal": ["barter"]}, {"region": ("서울 서초구",), "housing_type": ("apartment",)}),
    ],
)
async def test_a_model_adds_slots_and_never_removes_one(
    said: dict[str, list[str]], slots: dict[str, tuple[str, ...]]
) -> None:
    async with desk({"turn_planning": planned(slots=said)}) as office:
        plan = await office.plan("서초구는?", said_before(MARKET))
        assert plan.understanding.slot_values() == slots


@pytest.mark.parametrize(
    ("rewritten", "standalone"),
    [
        ("서초구 아파트의 시세는 어떻게 되나요?", "서초구 아파트의 시세는 어떻게 되나요?"),
        ("", "서초구 아파트 시세 알려줘"),
        ("서초구는?", "서초구 아파트 시세 알려줘"),
        ("아파트 시세는?", "서초구 아파트 시세 알려줘"),
        ("서초구와 강남구 아파트 시세는?", "서초구 아파트 시세 알려줘"),
        ("What do flats in Seocho cost?", "서초구 아파트 시세 알려줘"),
        ("서초구 " * 900, "서초구 아파트 시세 알려줘"),
    ],
)
async def test_a_rewriting_keeps_what_was_named_invents_nothing_and_speaks_the_language(
    rewritten: str, standalone: str
) -> None:
    async with desk({"turn_planning": planned(standalone_question=rewritten)}) as office:
        plan = await office.plan("서초구는?", said_before(MARKET))
        assert plan.understanding.standalone == standalone


@pytest.mark.parametrize(
    ("rewritten", "kept"),
    [("강남구 아파트 월세 시세는?", True), ("강남구 아파트 전세 시세는?", False)],
    ids=["said before", "invented"],
)
async def test_a_rewriting_may_take_over_a_condition_the_conversation_named(rewritten: str, kept: bool) -> None:
    async with desk({"turn_planning": planned(standalone_question=rewritten)}) as office:
        before = said_before("강남구 아파트 월세 알려줘") + said_before(MARKET)
        plan = await office.plan("강남구 아파트 시세는?", before)
        assert (plan.understanding.standalone == rewritten) is kept
        assert (plan.understanding.slot_values().get("deal") == ("monthly",)) is kept


async def test_a_model_decides_the_intent_and_with_it_the_data_types() -> None:
    async with desk({"turn_planning": planned(intent="risk_analysis")}) as office:
        plan = await office.plan(MARKET)
        assert plan.understanding.data_types == ("legal", "market")
        assert plan.judge1 is not None
        assert plan.judge1.missing_data_types == ("legal",)
        assert [understood.intent for understood in office.stock.asked] == ["market_inquiry", "risk_analysis"]


async def test_a_question_of_the_field_is_never_small_talk() -> None:
    async with desk({"turn_planning": planned(route="simple")}) as office:
        plan = await office.plan(MARKET)
        assert (plan.understanding.route, plan.ends_early) == ("rag_required", None)


async def test_a_model_may_see_small_talk_the_rules_do_not_know() -> None:
    async with desk({"turn_planning": planned(route="simple", intent="unclear", sufficiency=None)}) as office:
        assert (await office.plan("오 그렇군요 재밌네요")).ends_early == "direct"


async def test_a_model_that_says_nothing_of_sufficiency_searches() -> None:
    async with desk({"turn_planning": planned(sufficiency=None)}) as office:
        plan = await office.plan(MARKET)
        assert plan.judge1 is not None
        assert (plan.judge1.is_sufficient, plan.judge1.confidence) == (False, 0)


@pytest.mark.parametrize(
    "line",
    [
        Reply(status=400),
        Reply(fault="hang"),
        Reply(fault="broken"),
        "생각해 보겠습니다",
        planned(intent="weather"),
        planned(confidence=7),
        planned(route="nowhere"),
    ],
    ids=["refused", "hanging", "no json", "prose", "unknown intent", "confidence out of range", "unknown route"],
)
@pytest.mark.parametrize("mode", ["merged", "split"])
async def test_any_failure_of_the_model_leaves_the_rules_understanding_and_searches(line: Line, mode: Mode) -> None:
    script: dict[str, Line] = {
        "turn_planning": line,
        "query_router": {"route": "rag_required"},
        "intent_analysis": line,
    }
    async with desk(script) as office:
        async with asyncio.timeout(20):
            plan = await office.plan("서초구는?", said_before(MARKET), mode=mode)
        assert (plan.engine, plan.understanding.standalone) == ("rules", "서초구 아파트 시세 알려줘")
        assert plan.understanding.intent == "market_inquiry"
        assert plan.judge1 is not None
        assert (plan.judge1.by, plan.judge1.is_sufficient, plan.judge1.confidence) == ("model", False, 0)
        assert plan.active_teams == ("search",)


@pytest.mark.parametrize("mode", ["merged", "split"])
@pytest.mark.parametrize(
    ("line", "noted"),
    [
        (planned(intent="weather"), ("unknown_intent", "intent")),
        (planned(confidence=7), ("wrong_shape", "confidence")),
        ("생각해 보겠습니다", ("bad_json", None)),
    ],
)
async def test_the_log_says_which_field_of_a_plan_failed(line: Line, noted: tuple[str, str | None], mode: Mode) -> None:
    script: dict[str, Line] = {
        "turn_planning": line,
        "query_router": {"route": "rag_required"},
        "intent_analysis": line,
    }
    with capture_logs() as lines:
        async with desk(script) as office:
            await office.plan(MARKET, mode=mode)
    (one,) = [each for each in lines if each["event"] == "planning_by_rules"]
    assert (one["reason"], one.get("field")) == noted
    assert "weather" not in str(one), "what stood in the field is content"


def split_script(**changes: Line) -> dict[str, Line]:
    script: dict[str, Line] = {
        "query_router": {"route": "rag_required"},
        "context_enhancement": {"standalone_question": "서초구 아파트 시세는 얼마인가요?"},
        "intent_analysis": {"intent": "market_inquiry", "confidence": 0.8, "slots": {}},
        "data_sufficiency_check": SUFFICIENT,
    }
    return {**script, **changes}


async def test_a_small_model_gets_single_tasks() -> None:
    async with desk(split_script()) as office:
        plan = await office.plan("서초구는?", said_before(MARKET), mode="split")
        assert office.prompts == ["query_router", "context_enhancement", "intent_analysis", "data_sufficiency_check"]
        assert plan.understanding.standalone == "서초구 아파트 시세는 얼마인가요?"
        assert plan.understanding.confidence == 800
        assert plan.judge1 is not None
        assert plan.judge1.confidence == 950


async def test_a_question_that_stands_alone_is_not_rewritten_and_nothing_in_hand_is_not_judged() -> None:
    async with desk(split_script(), types=()) as office:
        plan = await office.plan(MARKET, mode="split")
        assert office.prompts == ["query_router", "intent_analysis"]
        assert plan.judge1 is not None
        assert (plan.judge1.is_sufficient, plan.judge1.missing_data_types) == (False, ("market",))


async def test_small_talk_costs_a_small_model_one_call() -> None:
    async with desk(split_script(query_router={"route": "simple"})) as office:
        assert (await office.plan("안녕하세요", mode="split")).ends_early == "direct"
        assert office.prompts == ["query_router"]


@pytest.mark.parametrize("broken", [Reply(status=400), Reply(fault="broken"), "아마 충분할 거예요"])
async def test_a_judge_that_fails_alone_leaves_the_whole_turn_to_the_rules(broken: Line) -> None:
    async with desk(split_script(data_sufficiency_check=broken)) as office:
        plan = await office.plan("서초구는?", said_before(MARKET), mode="split")
        assert "data_sufficiency_check" in office.prompts
        assert (plan.engine, plan.understanding.standalone) == ("rules", "서초구 아파트 시세 알려줘")
        assert plan.judge1 is not None
        assert (plan.judge1.is_sufficient, plan.judge1.confidence) == (False, 0)


@pytest.mark.parametrize("question", ["안녕하세요", "오늘 날씨 어때?"])
async def test_without_routing_nothing_is_turned_away(question: str) -> None:
    plan = await by_rules(question, routing=False)
    assert (plan.ends_early, plan.active_teams, plan.understanding.route) == (None, ("search",), "rag_required")
    assert plan.understanding.data_types


async def test_without_routing_a_question_that_says_too_little_is_still_unclear() -> None:
    assert (await by_rules("그거 어때?", routing=False)).ends_early == "unclear"


@pytest.mark.parametrize("said", [planned(route="simple", intent="unclear"), planned(intent="irrelevant")])
async def test_without_routing_a_model_turns_nothing_away_either(said: dict[str, Any]) -> None:
    async with desk({"turn_planning": said}) as office:
        assert (await office.plan("오늘 날씨 어때?", routing=False)).ends_early is None


async def test_marks_alone_cost_no_call() -> None:
    async with desk({"turn_planning": planned()}) as office:
        plan = await office.plan("?!", said_before(MARKET))
        assert (plan.ends_early, plan.engine, office.prompts) == ("unclear", "rules", [])


async def test_without_routing_a_small_model_is_not_asked_for_a_route() -> None:
    async with desk(split_script()) as office:
        plan = await office.plan("서초구는?", said_before(MARKET), mode="split", routing=False)
        assert office.prompts == ["context_enhancement", "intent_analysis", "data_sufficiency_check"]
        assert plan.understanding.standalone == "서초구 아파트 시세는 얼마인가요?"


async def test_auto_asks_a_capable_model_once() -> None:
    async with desk({"turn_planning": planned()}) as office:
        await office.plan(MARKET, mode="auto")
        assert office.prompts == ["turn_planning"]


async def test_auto_gives_a_small_model_single_tasks() -> None:
    async with desk(split_script()) as office:
        office.wired.model.is_small = True
        await office.plan(MARKET, mode="auto")
        assert "turn_planning" not in office.prompts


UNLISTED = "스프링클러는 얼마나 자주 점검해?"
"""No word of it is the pack's."""


async def looked_up(question: str, *passages: str) -> Plan:
    """The plan of a question over documents that say this."""
    documents = documents_of({f"{at}": text for at, text in enumerate(passages)})
    context = context_of(question, documents=documents)
    return await plan_turn(context, Stock(()), None, "auto", Usage(), ("search",))


async def test_a_question_without_a_known_word_is_searched_where_a_document_speaks_of_it() -> None:
    plan = await looked_up(UNLISTED, "스프링클러는 석 달마다 점검한다.", "승강기는 매달 점검한다.")
    assert (plan.ends_early, plan.active_teams) == (None, ("search",))
    assert plan.understanding.data_types == SMALL_PACK.default_data_types
    turned_away = await looked_up(UNLISTED, "보증금은 20분의 1까지 올릴 수 있다.")
    assert turned_away.ends_early == (await by_rules(UNLISTED)).ends_early == "irrelevant"


async def test_a_first_question_points_at_what_it_names_itself() -> None:
    question = "스프링클러가 고장났는데 이거 누가 점검해?"
    assert (await by_rules(question)).ends_early is not None
    plan = await looked_up(question, "스프링클러가 고장나면 소방서가 점검한다.", "승강기는 매달 점검한다.")
    assert (plan.ends_early, plan.active_teams) == (None, ("search",))


@pytest.mark.parametrize("question", ["안녕하세요", "오늘 날씨 어때?", "그거 어때?", "?!", MARKET])
async def test_what_is_clear_without_documents_is_not_looked_up(question: str) -> None:
    assert (await looked_up(question, question)).ends_early == (await by_rules(question)).ends_early
