"""Questions that only ask for what was just said in another form."""

from __future__ import annotations

import pytest

from foundation.language.wanted.forms import answers_meant, asks_for_a_form, form_of, in_one_sentence


@pytest.mark.parametrize(
    "text",
    ["표로 정리해줘", "더 쉽게 설명해줘", "한 문장으로", "출처가 어디야?", "그거 몇 조야?", "방금 답 요약해줘",
     "in a table please", "explain it more simply", "what is the source?", "in one sentence", "summarize that"],
)  # fmt: skip
def test_a_form_alone_is_asked_for(text: str) -> None:
    assert asks_for_a_form(text)


@pytest.mark.parametrize(
    "text",
    ["전세사기 예방법 정리해줘", "월세 시세를 표로", "보증금 올리는 근거가 뭐야", "which article caps rent increases?",
     "summarize the leave policy", "마포 전세 얼마야", "몇 층이야?", "simple interest on a loan"],
)  # fmt: skip
def test_a_question_that_names_something_asks_for_that(text: str) -> None:
    assert not asks_for_a_form(text)


def test_one_sentence_may_be_asked_for_of_anything() -> None:
    assert in_one_sentence("수성구 시세를 한 문장으로 정리해줘") and in_one_sentence("the leave rules in one sentence?")
    assert not in_one_sentence("한 문장으로는 부족해") and not in_one_sentence("is one sentence enough?")


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("확실해?", "certain"), ("진짜요?", "certain"), ("틀린거 같은데", "certain"), ("그거 아닌데", "certain"),
        ("are you sure?", "certain"), ("thats wrong", "certain"), ("is that right?", "certain"),
        ("언제 자료야", "date"), ("더 최근 자료는 없어?", "date"), ("how recent is that", "date"),
        ("어디서 나온 자료야", "source"), ("근거가 뭐야", "source"), ("how do you know", "source"),
        ("그거 법 몇조야", "article"), ("원문 보여줘", "whole"), ("더 자세히", "detail"), ("tell me more", "detail"),
        ("영어로 말해줘", "english"), ("in korean please", "korean"), ("and in plain english?", "simpler"),
        ("무슨 말인지 모르겠어", "simpler"), ("i dont get it", "simpler"), ("뭐라고?", "again"), ("다시", "again"),
        ("숫자만", "sentence"), ("just the number", "sentence"), ("3줄로 요약해줘", "summary"),
    ],
)  # fmt: skip
def test_what_is_said_about_an_answer_is_told_apart(text: str, form: str) -> None:
    assert form_of(text) == form


@pytest.mark.parametrize(
    "text",
    ["월세는 진짜 얼마야", "맞아", "정수가 맞는지 확인하는 절차", "전세 사기 맞나", "is it wrong to smoke",
     "details of the loan", "what does turbidity mean", "really high turbidity what to do", "다시 잠기면 어떻게 해"],
)  # fmt: skip
def test_what_names_something_is_said_of_that(text: str) -> None:
    assert form_of(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "위약금 진짜 얼마야",
        "위약금 나눠 내도 돼?",
        "위임장은 영어로 써도 돼?",
        "내용증명 더 자세히",
        "위반하면 진짜 어떻게 돼",
        "말소된 거 맞나요",
        "위험하면 다시 말해줘",
        "위치 자세히",
        "shower details",
        "is the shower really there",
        "datacenter list",
        "how many people are there",
        "how many days can i have",
        "how many of those can i have",
        "월별로 보여줘",
        "지역별로",
        "항목별로 얼마야",
        "휴가 나눠 써도 돼?",
        "나눠서 내도 돼?",
        "별로야",
        "답변이 별로야",
        "is it on the list",
        "who is on the list",
        "is there a list?",
        "목록에 없으면 어떻게 해",
        "where is it",
        "where is that",
        "where was it",
        "근거 자료 내야 해?",
        "어디에 적혀 있어야 해?",
        "몇 쪽까지 써야 돼",
        "how old do i have to be",
        "how old is it",
        "when is it for",
        "is there a newer one",
        "더 새로운 거 있어?",
        "언제 나온 법이야",
        "what if i get it wrong",
        "what if it is wrong",
        "who do i trust",
        "do i really have to",
        "is anything wrong",
        "틀리면?",
        "틀린 내용이 있으면?",
        "잘못되면 어떻게 해",
        "거짓말이면?",
        "진짜 안 줘도 돼?",
        "정말 없어도 돼?",
        "한 번 더 하면?",
        "한번 더 해도 돼?",
        "can i do it once more",
        "do i have to repeat it",
        "what if i missed it",
        "못 들었으면?",
        "다시 설명해야 해?",
        "what else do i get",
        "what else do i have to do",
        "can i go on",
        "더 설명해야 해?",
        "자세히 봐야 해?",
        "i can't get in",
        "모르겠으면 어떻게 해?",
        "어려운 말 써도 돼?",
        "영어로 적어도 돼?",
        "한글로 써도 돼?",
        "원본이 있어야 해?",
        "do i have to do it in english",
        "정리해고",
        "정리해야 돼?",
        "요약해서 내야 돼?",
        "짧게 써도 돼?",
        "너무 길면?",
        "한 줄로 서야 돼?",
        "값만 내도 돼?",
        "처음에 뭐 했지",
        "제일 먼저 뭘 했어",
    ],
)
def test_a_real_question_is_never_one(text: str) -> None:
    assert form_of(text) is None


@pytest.mark.parametrize(
    ("text", "many"),
    [
        ("put all three side by side pls", 3), ("both in a table", 2), ("compare the two", 2), ("compare them", 0),
        ("put all of those in a table", 0), ("둘 다 표로 보여줘", 2), ("셋 다 나란히", 3), ("둘이 비교해줘", 2),
        ("지금까지 답 다 정리해줘", 0),
    ],
)  # fmt: skip
def test_several_answers_are_asked_for_beside_each_other(text: str, many: int) -> None:
    assert answers_meant(text) == many


@pytest.mark.parametrize(
    "text",
    ["표로 정리해줘", "compare rent in mapo and gangnam", "다 같이 가도 돼?", "전부 요약해줘", "비교", "다 합쳐서 얼마",
     "what do those make together?", "can i get them together?", "is it all in one place", "다 같이 있어?",
     "둘 중 뭐가 더 비싸", "can both parents take it together"],
)  # fmt: skip
def test_one_answer_or_another_question_sets_none_beside(text: str) -> None:
    assert answers_meant(text) is None
