"""Passages become the sections and tables of their document again."""

from __future__ import annotations

from foundation.contracts.ports import Hit
from supervisor.planning.clarifying.sections import sections_of


def hit(title: str, text: str) -> Hit:
    return Hit(f"{title}{text}", text, text, title, text, 1.0)


def test_passages_of_one_heading_are_one_section() -> None:
    found = sections_of(
        [hit("Pumps > Intake", "One."), hit("Pumps > Sending", "Two."), hit("Pumps > Intake", "Three.")]
    )
    assert [(one.heading, one.text) for one in found] == [("Intake", "One.\n\nThree."), ("Sending", "Two.")]
    assert sections_of([hit("Pumps", "Of pumps.")])[0].is_document


def test_a_table_is_read_with_its_header_and_without_broken_rows() -> None:
    text = "Before.\n\n| what | value |\n| --- | --- |\n| head | 32 m |\n| broken |\n| flow | 5 |\n\nBehind | no table."
    (table,) = sections_of([hit("Pumps > Intake", text)])[0].tables()
    assert table.header == ("what", "value")
    assert table.rows == (("head", "32 m"), ("flow", "5"))
    assert table.column(1) == ("32 m", "5")


def test_lines_without_a_rule_are_no_table() -> None:
    assert not list(sections_of([hit("a > b", "| one |\n| two |\n| three |")])[0].tables())
