"""The line "does not answer this directly": not over an answer said in other words, and over what answers nothing."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace

import pytest

from execution_agents.answer.evidence.leading import leading
from execution_agents.answer.quoting.extractive import WORDS, extractive_answer
from execution_agents.answer.quoting.not_there import NO_REASON
from foundation.domains.schema.line_questions import LineQuestions
from foundation.domains.schema.quoting import LikelihoodFigures
from tests.execution_agents.answer.turns import asked, law, passage
from tests.execution_agents.answer.writing.test_draft import extracted, room

RENT = (
    "주택임대차보호법 제7조(차임 등의 증감청구권)",
    "올리는 폭은 현재 금액의 20분의 1을 넘지 못한다. 보증금이 3억 원이면 한 번에 1천5백만 원까지다.",
)
OTHER = ("공인중개사법 제32조(중개보수)", "중개보수는 거래한 양쪽이 각자 자기 중개사에게 낸다.")
CLEANING = ("원상복구 범위를 정하는 특약", "퇴거 청소비를 받는다면 금액을 숫자로 정한다. 특약은 짧게 적는다.")
LEAVE = ("해지", "계약을 끝낸다고 알리고 석 달이 지나면 끝난다. 그 석 달의 월세는 내야 한다.")


def quoted(question: str, *texts: tuple[str, str], scores: tuple[float, ...] = ()) -> str:
    items = [
        passage(f"p{at}", title, text, score=scores[at] if scores else 0.0) for at, (title, text) in enumerate(texts)
    ]
    return extractive_answer(asked(question, law(*items).model_copy(update={"query": question})))


@pytest.mark.parametrize(
    ("question", "text"),
    [
        # The amount is the person's own, the last words ask.
        ("지금 보증금이 2억4천인데 그럼 최대 얼마까지에요?", RENT),
        # Verbs in the forms people type.
        ("퇴거할때 청소비 30만원 내라고 특약 넣자는데 괜찮아?", CLEANING),
        # 3개월 is what the passage calls 석 달.
        ("그 3개월동안 월세도 내야돼?", LEAVE),
    ],
)
def test_an_answer_in_other_words_is_called_one(question: str, text: tuple[str, str]) -> None:
    assert not quoted(question, text, OTHER).startswith(WORDS["unclear"]["ko"])


@pytest.mark.parametrize(
    "question", ["전입신고는 어디에 하나요?", "취득세 세율은 몇 퍼센트야?", "전세 사기 피해자는 어떻게 신고해?"]
)
def test_what_answers_nothing_is_called_the_nearest(question: str) -> None:
    assert quoted(question, RENT, OTHER, CLEANING).startswith(WORDS["unclear"]["ko"])


def test_a_passage_the_search_puts_far_ahead_is_more_likely_the_answer() -> None:
    question = "보증금 반환 소송 비용은?"
    texts = (("보증금", "보증금은 계약이 끝나면 돌려준다."), ("월세", "월세는 달마다 낸다."))
    assert not quoted(question, *texts, scores=(9.0, 1.0)).startswith(WORDS["unclear"]["ko"])
    assert quoted(question, *texts, scores=(9.0, 8.9)).startswith(WORDS["unclear"]["ko"])


PENSION = ("Pension", "You pay at least 5 % of your salary and we pay 8 %. The provider is Harbour.")
ASKED = "연금 내가 최소 몇퍼 내고 회사는 몇퍼"


@pytest.mark.parametrize(
    ("ways", "tells"),
    [(("연금은 내가 최소 몇 퍼센트 내요", "회사는 연금 몇퍼 내 줘"), True), (("월급날이 언제예요",), False)],
)
def test_a_line_that_people_ask_for_like_this_answers_in_another_language(ways: tuple[str, ...], tells: bool) -> None:
    lines = (
        LineQuestions(document="a.md", line=PENSION[1].split(". ")[0] + ".", questions=ways),
        LineQuestions(document="a.md", line="Dogs are welcome.", questions=("개 데려가도 돼요",)),
    )
    request = asked(ASKED, law(passage("p", *PENSION)))
    answer = extractive_answer(replace(request, pack=request.pack.model_copy(update={"line_questions": lines})))
    assert answer.startswith(WORDS["unclear"]["ko"]) is not tells


@pytest.mark.parametrize(("ways", "unclear"), [("연금은 월급의 몇 퍼센트를 합쳐서 내요", False), ("노후 자금", True)])
def test_a_line_that_such_questions_are_seldom_answered_by_is_the_nearest(ways: str, unclear: bool) -> None:
    lines = (
        LineQuestions(document="a.md", heading="연금", line="연금은 월급의 5퍼센트를 낸다.", questions=(ways,)),
        LineQuestions(document="b.md", heading="급여", line="연금은 월급의 일부로 낸다.", questions=("월급 일부",)),
    )
    texts = passage("p", "연금", lines[0].line), passage("q", "급여", lines[1].line)
    request = asked("연금은 월급의 몇 퍼센트를 합쳐서 내요?", law(*texts))
    for least, withheld in ((450, unclear), (0, False)):  # 0: nothing else withholds it.
        figures = request.pack.answering.model_copy(update={"likelihood": LikelihoodFigures(least=least)})
        pack = request.pack.model_copy(update={"line_questions": lines, "answering": figures})
        assert (WORDS["unclear"]["ko"] in extractive_answer(replace(request, pack=pack))) is withheld


def test_five_years_are_read_as_the_questions_5년() -> None:
    leave = ("Annual leave", "Everybody has 27 days of paid leave a year. After 5 years with us it is 30 days.")
    sick = ("Sick leave", "Sick leave is paid for 60 days a year.")
    assert "5 years" in quoted("5년 넘으면?", sick, leave).split("[")[0]


async def test_an_admitted_non_answer_is_not_confident() -> None:
    answer = await extracted(asked("취득세 세율은 몇 퍼센트야?", law(passage("p", *RENT), passage("q", *OTHER))))
    assert answer.content.startswith(WORDS["unclear"]["ko"])
    assert answer.record["failure"] == "insufficient_answer"
    assert answer.confidence <= 200


async def test_a_models_refusal_is_not_confident() -> None:
    async with room(
        {"answer": "자료에는 나와 있지 않습니다.", "answer_strict": "자료에는 나와 있지 않습니다."}
    ) as here:
        answer = await here.write(asked("보증금 인상 한도는 누가 정하나요?", law(passage("p", *RENT))))
    assert answer.engine == "model"
    assert answer.confidence <= 200


async def test_figures_that_nobody_checked_are_no_share_of_figures() -> None:
    quotes = await extracted(asked("보증금을 올리는 폭은?", law(passage("p", *RENT))))
    assert quotes.verification["numeric_preservation"] is None
    async with room({"answer": "중개보수는 거래한 양쪽이 각자 자기 중개사에게 낸다 [1]."}) as here:
        without = await here.write(asked("중개보수는 누가 내나요?", law(passage("p", *OTHER))))
    assert (without.engine, without.verification["numeric_preservation"]) == ("model", None)
    async with room({"answer": "올리는 폭은 현재 금액의 20분의 1을 넘지 못한다 [1]."}) as here:
        with_one = await here.write(asked("보증금을 올리는 폭은?", law(passage("p", *RENT))))
    assert with_one.verification["numeric_preservation"] == 1.0


def test_nothing_of_an_answered_question_is_kept() -> None:
    request = asked("보증금을 올리는 폭은?", law(passage("p", *RENT)))
    assert extractive_answer(request)
    kept = weakref.ref(leading(request))
    assert leading(request) is kept(), "it is read once"
    del request
    gc.collect()
    assert kept() is None


@pytest.mark.parametrize(
    ("text", "given"),
    [
        (("견학과 출입", "견학은 화요일과 목요일에 한다. 일주일 전에 신청해야 한다."), False),
        (("견학과 출입", "견학은 화요일과 목요일에 한다. 다른 날은 정비를 하기 때문이다."), True),
        (("견학과 출입", "견학은 다른 날에 정비가 겹쳐 화요일과 목요일에 한다."), True),
    ],
)
def test_a_line_that_repeats_what_a_reason_is_asked_of_gives_none(text: tuple[str, str], *, given: bool) -> None:
    answer = quoted("견학은 왜 화요일과 목요일에 해?", text, OTHER)
    assert answer.startswith(NO_REASON["ko"]) is not given
    assert quoted("견학은 무슨 요일에 해?", text, OTHER).startswith(NO_REASON["ko"]) is False
