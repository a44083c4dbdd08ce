"""One sentence against its passages: figures with their units, the place they stand at, yes and no, names."""

from __future__ import annotations

import pytest

from execution_agents.answer.checks.numbers import check_numbers
from execution_agents.answer.checks.support import Ground
from foundation.domains.schema.answering import AnswerFigures
from foundation.language.figures.reader import figures_of

PLANT = (
    "여과수 탁도 기준",
    "여과수의 탁도는 0.3 NTU 이하로 관리한다. 정수지의 잔류염소는 0.5 mg/L 이상을 유지한다. "
    "응집제 주입률은 원수 탁도 10 NTU를 넘으면 2배로 올린다. 약품 창고의 면적은 99㎡이다. "
    "점검은 2026년 3월 5일부터 30일 안에 마친다. 제7조제2항에 따라 기록을 3년간 보관한다.",
)
LEASE = (
    "주택임대차보호법 제7조",
    "보증금은 약정한 금액의 20분의 1을 넘겨 올릴 수 없다. 증액한 뒤 1년 이내에는 다시 올리지 못한다. "
    "한도는 1억 2,000만원이다.",
)
TESLA = ("Tesla", "In 1884 Tesla moved to New York. He was not paid by Edison. The tower was 57 metres tall.")
FIGURES = AnswerFigures()
GROUND = Ground((PLANT, LEASE, TESLA), FIGURES)


@pytest.mark.parametrize(
    "sentence",
    [
        "여과수의 탁도는 0.3 NTU 이하로 관리합니다.",
        "정수지 잔류염소는 500 ㎍/L 이상을 유지합니다.",
        "약품 창고의 면적은 약 30평입니다.",
        "점검은 2026-03-05부터 30일 안에 마칩니다.",
        "제7조 제2항에 따라 기록을 36개월간 보관합니다.",
        "보증금은 5퍼센트를 넘겨 올릴 수 없습니다.",
        "보증금은 50‰를 넘겨 올릴 수 없습니다.",
        "한도는 120,000,000원입니다.",
        "한도는 1.2억 원입니다.",
        "Tesla moved to New York in 1884.",
        "The tower was 187 feet tall.",
        "The tower was 0.057 km tall.",
    ],
)
def test_what_the_passages_say_in_whatever_units_is_borne_out(sentence: str) -> None:
    found = GROUND.support(sentence)
    assert (found.figures, found.misplaced, found.negated, found.invented) == ((), (), False, ())


@pytest.mark.parametrize(
    ("sentence", "wrong"),
    [
        ("여과수의 탁도는 0.5 NTU 이하로 관리합니다.", "0.5 NTU"),
        ("여과수의 탁도는 10 NTU 이하로 관리한다.", "10 NTU"),
        ("정수지의 잔류염소는 0.5 g/L 이상을 유지한다.", "0.5 g/L"),
        ("약품 창고의 면적은 99평이다.", "99평"),
        ("점검은 2026년 3월 6일부터 30일 안에 마친다.", "2026년 3월 6일"),
        ("점검은 2026년 3월 5일부터 3일 안에 마친다.", "3일"),
        ("제7조제3항에 따라 기록을 3년간 보관한다.", "제3항"),
        ("제7조의2제2항에 따라 기록을 3년간 보관한다.", "제7조의2"),
        ("제7조제2항에 따라 기록을 3개월간 보관한다.", "3개월"),
        ("보증금은 약정한 금액의 10분의 1을 넘겨 올릴 수 없다.", "10분의 1"),
        ("한도는 1억 2,000만 달러이다.", "1억 2,000만 달러"),
        ("한도는 12억원이다.", "12억원"),
        ("Tesla moved to New York in 1894.", "1894"),
        ("The tower was 57 feet tall.", "57 feet"),
    ],
)
def test_a_wrong_figure_unit_date_or_article_is_seen(sentence: str, wrong: str) -> None:
    found = GROUND.support(sentence)
    assert wrong in (*found.figures, *found.misplaced)


@pytest.mark.parametrize(
    ("sentence", "negated"),
    [
        ("보증금은 약정한 금액의 20분의 1을 넘겨 올릴 수 있다.", True),
        ("보증금은 약정한 금액의 20분의 1을 넘겨 올리지 못합니다.", False),
        ("증액한 뒤 1년 이내에는 다시 올린다.", True),
        ("He was paid by Edison.", True),
        ("He was never paid by Edison.", False),
        ("제7조제2항에 따라 기록을 3년간 보관하지 않는다.", True),
    ],
)
def test_a_yes_for_a_no_is_seen(sentence: str, negated: bool) -> None:
    assert GROUND.support(sentence).negated is negated


def test_a_name_no_passage_holds_is_invented_and_one_it_holds_is_not() -> None:
    assert GROUND.support("In 1884 he moved to Chicago.").invented == ("Chicago",)
    assert GROUND.support("In 1884 Tesla moved to New York.").invented == ()


def test_two_places_that_say_the_same_of_two_amounts_bear_out_either() -> None:
    rule = "다음 각 호의 어느 하나에 해당하는 자에게는 {}만원 이하의 과태료를 부과한다."
    ground = Ground([("벌칙", " ".join(rule.format(amount) for amount in (100, 500)))], FIGURES)
    assert ground.support(rule.format(100)).misplaced == ()
    assert ground.support(rule.format(500)).misplaced == ()
    assert ground.support(rule.format(300)).figures == ("300만원",)


def test_rows_bear_out_figures_wherever_they_stand_among_them() -> None:
    ground = Ground(
        [], FIGURES, rows=["대구 달서구 2026년 1월, 평균 3억 100만원", "대구 달서구 2026년 2월, 평균 3억 200만원"]
    )
    found = ground.support("대구 달서구 평균은 1월 3억 100만원, 2월 3억 200만원입니다.")
    assert (found.figures, found.misplaced) == ((), ())


def test_nothing_bears_out_a_sentence_without_passages() -> None:
    found = Ground([], FIGURES).support("한도는 3억원이다.")
    assert (found.context, found.score, found.figures) == (-1, 0.0, ("3억원",))


@pytest.mark.parametrize(
    ("answer", "evidence", "missing"),
    [
        ("기간은 30일입니다.", "삼십 일 안에 낸다", ()),
        ("기간은 20일입니다.", "삼십 일 안에 낸다", ("20일",)),
        ("기준은 세 가지입니다.", "기준", ()),
        ("두 배입니다. 2배입니다.", "두 배로 한다", ()),
        ("2024년 2월부터입니다.", "'24.2월부터", ()),
        ("5,000억 원입니다.", "0.5조원을 넣는다", ()),
        ("24시간 안에 냅니다.", "1일 안에 낸다", ()),
        ("It took twenty-one days, 21 days.", "three weeks", ()),
        ("It took 20 days.", "three weeks", ("20 days",)),
        ("농도는 0.1 mg/L입니다.", "항목 | 농도(mg/L)\n불소 | 0.1", ()),
        ("사업비는 3조원입니다.", "제3조", ("3조원",)),
    ],
)
def test_numerals_abbreviations_and_bare_numbers_of_tables(
    answer: str, evidence: str, missing: tuple[str, ...]
) -> None:
    assert check_numbers(answer, figures_of(evidence), FIGURES.check).unsupported == missing


@pytest.mark.parametrize("written", ["October 22 , 2017", "October 22, 2017", "October 22 2017"])
def test_a_date_is_one_however_its_comma_is_spaced(written: str) -> None:
    assert check_numbers("It was on October 22, 2017.", figures_of(written), FIGURES.check).unsupported == ()
