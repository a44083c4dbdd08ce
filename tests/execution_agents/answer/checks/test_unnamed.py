"""A question that names what stands nowhere is called unanswered, however alike the nearest sentences are."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from execution_agents.answer.checks.presumed import presumes_too_much
from execution_agents.answer.checks.unnamed import names_nothing_there, tells_others_apart
from execution_agents.answer.quoting.extractive import WORDS, extractive_answer
from tests.execution_agents.answer.turns import PACK, asked, law, passage

URL = passage("u", "AI 플랫폼 접속 주소", "AI 플랫폼의 운영 화면 접속 주소는 표에 있고, 총트리할로메탄도 여기서 본다.")


def none(_word: str) -> Sequence[str]:
    return ()


def field(word: str) -> Sequence[str]:
    return ("총트리할로메탄",) if word == "THM" else ()


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("SCADA 접속 주소가 뭐야?", True),
        ("AI 플랫폼 URL이 뭐야?", False),  # URL is a kind of fact, not a name
        ("THM은 어디서 봐?", False),  # the field calls it something else
        ("UV 램프는?", True),
        ("scada 접속 주소", False),  # not written as an abbreviation
        ("What is the CEO paid?", True),
        ("접속 주소는?", False),
    ],
)
def test_an_abbreviation_that_stands_nowhere_is_asked_in_vain(question: str, missing: bool) -> None:
    assert names_nothing_there(question, [URL.title, URL.text], field) is missing


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("E-20 오류 뜻은?", True),
        ("E-0 오류 뜻은?", True),  # the beginning of another one
        ("E-07 오류 뜻은?", False),
        ("e07 오류는?", False),
        ("What does E 07 mean?", False),
        ("MOON-B90 무게는?", True),
        ("MOON A70 무게는?", False),
        ("R2 값은?", False),  # written R²
        ("2026년 3D 프린터는?", False),  # begins with a figure: a size, a number
        ("https://a1.example.kr 에는?", False),
    ],
)
def test_a_code_that_stands_nowhere_is_asked_in_vain_however_it_is_spaced(question: str, missing: bool) -> None:
    passages = ["MOON-A70의 오류", "E-07: 용지 없음. E-12: 연결 끊김. R² 0.93"]
    assert names_nothing_there(question, passages, none) is missing


def test_a_code_under_the_fields_name_is_there() -> None:
    assert not names_nothing_there("E-20 오류 뜻은?", ["용지 걸림"], lambda _: ("용지 걸림",))


@pytest.mark.parametrize(
    ("question", "passage_text", "others"),
    [
        ("침전지와 여과지의 차이는?", "급속여과지와 활성탄 흡착지의 차이", True),
        ("침전지와 여과지의 차이는?", "침전지는 가라앉히고 여과지는 거른다", False),
        ("침전지랑 여과지는 뭐가 달라?", "여과지만 이야기한다", True),
        ("What is the difference between a deposit and a fee?", "A deposit is paid back.", True),
        ("What is the difference between a deposit and a fee?", "A fee is kept, a deposit is paid back.", False),
        ("여과지는 뭐가 달라?", "침전지 이야기", False),
    ],
)
def test_two_things_are_told_apart_by_a_passage_about_both(question: str, passage_text: str, others: bool) -> None:
    assert tells_others_apart(question, passage_text, none) is others


def test_the_answer_says_that_the_nearest_passage_is_not_it() -> None:
    text = extractive_answer(asked("SCADA 접속 주소가 뭐야?", law(URL), pack=PACK))
    assert text.startswith(WORDS["unclear"]["ko"])
    assert not extractive_answer(asked("AI 플랫폼 접속 주소가 뭐야?", law(URL))).startswith(WORDS["unclear"]["ko"])


@pytest.mark.parametrize(
    ("question", "vain"),
    [
        ("Is the office closed on 25 December?", True),
        ("Is the office closed on March 5?", False),
        ("What happens on the 5th of March?", False),
        ("Must I work on 25 December?", False),  # a person's own case
        ("Is the office closed last Tuesday?", False),
    ],
)
def test_an_english_question_about_a_day_no_passage_names_is_asked_in_vain(question: str, vain: bool) -> None:
    sentence = "The office is closed on 5 March."
    assert presumes_too_much(question, sentence, [sentence]) is vain
