"""A rate of the leading line is taken as often as the question counts all that it is counted by, whatever its words."""

from __future__ import annotations

import pytest

from execution_agents.analysis.named.leading import product_of_line
from execution_agents.analysis.said.result import result_of, written
from foundation.domains.loading.loader import load_pack, shipped_packs
from tests.execution_agents.analysis.named.packs import passage

PACKS = {name: load_pack(shipped_packs() / name) for name in ("water_treatment", "handbook")}
OZONE = "| 항목 | 값 |\n| --- | --- |\n| 발생량 | 한 대에 6 kg/h |\n| 전력 | 오존 1 kg에 9.5 kWh |"
PUMP = "| 항목 | 값 |\n| --- | --- |\n| 대수 | 4대(3대 운전) |\n| 토출량 | 1,700 m³/h |\n| 양정 | 68 m |"
DESKS = "Each new starter gets 2 monitors. The course is up to £4,000 a year. A locker is £3 a person each month."


def product(question: str, text: str, line: str, pack: str = "water_treatment", language: str = "ko") -> str:
    asked = product_of_line(question, passage("설비", text), line, PACKS[pack], language)
    return "" if asked is None else written(result_of(asked), asked, language)


@pytest.mark.parametrize(
    ("question", "text", "line", "result"),
    [
        ("발생기 두대 풀가동이면 하루에 얼마나 나와", OZONE, "발생량 | 한 대에 6 kg/h", "288 kg"),
        ("발생기 두 대면 하루에 몇 kg", OZONE, "발생량 | 한 대에 6 kg/h", "288 kg"),
        ("그거 세대 같이 돌리면 시간당 몇 m³ 나가지", PUMP, "토출량 | 1,700 m³/h", "5,100 m³"),
    ],
)
def test_all_that_it_is_counted_by_is_counted(question: str, text: str, line: str, result: str) -> None:
    assert product(question, text, line).startswith(result)


@pytest.mark.parametrize(
    ("question", "text", "line"),
    [
        ("발생기 두대면 얼마나 나와", OZONE, "발생량 | 한 대에 6 kg/h"),  # for how long is open
        ("하루에 얼마나 나와", OZONE, "발생량 | 한 대에 6 kg/h"),  # of how many is open
        ("발생기 두대 하루에 몇 kWh야", OZONE, "발생량 | 한 대에 6 kg/h"),  # another unit
        ("발생기 두대 하루 돌리면 되나요", OZONE, "발생량 | 한 대에 6 kg/h"),  # whether
        ("세대 돌리면 시간당 몇 m 올라가", PUMP, "양정 | 68 m"),  # a head is none of a machine
        ("so what comes off each month, how much", DESKS, "The course is up to £4,000 a year."),  # a limit
        ("발생기 두대 하루에 얼마", PUMP, "양정 | 68 m"),
        ("발생기 네 대 중 두 대만 돌리면 하루에 몇 kg", OZONE, "발생량 | 한 대에 6 kg/h"),  # a part of them
        ("발생기 두 대의 절반이면 하루에 몇 kg", OZONE, "발생량 | 한 대에 6 kg/h"),
        ("우리 세대 하루에 몇 kg", OZONE, "전력 | 오존 1 kg에 9.5 kWh"),  # a household
    ],
)
def test_anything_else_computes_nothing(question: str, text: str, line: str) -> None:
    assert product(question, text, line) == ""


def test_a_sentence_states_rates_too() -> None:
    line = "A locker is £3 a person."
    assert product("how much are lockers for 4 people", line, line, "handbook", "en") == "£12"
    line = "A locker is £3 a person each month."
    assert product("how much are lockers for 4 people", line, line, "handbook", "en") == "", "for how long is open"


ON_CALL = "A week on call is paid at £280. A call at night is £60."
HOTEL = "| what | limit |\n| --- | --- |\n| Hotel, London | £165 a night |"


@pytest.mark.parametrize(
    ("question", "text", "line", "result"),
    [
        ("what do i get if im on duty 3 weeks", ON_CALL, "A week on call is paid at £280.", "£840"),
        ("ok so 3 of those weeks comes to what", ON_CALL, "A week on call is paid at £280.", "£840"),
        ("3주 당직 서면 얼마 받아", ON_CALL, "A week on call is paid at £280.", "£840"),
        ("how much can i spend for 3 nights in london", HOTEL, "Hotel, London | £165 a night", "£495"),
    ],
)
def test_money_paid_by_a_length_is_paid_for_several(question: str, text: str, line: str, result: str) -> None:
    assert product(question, text, line, "handbook", "en").startswith(result)


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("how much do i get after 3 weeks", "A week on call is paid at £280."),  # when, not for how long
        ("how much do i get within 3 weeks", "A week on call is paid at £280."),
        ("입사 3년 차면 얼마 받아", "The course is up to £4,000 a year."),
        ("how much do i get for 3 months", "The course is up to £4,000 a year."),  # no quarter of a limit
        ("i booked it 3 weeks ago, how much do i get", "A week on call is paid at £280."),
        ("how many days do i get for 3 years", "You have 27 days of leave a year."),  # no money
    ],
)
def test_a_length_that_says_when_multiplies_nothing(question: str, line: str) -> None:
    assert product(question, line, line, "handbook", "en") == ""
