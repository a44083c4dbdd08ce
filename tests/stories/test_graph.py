"""The table of what clarification must reach, over HTTP and the socket, on the shipped construction pack."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Any

import pytest
import pytest_asyncio

from foundation.llm.scripted import ScriptedEndpoint
from foundation.storage.database.engine import DatabaseAddress
from tests.databases import filled_database
from tests.serving import Serve, Serving, forget_people, serving
from tests.stories.client import talking

SPELLINGS = (
    "강관용접 200mm SCH 40",
    "강관용접200mm SCH40",
    "강관 용접 200mm SCH 40",
    "강관용접 200A sch40",
    "강관용접 (200, SCH 40)",
    "강관용접(200,SCH40)",
    "SCH40 200 강관용접",
    "강관용접 SCH 40 200mm",
    "강관용접 200㎜ sch.40",
    "강관용접 Φ200 SCH#40",
    "강관용접 DN200 스케줄 40",
    "강관용접 200 mm, SCH-40",
    "강관용접 구경 200 sch 40",
    "강관용접 200xSCH40",
    "강관용접 ２００ｍｍ ＳＣＨ ４０",
    "200mm 강관용접 SCH 40 품 알려줘",
    "200A SCH40짜리 강관용접은 인부가 몇 명 들어?",
    "강관용접 ø200 schedule 40",
    "강관용접 200mm에 SCH 40이면 품이 얼마야?",
    "강관용접 200 sch 40",
)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def opened(
    server: DatabaseAddress, worker_id: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncGenerator[tuple[DatabaseAddress, Serving]]:
    """One service for all of these tests, on a database of its own."""
    database = filled_database(server, f"suffice_{worker_id}_building")
    async with serving(database, tmp_path_factory.mktemp("building"), pack="construction", llm_model=None) as service:
        yield database, service


@pytest.fixture
def building(opened: tuple[DatabaseAddress, Serving]) -> Serving:
    """It remembers nobody of an earlier test."""
    database, service = opened
    forget_people(database)
    return service


async def asked(service: Serving, content: str, **more: Any) -> dict[str, Any]:
    """One stateless question: nobody can be asked while it runs."""
    answer = await service.http.post(
        "/api/chat", json={"content": content, "pack": "construction", "history": [], **more}
    )
    assert answer.status_code == 200, answer.text
    return answer.json()


def labels(final: dict[str, Any]) -> list[str]:
    assert final["type"] == "clarify", final["content"]
    return [option["label"] for option in final["clarification"]["options"]]


async def test_each_spelling_of_a_spec_is_answered_unasked(building: Serving) -> None:
    for spelling in SPELLINGS:
        final = await asked(building, spelling)
        assert final["type"] == "answer", (spelling, final["content"])
        assert [one["id"] for one in final["requests"][0]["entities"]] == ["W-0788"], spelling


async def test_the_answer_says_quantities_place_and_nodes(building: Serving) -> None:
    final = await asked(building, "강관용접 200mm SCH 40")
    first = final["content"].splitlines()[0]
    assert "1m에 플랜트용접공" in first
    assert "특별인부" in first
    assert "플랜트설비공사 > 플랜트 용접 > 강관용접 (13-2-3)" in final["content"]
    assert final["graph"]["section_info"][0] == {
        "entity_id": "W-0788",
        "path": ["플랜트설비공사", "플랜트 용접", "강관용접"],
        "section": "13-2-3",
        "unit": "m",
        "base_quantity": "1",
    }
    assert final["graph"]["search_info"]["stage"] == "exact"
    assert final["graph"]["sources"][0]["entity_id"] == "W-0788"


async def test_a_name_of_many_specs_is_asked_about(building: Serving) -> None:
    final = await asked(building, "강관용접")
    offered = labels(final)
    assert "113가지" in final["clarification"]["message"]
    assert "15~600mm" in final["clarification"]["message"]
    assert len(offered) == 7
    assert offered[-1] == "전체 목록 (113)"


async def test_two_clicks_lead_to_the_target(building: Serving) -> None:
    asked_first = await asked(building, "강관용접")
    chosen = next(one for one in asked_first["clarification"]["options"] if one["label"].startswith("강관용접 200mm"))
    second = await asked(building, chosen["query"])
    target = next(one for one in second["clarification"]["options"] if one["label"] == "강관용접 200mm SCH 40")
    final = await asked(building, target["query"])
    assert [one["id"] for one in final["requests"][0]["entities"]] == ["W-0788"]


async def test_an_abbreviation_offers_the_work_and_what_names_it(building: Serving) -> None:
    final = await asked(building, "tig")
    entities = [one["entity_id"] for one in final["clarification"]["options"]]
    assert entities[0] == "W-0631"
    assert any("10 % 가산" in label for label in labels(final))
    assert all(one.startswith(("W-", "S-")) for one in entities)


async def test_a_word_of_many_works_offers_their_fields(building: Serving) -> None:
    offered = " ".join(labels(await asked(building, "용접")))
    for name in ("철골공사", "배관공사", "강관용접", "스테인리스관용접"):
        assert name in offered


async def test_pipes_of_plastic_offer_both_ways_to_fuse(building: Serving) -> None:
    offered = " ".join(labels(await asked(building, "PE관 접합")))
    assert "버트융착" in offered
    assert "전기융착" in offered


async def test_a_follow_up_exchanges_the_schedule(building: Serving) -> None:
    history = [{"role": "user", "content": "강관용접 200mm SCH 40"}, {"role": "assistant", "content": "…"}]
    final = await asked(building, "SCH 80은?", history=history)
    assert [one["id"] for one in final["requests"][0]["entities"]] == ["W-0806"]


async def test_an_amount_multiplies_and_shows_its_base(building: Serving) -> None:
    session = await building.session(pack="construction")
    await building.http.post("/api/chat", json={"content": "강관용접 200mm SCH 40", "session_id": session})
    answer = await building.http.post("/api/chat", json={"content": "30m", "session_id": session})
    content = answer.json()["content"]
    assert "30m에" in content
    assert "기준 1m 0.312인 × 30" in content


async def test_the_whole_list_is_paged(building: Serving) -> None:
    first = await asked(building, "강관용접 전체 목록")
    assert "1~50번째" in first["content"]
    third = await asked(building, "강관용접 전체 목록 3쪽")
    assert "101~113번째" in third["content"]


async def test_a_count_is_said_above_the_things_alone(building: Serving) -> None:
    final = await asked(building, "비파괴검사 공종 몇개에요")
    first, *lines = final["content"].splitlines()
    assert first == "'비파괴 검사' 전체 목록: 모두 5가지입니다."
    assert len([one for one in lines if one.startswith("- ")]) == 5


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("pe관 200 융착 배관공 몇인 들어요", ("HDPE관 버트융착 200mm", "HDPE관 전기융착 200mm")),
        ("타일붙임 타일공 몇인, 벽이든 바닥이든", ("벽타일붙임", "바닥타일붙임")),
    ],
)
async def test_works_that_need_as_much_of_it_are_answered_together(
    building: Serving, question: str, names: tuple[str, ...]
) -> None:
    final = await asked(building, question)
    assert final["type"] == "answer"
    assert all(f"{name}은 " in final["content"] for name in names)
    assert any("어느 것을 뜻하셨든 답이 같습니다" in one for one in final["notices"])


@pytest.mark.parametrize("question", ["pe관 200 융착 장비 뭐 써요", "pe관 200 융착 버트융착기 몇 시간"])
async def test_works_that_need_other_things_are_asked_about(building: Serving, question: str) -> None:
    assert len(labels(await asked(building, question))) == 2


async def test_the_socket_asks_and_a_click_is_answered(building: Serving) -> None:
    session = await building.session(pack="construction")
    async with talking(building.url, session) as client:
        await client.send(type="user_message", message_id="m1", content="강관용접 200mm")
        asked_frame = await client.until("clarification_required")
        option = next(one for one in asked_frame["options"] if one["label"] == "강관용접 200mm SCH 40")
        await client.send(
            type="clarification_response", clarification_id=asked_frame["clarification_id"], option_id=option["id"]
        )
        final = await client.until("answer")
    assert final["requests"][0]["entities"][0]["id"] == "W-0788"


async def test_what_a_person_asked_for_comes_first(building: Serving) -> None:
    session = await building.session(pack="construction")
    await building.http.post("/api/chat", json={"content": "강관용접 600mm SCH 160", "session_id": session})
    final = await asked(building, "강관용접")
    assert labels(final)[0].startswith("강관용접 600mm")


@pytest.mark.parametrize("question", ["오늘 날씨 어때?", "할증은 어떻게 더하나요?"])
async def test_what_no_work_bears_is_not_asked_about(building: Serving, question: str) -> None:
    assert (await asked(building, question))["type"] == "answer"


TABLE = {
    "tig": "TIG(Tungsten Inert Gas)용접",
    "강관용접": "강관용접 200mm",
    "용접": "강관용접",
    "PE관 접합": "버트융착",
}
"""Question -> what is among its choices."""


async def test_the_whole_table_holds_over_the_socket(building: Serving) -> None:
    session = await building.session(pack="construction")
    async with talking(building.url, session) as client:
        for question, offered in TABLE.items():
            await client.ask(question)
            asked_frame = await client.until("clarification_required")
            option = next(one for one in asked_frame["options"] if offered in one["label"])
            prompt = asked_frame["clarification_id"]
            await client.send(type="clarification_response", clarification_id=prompt, option_id=option["id"], text=None)
            while (frame := await client.next())["type"] != "run_completed":
                if frame["type"] == "clarification_required":  # the second, and the last
                    first = frame["options"][0]["id"]
                    prompt = frame["clarification_id"]
                    await client.send(
                        type="clarification_response", clarification_id=prompt, option_id=first, text=None
                    )
        before = len(client.frames)
        await client.ask("강관용접 200mm SCH 40")
        final = await client.until("answer")
    assert final["requests"][0]["entities"][0]["id"] == "W-0788"
    assert "clarification_required" not in [frame["type"] for frame in client.frames[before:]]
    asked_back = [frame for frame in client.frames if frame["type"] == "clarification_required"]
    assert len(asked_back) <= 2 * len(TABLE)


async def test_two_questions_back_in_a_row_are_enough_over_plain_http(building: Serving) -> None:
    history: list[dict[str, str]] = []
    question, kinds, final = "용접", list[str](), dict[str, Any]()
    for _ in range(3):
        final = await asked(building, question, history=history)
        kinds.append(final["type"])
        history += [{"role": "user", "content": question}, {"role": "assistant", "content": final["content"]}]
        if final["type"] != "clarify":
            break
        options = final["clarification"]["options"]
        question = next((one["query"] for one in options if "강관용접" in one["label"]), options[0]["query"])
    assert kinds == ["clarify", "clarify", "answer"]
    assert "로 보고 답했습니다" in final["content"], "what is taken for granted is said"
    fresh = await asked(building, "방수", history=history)
    assert fresh["type"] == "clarify", "a question of its own begins anew"


async def test_an_answer_cites_the_notes_and_standards_that_apply(building: Serving) -> None:
    for question, node, name in (
        ("스테인리스나사접합", "ST-0204", "TIG 용접 접합 기준"),
        ("플랜지접합", "N-0269", "TIG 용접 시 10 % 가산"),
    ):
        final = await asked(building, question)
        [source] = [one for one in final["graph"]["sources"] if one["entity_id"] == node]
        line = next(one for one in final["content"].splitlines() if name in one)
        assert line.endswith(f"[{source['marker']}]"), final["content"]
        assert source["marker"] in [one["marker"] for one in final["citations"]]


async def test_a_question_back_needs_no_model_call_that_writes(serve: Serve) -> None:
    planning: dict[str, Any] = {"route": "rag_required", "intent": "estimate", "confidence": 0.9, "slots": {}}
    async with (
        ScriptedEndpoint({"turn_planning": planning}) as model,
        serve(pack="construction", llm_base_url=model.base_url, llm_model="scripted") as building,
    ):
        final = await asked(building, "강관용접")
        assert final["type"] == "clarify"
        assert [call.prompt for call in model.calls] == ["turn_planning"]
        assert final["usage"]["model_calls"] == 1


async def said(service: Serving, *messages: str) -> list[str]:
    """The first lines of the answers of one conversation."""
    session = await service.session(pack="construction")
    answers: list[str] = []
    for one in messages:
        answer = await service.http.post("/api/chat", json={"content": one, "session_id": session})
        answers.append(answer.json()["content"].split("\n")[0])
    return answers


async def test_a_correction_and_a_trade_go_on_with_the_work(building: Serving) -> None:
    _, corrected, multiplied, trade = await said(
        building,
        "강관용접 200mm sch40 품 알려주세요",
        "아 죄송 200말고 250 sch40이에요",
        "그걸로 30미터면 용접공 몇인이에요",
        "장비는 뭘 얼마나 써요",
    )
    assert corrected.startswith("강관용접 250mm SCH 40은 1m에 플랜트용접공 0.38인, 특별인부 0.14인이 듭니다")
    assert multiplied.startswith("강관용접 250mm SCH 40은 30m에 플랜트용접공 11.4인이 듭니다")
    assert "직류아크용접기" in trade


async def test_what_names_no_work_is_looked_up_in_the_guide(building: Serving) -> None:
    hours, high, night = await said(
        building,
        "품셈에 나온 양은 하루 몇시간 일하는 기준이야",
        "10미터 넘는 높은데서 하면 얼마나 더 쳐줘",
        "밤일은",
    )
    assert hours.startswith("수량은 하루 8시간 작업을 기준으로 잡은 것입니다")
    assert "15%" in high and "25%" in night


async def test_a_work_stays_the_subject_while_the_guide_answers(building: Serving) -> None:
    _, night, many, cement = await said(
        building,
        "벽돌쌓기 1헤베에 품 얼마?",
        "밤에 하면 더 붙나",
        "그럼 야간으로 200헤베면 조적공 몇명",
        "시멘트는 총 얼마나 들어?",
    )
    assert night.startswith("네, 야간은 25%를 노무에 더합니다")
    assert many.startswith("벽돌쌓기는 200m2에 조적공 24.25인이 듭니다")
    assert "노무에 야간 25%를 더한 수량입니다" in many
    assert cement.startswith("벽돌쌓기는 200m2에 시멘트 66kg가 듭니다")


async def test_works_shown_are_compared_and_pay_is_not_made_up(building: Serving) -> None:
    _, beside, more, extra, wage = await said(
        building,
        "how much labor to demolish 1 m3 of concret?",
        "and a brick wall?",
        "30 m3 of each, how many more special workers does the concrete one need",
        "the wall is 12m up and its night work, whats the extra for each and both together?",
        "daily wage of a special worker?",
    )
    assert "벽돌벽헐기 takes 보통인부 0.091 인, 특별인부 0.163 인" in beside
    assert "The difference is 1.32인 (30 × 0.207인 − 30 × 0.163인 = 1.32인)" in more
    assert "that is 40%" in extra
    assert wage.startswith("There is nothing about “daily wage” in the data.")


async def test_a_sum_over_works_is_an_analysis_with_its_operation(building: Serving) -> None:
    answer = await asked(building, "변기 4개 소변기 3개 하면 위생공만 다 합쳐서 얼마야")
    assert answer["content"].startswith("위생공 — 양변기설치 4개 + 소변기설치 3개: 합하면 0.866인입니다")
    assert answer["analysis"]["operations"][0]["kind"] == "sum"


async def test_pay_of_a_trade_asks_about_no_work(building: Serving) -> None:
    answer = await asked(building, "미장공 일당 얼마")
    assert answer["content"].startswith("자료에 ‘일당’에 관한 것은 없습니다.")
    assert answer["type"] != "clarify"


async def test_conditions_named_alone_are_told_and_no_difference_is_made_up(building: Serving) -> None:
    _, night, tig, both = await said(
        building,
        "강관용접 200mm SCH 40 30m",
        "야간에 하면",
        "TIG로 하면 얼마나 더 붙어",
        "야간이랑 고소작업 같이 하면 몇 프로",
    )
    assert night.startswith("강관용접 200mm SCH 40은 30m에 플랜트용접공 11.7인, 특별인부 4.35인이 듭니다")
    assert tig.startswith("TIG 접합은 10%를 노무에 더합니다")
    assert "합쳐서 40%입니다" in both
