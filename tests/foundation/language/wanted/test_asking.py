"""What a question asks for, and which texts have a thing of that kind."""

from __future__ import annotations

import pytest

from foundation.language.content import content_words
from foundation.language.wanted.asking import asks_itself, wanted


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("수수료가 얼마야?", {"figure"}),
        ("연차는 며칠이야?", {"time"}),
        ("언제까지 내야 해?", {"time"}),
        ("어디에 신고해?", {"place"}),
        ("신청은 어디다 넣어요?", {"place"}),
        ("복비는 누가 내?", {"somebody"}),
        ("펌프를 켜는 절차 알려줘", {"steps"}),
        ("기름이 유출되면?", {"steps"}),
        ("시동방수가 뭐야?", {"meaning"}),
        ("둘이 뭐가 달라?", {"difference"}),
        ("애완동물 키워도 돼?", {"whether"}),
        ("확정일자 수수료", set[str]()),
        ("how many days of leave do I get", {"time"}),
        ("And the notice period?", {"time"}),
        ("May I sell it in that period of the year?", {"whether"}),
        ("what if it leaks", {"steps"}),
        ("may I sell leave?", {"whether"}),
    ],
)
def test_the_kind_is_read_from_the_asking_word(question: str, asked: set[str]) -> None:
    assert wanted(question).asked == asked


@pytest.mark.parametrize(
    ("question", "tells", "other"),
    [
        ("몇 대야?", "펌프는 4대(예비 1대)이다.", "펌프는 4.1 m에 있다."),
        ("몇 퍼센트야?", "연 5 %이다.", "연 5만 원이다."),
        ("몇 시에 해?", "매일 09시에 한다.", "3일마다 한다."),
        ("얼마야?", "600원이다.", "2025년 3월 2일에 정한다."),
        ("how much is it?", "It is £280.", "The plan number is HP-40817."),
        ("언제 넣어?", "탁도가 넘으면 넣는다.", "분말활성탄이다."),
        ("둘이 뭐가 달라?", "급속여과지와 달리 120시간이다.", "펌프를 켠다."),
        ("둘 중 뭐가 싸?", "PAHCS가 1.6배 비싸다.", "펌프를 켠다."),
        ("플록이 뭐야?", "플록: 엉긴 덩어리.", "큰 플록이 생긴다."),
    ],
)
def test_a_text_tells_it_by_its_typed_figures_and_form(question: str, tells: str, other: str) -> None:
    assert wanted(question).tells(tells)
    assert not wanted(question).tells(other)


def test_of_a_name_alone_a_figure_may_tell() -> None:
    assert wanted("확정일자 수수료").may_tell("한 건에 600원이다.")
    assert not wanted("확정일자 수수료").may_tell("내선 2045로 알린다.")
    assert not wanted("수수료가 얼마야?").may_tell("한 건에 600원이다.")


def test_a_sentence_that_only_says_what_is_settled_asks_it_itself() -> None:
    assert asks_itself("얼마나 올릴 수 있는지 정한 조문이다.")
    assert not asks_itself("5퍼센트를 넘지 못한다.")


def test_a_word_that_ends_like_a_particle_is_kept() -> None:
    assert content_words("집주인의 동의가 있어야 하나요? leave of absence") == (
        "집주인",
        "동의",
        "leave",
        "absence",
    )


@pytest.mark.parametrize(
    ("question", "text", "tells"),
    [
        ("보증금 얼마나 올릴 수 있어?", "올린 날부터 1년이 지나야 한다.", False),
        ("보증금 얼마나 올릴 수 있어?", "5퍼센트를 넘지 못한다.", True),
        ("수리는 얼마나 걸려?", "보통 3일이 걸린다.", True),
        ("How much can I claim?", "2. Open a claim in the tool.", False),
        ("How much can I claim?", "Claims are paid on the 10th.", False),
        ("How much can I claim?", "Lunch | £15", True),
        ("How much notice do I give?", "After probation it is 8 weeks.", True),
    ],
)
def test_how_much_wants_an_amount(question: str, text: str, tells: bool) -> None:
    assert wanted(question).tells(text) is tells


@pytest.mark.parametrize(
    ("question", "text", "may"),
    [
        ("how much does it cost to park", "Two parking places, booked in the same tool.", False),
        ("how much does it cost to park", "A place is £5 a day.", True),
        ("how much does it cost to park", "Parking is free.", True),
        ("what's the fee for a locker", "Lockers stand on the second floor.", False),
        ("등본 떼는 값이 얼마예요", "등본은 주민센터에서 뗀다.", False),
        ("수수료 얼마예요", "한 건에 600원이다.", True),
        ("수수료 얼마예요", "수수료는 무료이다.", True),
        ("중개 수수료 얼마예요", "거래금액의 0.5 %를 넘지 않는다.", True),
        ("what is the limit for books", "Books are ordered in the tool.", True),
        ("how much leave do i get", "27 days a year.", True),
        ("how much time does it cost to get a visa", "It takes 10 days.", True),
        ("비용은 몇 달 동안 나눠 내", "여섯 달에 나눠 낸다.", True),
        ("비용은 누가 내나요", "세입자가 낸다.", True),
    ],
)
def test_a_price_asked_for_is_an_amount_of_money(question: str, text: str, may: bool) -> None:
    assert wanted(question).may_price(text) is may
