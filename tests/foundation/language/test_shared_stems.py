"""Words of one stem, one of them a column's name."""

from __future__ import annotations

import pytest

from foundation.language.shared_stems import names_by_stem


@pytest.mark.parametrize(
    ("label", "question"),
    [
        ("supplier", "Who supplies the wood glue?"),
        ("Supplied by", "Who supplies it?"),
        ("producer", "Who produced the bandsaw?"),
        ("unit_owner", "Who owns the owned unit?"),
        ("공급업체", "목공풀은 누가 공급해?"),
        ("담당자", "누가 담당하고 있어?"),
    ],
)
def test_who_does_it_is_named_by_what_is_done(label: str, question: str) -> None:
    assert names_by_stem(label, question)


@pytest.mark.parametrize(
    ("label", "question"),
    [
        ("supplier", "How much support is there?"),
        ("quantity", "What quality is it?"),
        ("공급업체", "공고는 언제 나?"),
        ("담당자", "담은 얼마나 높아?"),
        ("공급업체", "공급 단가는?"),  # a noun that names another column
        ("", "Who supplies it?"),
    ],
)
def test_words_that_only_begin_alike_are_not(label: str, question: str) -> None:
    assert not names_by_stem(label, question)
