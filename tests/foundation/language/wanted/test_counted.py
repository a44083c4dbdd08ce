"""How many things that were spoken of a question means."""

from __future__ import annotations

import pytest

from foundation.language.wanted.counted import several_meant


@pytest.mark.parametrize(
    ("text", "many"),
    [
        ("둘 중 어디가 싸?", 2),
        ("둘이 뭐가 다른지 정리해줘", 2),
        ("그 두 곳 차이는?", 2),
        ("세군데 전세 싼 순서로", 3),
        ("which of the two is cheaper", 2),
        ("compare both", 2),
        ("all three please", 3),
        ("두 달 안에 나가도 돼?", None),
        ("두 사람이 살 집", None),
        ("세입자가 둘러봐도 돼?", None),
        ("세 개의 방이 있는 집", 3),
        ("둘째 아이가 있으면?", None),
        ("either way", None),
        ("two years ago", None),
        ("the two years of the contract", None),
        ("마포 전세 얼마야", None),
    ],
)
def test_the_number_is_read_where_things_are_counted(text: str, many: int | None) -> None:
    assert several_meant(text) == many
