"""What people say of an answer is answered about it, however often, and the talk goes on from the question itself."""

from __future__ import annotations

import pytest

from tests.serving import Serve
from tests.stories.test_first_questions import asked


@pytest.mark.long
async def test_doubts_forms_and_dates_are_of_one_answer_and_the_next_place_goes_on_from_it(serve: Serve) -> None:
    async with serve(pack="real_estate", llm_model=None) as service:
        first, sure, when, table, shorter, wrong, other, opening = await asked(
            service,
            "real_estate",
            "강남구 아파트 매매 얼마야",
            "확실해?",
            "언제 자료야",
            "표로 보여줘",
            "한 줄로",
            "틀린거 같은데",
            "송파구는?",
            "내가 처음에 뭐 물어봤지?",
        )
    assert first["content"].startswith("강남구 매매 아파트 평균은 21억 5,912만원입니다")
    for doubted in (sure, wrong):
        assert doubted["content"].startswith(
            "자료에는 이렇게 나와 있습니다:\n\n강남구 매매 아파트 평균은 21억 5,912만원"
        )
        assert doubted["reuse"]["decision"] == "reuse"
    assert when["content"].startswith("2026년 2월 자료입니다")
    assert "| 전체 | 2026년 2월 |" in table["content"]
    assert shorter["content"].startswith("강남구 매매 아파트 평균은 21억 5,912만원")
    assert other["content"].startswith("송파구 매매 아파트 평균은")
    assert opening["content"].startswith("처음에 이렇게 물어보셨습니다: “강남구 아파트 매매 얼마야”")


async def test_an_item_of_a_list_is_meant_by_its_place(serve: Serve) -> None:
    async with serve(pack="handbook", llm_model=None) as service:
        listed, second, count = await asked(
            service, "handbook", "list all benefits", "the second one", "how many are there"
        )
    name = listed["content"].split("\n")[1].removeprefix("- ").split(":")[0]
    assert second["content"].startswith(f"- {name}: ")
    assert not count["content"].startswith("There are")  # The last answer was no list.


async def test_several_answers_are_set_beside_each_other(serve: Serve) -> None:
    async with serve(pack="handbook", llm_model=None) as service:
        *_, beside = await asked(
            service, "handbook", "how many days of leave do i get", "and sick pay?", "put those in a table"
        )
        *_, prices = await asked(service, "real_estate", "마포 전세", "강남 전세", "둘이 비교해줘")
        first, _, again, both = await asked(
            service,
            "handbook",
            "How long is probation?",
            "how long is the notice period?",
            "How long is probation?",
            "put both in a table",
        )
    assert first["content"].splitlines()[0] == again["content"].splitlines()[0] == "Probation lasts 4 months [1]."
    assert both["content"].startswith("**1) How long is probation?**\n\nProbation lasts 4 months")
    assert "**2) how long is the notice period?**\n\nDuring probation the notice period is 1 week" in both["content"]
    assert "27 days of paid annual leave" in beside["content"]
    assert "full salary for up to 30 working days" in beside["content"]
    assert prices["content"].startswith("전세 보증금 평균은 강남구가 2억 5,430만원 더 비쌉니다")  # Rows as rows.


@pytest.mark.parametrize(
    ("pack", "question", "says"),
    [
        ("handbook", "hi, what is this?", "I look things up in the handbook"),
        ("handbook", "what can I ask?", "- How many days of annual leave do I have?"),
        ("water_treatment", "여긴 뭐에요", "새솔정수장(지어낸 시설)"),
        ("water_treatment", "탁도가 뭐야?", "탁도: 물이 흐린 정도"),
        ("handbook", "tell me about sick leave", "- **When you fall ill**: Tell your manager"),
        ("water_treatment", "견학하면서 사진 찍어도 돼?", "자료에 ‘사진’에 관한 것은 없습니다."),
        ("water_treatment", "2계열 유공블록 왜 갈았어", "찾은 자료에 그 까닭은 나와 있지 않습니다."),
        ("real_estate", "why did prices in gangnam rise?", "The data found does not say why."),
        ("handbook", "compare sick pay and annual leave", "**1) sick pay**"),
        ("real_estate", "든든 고정금리 dsr 몇퍼까지 봐", "DSR은 자료에 없습니다"),
    ],
)
async def test_a_first_question_is_answered_or_said_to_have_no_answer(
    serve: Serve, pack: str, question: str, says: str
) -> None:
    async with serve(pack=pack, llm_model=None) as service:
        (answer,) = await asked(service, pack, question)
    assert says in answer["content"]
