"""Several questions in one message: each planned, judged, searched, answered or named."""

from __future__ import annotations

from dataclasses import replace

import pytest

from supervisor.planning.requests import MOST_READ
from supervisor.replay import replay, rows_apart
from tests.supervisor.scene import Scene, sure

PRICES = "대구 달서구 아파트 매매 시세 알려줘"
LAW = "전세 계약 갱신할 때 보증금은 얼마나 올릴 수 있어?"
TWO = f"1) 대구 달서구 아파트 매매 시세는? 2) {LAW}"


async def test_each_question_is_searched_and_answered_under_its_own_words(scene: Scene) -> None:
    async with scene.process():
        session = await scene.session()
        answer = await scene.ask(session, TWO)
    first, second = answer["requests"]
    assert (first["answered"], second["answered"]) == (True, True)
    assert list(first["data_types"]) == ["market"] and list(second["data_types"]) == ["legal"]
    assert first["data_types"]["market"]["evidence_ids"]
    assert answer["content"].index("**1) 대구") < answer["content"].index("**2) 전세 계약")
    assert [one["marker"] for one in answer["citations"]] == list(range(1, len(answer["citations"]) + 1))
    assert {one["source"] for one in answer["citations"]} >= {"law_guide"}
    assert len(scene.market.asked) == len(scene.law.asked) == 1


async def test_only_what_is_missing_is_searched(scene: Scene) -> None:
    async with scene.process():
        session = await scene.session()
        await scene.ask(session, PRICES)
        answer = await scene.ask(session, TWO)
    assert answer["reuse"]["decision"] == "partial"
    first, second = answer["requests"]
    assert first["data_types"]["market"]["decision"] == "reused"
    assert second["data_types"]["legal"]["decision"] == "searched"
    assert len(scene.market.asked) == 1


async def test_a_question_of_another_field_is_named(scene: Scene) -> None:
    async with scene.process():
        session = await scene.session()
        answer = await scene.ask(session, "오늘 날씨 어때? 대구 달서구 아파트 매매 시세는?")
    weather, prices = answer["requests"]
    assert (weather["answered"], weather["reason"]) == (False, "irrelevant")
    assert prices["answered"]
    assert any("오늘 날씨 어때?" in notice for notice in answer["notices"])


async def test_a_later_question_follows_the_one_before_it(scene: Scene) -> None:
    async with scene.process():
        session = await scene.session()
        answer = await scene.ask(session, "대구 달서구 아파트 매매 시세는? 서초구는?")
    assert [one["reading"] for one in answer["requests"]] == ["alone", "follows"]
    assert "서초구" in answer["requests"][1]["standalone"]
    assert [sorted(asked.slots["region"]) for asked in scene.market.asked] == [["대구 달서구"], ["서울 서초구"]]


async def test_a_follow_up_finds_every_question_of_the_message_before(scene: Scene) -> None:
    async with scene.process():
        session = await scene.session()
        await scene.ask(session, TWO)
        again = await scene.ask(session, PRICES)
    assert again["reuse"]["decision"] == "reuse"


async def test_the_decision_holds_each_questions_judgement_and_replays(scene: Scene) -> None:
    async with scene.process():
        session = await scene.session()
        await scene.ask(session, PRICES)
        await scene.ask(session, TWO)
    row = (await scene.decisions.list(scene.principal, 1))[0]
    assert set(row.judge2) == {"market", "legal@2"}
    again = replay(row)
    assert again.decision == row.decision == "partial"
    assert again.actions == {"market": "reuse", "legal@2": "search"}
    assert [part.decision for part in rows_apart(row)] == ["reuse", "search"]
    assert set(row.pivots or {}) == {"market", "legal@2"}


async def test_questions_behind_the_fourth_are_named(scene: Scene) -> None:
    asked = [f"대구 달서구 아파트 {kind} 시세는?" for kind in ("매매", "전세", "월세")]
    async with scene.process():
        session = await scene.session()
        answer = await scene.ask(session, " ".join([*asked, LAW, "계약금은 언제 돌려받아?"]))
    assert len(answer["requests"]) == 4
    assert any("계약금은 언제 돌려받아?" in notice for notice in answer["notices"])


async def test_questions_behind_the_parts_that_are_read_are_named(scene: Scene) -> None:
    async with scene.process():
        session = await scene.session()
        answer = await scene.ask(session, "안녕? " * (MOST_READ - 1) + f"{PRICES}? {LAW} 계약금은 언제 돌려받아?")
    (prices,) = answer["requests"]
    assert prices["answered"] and "달서구" in answer["content"]
    for left in (LAW, "계약금은 언제 돌려받아?"):
        assert any(left in notice for notice in answer["notices"])


async def test_the_same_rows_are_fetched_once_for_two_questions(scene: Scene) -> None:
    async with scene.process():
        session = await scene.session()
        answer = await scene.ask(session, "대구 달서구 아파트 매매 시세는? 대구 달서구 아파트 매매 평균 시세는?")
    ids = {one["data_types"]["market"]["evidence_id"] for one in answer["requests"]}
    assert len(ids) == len(scene.market.asked)


async def test_one_card_asks_about_all_that_is_in_doubt(scene: Scene) -> None:
    async with scene.process():
        session = await scene.session()
        await scene.ask(session, TWO)
    scene = replace(scene, pack=sure(800))
    async with scene.process():
        run_id = await scene.submit(session, TWO)
        prompt = await scene.asked(run_id)
        frames = await scene.frames_of(run_id, ("user_confirmation_required",))
        held = [each["data_type"] for each in frames["user_confirmation_required"]["context"]["in_hand"]]
        await scene.prompts.decide(scene.principal, prompt.prompt_id, "use_previous")
        answer = (await scene.frames_of(run_id))["answer"]
    assert held == ["market", "legal"]
    assert answer["reuse"]["decision"] == "reuse"
    assert [one["answered"] for one in answer["requests"]] == [True, True]
    assert len(scene.market.asked) == len(scene.law.asked) == 1


async def test_a_question_about_anothers_result_has_what_that_rests_on(scene: Scene) -> None:
    async with scene.process():
        session = await scene.session()
        answer = await scene.ask(session, "대구 달서구 아파트 매매 시세는? 그건 서초구보다 높아?")
    second = answer["content"].split("**2)")[1]
    assert "달서구" in second and "서초구" in second
    assert len(scene.market.asked) == 2, "nothing is searched twice for it"


async def test_what_only_names_something_is_what_the_clause_behind_it_asks_about(scene: Scene) -> None:
    async with scene.process():
        answer = await scene.ask(await scene.session(), "계약 갱신 규정, 그건 시세가 얼마야?")
        two = await scene.ask(await scene.session(), TWO)
    assert len(answer["requests"]) == 1
    assert len(two["requests"]) == 2


@pytest.mark.parametrize(
    ("message", "parts"),
    [
        ("복비는요? 3억 전세로 들어가는데 얼마까지 내요", 0),
        ("복비는요? 그리고 계약 갱신은 언제까지 말해요?", 2),
    ],
)
async def test_a_calculation_said_in_two_sentences_is_one_question(scene: Scene, message: str, parts: int) -> None:
    async with scene.process():
        answer = await scene.ask(await scene.session(), message)
    assert len(answer["requests"]) == max(parts, 1)
    assert ("90만원" in answer["content"]) == (not parts)


async def test_clauses_that_differ_in_two_conditions_are_searched_apart(scene: Scene) -> None:
    async with scene.process():
        answer = await scene.ask(
            await scene.session(), "1월 달서구 아파트 매매 평균이랑 2월 서초구 아파트 전세 평균 알려줘"
        )
        compared = await scene.ask(await scene.session(), "1월 달서구 매매 평균이랑 2월 서초구 전세 평균 차이 알려줘")
        places = await scene.ask(await scene.session(), "달서구 매매 평균이랑 서초구 매매 평균 알려줘")
    asked = [sorted(one.slots["region"]) for one in scene.market.asked]
    assert len(answer["requests"]) == 2
    assert asked[:2] == [["대구 달서구"], ["서울 서초구"]]
    assert len(compared["requests"]) == len(places["requests"]) == 1
