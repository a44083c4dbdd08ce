"""The mean or the sum of one figure over all things, and answers that a follow-up sets beside each other."""

from __future__ import annotations

from dataclasses import replace

import pytest

from execution_agents.analysis.analysing import analysed
from execution_agents.analysis.carried import carried
from tests.execution_agents.analysis.tables import HOMES, WATER, loan, material, reading, sale

LOANS = [
    loan("한빛 전세대출", 1.2, 100_000_000, purpose="jeonse"),
    loan("두레 전세대출", 2.0, 300_000_000, purpose="jeonse"),
    loan("솔 주택대출", 3.1, 500_000_000, purpose="purchase"),
]


@pytest.mark.parametrize(
    ("question", "language", "figure"),
    [
        ("대출 상품 최저금리 평균이 얼마야?", "ko", "최저 금리 평균은 2.1%입니다"),
        ("최고 금리 평균은?", "ko", "최고 금리 평균은 3.1%입니다"),
        ("전세대출 최저 금리 평균은?", "ko", "최저 금리 평균은 1.6%입니다"),
        ("최저금리 중위값은?", "ko", "최저 금리 중위는 2%입니다"),
        ("한도 합계는?", "ko", "한도 합계는 9억원입니다"),
        ("what's the average lowest rate of the loans?", "en", "Lowest rate mean 2.1%"),
    ],
)
def test_a_figure_named_whole_is_averaged_over_all_things(question: str, language: str, figure: str) -> None:
    done = analysed(material(question, HOMES, "loan_products", LOANS, language=language))
    assert done is not None
    assert done.lead.startswith(figure)


@pytest.mark.parametrize("question", ["최저금리가 가장 낮은 상품은?", "평균 금리는?", "한빛 전세대출 최저 금리는?"])
def test_no_mean_is_made_where_none_is_asked_for(question: str) -> None:
    done = analysed(material(question, HOMES, "loan_products", LOANS))
    assert done is None or "평균" not in done.lead


def test_a_mean_over_rows_that_were_cut_off_is_refused() -> None:
    done = analysed(material("최저금리 평균은?", HOMES, "loan_products", LOANS, complete=False))
    assert done is not None
    assert "2.1" not in done.lead


def test_a_difference_of_days_is_written_in_the_unit_that_the_label_names() -> None:
    rows = [
        reading("2026-05-01", 36.2, 40, parameter="alkalinity"),
        reading("2026-07-08", 27.9, 30, parameter="alkalinity"),
    ]
    done = analysed(material("두 날 차이는?", WATER, "readings", rows, period=("2026-05..2026-05", "2026-07..2026-07")))
    assert done is not None
    assert "8.3 mg/L" in done.lead


SALES = [
    sale("가", "2026-01-03", 300_000_000, "대구 수성구"),
    sale("나", "2026-01-04", 100_000_000, "대구 수성구"),
    sale("다", "2026-01-05", 200_000_000, "대구 달서구"),
]
PLACES = ("대구 수성구", "대구 달서구")


@pytest.mark.parametrize(
    ("spoken", "said"),
    [(("달서구는?", "수성구 매매가 합계는?"), "2배"), (("달서구는?", "수성구 매매가 평균은?"), "2억원으로 같습니다")],
)
def test_sums_that_were_asked_for_are_compared_as_sums(spoken: tuple[str, ...], said: str) -> None:
    asked = replace(material("둘이 몇 배야?", HOMES, "trades", SALES, region=PLACES), spoken=spoken)
    done = analysed(carried(asked))
    assert done is not None
    assert said in done.lead


@pytest.mark.parametrize("complete", [True, False])
def test_rows_that_are_sides_themselves_are_set_beside_each_other(complete: bool) -> None:
    rows = [
        sale("가", "2026-01-03", 300_000_000, "대구 수성구"),
        sale("나", "2026-01-03", 200_000_000, "대구 중구"),
        sale("다", "2026-01-03", 100_000_000, "대구 달서구"),
    ]
    done = analysed(material("1등이랑 꼴등이랑 매매가 얼마 차이야?", HOMES, "trades", rows, complete=complete))
    assert ("2억원" in (done.lead if done else "")) == complete
