"""Two facts asked in one question, what is quoted of lists, sections and tables, and what is called an answer."""

from __future__ import annotations

import pytest

from execution_agents.answer.checks.presumed import presumes_too_much
from execution_agents.answer.evidence.citations import numbered
from execution_agents.answer.quoting.direct import direct_fact
from execution_agents.answer.quoting.extractive import WORDS, extractive_answer
from execution_agents.answer.quoting.joint_questions import facts_asked, facts_named
from execution_agents.answer.writing.flow import Flow
from foundation.domains.schema.quoting import QuotingFigures
from foundation.language.figures.reader import asked_figures
from foundation.language.sentences import sentences_of
from tests.execution_agents.answer.turns import asked, law, passage

POOL = passage("pool", "시설 > 온천탕", "온천탕은 길이 12m이며 깊이는 0.9m입니다. 물은 39℃로 데웁니다.")
CARS = passage("cars", "시설 > 자전거 보관소", "자전거 보관소는 40대를 세울 수 있습니다. 보관료는 하루 700원입니다.")
STAFF = passage(
    "staff",
    "직원 수첩",
    "1. 전화 받기\n신호음이 네 번 울리기 전에 받는다.\n2. 근무 시간\n새벽조는 04시 20분부터 일한다. 교대는 10분 걸린다."
    "\n3. 옷차림\n여름에는 반팔을 입는다.",
)
UNCLEAR = WORDS["unclear"]["ko"]


def answer_to(question: str, *passages: object) -> str:
    return extractive_answer(asked(question, law(*passages)))  # pyright: ignore[reportArgumentType]


def test_each_of_two_facts_is_quoted_from_where_it_stands_in_the_order_asked() -> None:
    found = answer_to("온천탕 깊이와 자전거 보관료 알려줘", CARS, POOL)
    assert found.index("0.9m") < found.index("700원")


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("온천탕 깊이와 자전거 보관료 알려줘", 2),
        ("보관료는 얼마고 온천탕은 몇 도야?", 2),
        ("How deep is the bath and what does a locker cost?", 2),
        ("온천탕과 냉탕의 차이가 뭐야?", 0),
        ("온천탕 깊이 알려줘", 0),
        ("보관료를 내고 싶어", 0),
        ("온천탕과 냉탕 요금", 0),
        ("자전거 보관료랑 냉탕과 온탕의 온도 알려줘", 2),
        ("자전거 보관료랑 수온과 탁도의 상관계수 알려줘", 2),
    ],
)
def test_a_question_is_parted_only_where_each_part_asks_something(question: str, parts: int) -> None:
    assert len(facts_asked(question, QuotingFigures())) == parts


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("송수 압력 기준이랑 잔류염소 목표 알려줘", 2),
        ("송수 압력 기준이랑 잔류염소 목표는?", 2),
        ("휴회 기한이랑 분실물 보관 기간이 며칠이야?", 2),
        ("휴회 기한이랑 분실물 보관 기간이 각각 얼마면 돼?", 2),
        ("관제실 주소랑 감시 화면 주소", 2),
        ("휴회 기한이랑 분실물 보관 기간 및 자전거 보관료", 3),
        ("전입신고와 동시에 확정일자를 받으면 효력이 언제부터야?", 0),
        ("휴회 기한이랑 분실물 보관 기간을 알려주시면 감사하겠습니다", 2),
        ("전입신고와 동시에 확정일자 받아도 돼?", 0),
        ("손실수두와 수위가 같으면 역세척을 언제 해?", 0),
        ("전입신고와 확정일자 받으면 효력이 언제 생겨?", 0),
        ("온천탕 회원권 값이랑 자전거 보관료를 더하면 얼마야?", 2),
    ],
)
def test_facts_are_named_side_by_side_only_where_the_second_is_asked_for(question: str, parts: int) -> None:
    assert len(facts_named(question, QuotingFigures())) == parts


def test_of_numbered_sections_the_one_asked_about_is_quoted_and_ends_with_no_heading() -> None:
    found = answer_to("새벽조 근무 시간은?", STAFF)
    assert "04시 20분" in found
    assert "신호음" not in found
    assert "옷차림" not in found


def test_items_without_a_stop_are_parted_when_they_are_quoted() -> None:
    items = passage("bring", "온천탕 > 준비물", "- 수건\n- 비누와 빗\n- 갈아입을 옷")
    assert "수건; 비누와 빗; 갈아입을 옷" in answer_to("온천탕 준비물은?", items)


def test_a_row_of_the_very_day_is_quoted_however_the_day_is_written() -> None:
    rows = "\n".join(f"| 2026-03-{day:02d} | 0.{day:02d} | 기록자 이름 {day} |" for day in range(1, 29))
    table = passage("log", "일지 > 수온", f"| 날짜 | 잔류염소 | 적은 사람 |\n{rows}")
    found = answer_to("3월 9일 잔류염소 얼마였어?", table)
    assert "2026-03-09의 잔류염소는 0.09입니다" in found
    assert "2026-03-10" not in found
    assert UNCLEAR not in found


def test_a_percentage_asked_for_in_words_is_found_by_its_mark() -> None:
    sale = passage("sale", "할인", "- 어르신 회원: 35% 할인\n- 학생 회원: 15% 할인")
    assert UNCLEAR not in answer_to("어르신 할인은 몇 퍼센트야?", sale)


@pytest.mark.parametrize(
    ("question", "refused"),
    [
        ("2021년 매출은 얼마야?", True),
        ("2024년 매출은 얼마야?", False),
        ("매출은 얼마야?", False),
    ],
)
def test_another_years_figure_is_not_called_the_answer(question: str, *, refused: bool) -> None:
    report = passage("report", "2024년 보고서 > 매출", "2024년 매출은 7억 4천만 원이다.")
    assert answer_to(question, report).startswith(UNCLEAR) is refused


def test_a_persons_own_year_is_their_case() -> None:
    held = ("2024년 매출은 7억 4천만 원이다.",)
    assert presumes_too_much("2021년 매출은?", held[0], held)
    assert not presumes_too_much("2021년에 가입했는데 회비는 얼마야?", held[0], held)


DESK = passage("desk", "연락처", "접수 창구 대표 번호는 02-777-0199이며, 응급 연락은 내선 8120번을 쓴다.")


def direct(question: str) -> str | None:
    request = asked(question, law(DESK))
    found = direct_fact(numbered(request.evidence), request)
    return found.value if found else None


def test_a_value_of_another_clause_is_not_reported_as_the_fact() -> None:
    assert direct("접수 창구 전화번호는?") == "02-777-0199"
    assert direct("응급 전화번호는?") is None
    assert direct("응급 연락은 내선 몇 번이야?") == "8120"


@pytest.mark.parametrize("text", ["2024. 1. " * 20_000, "\n" * 200_000, "가와 나와 " * 20_000, "1. " * 60_000])
def test_long_texts_without_a_sentence_are_read_in_one_pass(text: str) -> None:
    # Each took minutes when every stop was looked at from the beginning; the whole suite's limit would end it.
    assert len(sentences_of(text)) <= len(text)
    assert len(asked_figures(text)) <= len(text)


def test_a_line_of_blanks_is_streamed_as_it_is() -> None:
    flow = Flow(500, 500)
    assert flow.feed(f"{' ' * 200_000}") + flow.flush() is not None
    assert Flow(500, 500).feed("- 한 가지") == "한 가지"
