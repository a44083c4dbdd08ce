"""A verb named once is found however it is inflected."""

from __future__ import annotations

import pytest

from foundation.language.rules.verb_forms import START, verb_forms


@pytest.mark.parametrize(
    ("verb", "written"),
    [
        ("올리다", "올려야"),
        ("올리다", "올린다"),
        ("올리다", "올렸다"),
        ("바꾸다", "바꿔"),
        ("돌려주다", "돌려줄"),
        ("해지하다", "해지하여"),
        ("종료되다", "종료된다"),
        ("돌려받다", "돌려받는다"),
    ],
)
def test_every_form_begins_with_one_of_the_forms(verb: str, written: str) -> None:
    assert any(written.startswith(form) for form in verb_forms(verb))


def test_a_verb_of_one_syllable_counts_only_where_a_word_begins() -> None:
    forms = verb_forms("내다")
    assert f"{START}낸" in forms
    assert "내" not in forms


def test_what_is_no_verb_in_its_dictionary_form_stands_alone() -> None:
    assert verb_forms("보증금") == ("보증금",)
    assert verb_forms("부담한다") == ("부담한다",)
