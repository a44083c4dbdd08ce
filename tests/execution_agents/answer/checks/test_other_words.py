"""What a passage says in other words is borne out, and the same words with one unit, sign, order or limit changed are
not: a false alarm throws a good draft away, a miss lets a wrong one through."""

from __future__ import annotations

from decimal import Decimal

import pytest

from execution_agents.answer.checks.numbers import check_numbers
from execution_agents.answer.checks.support import Ground
from foundation.domains.schema.answering import AnswerFigures, CheckFigures
from foundation.language.figures.reader import figures_of

CASES: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    (
        "보증금 한도는 1억 2,000만원이고 월세는 45만 원이다.",
        (
            "보증금 한도는 1억2천만원이고 월세는 450,000원이다.",
            "보증금 한도는 1억 2천만 원이고 월세는 45만원이다.",
            "보증금 한도는 120백만원이고 월세는 45만원이다.",
            "보증금 한도는 12,000만원이고 월세는 45만원입니다.",
            "보증금 한도는 일억 이천만 원이고 월세는 사십오만 원입니다.",
            "보증금 한도는 1억 2,000만원, 월세 45만원.",
        ),
        (
            "보증금 한도는 1억 2,000원이고 월세는 45만 원이다.",
            "보증금 한도는 12억원이고 월세는 45만 원이다.",
            "보증금 한도는 1억 2,000만원이고 월세는 45천원이다.",
            "보증금 한도는 일억 삼천만 원이고 월세는 45만 원이다.",
            "보증금 한도는 1억 2,000만원이고 월세는 54만 원이다.",
        ),
    ),
    (
        "사업비는 3천5백만원이며 부가세 10 %는 별도이다.",
        (
            "사업비는 3,500만원이며 부가세 10%는 별도입니다.",
            "사업비는 35백만원이며 부가세 10퍼센트는 별도입니다.",
            "사업비는 35,000천원이며 부가세 10%는 별도이다.",
            "사업비는 3천 5백만 원이며 부가세 10분의 1은 별도이다.",
        ),
        (
            "사업비는 3천5백원이며 부가세 10 %는 별도이다.",
            "사업비는 35천원이며 부가세 10%는 별도이다.",
            "사업비는 3,500만원이며 부가세 10‰는 별도이다.",
            "사업비는 3천6백만원이며 부가세 10 %는 별도이다.",
        ),
    ),
    (
        "침전지의 면적은 330㎡이고 체류 시간은 10~20분이다.",
        (
            "침전지 면적은 약 100평이고 체류 시간은 10~20분입니다.",
            "침전지의 면적은 330 제곱미터이고 체류 시간은 10분에서 20분이다.",
            "침전지의 면적은 330m2이고 체류 시간은 10 ∼ 20 분이다.",
            "침전지의 면적은 99.8평이고 체류 시간은 10-20분이다.",
        ),
        (
            "침전지의 면적은 330평이고 체류 시간은 10~20분이다.",
            "침전지의 면적은 330㎡이고 체류 시간은 10~30분이다.",
            "침전지의 면적은 330㎡이고 체류 시간은 10~20시간이다.",
            "침전지의 면적은 330㎡이고 체류 시간은 10~20초이다.",
        ),
    ),
    (
        "응집제는 10~20 mg/L로 주입하고 탁도는 0.5 NTU 이하, 온도는 -5~35℃를 유지한다.",
        (
            "응집제는 10에서 20 mg/L로 주입하고 탁도는 0.5NTU 이하, 온도는 영하 5도에서 35도를 유지한다.",
            "응집제는 10 mg/L ~ 20 mg/L로 주입하고 탁도는 0.5 NTU 이하, 온도는 -5℃~35℃를 유지한다.",
            "응집제는 0.01~0.02 g/L로 주입합니다.",
            "응집제는 10∼20ppm으로 주입한다.",
            "온도는 −5 ~ 35 ℃를 유지한다.",
        ),
        (
            "응집제는 10~20 g/L로 주입하고",
            "응집제는 10~25 mg/L로 주입하고 탁도는 0.5 NTU 이하",
            "응집제는 10~20 mg/L로 주입하고 탁도는 0.5 mg/L 이하",
            "응집제는 10~20 ㎍/L로 주입하고 탁도는 0.5 NTU 이하, 온도는 -5~35℃를 유지한다.",
            "온도는 5~35℃를 유지한다.",
            "응집제는 10~20 mg/L로 주입하고 탁도는 0.5 NTU 이상, 온도는 -5~35℃를 유지한다.",
        ),
    ),
    (
        "신청은 2026년 3월 5일(목)까지이며 처리 기한은 14일이다.",
        (
            "신청은 2026. 3. 5.까지이며 처리 기한은 2주이다.",
            "신청은 2026-03-05까지이며 처리 기한은 14일입니다.",
            "신청은 26.3.5.까지이며 처리 기한은 14일이다.",
            "신청은 2026/03/05까지이며 처리 기한은 14일이다.",
            "신청은 '26.3.5까지이며 처리 기한은 14일이다.",
            "신청은 2026.03.05(목)까지이며 처리 기한은 14일이다.",
            "신청은 3월 5일까지이며 처리 기한은 14일입니다.",
            "신청은 3/5까지이며 처리 기한은 14일이다.",
            "신청은 20260305까지이며 처리 기한은 14일이다.",
        ),
        (
            "신청은 2026. 3. 6.까지이며 처리 기한은 14일이다.",
            "신청은 2025년 3월 5일까지이며 처리 기한은 14일이다.",
            "신청은 2026/05/03까지이며 처리 기한은 14일이다.",
            "신청은 2026년 3월 5일까지이며 처리 기한은 4주이다.",
            "신청은 26.3.6.까지이며 처리 기한은 14일이다.",
            "신청은 3월 15일까지이며 처리 기한은 14일이다.",
            "신청은 3/6까지이며 처리 기한은 14일이다.",
        ),
    ),
    (
        "수익률은 -2.5 %였고 손실은 전년의 3분의 1이다.",
        (
            "수익률은 마이너스 2.5%였고 손실은 전년의 1/3이다.",
            "수익률은 −2.5%였고 손실은 전년의 삼분의 일이다.",
            "수익률은 -2.5퍼센트였고 손실은 전년의 3분의 1입니다.",
            "수익률은 2.5% 하락이었고 손실은 전년의 약 33%이다.",
            "수익률은 △2.5%였고 손실은 전년의 ⅓이다.",
        ),
        (
            "수익률은 2.5 %였고 손실은 전년의 3분의 1이다.",
            "수익률은 -2.5 %였고 손실은 전년의 3분의 2이다.",
            "수익률은 -2.5 %였고 손실은 전년의 1/4이다.",
            "수익률은 -25 %였고 손실은 전년의 3분의 1이다.",
            "수익률은 +2.5 %였고 손실은 전년의 3분의 1이다.",
        ),
    ),
    (
        "출석 위원 3분의 2 이상의 찬성으로 두 번째 안건을 의결한다.",
        (
            "출석 위원 2/3 이상의 찬성으로 2번째 안건을 의결합니다.",
            "출석 위원 3분의 2 이상의 찬성으로 제2호 안건을 의결한다.",
            "출석 위원의 3분의2 이상 찬성으로 둘째 안건을 의결한다.",
        ),
        (
            "출석 위원 3분의 1 이상의 찬성으로 두 번째 안건을 의결한다.",
            "출석 위원 3분의 2 이상의 찬성으로 세 번째 안건을 의결한다.",
            "출석 위원 3분의 2 이상의 찬성으로 3번째 안건을 의결한다.",
            "출석 위원 1/2 이상의 찬성으로 두 번째 안건을 의결한다.",
            "출석 위원 3분의 2 미만의 찬성으로 두 번째 안건을 의결한다.",
        ),
    ),
    (
        "제6조의3제2항에 따라 임대인은 6개월 전부터 2개월 전까지 통지한다.",
        (
            "제6조의3 제2항에 따라 임대인은 6개월 전부터 2개월 전까지 통지합니다.",
            "제6조의3 ②에 따라 임대인은 6개월 전부터 2개월 전까지 통지한다.",
            "6조의3 2항에 따라 임대인은 6개월 전부터 2개월 전까지 통지한다.",
            "제6조의3제2항에 따라 임대인은 여섯 달 전부터 두 달 전까지 통지한다.",
        ),
        (
            "제6조의2제2항에 따라 임대인은 6개월 전부터 2개월 전까지 통지한다.",
            "제6조제2항에 따라 임대인은 6개월 전부터 2개월 전까지 통지한다.",
            "제6조의3제3항에 따라 임대인은 6개월 전부터 2개월 전까지 통지한다.",
            "제6조의3제2항에 따라 임대인은 6개월 전부터 1개월 전까지 통지한다.",
            "제6조의3제2항에 따라 임대인은 6개월 전부터 석 달 전까지 통지한다.",
            "제6조의3제2항에 따라 임대인은 6주 전부터 2개월 전까지 통지한다.",
            "6조의3 3항에 따라 임대인은 6개월 전부터 2개월 전까지 통지한다.",
        ),
    ),
    (
        "담당 부서의 전화번호는 031-123-4567이고 내선은 1203이다.",
        (
            "담당 부서의 전화번호는 031-123-4567, 내선은 1203입니다.",
            "담당 부서의 전화번호는 031)123-4567이고 내선은 1203입니다.",
            "담당 부서의 전화번호는 (031) 123-4567이고 내선은 1203이다.",
            "담당 부서의 전화번호는 031.123.4567이고 내선은 1203이다.",
        ),
        (
            "담당 부서의 전화번호는 031-123-4568이고 내선은 1203이다.",
            "담당 부서의 전화번호는 031-123-4567이고 내선은 1204이다.",
            "담당 부서의 전화번호는 032-123-4567이고 내선은 1203이다.",
            "담당 부서의 전화번호는 031-4567-123이고 내선은 1203이다.",
        ),
    ),
    (
        "서버 주소는 http://10.20.1.5:8080 이고 버전은 2.13.1 이다.",
        (
            "서버 주소는 http://10.20.1.5:8080 이고 버전은 2.13.1입니다.",
            "서버 주소는 10.20.1.5, 버전은 v2.13.1이다.",
        ),
        (
            "서버 주소는 http://10.20.1.6:8080 이고 버전은 2.13.1 이다.",
            "서버 주소는 http://10.20.1.5:8080 이고 버전은 2.13.2 이다.",
            "서버 주소는 http://10.20.1.5:8081 이고 버전은 2.13.1 이다.",
            "서버 주소는 http://10.1.20.5:8080 이고 버전은 2.13.1 이다.",
            "서버 주소는 http://10.20.1.5:8080 이고 버전은 2.1.13 이다.",
        ),
    ),
    (
        "배수지 용량은 5,000㎥이고 하루 12만 톤을 생산하며 pH는 5.8에서 8.5 사이다.",
        (
            "배수지 용량은 5천㎥이고 하루 120,000톤을 생산하며 pH는 5.8~8.5이다.",
            "배수지 용량은 5,000 m³이고 일 12만톤을 생산하며 pH는 5.8 이상 8.5 이하이다.",
            "배수지 용량은 5,000,000 L이고 하루 12만 톤을 생산한다.",
        ),
        (
            "배수지 용량은 5,000L이고 하루 12만 톤을 생산하며",
            "배수지 용량은 5,000㎥이고 하루 12천 톤을 생산하며",
            "배수지 용량은 500㎥이고 하루 12만 톤을 생산하며",
            "배수지 용량은 5,000㎥이고 하루 12만 톤을 생산하며 pH는 5.8에서 8.6 사이다.",
            "배수지 용량은 5,000㎥이고 시간당 12만 톤을 생산하며 pH는 5.8에서 8.5 사이다.",
        ),
    ),
    (
        "The fee is £1,250.50 per quarter and must be paid by 5 March 2026, within 30 days of notice.",
        (
            "The fee is £1,250.50 a quarter and must be paid by March 5, 2026, within 30 days of notice.",
            "The fee is GBP 1250.50 per quarter and must be paid by 2026-03-05.",
            "The fee is £1,250.50 per quarter and must be paid by the 5th of March 2026, within thirty days of notice.",
            "The fee is 1,250.50 pounds per quarter, due 05/03/2026.",
            "The fee, due on Mar 5 2026, is about £1,250 per quarter.",
        ),
        (
            "The fee is £1,250.50 per quarter and must be paid by 6 March 2026, within 30 days of notice.",
            "The fee is $1,250.50 per quarter and must be paid by 5 March 2026.",
            "The fee is €1,250.50 per quarter and must be paid by 5 March 2026.",
            "The fee is £1,250.50 per quarter and must be paid by 5 March 2026, within 30 weeks of notice.",
            "The fee is £12,505.00 per quarter and must be paid by 5 March 2026.",
            "The fee is £1,250.50 per quarter and must be paid by 5 May 2026, within 30 days of notice.",
            "The fee is £1,250.50 per quarter and must be paid by 5 March 2026, within forty days of notice.",
            "The fee is £1,250.50 per month and must be paid by 5 March 2026, within 30 days of notice.",
        ),
    ),
    (
        "Two thirds of the 84 employees work remotely; the pump draws 5.5 kW and turns at 1,450 rpm.",
        (
            "2/3 of the 84 employees work remotely; the pump draws 5.5 kW and turns at 1450 rpm.",
            "About 67% of the 84 employees work remotely; the pump draws 5,500 W.",
            "Two-thirds of the eighty-four employees work remotely.",
        ),
        (
            "One third of the 84 employees work remotely; the pump draws 5.5 kW and turns at 1,450 rpm.",
            "Two thirds of the 48 employees work remotely; the pump draws 5.5 kW.",
            "Two thirds of the 84 employees work remotely; the pump draws 5.5 MW and turns at 1,450 rpm.",
            "Three quarters of the 84 employees work remotely; the pump draws 5.5 kW and turns at 1,450 rpm.",
        ),
    ),
    (
        "The third stage runs for the first 6 hours at between -10 and 40 °C, with a tolerance of ±0.5 %.",
        (
            "The 3rd stage runs for the first six hours at -10 to 40 °C, with a tolerance of ±0.5%.",
            "The third stage runs for the first 6 h at between −10 °C and 40 °C, with a tolerance of +/-0.5 %.",
        ),
        (
            "The 2nd stage runs for the first 6 hours at between -10 and 40 °C, with a tolerance of ±0.5 %.",
            "The second stage runs for the first 6 hours at between -10 and 40 °C, with a tolerance of ±0.5 %.",
            "The third stage runs for the first 6 hours at between 10 and 40 °C, with a tolerance of ±0.5 %.",
            "The third stage runs for the first 6 minutes at between -10 and 40 °C, with a tolerance of ±0.5 %.",
            "The third stage runs for the first 6 hours at between -10 and 40 °F, with a tolerance of ±0.5 %.",
        ),
    ),
    (
        "잔류염소가 0.1 mg/L 미만이거나 4.0 mg/L를 초과하면 즉시 보고한다.",
        (
            "잔류염소가 0.1 mg/L보다 낮거나 4 mg/L를 넘으면 즉시 보고합니다.",
            "잔류염소가 0.1mg/ℓ 미만이거나 4.0mg/ℓ를 초과하면 즉시 보고한다.",
            "잔류염소가 0.1 mg/L 미만 또는 4.0 mg/L 초과이면 즉시 보고해야 합니다.",
        ),
        (
            "잔류염소가 0.1 mg/L 이상이거나 4.0 mg/L를 초과하면 즉시 보고한다.",
            "잔류염소가 0.1 mg/L 이하이거나 4.0 mg/L를 초과하면 즉시 보고한다.",
            "잔류염소가 0.1 mg/L 미만이거나 4.0 mg/L 이상이면 즉시 보고한다.",
            "잔류염소가 0.1 mg/L 초과이거나 4.0 mg/L 미만이면 즉시 보고한다.",
            "잔류염소가 4.0 mg/L 미만이거나 0.1 mg/L를 초과하면 즉시 보고한다.",
        ),
    ),
    (
        "위반하면 500만원 이하의 과태료를 부과하고, 위반이 세 번이면 등록을 취소한다.",
        (
            "위반하면 500만 원 이하의 과태료를 부과하고, 위반이 3회이면 등록을 취소합니다.",
            "위반하면 5백만원 이하의 과태료를 부과한다.",
            "위반하면 최대 500만원의 과태료를 부과합니다.",
            "위반하면 오백만원 이하의 과태료를 부과하고 3번이면 등록을 취소한다.",
        ),
        (
            "위반하면 500만원 이상의 과태료를 부과하고, 위반이 세 번이면 등록을 취소한다.",
            "위반하면 500만원 미만의 과태료를 부과하고, 위반이 세 번이면 등록을 취소한다.",
            "위반하면 5,000만원 이하의 과태료를 부과한다.",
            "위반하면 500만원 이하의 과태료를 부과하고, 위반이 네 번이면 등록을 취소한다.",
            "위반하면 500만원 이하의 과태료를 부과하고, 위반이 2회이면 등록을 취소한다.",
            "위반하면 육백만원 이하의 과태료를 부과하고, 위반이 세 번이면 등록을 취소한다.",
        ),
    ),
    (
        "비상 발전기는 정전 뒤 10초 안에 켜지고 경유 1,200 L로 8시간 반 동안 돈다.",
        (
            "비상 발전기는 정전 후 10초 이내에 켜지고 경유 1,200리터로 8시간 30분 동안 돕니다.",
            "비상 발전기는 정전 뒤 10초 안에 켜지고 경유 1.2㎥로 8.5시간 동안 돈다.",
            "비상 발전기는 정전 뒤 십 초 안에 켜지고 경유 1,200 L로 8시간 반 돈다.",
        ),
        (
            "비상 발전기는 정전 뒤 10분 안에 켜지고 경유 1,200 L로 8시간 반 동안 돈다.",
            "비상 발전기는 정전 뒤 10초 안에 켜지고 경유 1,200 L로 9시간 반 동안 돈다.",
            "비상 발전기는 정전 뒤 10초 안에 켜지고 경유 12,000 L로 8시간 반 동안 돈다.",
            "비상 발전기는 정전 뒤 이십 초 안에 켜지고 경유 1,200 L로 8시간 반 동안 돈다.",
        ),
    ),
)
"""A passage, what says the same, what says another thing."""


def seen_in(passage: str, sentence: str) -> tuple[object, ...]:
    """What the checks hold against the sentence."""
    ground = Ground(
        (("안내", passage), ("다른 절", "이 절은 다른 내용을 다루며 순서와 방법을 적는다.")), AnswerFigures()
    )
    support = ground.support(sentence)
    return (
        *check_numbers(sentence, figures_of(passage), CheckFigures()).unsupported,
        *support.misplaced,
        *support.invented,
        *(["opposite"] if support.negated else []),
    )


@pytest.mark.parametrize(("passage", "sentence"), [(one, each) for one, same, _ in CASES for each in same])
def test_the_same_in_other_words_raises_no_alarm(passage: str, sentence: str) -> None:
    assert seen_in(passage, sentence) == ()


@pytest.mark.parametrize(("passage", "sentence"), [(one, each) for one, _, other in CASES for each in other])
def test_another_figure_unit_sign_order_or_limit_is_seen(passage: str, sentence: str) -> None:
    assert seen_in(passage, sentence)


@pytest.mark.parametrize(
    ("source", "answer"),
    [
        ("이 주의 할 일이다.", "이 분에게 말한다. 만일 이 일이 늦으면 한 번 더 묻는다."),
        ("매월 한 차례 점검한다.", "한 달에 한 차례 점검한다."),
        ("점검은 세 곳에서 한다.", "다음 네 가지를 본다."),
        ("The first step is to stop the pump.", "First, stop the pump. Second, wait a moment."),
    ],
)
def test_words_that_are_numbers_elsewhere_are_not_asked_for(source: str, answer: str) -> None:
    assert check_numbers(answer, figures_of(source), CheckFigures()).unsupported == ()


@pytest.mark.parametrize(
    ("source", "answer"),
    [
        ("이용료\n- 5,000원 (성인)\n- 3,000원 (청소년)", "성인은 5,000원, 청소년은 3,000원입니다."),
        ("성인 – 5,000원", "성인은 5,000원입니다."),
        ("요금: 5,000원", "요금 - 5,000원"),
        ("Adults - $5", "Adults pay $5."),
    ],
)
def test_a_lists_mark_or_a_dash_between_is_no_sign(source: str, answer: str) -> None:
    assert check_numbers(answer, figures_of(source), CheckFigures()).unsupported == ()


def test_a_dash_that_touches_its_figure_is_a_sign() -> None:
    assert check_numbers("영업이익은 5,000원입니다.", figures_of("영업이익은 -5,000원"), CheckFigures()).unsupported


def test_a_dash_after_a_figure_is_a_range_and_no_sign() -> None:
    assert [one.value for one in figures_of("10 -20 mg/L, 10-20 mg/L, 10–20 mg/L")] == [10, 20] * 3
    assert [one.value for one in figures_of("-20 mg/L, −0.5 %, △3 %, 영하 4 ℃")] == [-20, -Decimal("0.5"), -3, -4]


@pytest.mark.parametrize(
    ("text", "value", "kind"),
    [
        ("8시간 30분", 30_600, "time"),
        ("8시간 반 동안", 30_600, "time"),
        ("1년 6개월", 18, "months"),
        ("2 hours and 5 minutes", 7_500, "time"),
        ("3분의 2", None, "percent"),
        ("2/3", None, "percent"),
        ("사흘 안에", 259_200, "time"),
        ("£1,250.50", Decimal("1250.50"), "pound"),
        ("€ 30", 30, "euro"),
        ("5천㎥", 5_000_000, "volume"),
        ("2주이다", 1_209_600, "time"),
        ("20초이다", 20, "time"),
        ("68 °F", 68, "fahrenheit"),
    ],
)
def test_one_figure_of_several_words(text: str, value: int | Decimal | None, kind: str) -> None:
    [figure] = figures_of(text)
    assert figure.kind == kind
    assert value is None or figure.value == value


def test_days_of_every_form_are_one() -> None:
    for text in ("2026/03/05", "20260305", "26. 3. 5.", "26.3.5까지", "05/03/2026", "2026.03.05"):
        assert check_numbers(text, figures_of("2026년 3월 5일"), CheckFigures()).unsupported == (), text
        assert check_numbers(text, figures_of("2026년 3월 7일"), CheckFigures()).unsupported != (), text


def test_swapped_amounts_below_one_are_seen() -> None:
    ground = Ground((("기준", "하한은 0.1 mg/L이고 상한은 0.4 mg/L이다."),), AnswerFigures())
    assert set(ground.support("하한은 0.4 mg/L이고 상한은 0.1 mg/L이다.").misplaced) == {"0.1 mg/L", "0.4 mg/L"}
