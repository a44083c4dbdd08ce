"""The lexical gates: what looks alike and is not."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from execution_agents.reuse.gates import FRESH_FOR_S, MOST_FIGURES, InHand, failed_gates
from execution_agents.reuse.terms import Said, terms_of
from tests.calls import calls_of

ROWS = InHand(text="", narrows=False, probed=False, passages=False, ages=True, age_s=60)
PROBED = InHand(text="", narrows=True, probed=True, passages=True, ages=False, age_s=60)


@pytest.mark.parametrize(
    ("stored", "asked", "kind"),
    [
        ("보증금 3억 원 전세 대출 한도", "보증금 5억 원 전세 대출 한도", "number"),
        ("보증금을 5% 올릴 수 있나요", "보증금을 6% 올릴 수 있나요", "number"),
        ("2026년 1월 시세", "2025년 1월 시세", "date"),
        ("계약 만료 2개월 전 통지", "계약 만료 6개월 전 통지", "period"),
        ("작년 전세 시세", "올해 전세 시세", "period"),
        ("달서구 시세", "달서구 평당 시세", "unit"),
        ("갱신을 거절할 수 있는 경우는?", "갱신을 거절할 수 없는 경우는?", "negation"),
        ("May the landlord refuse renewal?", "May the landlord not refuse renewal?", "negation"),
        ("보증금 3억 이상 대출", "보증금 3억 이하 대출", "comparator"),
        ("loans of more than 5 years", "loans of less than 5 years", "comparator"),
        ("임대인이 임차인에게 통지해야 하나요?", "임차인이 임대인에게 통지해야 하나요?", "reversal"),
        ("전세를 월세로 전환하면 이율은?", "월세를 전세로 전환하면 이율은?", "reversal"),
        ("convert jeonse to wolse rate", "convert wolse to jeonse rate", "reversal"),
        ("PACl에서 PAHCS로 바꿀 때 기준은?", "PAHCS에서 PACl로 바꿀 때 기준은?", "reversal"),
        ("app-01에서 app-02로 전환하는 방법은?", "app-02에서 app-01로 전환하는 방법은?", "reversal"),
        ("한도를 5%에서 8%로 올리면?", "한도를 8%에서 5%로 올리면?", "reversal"),
        ("move from 5 km to 8 km", "move from 8 km to 5 km", "reversal"),
        ("달서구 시세", "최신 달서구 시세", "fresh"),
        ("달서구 시세", "지금 달서구 시세", "fresh"),
        ("달서구 시세", "오늘 달서구 시세", "fresh"),
        ("prices in Dalseo", "latest prices in Dalseo", "fresh"),
        ("prices in Dalseo", "prices in Dalseo now", "fresh"),
        ("LTV 한도", "DSR 한도", "entity"),
        ("시세 알려줘", "제주 시세 알려줘", "entity"),
        ("주택임대차보호법 갱신", "상가건물임대차보호법 갱신", "entity"),
    ],
)
def test_a_conflict_is_named_by_its_kind(stored: str, asked: str, kind: str) -> None:
    assert f"gate:{kind}" in failed_gates(stored, asked, ROWS)


@pytest.mark.parametrize(
    ("stored", "asked"),
    [
        ("대구 달서구 아파트 시세 알려줘", "대구 달서구 평균 시세를 다시 요약해줘"),
        ("달서구 시세", "최근 달서구 시세"),
        ("달서구 시세", "지금까지 찾은 달서구 시세"),
        ("보증금 1억 5천만 원 대출", "보증금 150,000,000원 대출"),
        ("보증금 5% 인상", "보증금 5퍼센트 인상"),
        ("전세를 월세로 전환하면 이율은?", "월세로 전세를 전환하면 이율은?"),
        ("오세아니아 여행지", "오세아니아 여행지 목록"),
    ],
)
def test_what_means_the_same_passes(stored: str, asked: str) -> None:
    assert failed_gates(stored, asked, ROWS) == ()


def test_a_number_the_evidence_speaks_of_is_answered_by_it() -> None:
    asked = "2013년에 보증금은 얼마였나요"
    assert failed_gates("보증금은 얼마였나요", asked, replace(PROBED, text="2013년 보증금은 …")) == ()
    assert failed_gates("보증금은 얼마였나요", asked, replace(PROBED, text="2014년 보증금은 …")) == ("gate:date",)


def test_a_name_with_a_number_is_found_as_it_is_written() -> None:
    held = replace(PROBED, text="app-01은 예비 서버다")
    assert failed_gates("예비 서버는?", "app-01은 예비 서버인가요?", held) == ()
    assert failed_gates("예비 서버는?", "app-02는 예비 서버인가요?", held) != ()


def test_aggregates_answer_no_new_number_even_when_it_occurs() -> None:
    assert failed_gates("달서구 시세", "달서구 84㎡ 시세", replace(ROWS, text="84㎡")) == ("gate:number",)


def test_words_compared_as_slots_are_left_to_the_slots() -> None:
    assert failed_gates("달서구 시세", "달서구 30평 시세", ROWS, matched=("30평",)) == ()


def test_words_compared_as_slots_still_show_that_one_figure_took_anothers_place() -> None:
    held = replace(PROBED, text="원수 탁도 300 NTU에서 취수량을 줄이고 1,000 NTU를 넘으면 취수를 멈춘다")
    stored, asked = "원수 탁도 300 NTU에서는 무엇을 하나요?", "원수 탁도 1,000 NTU에서는 무엇을 하나요?"
    assert failed_gates(stored, asked, held, matched=("원수", "탁도")) == ("gate:number",)


def test_words_compared_as_slots_still_show_that_the_rest_was_negated() -> None:
    stored, asked = "전염소를 넣는 경우는 언제인가요?", "전염소를 넣지 않는 경우는 언제인가요?"
    assert failed_gates(stored, asked, PROBED, matched=("전염소",)) == ("gate:negation",)


def test_another_question_over_probed_passages_may_be_negated() -> None:
    stored, asked = "불법 건축물이 없어진 해는?", "서울에서 가장 높은 건물을 설계한 사람은?"
    assert failed_gates(stored, asked, replace(PROBED, text="서울")) == ()
    assert "gate:negation" in failed_gates(stored, asked, replace(PROBED, text="서울", probed=False))


@pytest.mark.parametrize(
    ("age_s", "issues"), [(FRESH_FOR_S, ()), (FRESH_FOR_S + 1, ("gate:fresh",)), (None, ("gate:fresh",))]
)
def test_fresh_data_stays_fresh_for_ten_minutes(age_s: int | None, issues: tuple[str, ...]) -> None:
    assert failed_gates("오늘 달서구 시세", "오늘 달서구 시세 다시 정리", replace(ROWS, age_s=age_s)) == issues


def test_at_present_demands_fresh_data_only_where_data_ages() -> None:
    assert failed_gates("전환율은?", "현재 전환율은?", ROWS) == ("gate:fresh",)
    assert failed_gates("전환율은?", "현재 전환율은?", replace(ROWS, ages=False)) == ()


def test_without_a_probe_passages_must_have_been_asked_for_by_these_words() -> None:
    manual = InHand("연락처를 길게 누르세요", narrows=True, probed=False, passages=True, ages=False, age_s=60)
    assert failed_gates("연락처 프로필 만드는 법", "연락처 프로필 삭제", manual) == ("gate:topic",)
    assert failed_gates("연락처 프로필 만드는 법", "연락처 프로필 만드는 법 다시 알려줘", manual) == ()
    assert failed_gates("연락처 프로필 만드는 법", "어떡하지?", manual) == ("gate:topic",)


def test_figures_are_read_by_value_and_kind() -> None:
    read = terms_of("보증금 1억 5천만원, 5 %, 2026-01-06, 24개월, 84.9㎡, 제7조, 9월 3일 오후 3시")
    assert [(one.kind, str(one.value) if one.value else one.parts) for one in read.figures] == [
        ("won", "150000000"),
        ("percent", "5"),
        ("date", (2026, 1, 6)),
        ("months", "24"),
        ("area", "84.9"),
        ("article", (7, 0)),
        ("date", (None, 9, 3)),
        ("clock", "900"),
    ]


@pytest.mark.parametrize(
    ("figure", "text", "there"),
    [
        ("2010", "2006년부터 2010년까지", True),
        ("2011", "2006년부터 2010년까지", False),
        ("10%", "10년", False),
        ("10%", "비율은 10", False),
        ("84㎡", "84 제곱미터", True),
        ("3개월", "차임을 석 달 연체하면", True),
        ("2개월", "차임을 석 달 연체하면", False),
        ("작년", "작년 가격", True),
        ("작년", "2025년 가격", False),
        ("월요일", "월요일에 쉰다", True),
    ],
)
def test_a_figure_occurs_as_what_it_says_and_a_bare_one_in_any_unit(figure: str, text: str, there: bool) -> None:
    [one] = terms_of(figure, date(2026, 3, 1)).figures
    assert Said(text).figure(one) is there


@pytest.mark.parametrize(
    ("stored", "asked", "same"),
    [
        ("2025년 매출은?", "작년 매출은?", True),
        ("작년 매출은?", "작년 매출은?", False),
        ("내일 회의는?", "어제 회의는?", False),
        ("어제 회의는?", "어제 회의는?", False),
    ],
)
def test_last_year_is_said_of_the_day_it_was_asked_on(stored: str, asked: str, same: bool) -> None:
    across = replace(ROWS, fetched_on=date(2025, 12, 31), asked_on=date(2026, 1, 1))
    assert (failed_gates(stored, asked, across) == ()) is same


def test_an_amount_without_its_unit_is_the_amount_it_stands_for() -> None:
    assert failed_gates("보증금 2,000만원 월세 시세", "보증금 2000 월세 시세", ROWS) == ()
    assert failed_gates("보증금 2000 월세 시세", "보증금 3000 월세 시세", ROWS) == ("gate:number",)


@pytest.mark.parametrize(
    ("stored", "asked"),
    [
        ("두 번째 조건은 무엇인가요?", "그 조건을 한 번 더 알려줘"),
        ("Is it cleaned twice a day?", "Once more, is it cleaned twice a day?"),
        ("보증금을 5% 올릴 수 있나요?", "첫째로 보증금을 5% 올릴 수 있나요?"),
    ],
)
def test_a_number_in_letters_that_takes_no_others_place_asks_for_nothing_new(stored: str, asked: str) -> None:
    assert failed_gates(stored, asked, ROWS) == ()


@pytest.mark.parametrize(
    ("stored", "asked"),
    [
        ("메시지 어떻게 보내?", "받은 메시지 어디서 확인해?"),
        ("스마트 씽스가 뭐야?", "스마트 뷰가 뭐야?"),
        ("전화 걸 때 음량은?", "전화 받을 때 음량은?"),
        ("모드 설정은 어디에 있어?", "프로 모드 설정은 어디에 있어?"),
    ],
)
def test_a_word_of_one_syllable_makes_another_question(stored: str, asked: str) -> None:
    held = InHand(text="앱에서 여는 방법", narrows=True, probed=False, passages=True, ages=False, age_s=60)
    assert "gate:topic" in failed_gates(stored, asked, held)


def test_gates_read_long_evidence_once_however_many_figures_are_asked() -> None:
    rows = "\n".join(f"2025년 {n % 12 + 1}월, 전용 {n}.5㎡, {n + 3}억 {n}00만원, {n}건" for n in range(1, 201))
    few, many = ("전세 " + " ".join(f"{n}7%" for n in range(1, count)) + "은?" for count in (6, 60))

    def work(asked: str) -> int:
        in_hand = InHand(rows, narrows=True, probed=False, passages=False, ages=False, age_s=1)
        return calls_of(lambda: failed_gates("전세 시세", asked, in_hand))

    work(few)  # What is read once is kept.
    assert work(many) < 6 * work(few), "ten times the figures"


def test_a_text_of_more_figures_than_a_question_has_is_searched() -> None:
    listed = ", ".join(f"{n} %" for n in range(1, MOST_FIGURES + 2))
    in_hand = InHand(listed, narrows=True, probed=False, passages=False, ages=False, age_s=1)
    assert failed_gates(listed, listed, in_hand) == ("gate:number",)
