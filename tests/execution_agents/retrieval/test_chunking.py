"""Cutting, hashing and telling near-duplicates."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from execution_agents.retrieval.chunking import content_hash, cut, near_group, one_chunk, plain

JOINT = re.compile(r"^# ", re.MULTILINE)


@given(st.text(alphabet="가나 .\n#x", max_size=300), st.integers(min_value=1, max_value=40))
def test_no_piece_is_over_the_limit_and_no_word_is_lost(text: str, limit: int) -> None:
    spans = list(cut(text, JOINT, limit))
    assert all(0 < end - start <= limit for start, end in spans)
    assert all(one[1] <= other[0] for one, other in zip(spans, spans[1:], strict=False))
    kept = "".join(text[start:end] for start, end in spans)
    assert re.sub(r"\s", "", kept) == re.sub(r"\s", "", text)


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("# a\n# b\n# c\n", ["# a\n# b\n", "# c\n"]),
        ("가나다. 라마바. 사아자.", ["가나다.", " 라마바.", " 사아자."]),
        ("x" * 20, ["x" * 8, "x" * 8, "x" * 4]),
        ("", []),
        ("  \n ", []),
    ],
)
def test_a_text_is_cut_at_its_joints_then_at_sentences_then_hard(text: str, pieces: list[str]) -> None:
    assert [text[start:end] for start, end in cut(text, JOINT, 8)] == pieces


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("증액은 20분의 1", "증액은   20분의\n1", True),
        ("**①** 임차인은", "① 임차인은", True),
        ("\u1112\u1161\u11ab글", "한글", True),
        ("20분의 1", "30분의 1", False),
        ("할 수 있다", "할 수 없다", False),
    ],
)
def test_the_hash_speaks_of_the_words_alone(one: str, other: str, same: bool) -> None:
    assert (content_hash(one) == content_hash(other)) is same


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("한다. <개정 2020.7.31>", "한다", True),
        ("임차인, 임대인", "임차인 임대인", True),
        ("5퍼센트", "6퍼센트", False),
        ("할 수 있다", "할 수 없다", False),
    ],
)
def test_near_duplicates_differ_in_marks_never_in_figures_or_words(one: str, other: str, same: bool) -> None:
    assert (near_group("제목", one) == near_group("제목", other)) is same


def test_two_statutes_that_say_the_same_are_not_duplicates() -> None:
    assert near_group("가법 제1조", "같은 말") != near_group("나법 제1조", "같은 말")


def test_marks_of_markdown_are_not_read_aloud() -> None:
    assert plain("**①** 다음\n  1\\. 하나 \\[가\\]") == "① 다음\n  1. 하나 [가]"


def test_a_text_that_is_one_passage_keeps_its_own_id() -> None:
    assert one_chunk("제1조", "제목", "본문").chunk_id == "제1조"
