"""Places of the documents that share the words asked are asked about only where each says something else."""

from __future__ import annotations

from foundation.contracts.ports import Hit
from supervisor.planning.clarifying.passages import (
    asked,
    rows_of_a_column,
    rows_of_one_label,
    sections_of_one_name,
    shared_by,
    words_of,
)
from supervisor.planning.clarifying.sections import Section

HEAD = "| 항목 | 값 |\n| --- | --- |\n"
INTAKE = Section("2장 취수 > 취수펌프 제원", f"{HEAD}| 축받이 온도 경보 | 75 ℃ |\n| 진동 경보 | 4.5 mm/s |")
SENDING = Section("8장 송수 > 송수펌프 제원", f"{HEAD}| 축받이 온도 경보 | 70 ℃ |\n| 진동 경보 | 4.5 mm/s |")
STOCK = Section(
    "19장 약품 > 약품 재고 기준",
    "| 약품 | 최소 재고 | 하루 사용량 |\n| --- | --- | --- |\n| PACl | 30 m³ | 1.6 m³ |\n| 소석회 | 8톤 | 0.5톤 |",
)
PUMPS = (INTAKE, SENDING)
CONTACTS = Section(
    "17. Whom to ask > Contacts",
    "| matter | phone |\n| --- | --- |\n| Leave | extension 210 |\n| Payslips | extension 215 |\n| Press | +44 117 |",
)
SAND = Section("5장 여과 > 급속여과지 역세척 시작 조건", "72시간이 지나면 역세척한다.")
CARBON = Section("6장 활성탄 > 활성탄 흡착지 역세척", "120시간마다 역세척한다.")
STEPS = Section("5장 여과 > 급속여과지 역세척 절차", "10분 동안 물을 뺀다.")


def names(question: str, *sections: Section) -> list[str]:
    words = words_of(question, sections)
    found = rows_of_one_label(words, sections) or rows_of_a_column(words, sections, question)
    return [one.name for one in found or sections_of_one_name(words, sections, question)]


def test_rows_of_one_label_are_offered_by_their_headings() -> None:
    assert names("축받이 온도 경보 몇도야", *PUMPS) == ["취수펌프 제원", "송수펌프 제원"]
    assert names("축받이 온도 경보 몇 ℃야", *PUMPS) == ["취수펌프 제원", "송수펌프 제원"]


def test_a_word_of_one_heading_settles_which_row_is_meant() -> None:
    assert names("송수펌프 축받이 온도 경보 몇도야", *PUMPS) == []


def test_rows_that_say_the_same_are_not_asked_about() -> None:
    assert names("진동 경보 얼마야", *PUMPS) == []
    assert names("펌프 진동 경보 얼마야", *PUMPS) == []


def test_rows_of_one_label_in_tables_of_other_columns_are_other_facts() -> None:
    other = Section("10장 계측 > 계측기", "| 항목 | 주기 |\n| --- | --- |\n| 축받이 온도 경보 | 매달 |")
    assert names("축받이 온도 경보 몇도야", INTAKE, other) == []


def test_a_column_named_alone_is_asked_by_its_rows() -> None:
    assert names("최소 재고 얼마임", STOCK) == ["PACl", "소석회"]
    assert names("what's the extension", CONTACTS) == ["Leave", "Payslips", "Press"]


def test_a_row_named_beside_its_column_is_not_asked_about() -> None:
    assert names("PACl 최소 재고 얼마임", STOCK) == []
    assert names("재고 기준 얼마야", STOCK) == []


def test_a_figure_of_one_row_names_it() -> None:
    table = "| 수온 | 필요한 CT |\n| --- | --- |\n| 5 ℃ | 30 |\n| 10 ℃ | 22 |"
    near = Hit("n", "n", "n", "7장 소독 > 소독능 확인", table, 1.0)
    assert shared_by("필요한 CT 얼마야", [near]) is not None
    assert shared_by("필요한 CT 10도면 얼마야", [near]) is None


def test_sections_of_one_name_are_offered_where_they_tell_what_is_asked() -> None:
    assert names("역세척 몇시간마다 해", SAND, CARBON, STEPS) == [SAND.title, CARBON.title]
    assert names("활성탄 역세척 몇시간마다 해", SAND, CARBON) == []
    assert names("역세척 알려줘", SAND, CARBON) == []
    assert names("FT-101 역세척 몇시간마다 해", SAND, CARBON) == [], "a code speaks for none of them"


def test_sections_of_one_document_are_one_account() -> None:
    assert names("급속여과지 역세척 몇 시간마다 해", SAND, STEPS) == []


def test_a_heading_named_fully_is_answered() -> None:
    assert names("역세척 몇시간마다 해", SAND, CARBON, Section("5장 > 역세척", "24시간마다 한다.")) == []


def test_each_choice_can_be_asked_as_it_stands() -> None:
    question = "축받이 온도 경보 몇도야"
    found = asked(rows_of_one_label(words_of(question, PUMPS), PUMPS), ["축받이"], question)
    assert [one.query for one in found.options] == [f"취수펌프 제원 {question}", f"송수펌프 제원 {question}"]
    assert all(names(one.query, *PUMPS) == [] for one in found.options)
    assert found.options[0].source_section == INTAKE.title


def test_a_column_of_just_this_name_is_asked_by_rows_though_a_heading_has_it() -> None:
    ports = Section(
        "32장 서버 > 포트 목록",
        "| 쓰임 | 서버 | 포트 |\n| --- | --- | --- |\n| API | app-01 | 9443 |\n| MQTT | gw-01 | 8883 |",
    )
    assert names("포트 얼마임?", ports) == ["API", "MQTT"]
    found = rows_of_a_column(["포트"], [ports], "포트 몇번임?", exactly=True)
    assert [one.name for one in found] == ["API", "MQTT"]
    assert rows_of_a_column(["서버", "포트"], [ports], "서버 포트 몇번임?", exactly=True) == []
    assert names("포트 알려줘", ports) == []


def test_procedures_are_asked_by_what_they_start() -> None:
    intake = Section("2장 취수 > 취수펌프 기동 절차", "1. 흡입 수위를 본다.\n2. 켠다.")
    ozone = Section("6장 오존 > 오존 설비 기동 절차", "1. 냉각수를 켠다.\n2. 예열한다.")
    assert names("기동 절차 알려줘", intake, ozone) == ["취수펌프 기동 절차", "오존 설비 기동 절차"]
    assert names("취수펌프 기동 순서 알려줘", intake, ozone) == []
