"""Whole turns that a formula answers: alone, over reused evidence, and whatever a model would write."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from foundation.llm.scripted import Reply
from tests.foundation.llm.scripts import scripted
from tests.supervisor.scene import Scene, item

RULE = item(
    "law_guide", "fee", "공인중개사법 시행규칙 제20조(중개보수): 상한 요율표", "전세 3억원은 0.3 %다. 한쪽이 낸다."
)
FEE = "3억 전세면 복비 얼마야?"


async def test_another_figure_is_worked_out_and_nothing_is_searched(scene: Scene) -> None:
    scene.law.always = (RULE, *scene.law.always)
    async with scene.process():
        session = await scene.session()
        first = await scene.ask(session, FEE)
        then = await scene.ask(session, "그럼 5억이면?")
    assert first["content"].startswith("중개보수(복비)는 한쪽이 최대 90만원입니다")
    assert then["content"].startswith("중개보수(복비)는 한쪽이 최대 150만원입니다")
    assert [answer["analysis"]["value"] for answer in (first, then)] == ["900000", "1500000"]
    assert first["citations"][0]["chunk_id"] == "fee"
    assert (then["reuse"]["decision"], len(scene.law.asked)) == ("reuse", 1)


async def test_a_formula_without_evidence_starts_the_analysis_team_alone(scene: Scene) -> None:
    async with scene.process():
        answer = await scene.ask(await scene.session(), "연봉 5천이면 DSR 40 %로 얼마까지?")
    assert answer["teams"] == ["analysis"]
    assert answer["usage"]["search_calls"] == 0
    assert answer["content"].startswith("한 해에 갚을 수 있는 원리금은 최대 2,000만원입니다")


async def test_what_lacks_is_asked_for_and_taken_from_the_next_message(scene: Scene) -> None:
    alone = replace(scene, may_ask=False)
    async with alone.process():
        session = await alone.session()
        first = (await alone.told(await alone.submit(session, "보증금 2억을 월세로 바꾸면 얼마야?")))["form"]
        then = await alone.ask(session, "기준금리는 3%야")
    assert first["analysis"]["missing"] == ["한국은행 기준금리"]
    assert first["analysis"]["value"] is None
    assert then["analysis"]["value"] == "833333"


async def test_a_models_own_arithmetic_does_not_reach_the_person(scene: Scene) -> None:
    planned: dict[str, Any] = {
        "route": "rag_required", "standalone_question": "복비", "intent": "legal_consult", "confidence": 0.9,
        "slots": {}, "ambiguity_reason": None, "sufficiency": None,
    }  # fmt: skip
    script = {"turn_planning": Reply(json.dumps(planned)), "answer": Reply("복비는 300만원입니다. [1]")}
    scene.law.always = (RULE, *scene.law.always)
    async with scripted(script) as wired:
        mine = replace(scene, model=wired.model)
        async with mine.process():
            answer = await mine.ask(await mine.session(), FEE)
    assert "90만원" in answer["content"]
    assert "300만원" not in answer["content"]
    assert "answer" not in [call.prompt for call in wired.endpoint.calls]
