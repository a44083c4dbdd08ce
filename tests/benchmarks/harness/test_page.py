"""Every benchmark owns its section of the page and no other."""

from __future__ import annotations

from pathlib import Path

from benchmarks.harness.figures import Goal
from benchmarks.harness.page import HEAD, Section, Table, publish, rewritten

FIRST = Section("first", "First", ["Words.", Table(["", "ms"], [["ours", "1"]])], 0.5)
SECOND = Section("second", "Second", [[Goal("below 2", "1", met=True), Goal("below 1", "1", met=False)]], 0.5)


def test_a_new_section_goes_to_the_end() -> None:
    page = rewritten(rewritten(HEAD, FIRST), SECOND)
    assert page.startswith(HEAD.strip())
    assert page.index("## First") < page.index("## Second")
    assert page.endswith("<!-- /bench:second -->\n")


def test_a_section_written_again_takes_its_own_place_and_leaves_the_others() -> None:
    page = rewritten(rewritten(HEAD, FIRST), SECOND)
    again = rewritten(page, Section("first", "First again", ["Other words."], 0.5))
    assert again.count("bench:first -->") == 2
    assert "Words." not in again.replace("Other words.", "")
    assert again.index("## First again") < again.index("## Second")
    assert again.partition("<!-- bench:second -->")[2] == page.partition("<!-- bench:second -->")[2]


def test_words_around_the_sections_stay() -> None:
    page = f"{rewritten(HEAD, FIRST)}\nA person's remark.\n"
    assert "A person's remark." in rewritten(page, FIRST)


def test_tables_and_goals_are_markdown_and_a_miss_is_written_as_one() -> None:
    assert "|  | ms |\n| --- | ---: |\n| ours | 1 |" in FIRST.text()
    assert "| below 2 | 1 | met |" in SECOND.text()
    assert "| below 1 | 1 | **missed** |" in SECOND.text()


def test_every_section_names_its_command_the_machine_and_its_load() -> None:
    line = FIRST.text().splitlines()[2]
    assert line.startswith("`suffice bench first` · ")
    assert "cores" in line
    assert line.endswith("load at the start 0.5")


def test_without_a_page_nothing_is_written(tmp_path: Path) -> None:
    publish(FIRST, None)
    page = tmp_path / "docs" / "benchmarks.md"
    publish(FIRST, page)
    publish(SECOND, page)
    assert page.read_text("utf-8").count("<!-- bench:") == 2
