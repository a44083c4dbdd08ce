"""Answers on a terminal of any width: no figure is broken, Korean columns stand under each other."""

from __future__ import annotations

import io

import pytest
from rich.cells import cell_len
from rich.console import Console

from service_agent.terminal.markdown import AnswerMarkdown

FIGURES = ("3억 2,812만원", "14억 1,850만원", "6,900만원", "8억 4,700만원", "2026년 2월")
TABLE = """대구 달서구 매매 아파트:

| 구분 | 시점 | 거래 건수 | 평균 | 중위 | 최저 | 최고 | 출처 |
| --- | --- | --- | --- | --- | --- | --- | --- |
| 전체 | 2026년 2월 | 148건 | 3억 2,812만원 | 14억 1,850만원 | 6,900만원 | 8억 4,700만원 | [5] |
| 102~135㎡ | 2026년 1월 | 6건 | 2억 12만원 | 1,850만원 |  | 9억 | [7] |
"""


def shown(text: str, width: int) -> list[str]:
    out = Console(width=width, file=io.StringIO())
    with out.capture() as captured:
        out.print(AnswerMarkdown(text))
    return [line.rstrip() for line in captured.get().splitlines()]


@pytest.mark.parametrize("width", [40, 60, 80, 98, 99, 100, 120, 200])
def test_no_figure_is_broken_and_nothing_is_lost_at_any_width(width: int) -> None:
    lines = shown(TABLE, width)
    assert all(cell_len(line) <= width for line in lines)
    assert all(any(figure in line for line in lines) for figure in (*FIGURES, "102~135㎡", "[7]"))


def test_a_wide_terminal_shows_a_table_with_figures_to_the_right() -> None:
    lines = shown(TABLE, 120)
    first, second = (line for line in lines if "2026년" in line)
    for left, right in (("148건", "6건"), ("3억 2,812만원", "2억 12만원"), ("8억 4,700만원", "9억")):
        ends = [
            cell_len(line[: line.index(value)]) + cell_len(value) for line, value in ((first, left), (second, right))
        ]
        assert ends[0] == ends[1], "Korean takes two cells a character; the columns still end together"


def test_a_narrow_terminal_shows_row_by_row_each_value_with_its_name() -> None:
    lines = shown(TABLE, 80)
    assert "전체 [5]" in lines
    assert "  시점 2026년 2월 · 거래 건수 148건 · 평균 3억 2,812만원 · 중위 14억 1,850만원" in lines
    assert "  최저 6,900만원 · 최고 8억 4,700만원" in lines


def test_an_empty_cell_is_left_out_row_by_row() -> None:
    assert "최저" not in "\n".join(shown(TABLE, 80)).split("[7]")[1]


def test_text_before_and_after_a_table_stays() -> None:
    assert shown("앞\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n뒤", 40)[0] == "앞"
    assert shown("앞\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n뒤", 40)[-1] == "뒤"


def test_a_table_that_is_only_begun_is_shown_as_far_as_it_came() -> None:
    assert shown("| a | b |\n| - | - |\n", 40)
