"""Statements that say the same of several things are asked about where the question names none of these things."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from execution_agents.knowledge_graph.index import Collected, EntityIndex
from execution_agents.knowledge_graph.linker import link
from execution_agents.retrieval.asked_lines import AskedLine
from foundation.contracts.pauses import Clarification
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.line_questions import LineQuestions
from supervisor.planning.clarifying.lines import Statement, of_its_number, of_one_name, shared_line
from supervisor.planning.context import Exchange
from supervisor.planning.documents import Documents
from supervisor.planning.plan import make_plan
from supervisor.planning.understanding import understand
from tests.supervisor.planning.talks import context_of, documents_of

SHIPPED = load_pack(shipped_packs() / "water_treatment")
INTAKE, SENDING = "02-intake.md", "08-pumping.md"


def line(file: str, heading: str, text: str, *questions: str) -> LineQuestions:
    return LineQuestions(document=f"documents/manual/{file}", heading=heading, line=text, questions=questions)


LINES = (
    line(INTAKE, "취수펌프 정지 절차", "토출밸브를 120초에 걸쳐 닫는다.", "밸브 닫는 데 몇 초 걸려"),
    line(INTAKE, "취수펌프 정지 절차", "역회전이 없는지 현장에서 확인한다.", "거꾸로 도는지 어떻게 봐"),
    line(SENDING, "송수펌프 정지 절차", "토출밸브를 240초에 걸쳐 닫는다.", "밸브 몇 초에 닫아야 해"),
    line(SENDING, "송수펌프 제원", "진동 경보 / 정지 | 4.5 mm/s / 7.1 mm/s", "진동 얼마에서 멈춰"),
    line(INTAKE, "취수펌프 제원", "진동 경보 / 정지 | 4.5 mm/s / 7.1 mm/s", "진동 몇이면 서"),
    line("13-seasons.md", "조류 대응", "클로로필이 25 mg/m³를 넘으면 경계이다.", "조류 경계 기준"),
    line("05-limits.md", "보관 기간", "운전 일지 | 5년", "운전 일지 보관 기간은 몇 년이야"),
    line("05-limits.md", "보관 기간", "경보 이력 | 3년", "경보 이력 보관 기간은 몇 년이야"),
    line("05-limits.md", "보관 기간", "교정 기록 | 7년", "교정 기록 보관 기간은 몇 년이야"),
    line("12-travel.md", "Limits", "Hotel, London | £165 a night", "hotel limit per night in London"),
    line("12-travel.md", "Limits", "Hotel, abroad | £150 a night", "hotel limit per night abroad, less than London"),
    line("12-travel.md", "Limits", "Lunch | £15", "limit of a lunch"),
    line("03-dosing.md", "응집제 주입률", "5 NTU 미만 | 14 mg/L", "원수 탁도가 5보다 낮으면 응집제 몇 mg/L 넣어"),
    line("03-dosing.md", "응집제 주입률", "5~20 NTU | 20 mg/L", "원수 탁도 5에서 20이면 응집제 몇 mg/L 넣어"),
    line("03-dosing.md", "응집제 주입률", "20~50 NTU | 28 mg/L", "원수 탁도 20에서 50이면 응집제 몇 mg/L 넣어"),
    line("08-pumping.md", "저장", "가람배수지 | 12,000 m³", "가람배수지 용량 얼마야"),
    line("08-pumping.md", "저장", "온들배수지 | 3,500 m³", "온들배수지 용량 얼마야"),
    line("20-calendar.md", "상반기 정비 일정", "2026-05-27 | 정수지 1지 | 청소와 소독", "정수지 1지 청소 언제야"),
    line("20-calendar.md", "하반기 정비 일정", "2026-10-28 | 정수지 2지 | 청소와 소독", "정수지 2지 청소 언제야"),
    *(line("20-other.md", f"다른 일 {at}", f"그 밖의 일 {at}번은 담당이 정한다.", f"다른 일 {at}") for at in range(40)),
)
PACK = SHIPPED.model_copy(update={"line_questions": LINES})
MANUAL = documents_of({one.heading: one.line for one in LINES}, PACK, "manual")


async def asked(
    question: str,
    before: Sequence[Exchange] = (),
    documents: Documents | None = MANUAL,
    entities: EntityIndex | None = None,
) -> Clarification | None:
    context = replace(context_of(question, before, pack=PACK), documents=documents, entities=entities)
    read = understand(context).model_copy(update={"data_types": ("manual",)})
    plan = make_plan(read, None, ("search",), PACK, "rules")
    return await shared_line(plan, context)


def labels(found: Clarification | None) -> list[str]:
    return [] if found is None else sorted(one.label for one in found.options)


async def test_twin_statements_of_two_things_are_offered_by_their_headings() -> None:
    found = await asked("토출밸브 몇 초에 걸쳐 닫아?")
    assert labels(found) == ["송수펌프 정지 절차", "취수펌프 정지 절차"]
    assert found is not None
    for option in found.options:
        assert await asked(option.query) is None, "a choice leaves nothing open"


async def test_a_row_of_a_table_is_asked_for_where_none_is_named() -> None:
    assert labels(await asked("보관 기간은 몇 년이야?")) == ["경보 이력", "교정 기록", "운전 일지"]
    assert await asked("운전 일지 보관 기간은 몇 년이야?") is None


async def test_rows_stand_in_their_tables_order_and_a_figure_chooses_one() -> None:
    found = await asked("원수 탁도에 응집제 몇 mg/L 넣어?")
    assert found is not None
    assert [one.label for one in found.options] == ["5 NTU 미만", "5~20 NTU", "20~50 NTU"]
    assert await asked("원수 탁도 12인데 응집제 몇 mg/L 넣어?") is None
    assert await asked("원수 탁도 30 NTU일 때 응집제 몇 mg/L 넣어?") is None


async def test_a_limit_that_several_rows_have_is_asked_about_without_how_much() -> None:
    assert labels(await asked("what's the hotel limit per night?")) == ["Hotel, London", "Hotel, abroad"]
    assert await asked("hotel limit") is None, "bare words ask for the table"
    assert await asked("what's the hotel limit in London?") is None, "one row is named"
    assert await asked("what's the lunch limit?") is None


async def test_the_packs_other_name_for_what_was_said_settles_nothing() -> None:
    index = EntityIndex(PACK, Collected())
    assert "송수" in {
        index.entities[each].name for one in link("배수지 용량이 얼마야?", index) for each in one.entities
    }
    assert labels(await asked("배수지 용량이 얼마야?", entities=index)) == ["가람배수지", "온들배수지"]


@pytest.mark.parametrize(
    "question",
    [
        "송수펌프 토출밸브 몇 초에 걸쳐 닫아?",  # a word of one of them
        "진동 몇 mm/s에서 멈춰?",  # the same figures
        "토출밸브 닫는 시간 비교해줘",  # all are wanted
        "토출밸브 보여줘",  # no figure is asked for
        "조류 경계 기준 얼마야?",  # said of one thing
    ],
)
async def test_what_is_named_the_same_or_wanted_together_is_not_asked(question: str) -> None:
    assert await asked(question) is None


async def test_the_conversation_settles_which_thing_is_meant() -> None:
    before = Exchange("취수펌프 양정", "취수펌프 양정", "operation", {}, ("manual",), "취수펌프의 양정은 32 m입니다.")
    assert await asked("토출밸브 몇 초에 걸쳐 닫아?", [before]) is None


async def test_lines_a_person_may_not_read_are_not_offered() -> None:
    assert await asked("토출밸브 몇 초에 걸쳐 닫아?", documents=replace(MANUAL, readable=set[str]())) is None


def test_headings_have_one_name_but_for_a_word_or_in_brackets() -> None:
    assert of_one_name("취수펌프 기동 절차", "송수펌프 기동 절차")
    assert of_one_name("주택법 제4조(임대차기간 등): 2년", "상가법 제9조(임대차기간 등): 1년")
    assert not of_one_name("취수펌프 기동 절차", "자-테스트 하는 절차")
    assert not of_one_name("Bristol", "Leeds")


async def test_the_number_of_a_thing_is_part_of_its_name() -> None:
    assert labels(await asked("정수지 청소 언제야?")) == ["상반기 정비 일정", "하반기 정비 일정"]
    assert await asked("정수지 1지 청소 언제야?") is None


@pytest.mark.parametrize(
    ("question", "held"),
    [
        ("정수지 1지 청소 언제야", [0]),
        ("when is clear well 2 cleaned", [0, 1]),  # a number within a sentence may count anything
        ("when is the cleaning of clear well 2?", [1]),
        ("정수지 3지 청소 언제야", [0, 1]),  # none has it
        ("정수지 청소 27일 맞아", [0, 1]),
    ],
)
def test_lines_of_a_number_are_those_that_have_it(question: str, held: list[int]) -> None:
    lines = [
        Statement(AskedLine("documents/a.md", "일정", text, 1.0), "")
        for text in ("2026-05-27 | 정수지 1지 | 청소", "2026-10-28 | 정수지 2지 | 청소")
    ]
    assert of_its_number(lines, question) == [lines[at] for at in held]
