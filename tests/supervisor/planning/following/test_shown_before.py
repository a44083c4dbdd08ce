"""Comparisons that name no side mean what was shown; those that name both are left as they are."""

from __future__ import annotations

import pytest

from foundation.contracts.plan import Understanding
from foundation.domains.loading.loader import load_pack, shipped_packs
from supervisor.planning.following.shown_before import over_what_was_shown
from tests.supervisor.planning.talks import context_of, exchange_of, talk

PACK = load_pack(shipped_packs() / "real_estate")


def read(*questions: str) -> Understanding:
    """The last question, after the others."""
    *before, last = talk(*questions, pack=PACK)
    context = context_of(questions[-1], [exchange_of(one, "평균 3억원입니다.") for one in before], pack=PACK)
    return over_what_was_shown(last, context)


@pytest.mark.parametrize(
    ("questions", "slot", "values"),
    [
        (("강남이랑 서초 중에 어디가 매매가 더 비싸?", "송파는?", "세군데 전세 싼 순서로"), "region",
         {"서울 강남구", "서울 서초구", "서울 송파구"}),
        (("강남구 전세 시세", "마포구는?", "둘이 얼마나 차이나?"), "region", {"서울 강남구", "서울 마포구"}),
        (("수성구 2026년 1월 매매 평균", "2월은?", "올랐어 내렸어?"), "period",
         {"2026-01..2026-01", "2026-02..2026-02"}),
    ],
)  # fmt: skip
def test_the_sides_are_those_that_were_shown(questions: tuple[str, ...], slot: str, values: set[str]) -> None:
    assert set(read(*questions).slot_values()[slot]) == values


@pytest.mark.parametrize(
    "questions",
    [
        ("마포구 전세 시세", "서초구랑 강남구 중 어디가 비싸?"),
        ("강남구 전세 시세", "서울에서 전세 제일 싼 구 5곳"),
        ("보증금은 얼마나 올릴 수 있어?", "둘 중 뭐가 나아?"),
    ],
)
def test_other_comparisons_are_left_as_they_are(questions: tuple[str, ...]) -> None:
    assert read(*questions) == talk(*questions, pack=PACK)[-1]
