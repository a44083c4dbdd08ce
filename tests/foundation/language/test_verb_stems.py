"""What the forms of a Korean verb have in common."""

from __future__ import annotations

import pytest

from foundation.language.verb_stems import stem_of, stems_in, verbs_in


@pytest.mark.parametrize(
    ("forms", "stem"),
    [
        (["올릴", "올린", "올려도", "올리는", "올렸어", "올립니다"], "올리"),
        (["돌려받을", "돌려준", "돌려"], "돌리"),
        (["바꿔", "바꾸는", "바꿀", "바꿨는데"], "바꾸"),
        (["나와요", "나오는", "나올"], "나오"),
        (["거절하면", "거절"], "거저"),
    ],
)
def test_forms_of_a_verb_share_a_beginning(forms: list[str], stem: str) -> None:
    assert {stem_of(form) for form in forms} == {stem}


def test_a_verb_is_known_by_its_ending_or_by_what_follows() -> None:
    assert verbs_in("보증금 얼마나 올릴 수 있어?") >= {"올릴"}
    assert "보증금" not in verbs_in("보증금 얼마나 올릴 수 있어?")
    assert "올리" in stems_in("올리는 폭은 5퍼센트를 넘지 못한다.")
