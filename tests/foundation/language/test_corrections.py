"""What a correction means instead, and what turns to another thing."""

from __future__ import annotations

import pytest

from foundation.language.corrections import meant_after_correction, turns_elsewhere


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("아 잘못 말했다 5억8천이에요", "5억8천이에요"),
        ("sorry, its london not edinburgh", "its london"),
        ("런던이 아니라 리즈", "리즈"),
        ("make that 5 days", "5 days"),
        ("아 미안 5박이다", "5박이다"),
        ("아차 실수, 4박", "4박"),
        ("잘못 썼어요 5억이요", "5억이요"),
        ("my bad, 4 weeks", "4 weeks"),
        ("oops its 2 nights not 4", "2 nights"),
        ("sorry, meant Paris not Edinburgh", "Paris"),
        ("wait sorry 5 nights", "5 nights"),
        ("sorry, I meant three nights and three dinners", "three nights and three dinners"),
        ("no wait, five lunches", "five lunches"),
        ("sry 4 months", "4 months"),
        ("sorry typo, 4 months", "4 months"),
        ("that's a typo, 4 months", "4 months"),
        ("오타요 4개월", "4개월"),
        ("오타, 세 달", "세 달"),
        ("no wait, abroad", "abroad"),
        ("typo in the handbook, who do i tell", None),
        ("오타가 있어요", None),
        ("typography rules", None),
        ("계약서 잘못 썼는데 어떡해요", None),
        ("미안하지만 다시 알려줘", "다시 알려줘"),
        ("아니면 5억은?", None),
        ("3억 전세면 복비 얼마?", None),
        ("not now, when is it paid", None),
    ],
)
def test_a_correction_says_what_is_meant_instead(text: str, meant: str | None) -> None:
    assert meant_after_correction(text) == meant


@pytest.mark.parametrize(
    ("text", "turns"),
    [
        ("다른 집도 보는데 취득세는?", True),
        ("and for another flat?", True),
        ("다른 대출 이자는 50만원", False),
        ("elsewhere in the UK?", False),
    ],
)
def test_another_thing_of_the_same_kind_is_reported(text: str, turns: bool) -> None:
    assert turns_elsewhere(text) is turns
