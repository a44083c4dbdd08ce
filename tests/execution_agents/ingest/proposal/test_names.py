"""Names a pack takes, from any words."""

from __future__ import annotations

import re
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from execution_agents.ingest.proposal.names import LONGEST, Names, free_name, is_taken, proposed_name


def test_hangul_is_spelled_in_latin_letters() -> None:
    assert Names.of("대구 거래") == "daegu_georae"
    assert Names.of("Sales 2026 (Q1)") == "sales_2026_q1"
    assert Names.of("2026") == "t_2026"


def test_a_second_thing_of_the_same_words_gets_a_number() -> None:
    names = Names()
    assert [names.take(word) for word in ("값", "값", "값", "a" * 60, "a" * 60)] == [
        "gaps",
        "gaps_2",
        "gaps_3",
        "a" * LONGEST,
        f"{'a' * (LONGEST - 2)}_2",
    ]


@given(st.lists(st.text(max_size=60), max_size=12))
def test_every_name_is_one_a_pack_takes_and_its_own(words: list[str]) -> None:
    names = Names()
    taken = [names.take(word) for word in words]
    assert len(set(taken)) == len(taken)
    assert all(re.fullmatch(r"[a-z][a-z0-9_]{0,39}", name) for name in taken)


def test_a_name_that_a_pack_has_is_proposed_with_a_number(tmp_path: Path) -> None:
    assert free_name(tmp_path, "my_files") == "my_files"
    for name in ("my_files", "my_files_2"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "pack.yaml").touch()
    assert is_taken(tmp_path, "my_files")
    assert free_name(tmp_path, "my_files") == "my_files_3"
    (tmp_path / "My Files.csv").touch()
    assert proposed_name(tmp_path / "My Files.csv") == "my_files"
