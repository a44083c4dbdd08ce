"""What people ask in their first minute: what is it now, was it so yesterday, is that day free, which row is mine."""

from __future__ import annotations

from typing import Any

import pytest

from tests.serving import Serve, Serving

NOT_YET = "자료가 아직 없어, 가장 최근인 2026년 10월 31일 자료를 보였습니다."


async def asked(service: Serving, pack: str, *questions: str) -> list[dict[str, Any]]:
    """The answers of one conversation, over HTTP."""
    session = await service.session(pack=pack)
    found: list[dict[str, Any]] = []
    for question in questions:
        answer = await service.http.post("/api/chat", json={"content": question, "session_id": session})
        assert answer.status_code == 200, answer.text
        found.append(answer.json())
    return found


@pytest.mark.parametrize("question", ["지금 정수 잔류염소 얼마야", "어제 정수 잔류염소 얼마였어"])
async def test_a_reading_of_today_is_the_newest_there_is(serve: Serve, question: str) -> None:
    async with serve(pack="water_treatment", llm_model=None) as service:
        now, within = await asked(service, "water_treatment", question, "그럼 기준 안에 있어?")
    first, second, *_ = now["content"].split("\n\n")
    assert NOT_YET in first
    assert "0.76" in second and "2026년 10월 31일" in second
    assert "네. 2026년 10월 31일 정수 잔류염소는" in within["content"]


@pytest.mark.long
async def test_a_figure_chooses_its_row_and_the_next_figure_another(serve: Serve) -> None:
    async with serve(pack="water_treatment", llm_model=None) as service:
        answers = await asked(
            service, "water_treatment", "원수 탁도 12인데 PACl 얼마 넣어?", "원수 탁도 70 NTU일 때 PAHCS 출발값"
        )
    assert [one["content"].split(":")[0] for one in answers] == ["5~20 NTU", "50~100 NTU"]
    assert "PACl 출발값 20 mg/L" in answers[0]["content"]
    assert "PAHCS 출발값 30 mg/L" in answers[1]["content"]


async def test_a_day_that_is_free_of_nothing_names_the_next(serve: Serve) -> None:
    async with serve(pack="handbook", llm_model=None) as service:
        first, second = await asked(service, "handbook", "is 26 december 2026 a holiday?", "any holiday in june 2026?")
    assert first["content"].startswith("“Public holidays” has none for 26 December 2026; the next is 28 December 2026.")
    assert second["content"].startswith("“Public holidays” has none for June 2026; the next is 10 July 2026.")


async def test_a_statement_before_a_question_is_no_reason_to_only_remember(serve: Serve) -> None:
    async with serve(pack="handbook", llm_model=None) as service:
        (answer,) = await asked(service, "handbook", "i've worked here 3 years, how much redundancy")
    assert "4.5 weeks" in answer["content"]
