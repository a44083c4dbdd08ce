"""The data types a question needs beside those of its intent's words."""

from __future__ import annotations

import pytest

from execution_agents.knowledge_graph.index import EntityIndex
from foundation.contracts.plan import Understanding
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.line_questions import LineQuestions
from foundation.domains.schema.pack import Pack
from supervisor.planning.needs.data_types import (
    types_of,
    with_both_sides,
    with_line_types,
    with_named_types,
    with_rows_of_days,
    with_rows_of_places,
    without_rows_unasked,
)
from tests.foundation.domains.small_pack import NOW
from tests.named import named_in
from tests.supervisor.planning.talks import talk

LINE = LineQuestions(
    document="documents/platform/33-accounts.md",
    heading="잠금",
    line="비밀번호를 다섯 번 틀리면 30분 동안 잠긴다.",
    questions=("how often can i type a wrong password", "패스워드 틀려서 계정이 막혔어요"),
)
SHIPPED = load_pack(shipped_packs() / "water_treatment")
PACK = SHIPPED.model_copy(update={"line_questions": (LINE, *SHIPPED.line_questions)})


def read(question: str, **more: object) -> Understanding:
    """The question as rules read it, about the manual."""
    [found] = talk(question, pack=PACK)
    [manual] = types_of("documents/manual/01-overview.md", PACK)
    return found.model_copy(update={"data_types": (manual,), **more})


def typed(understanding: Understanding) -> tuple[str, ...]:
    """Its data types after it was compared with the lines."""
    return with_line_types(understanding, PACK).data_types


def test_the_type_of_the_nearest_lines_document_is_added() -> None:
    understood = read("how often can i type it wrong before the password is blocked")
    [platform] = types_of(LINE.document, PACK)
    assert typed(understood) == (*understood.data_types, platform)


def test_nothing_is_added_where_nothing_is_near() -> None:
    understood = read("급속여과지 역세척 순서")
    assert typed(understood) == understood.data_types


def test_a_follow_up_keeps_its_types() -> None:
    understood = read("패스워드 틀려서 계정이 막혔어요", standalone="역세척 때 패스워드 틀려서 계정이 막혔어요")
    assert typed(understood) == understood.data_types


def test_a_question_about_rows_keeps_its_types() -> None:
    understood = read("패스워드 틀려서 계정이 막혔어요", data_types=("readings",))
    assert typed(understood) == ("readings",)


def test_a_file_of_no_source_serves_no_type() -> None:
    assert types_of("labels/a.md", PACK) == set()


def test_rows_against_a_limit_need_the_documents_too() -> None:
    rows = read("7월 침전수 탁도는 목표 지켰어?", data_types=("readings",))
    assert with_both_sides(rows, PACK).data_types == ("readings", "manual")


def test_a_measured_thing_against_a_target_needs_its_rows() -> None:
    slots = talk("7월 정수 TOC 보여줘", pack=PACK)[0].slots
    manual = read("TOC도 괜찮았나 그날? 목표랑 비교해서", slots=slots)
    assert with_both_sides(manual, PACK).data_types == (*manual.data_types, "readings")
    assert with_both_sides(manual.model_copy(update={"slots": ()}), PACK).data_types == manual.data_types


def test_a_question_about_the_limit_alone_stays_as_it_is() -> None:
    asked = read("7월 침전수 탁도 목표가 몇이야?", data_types=("readings",))
    assert with_both_sides(asked, PACK).data_types == ("readings",)


HANDBOOK, ESTATES = load_pack(shipped_packs() / "handbook"), load_pack(shipped_packs() / "real_estate")
INDEX = EntityIndex(HANDBOOK, named_in(HANDBOOK))


@pytest.mark.parametrize(
    ("question", "types"),
    [
        ("when is easter monday", ("holidays",)),
        ("hey, i've been here 8 months, am i on the health insurance yet", ("benefits", "policy")),
        ("when do we close for xmas this year", ("holidays", "policy")),  # as the dictionary says it
        ("how much is the dental plan", ("benefits",)),
        ("how long is probation", ("policy",)),
    ],
)
def test_a_thing_of_a_table_needs_that_table(question: str, types: tuple[str, ...]) -> None:
    [found] = talk(question, pack=HANDBOOK)
    assert with_named_types(found, HANDBOOK, INDEX).data_types == types


def test_without_the_names_of_the_pack_nothing_is_added() -> None:
    [found] = talk("when is easter monday", pack=HANDBOOK)
    assert with_named_types(found, HANDBOOK, None) == found


@pytest.mark.parametrize(
    ("question", "types"),
    [
        ("월세 좀 밀렸는데 얼마나 밀리면 쫓겨나나요", ("legal",)),
        ("요즘 월세 얼마나 해", ("market",)),
        ("아파트 전세 시세 알려줘", ("market",)),
        ("노원구 월세는 한달에 얼마 내요", ("market",)),
        ("전세 제일 비싼 구 어디예요", ("market",)),
    ],
)
def test_rows_of_no_place_leave_where_a_line_is_asked(question: str, types: tuple[str, ...]) -> None:
    [found] = talk(question, pack=ESTATES)
    prices = found.model_copy(update={"intent": "market_inquiry", "data_types": ("market",)})
    assert without_rows_unasked(prices, ESTATES, NOW).data_types == types


@pytest.mark.parametrize(
    ("question", "pack", "types"),
    [
        ("전세 계약이 2027년 3월 31일에 끝나는데 언제까지 나간다고 말해야 해?", ESTATES, ("legal",)),
        ("지난주 화요일에 들어온 차아염소산나트륨, 며칠까지 다 써야 해요?", SHIPPED, ("manual",)),
        ("my last day is 18 december. by which day will i have my reference?", HANDBOOK, ("holidays",)),
        ("and the 28 december", HANDBOOK, ("holidays",)),
        ("3월에 제일 비쌌던 날은 언제야", ESTATES, ("market",)),
    ],
)
def test_rows_of_a_time_alone_leave_where_a_line_is_asked(question: str, pack: Pack, types: tuple[str, ...]) -> None:
    [found] = talk(question, pack=pack)
    assert not set(found.data_types) - {"market", "holidays", "readings"}
    assert without_rows_unasked(found, pack, NOW).data_types == types


@pytest.mark.parametrize(
    ("question", "pack", "types"),
    [
        ("원수 탁도 120 NTU면 괜찮아?", SHIPPED, ("manual",)),
        ("지금 수온 6도인데 역세척 속도 똑같이 하면 되나", SHIPPED, ("manual",)),
        ("정수 탁도가 0.05 넘은 적 있나", SHIPPED, ("readings",)),
        ("전세대출 보증금 4억이어도 되나요", ESTATES, ("loan",)),
    ],
)
def test_a_stated_value_is_held_against_documents(question: str, pack: Pack, types: tuple[str, ...]) -> None:
    [found] = talk(question, pack=pack)
    assert with_both_sides(found, pack).data_types == types


@pytest.mark.parametrize(
    ("question", "types"),
    [
        ("worst day for raw water turbidity in july", ("readings",)),
        ("how many days in July was raw turbidity above 50", ("readings",)),
        ("8월 원수 탁도 올랐어", ("readings",)),
        ("7월 원수 탁도 50 넘은 날 며칠이야", ("readings",)),
        ("10월 31일 정수 잔류염소", ("readings",)),
        ("7월 정수 TOC 보여줘", ("manual",)),  # nothing is ranked or counted
        ("7월에 원수 탁도 100 넘으면 어떻게 해", ("manual",)),
        ("10월에 정수지 청소 며칠 했어", ("manual",)),  # nothing is measured
    ],
)
def test_rows_of_days_are_needed_where_they_are_ranked_or_counted(question: str, types: tuple[str, ...]) -> None:
    assert with_rows_of_days(read(question), SHIPPED, NOW).data_types == types


@pytest.mark.parametrize(
    ("question", "types"),
    [
        ("전세 두번째로 비싼 구 어디야", ("market",)),
        ("전세 5억 이하인 구 어디어디야", ("market",)),
        ("매매 10억 넘는 동네 어디야", ("market",)),
        ("전세 5억 이하면 어디서 신고해요", ("legal",)),  # no place is ranked
        ("확정일자 받는 곳 어디야", ("legal",)),
        ("보증금 5억 이하인 곳은 어디까지 보호돼", ("legal",)),
    ],
)
def test_rows_of_places_are_needed_where_they_are_ranked(question: str, types: tuple[str, ...]) -> None:
    [found] = talk(question, pack=ESTATES)
    law = found.model_copy(update={"data_types": ("legal",)})
    assert with_rows_of_places(law, ESTATES).data_types == types


@pytest.mark.parametrize(
    ("question", "pack", "types"),
    [
        ("서울 전세 사는데 계약 끝나기 전에 나가고 싶어요 어떻게 해요", ESTATES, ("contract",)),
        ("i live in a jeonse flat in Mapo and the owner sold it. do i have to leave?", ESTATES, ("legal",)),
        ("마포구 월세 밀리면 어떻게 되나요", ESTATES, ("contract",)),
        ("7월 탁도 기준 넘으면 누가 조치해", SHIPPED, ("manual",)),
        ("7월에 원수 탁도 100 넘으면 어떻게 해", SHIPPED, ("manual",)),
        ("is it ok to sell in Mapo", ESTATES, ("market",)),  # nothing is left that a rule would say
        ("마포 전세 얼마면 되나요", ESTATES, ("market",)),
        ("마포구 전세 올랐나요", ESTATES, ("market",)),
        ("is Mapo cheaper than Nowon", ESTATES, ("market",)),
        ("마포 전세 5억 넘는 곳 있어?", ESTATES, ("market",)),
        ("마포 전세대출 누가 받을 수 있어", ESTATES, ("loan",)),  # a table of what is kept, not of a time
        ("is 26 december a holiday", HANDBOOK, ("holidays",)),
    ],
)
def test_a_rule_asked_for_at_a_place_needs_its_documents(question: str, pack: Pack, types: tuple[str, ...]) -> None:
    [found] = talk(question, pack=pack)
    assert not set(found.data_types) - {"market", "loan", "readings", "holidays"}
    assert without_rows_unasked(found, pack, NOW).data_types == types
