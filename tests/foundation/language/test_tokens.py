"""Text to terms."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from foundation.language.tokens import (
    LONG_GRAM_WEIGHT,
    MAX_TEXT,
    MAX_WORD,
    MixedTokenizer,
    StemmedWords,
    term_weight,
    tokenize,
)


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("전세금", ["전세", "세금", "전세금", "^전세"]),
        ("집", ["집"]),
        ("Renewed RENEWALS", ["renew", "renew"]),
        ("LTV는", ["lt", "tv", "v는", "ltv", "tv는", "^lt", "ltv"]),
        ("제7조", ["제7", "7조", "제7조", "^제7"]),
        ("2026년 renew", ["20", "02", "26", "6년", "202", "026", "26년", "^20", "2026", "renew"]),
        ("１２３", ["123"]),
        ("!!! ??? …", []),
        ("", []),
    ],
)
def test_words_become_the_terms_of_their_script(text: str, terms: list[str]) -> None:
    assert tokenize(text, MixedTokenizer()) == terms


def test_decomposed_hangul_gives_the_same_terms_as_composed() -> None:
    assert tokenize("\u1112\u1161\u11ab\u1100\u1173\u11af", MixedTokenizer()) == tokenize("한글", MixedTokenizer())


def test_an_endless_word_and_an_endless_text_are_cut() -> None:
    assert len(tokenize("a" * 10_000, MixedTokenizer())[0]) <= MAX_WORD
    assert len(tokenize("x " * MAX_TEXT, MixedTokenizer())) == MAX_TEXT // 2


@pytest.mark.parametrize(
    ("term", "weight"), [("전세", 1.0), ("전세금", LONG_GRAM_WEIGHT), ("^전세", 1.0), ("ltv", 1.0), ("집", 1.0)]
)
def test_a_long_gram_counts_less_than_a_short_one(term: str, weight: float) -> None:
    assert term_weight(term) == weight


def test_threads_do_not_mix_their_words_in_one_stemmer() -> None:
    stems = StemmedWords()
    asked = [f"{word}ing" for word in ("walk", "talk", "renew", "sign", "rent", "lend") for _ in range(200)]
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(stems.terms, asked))
    assert found == [(word.removesuffix("ing"),) for word in asked]
