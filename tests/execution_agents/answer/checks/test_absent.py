"""Something named that the data has nothing of: the answer says so before it offers anything else."""

from __future__ import annotations

import pytest

from execution_agents.answer.checks.absent import absent_names
from execution_agents.answer.writing.draft import write_answer
from foundation.contracts.ports import Usage
from foundation.domains.loading.loader import load_pack, shipped_packs
from tests.execution_agents.answer.turns import Heard, asked, batch, loan

SHIPPED = load_pack(shipped_packs() / "real_estate")
LOANS = batch(
    "loan",
    loan("새움 청년 전세대출", 2.2, 3.3, 200_000_000),
    loan("두레 신혼부부 전세대출", 1.9, 3.3, 250_000_000),
    loan("첫집 생애최초 주택구입대출", 2.65, 3.95, 240_000_000),
)


def told(question: str, language: str = "ko") -> str:
    return absent_names(asked(question, LOANS, language=language, pack=SHIPPED, data_types=("loan",)))


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("버팀목 대출 금리는?", "버팀목 대출"),
        ("버팀목 전세자금대출 한도 알려줘", "버팀목 전세자금대출"),
        ("버팀목전세대출은 얼마까지 돼?", "버팀목전세대출"),
        ("청년 버팀목 대출 조건", "버팀목 대출"),
        ("디딤돌 받을 수 있어?", "디딤돌"),
        ("버팀목 금리는?", "버팀목"),
        ("무궁화 대출은?", "무궁화 대출"),
        ("국민은행 전세대출 금리는?", "국민은행 전세대출"),
        ("무궁화 전세자금대출 금리와 버팀목 대출 금리 비교해줘", "무궁화 전세자금대출’, ‘버팀목 대출"),
    ],
)
def test_a_name_the_data_has_nothing_of_is_said(question: str, name: str) -> None:
    assert told(question).startswith(f"찾은 자료에 ‘{name}’에 관한 것은 없습니다.")


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("What is the rate of the Beotimmok loan?", "Beotimmok loan"),
        ("Beotimmok rates?", "Beotimmok"),
        ("Tell me about Rainbow loans", "Rainbow loans"),
    ],
)
def test_an_english_name_is_said_in_english(question: str, name: str) -> None:
    assert told(question, "en").startswith(f"The data found has nothing on “{name}”.")


@pytest.mark.parametrize(
    "question",
    [
        "은행 대출 금리는?",
        "전세 대출 금리 비교해줘",
        "전세자금대출 금리",
        "청년 전세 대출 한도가 얼마야?",
        "신혼부부 대출 조건",
        "두레 신혼부부 전세대출 금리는?",
        "생애최초 주택담보대출 LTV는?",
        "집주인이 동의 안 하면 대출은?",
        "받을 수 있는 대출은?",
        "가장 싼 대출은 뭐야?",
        "지금 대출 금리는?",
        "다른 대출은?",
        "그 대출 한도는?",
        "서초구에서 대출 받을 때 서류",
        "혹시 대출 받으면 이자는?",
        "강남구 아파트 대출 한도",
        "3억 대출 이자는?",
        "저금리 대출 추천해줘",
        "버팀목 말고 다른 대출 금리는?",
        "대출은?",
        "갈아타기 대출 되나요?",
    ],
)
def test_ordinary_words_before_a_loan_are_no_names(question: str) -> None:
    assert told(question) == ""


@pytest.mark.parametrize(
    "question",
    [
        "Which jeonse loans have the lowest rates?",
        "Bank loans?",
        "What about the loan limit?",
        "How much can I borrow with a mortgage in Seoul?",
        "Cheap loans, please",
    ],
)
def test_ordinary_english_words_are_no_names(question: str) -> None:
    assert told(question, "en") == ""


def test_nothing_is_said_where_nothing_could_be_mistaken_for_it() -> None:
    assert absent_names(asked("버팀목 대출 금리는?", pack=SHIPPED, data_types=("loan",))) == ""


async def test_the_answer_begins_with_it_streams_it_and_lists_it_as_a_notice() -> None:
    heard = Heard()
    request = asked("버팀목 대출 금리는?", LOANS, pack=SHIPPED, data_types=("loan",))
    answer = await write_answer(request, None, Usage(), heard.delta, heard.emit)
    said = told("버팀목 대출 금리는?")
    assert answer.content.startswith(f"{said}\n\n새움 청년 전세대출")
    assert answer.notices[0] == said
    assert answer.content.count(said) == 1
    assert heard.text == answer.content
