"""Whole turns: asked, judged, reused or searched, answered."""

from __future__ import annotations

from dataclasses import replace

import pytest

from foundation.contracts.errors import SourceFailed
from foundation.contracts.plan import VariantName
from foundation.storage.records import RunOptions
from tests.supervisor.scene import PACK, Scene, sure

PRICES = "대구 달서구 아파트 매매 시세 알려줘"
AGAIN = "그 지역 평균 시세를 다시 요약해줘"
SEOCHO_TOO = "서초구는?"
LAW = "전세 계약 갱신할 때 보증금은 얼마나 올릴 수 있어?"


async def test_four_questions_are_searched_reused_searched_and_searched(scene: Scene) -> None:
    async with scene.process():
        session = await scene.session()
        first = await scene.ask(session, PRICES)
        again = await scene.ask(session, AGAIN)
        other = await scene.ask(session, SEOCHO_TOO)
        law = await scene.ask(session, LAW)
    assert [answer["reuse"]["decision"] for answer in (first, again, other, law)] == [
        "search", "reuse", "search", "search",
    ]  # fmt: skip
    assert first["citations"] and "달서구" in first["content"]
    held = first["reuse"]["data_types"]["market"]["evidence_id"]
    assert again["reuse"]["data_types"]["market"]["evidence_id"] == held
    assert again["reuse"]["badge"]
    assert other["standalone_question"] and "서초구" in other["content"] and "달서구" not in other["content"]
    assert law["citations"][0]["source"] == "law_guide"
    assert len(scene.market.asked) == 2
    assert len(scene.law.asked) == 1


async def test_what_a_source_wanted_said_is_said_again_when_its_evidence_is_reused(scene: Scene) -> None:
    scene.market.notice = "물어본 달의 자료가 없어 가장 가까운 2025-12 자료를 썼습니다."
    async with scene.process():
        session = await scene.session()
        first = await scene.ask(session, PRICES)
        again = await scene.ask(session, "그 지역 평균 시세를 다시 요약해줘")
        law = await scene.ask(session, "전세 계약 갱신할 때 보증금은 얼마나 올릴 수 있어?")
    assert again["reuse"]["decision"] == "reuse"
    assert [answer["notices"].count(scene.market.notice) for answer in (first, again, law)] == [1, 1, 0]


async def test_an_answer_begins_with_what_is_shown_instead(scene: Scene) -> None:
    scene.market.instead = "물어본 달의 자료가 없어 2025년 12월 자료를 보였습니다."
    async with scene.process():
        answer = await scene.ask(await scene.session(), PRICES)
    assert answer["content"].startswith(scene.market.instead)
    assert answer["content"].count(scene.market.instead) == 1
    assert [one["answered"] for one in answer["requests"]] == [True]
    assert "달서구" in answer["content"]


async def test_evidence_of_any_earlier_turn_may_serve(scene: Scene) -> None:
    async with scene.process():
        session = await scene.session()
        first = await scene.ask(session, PRICES)
        await scene.ask(session, "서울 서초구 아파트 매매 시세 알려줘")
        back = await scene.ask(session, PRICES)
    assert back["reuse"]["decision"] == "reuse"
    assert back["reuse"]["data_types"]["market"]["evidence_id"] == first["reuse"]["data_types"]["market"]["evidence_id"]


async def test_a_partial_reuse_searches_only_what_is_missing(scene: Scene) -> None:
    async with scene.process():
        session = await scene.session()
        await scene.ask(session, PRICES)
        both = await scene.ask(session, "대구 달서구 아파트 매매 시세랑 법적으로 주의할 점을 종합해서 알려줘")
    assert both["reuse"]["decision"] == "partial"
    assert both["reuse"]["data_types"]["market"]["decision"] == "reused"
    assert both["reuse"]["data_types"]["legal"]["decision"] == "searched"
    assert (len(scene.market.asked), len(scene.law.asked)) == (1, 1)


async def test_a_failing_source_costs_its_part_and_the_answer_says_so(scene: Scene) -> None:
    scene.market.failure = SourceFailed()
    async with scene.process():
        session = await scene.session()
        answer = await scene.ask(session, "대구 달서구 아파트 매매 시세랑 법적으로 주의할 점을 종합해서 알려줘")
    assert answer["reuse"]["data_types"]["market"]["decision"] == "failed"
    assert answer["reuse"]["data_types"]["legal"]["decision"] == "searched"
    assert any("개별 실거래" in notice for notice in answer["notices"])
    assert answer["citations"]


async def test_a_source_that_breaks_in_an_unforeseen_way_costs_no_more(scene: Scene) -> None:
    scene.market.failure = ZeroDivisionError()
    async with scene.process():
        answer = await scene.ask(await scene.session(), PRICES)
    assert answer["reuse"]["data_types"]["market"]["decision"] == "failed"
    assert answer["notices"]


async def test_what_failed_is_searched_again_next_time(scene: Scene) -> None:
    scene.market.failure = SourceFailed()
    async with scene.process():
        session = await scene.session()
        await scene.ask(session, PRICES)
        scene.market.failure = None
        answer = await scene.ask(session, PRICES)
    assert answer["reuse"]["decision"] == "search"
    assert answer["citations"]


async def test_a_changed_source_is_searched_again(scene: Scene) -> None:
    async with scene.process():
        session = await scene.session()
        await scene.ask(session, PRICES)
        scene.market.present, scene.market.changed = "v2", True
        answer = await scene.ask(session, AGAIN)
    assert answer["reuse"]["decision"] == "search"
    assert "source_changed" in answer["reuse"]["judge2"]["market"]["issues"]


async def test_old_evidence_is_stale(scene: Scene) -> None:
    async with scene.process():
        session = await scene.session()
        await scene.ask(session, PRICES)
        await scene.sql("UPDATE evidence SET fetched_at = fetched_at - interval '8 days'")
        answer = await scene.ask(session, AGAIN)
    assert answer["reuse"]["judge2"]["market"]["issues"] == ["stale"]
    assert answer["reuse"]["decision"] == "search"


@pytest.mark.parametrize(
    ("variant", "decision", "judged"),
    [("no_reuse", "search", False), ("supervisor_only", "reuse", False), ("hybrid", "reuse", True)],
)
async def test_variants_differ_in_the_judges_they_have(
    scene: Scene, variant: VariantName, decision: str, judged: bool
) -> None:
    scene.variant = variant
    async with scene.process():
        session = await scene.session()
        await scene.ask(session, PRICES)
        answer = await scene.ask(session, AGAIN)
    assert answer["reuse"]["variant"] == variant
    assert answer["reuse"]["decision"] == decision
    assert bool(answer["reuse"]["judge2"]) is judged
    assert (answer["reuse"]["judge1"] is None) is (variant == "no_reuse")


@pytest.mark.parametrize(
    ("variant", "confidence", "decision"),
    [
        ("supervisor_only", 901, "reuse"),
        ("supervisor_only", 900, "search"),
        ("hybrid", 900, "reuse"),
        ("hybrid", 701, "reuse"),
        ("hybrid", 700, "search"),
        ("hybrid", 601, "search"),
        ("hybrid", 600, "search"),
    ],
)
async def test_judge_1s_bands_decide(scene: Scene, variant: VariantName, confidence: int, decision: str) -> None:
    scene = replace(scene, variant=variant, pack=sure(confidence))
    async with scene.process():
        session = await scene.session()
        await scene.ask(session, PRICES)
        answer = await scene.ask(session, PRICES)
    assert answer["reuse"]["judge1"]["confidence"] == confidence / 1000
    assert answer["reuse"]["decision"] == decision


async def test_never_searches_and_always_never_overrides_a_veto(scene: Scene) -> None:
    async with scene.process():
        session = await scene.session()
        await scene.ask(session, PRICES)
        never = await scene.ask(session, AGAIN, RunOptions(reuse="never", wait_for_person=False))
        scene.market.present, scene.market.changed = "v2", True
        always = await scene.ask(session, AGAIN, RunOptions(reuse="always", wait_for_person=False))
    assert never["reuse"]["decision"] == "search"
    assert always["reuse"]["decision"] == "search"


async def test_small_talk_and_other_fields_start_no_team(scene: Scene) -> None:
    async with scene.process():
        session = await scene.session()
        run_id = await scene.submit(session, "안녕하세요")
        hello = await scene.frames_of(run_id)
        weather = await scene.ask(session, "오늘 날씨 어때?")
    assert "team_started" not in hello
    assert hello["answer"]["teams"] == []
    assert weather["intent"] == "irrelevant"
    assert not scene.market.asked and not scene.law.asked


async def test_a_turn_handed_in_with_its_history_understands_what_it_follows(scene: Scene) -> None:
    history = (("user", PRICES), ("assistant", "달서구 평균은 5억입니다."))
    async with scene.process():
        answer = await scene.ask(await scene.session(), SEOCHO_TOO, RunOptions(history=history, wait_for_person=False))
    assert answer["intent"] == "market_inquiry"
    assert scene.market.asked[0].slots["region"] == ("서울 서초구",)


async def test_every_turn_leaves_one_decision_with_all_its_inputs(scene: Scene) -> None:
    async with scene.process():
        session = await scene.session()
        await scene.ask(session, PRICES)
        await scene.ask(session, AGAIN)
    rows = await scene.decisions.list(scene.principal, 10)
    assert [row.decision for row in rows] == ["reuse", "search"]
    inputs = rows[0].inputs
    assert inputs["standings"]["market"]["evidence"]["source_version"] == "v1"
    assert inputs["understanding"]["slots"][0]["origin"] in ("named", "pointed", "inherited")
    assert inputs["thresholds"] == {"reuse_above": 900, "ask_above": 600}
    assert inputs["figures"]["market"]["judge2"]["sufficient_above"] == 700
    assert inputs["ledger"][0]["data_type"] == "market"
    assert rows[0].judge2["market"]["verdict"] == "sufficient"


async def test_what_is_kept_does_not_grow_with_the_conversation(scene: Scene) -> None:
    async with scene.process():
        session = await scene.session()
        for number in range(12):
            await scene.ask(session, PRICES if number % 2 else SEOCHO_TOO, RunOptions(reuse="never"))
    opening = await scene.openings.read(scene.principal, session, PACK.name, ["market"])
    assert len(opening.ledger) == 8
    assert opening.exchanges is not None
    assert [each["question"] for each in opening.exchanges] == [SEOCHO_TOO, PRICES] * 5
    assert "price_won" not in str(opening.exchanges)
    assert await scene.sql("SELECT 1 FROM checkpoints.checkpoints WHERE thread_id = :id", id=session) == []


async def test_a_conversation_without_kept_exchanges_is_read_from_its_messages(scene: Scene) -> None:
    async with scene.process():
        session = await scene.session()
        await scene.ask(session, PRICES)
        await scene.sql("DELETE FROM recent_exchanges WHERE session_id = :id", id=session)
        await scene.ask(session, SEOCHO_TOO)
    (decision, _) = await scene.decisions.list(scene.principal, 2)
    assert decision.data_types == ("market",)
    assert scene.market.asked[-1].slots["region"] == ("서울 서초구",)


@pytest.mark.parametrize("form", ["표로 정리해줘", "더 쉽게 설명해줘", "출처가 어디야?", "그거 몇 조야?"])
async def test_another_form_of_what_was_shown_is_never_searched(scene: Scene, form: str) -> None:
    async with scene.process():
        session = await scene.session()
        first = await scene.ask(session, LAW)
        again = await scene.ask(session, form)
    assert again["reuse"]["decision"] == "reuse"
    held = first["reuse"]["data_types"]["legal"]["evidence_id"]
    assert again["reuse"]["data_types"]["legal"]["evidence_id"] == held
    assert len(scene.law.asked) == 1


async def test_two_places_shown_one_after_the_other_are_compared_without_a_search(scene: Scene) -> None:
    async with scene.process():
        session = await scene.session()
        await scene.ask(session, PRICES)
        await scene.ask(session, SEOCHO_TOO)
        both = await scene.ask(session, "둘 중 어디가 더 비싸?")
    assert both["reuse"]["decision"] == "reuse"
    assert len(both["requests"][0]["data_types"]["market"]["evidence_ids"]) == 2
    assert "달서구" in both["content"] and "서초구" in both["content"]
    assert len(scene.market.asked) == 2
