"""A row's name with one of its words exchanged."""

from __future__ import annotations

from execution_agents.answer.checks.cells.row_names import exchanged_row_names

NAME = "새움 청년 전세대출"


def test_a_word_in_the_place_of_the_names_own_is_found() -> None:
    assert exchanged_row_names("버팀목 청년 전세대출은 연 2.2%입니다.", [NAME], NAME) == ["버팀목"]


def test_the_name_itself_and_names_the_evidence_holds_are_let_through() -> None:
    assert exchanged_row_names("새움 청년 전세대출은 연 2.2%입니다.", [NAME], NAME) == []
    assert exchanged_row_names("버팀목 청년 전세대출은 연 2.2%입니다.", [NAME], f"{NAME} 버팀목") == []
    assert exchanged_row_names("The travel loan is paid back.", ["Season loan"], "Season loan") == []
