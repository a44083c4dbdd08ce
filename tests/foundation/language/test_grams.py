"""Grams of words, and what they weigh."""

from __future__ import annotations

import pytest

from foundation.language.grams import LONGEST_KEPT, coverage, grams_of, grams_said, rarity, share_of


def test_an_english_word_is_its_stem_and_a_korean_one_its_pairs() -> None:
    assert grams_of("The deposits rise") == {"deposit", "rise"}
    assert grams_of("보증금") == {"보증", "증금"}
    assert grams_of("어떻게 the") == frozenset()
    assert grams_of("보증금 " * LONGEST_KEPT) == grams_of("보증금")


@pytest.mark.parametrize(
    ("written", "alone"),
    [
        ("DVD는 2점까지", "DVD"),
        ("자동심장충격기(AED)", "AED는"),
        ("AI플랫폼에서", "AI 플랫폼에서"),
        ("총mg으로", "총 mg"),
    ],
)
def test_a_latin_name_is_itself_with_any_particle_or_word_behind_it(written: str, alone: str) -> None:
    assert grams_of(alone) <= grams_of(written)


def test_a_particle_behind_a_latin_name_is_no_gram_and_figures_keep_their_units() -> None:
    assert grams_of("DVD는") == grams_of("DVD")
    assert grams_of("30일") == {"30", "0일"}


def test_coverage_is_the_share_of_the_questions_grams() -> None:
    assert coverage("보증금", "보증인") == 0.5
    assert coverage("어떻게", "보증금") == 0.0


def test_what_fewer_sentences_hold_weighs_more() -> None:
    weights = rarity(["보증", "임대"], ["임대 보증", "임대"])
    assert weights["보증"] > weights["임대"] > 0
    assert share_of("보증", weights) == pytest.approx(weights["보증"] / sum(weights.values()))
    assert share_of("보증", weights, {"임대"}) == pytest.approx(weights["임대"] / sum(weights.values()))


def test_only_the_grams_of_verbs_are_words_of_saying() -> None:
    said = grams_said("보증금이 늘었어")
    assert "늘었" in said
    assert "보증" not in said
