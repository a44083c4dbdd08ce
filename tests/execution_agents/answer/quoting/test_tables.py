"""Rows of several places and deals: their first figures stand in one sentence before the table."""

from __future__ import annotations

from execution_agents.analysis.cells import Cell
from execution_agents.answer.quoting.rows import Row
from execution_agents.answer.quoting.tables import side_by_side


def of_deal(marker: int, deal: str, band: str, count: int, mean: str) -> Row:
    """A month's row of one deal and one band of areas."""
    label = "평균" if deal == "매매" else "보증금 평균"
    cells = (
        Cell("region", "지역", "서울 마포구", "서울 마포구", "label"),
        Cell("deal", "거래 유형", deal, deal, "label"),
        Cell("band", "구간", band, band, "label"),
        Cell("month", "달", "2026-02", "2026년 2월", "time"),
        Cell("trades", "건수", count, f"{count}건", "figure", counts=True),
        Cell("mean_won", label, 1, mean, "figure", "won"),
    )
    return Row(marker, "", False, cells, (), frozenset({"region", "deal"}))


def test_the_figures_of_several_deals_are_said_in_one_sentence() -> None:
    rows = [
        of_deal(1, "매매", "60㎡ 이하", 3, "7억원"),
        of_deal(2, "매매", "전체", 11, "12억원"),
        of_deal(3, "전세", "전체", 20, "6억원"),
    ]
    assert side_by_side(rows) == ("서울 마포구 전체 (2026년 2월): 매매 평균 12억원 [2], 전세 보증금 평균 6억원 [3].")


def test_one_deal_or_too_many_have_no_such_sentence() -> None:
    assert side_by_side([of_deal(1, "매매", "전체", 11, "12억원")]) == ""
    assert side_by_side([of_deal(at, f"거래 {at}", "전체", 11, "12억원") for at in range(5)]) == ""
