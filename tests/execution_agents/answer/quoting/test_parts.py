"""Several questions in one message: told apart by how they are written, and named where nothing speaks to them."""

from __future__ import annotations

import pytest

from execution_agents.answer.quoting.parts import questions_in
from foundation.domains.loading.loader import load_pack, shipped_packs
from tests.execution_agents.answer.turns import asked, batch, law, passage, price
from tests.execution_agents.answer.writing.test_draft import extracted, room

FEE = ("중개보수", "복비(중개보수)는 거래한 양쪽이 각자 자기 중개사에게 낸다.")
RENEWAL = ("묵시적 갱신", "묵시적 갱신은 아무 말 없이 기간이 지나 같은 조건으로 계약이 이어지는 것이다.")
OTHER = ("전입신고", "전입신고는 이사한 날부터 14일 안에 한다.")
THREE = "1) 복비는 누가 내? 2) 묵시적 갱신이 뭐야? 3) 주차장 요금은?"


@pytest.mark.parametrize(
    ("message", "parts"),
    [
        (THREE, ["복비는 누가 내?", "묵시적 갱신이 뭐야?", "주차장 요금은?"]),
        ("① 연차 며칠? ② 병가는 유급이야?", ["연차 며칠?", "병가는 유급이야?"]),
        ("1. 전세 시세\n2. 대출 금리\n알려줘", ["전세 시세", "대출 금리"]),
        ("복비는 누가 내? 그리고 갱신은 뭐야?", ["복비는 누가 내?", "그리고 갱신은 뭐야?"]),
        ("How many days of leave? What is the limit in London? Why?",
         ["How many days of leave?", "What is the limit in London? Why?"]),
        ("마포구 전세 얼마야? 월세는?", ["마포구 전세 얼마야?", "월세는?"]),
        # One question, however it is written.
        ("보증금을 못 받았어요. 어떻게 해야 하나요?", []),
        ("안녕하세요! 복비는 누가 내요?", []),
        ("복비는 누가 내? 왜?", []),
        ("2026. 3. 5. 시세는?", []),
        ("그는 '집권할 수 있습니까?' 라고 말했는가?", []),
        ("제7조 1항은 뭐야?", []),
        ("", []),
    ],
)  # fmt: skip
def test_questions_are_told_apart_by_numbers_and_question_marks(message: str, parts: list[str]) -> None:
    assert list(questions_in(message)) == parts


async def test_each_question_that_is_told_is_quoted_and_the_others_are_named() -> None:
    evidence = law(*(passage(f"p{at}", *text) for at, text in enumerate((FEE, RENEWAL, OTHER))))
    answer = await extracted(asked(THREE, evidence))
    assert "각자 자기 중개사에게" in answer.content
    assert "계약이 이어지는 것입니다" in answer.content
    [notice] = [one for one in answer.notices if "답하지 못했습니다" in one]
    assert notice == "다음 물음에는 답하지 못했습니다: ‘주차장 요금은?’. 하나씩 다시 물어봐 주세요."
    assert notice in answer.content
    assert answer.record["unanswered_parts"] == ["주차장 요금은?"]


async def test_of_each_of_several_questions_as_much_is_quoted_as_of_one() -> None:
    steps = (
        "분말활성탄은 흙냄새가 날 때 넣는다. 10 ng/L를 넘으면 5 mg/L부터 시작한다. "
        "분말활성탄을 넣는 동안에는 전염소를 멈춘다."
    )
    evidence = law(passage("p", "분말활성탄 투입", steps), passage("q", *FEE))
    for question in ("분말활성탄은 언제 넣어?", "분말활성탄은 언제 넣어? 복비는 누가 내?"):
        content = (await extracted(asked(question, evidence))).content
        assert "10 ng/L를 넘으면" in content
        assert "흙냄새가 날 때" in content
        assert "전염소를 멈춘다" in (await extracted(asked(question, evidence))).content


async def test_a_draft_that_leaves_a_question_out_is_told_to() -> None:
    evidence = law(*(passage(f"p{at}", *text) for at, text in enumerate((FEE, RENEWAL))))
    said = "복비는 거래한 양쪽이 각자 자기 중개사에게 냅니다 [1]."
    async with room({"answer": said, "answer_strict": said}) as here:
        answer = await here.write(asked("복비는 누가 내? 묵시적 갱신이 뭐야?", evidence))
    assert answer.engine == "model"
    assert answer.record["unanswered_parts"] == ["묵시적 갱신이 뭐야?"]


async def test_rows_speak_to_what_they_were_picked_by() -> None:
    evidence = batch("market", price("2026-01", 300_000_000)).model_copy(update={"slots": {"region": ("대구 달서구",)}})
    answer = await extracted(asked("대구 달서구 시세는? 전입신고는 언제 해?", evidence))
    assert answer.record["unanswered_parts"] == ["전입신고는 언제 해?"]


async def test_a_question_of_which_only_the_shared_word_is_told_is_named() -> None:
    discharge = passage("p", "방류수 기준", "방류하는 물의 잔류염소 기준은 0.1 mg/L이다.")
    answer = await extracted(asked("탁도 기준은? 잔류염소 기준은?", law(discharge)))
    assert answer.record["unanswered_parts"] == ["탁도 기준은?"]


async def test_english_passages_speak_to_korean_questions() -> None:
    texts = [
        ("Annual leave", "Everybody has 27 days of paid annual leave a year."),
        ("Remote work", "You may work from home up to 3 days a week."),
    ]
    evidence = batch("policy", *(passage(f"p{at}", *text) for at, text in enumerate(texts)))
    request = asked(
        "연차는 며칠이야? 재택은 주 며칠까지 돼? 잔류염소는?", evidence, pack=load_pack(shipped_packs() / "handbook")
    )
    answer = await extracted(request)
    assert "27 days" in answer.content
    assert "3 days a week" in answer.content
    assert answer.record["unanswered_parts"] == ["잔류염소는?"]


async def test_nothing_is_named_where_all_is_answered_or_one_is_asked() -> None:
    evidence = law(*(passage(f"p{at}", *text) for at, text in enumerate((FEE, RENEWAL))))
    for question in ("복비는 누가 내? 묵시적 갱신이 뭐야?", "복비는 누가 내?"):
        answer = await extracted(asked(question, evidence))
        assert answer.record["unanswered_parts"] == []
        assert not [one for one in answer.notices if "답하지 못했습니다" in one]
