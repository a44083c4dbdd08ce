"""Over rows, a thing neither they nor the pack know is another thing."""

from __future__ import annotations

import pytest

from execution_agents.reuse.other_things import names_another_thing
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.slots.slots import find_mentions
from tests.foundation.domains.small_pack import NOW

PACK = load_pack(shipped_packs() / "real_estate")
PRICES = ("market", "강남구 아파트 시세", "서울 강남구 2026-02 60~85㎡ 매매 평균 24억원")
LOANS = ("loan", "국민은행 전세대출 금리", "새움 청년 전세대출, 든든 고정금리 담보대출, 두레 신혼부부 전세대출")


def another(question: str, held: tuple[str, str, str], *more: str) -> bool:
    """`more`: data types the turn needs beside the rows'."""
    name, stored, rows = held
    mentions, data_type = find_mentions(question, PACK, NOW), PACK.data_type(name)
    return names_another_thing(question, lambda: f"{stored}\n{rows}", data_type, PACK, mentions, (name, *more))


@pytest.mark.parametrize(
    ("question", "held"),
    [
        ("휘발유 가격은?", PRICES),
        ("휘발유 가격이 얼마야?", PRICES),
        ("경유값은?", PRICES),
        ("자동차 시세는 어때?", PRICES),
        ("What about petrol?", PRICES),
        ("and gold prices?", PRICES),
        ("신한은?", LOANS),
        ("신한은 어때?", LOANS),
        ("카카오 전세대출은?", LOANS),
        ("자동차 대출은?", LOANS),
        ("룸메이트 들여도 돼?", PRICES),
        ("룸메이트 들여도 돼?", LOANS),
        ("중개사 사고 배상 금액은?", PRICES),
        ("묵시적 갱신이 뭐야?", LOANS),
        ("그 지역 시세랑 법적으로 주의할 점은?", PRICES),
        ("Is a house held in trust dear?", PRICES),
    ],
)
def test_what_nothing_knows_of_these_rows_is_another_thing(question: str, held: tuple[str, str, str]) -> None:
    assert another(question, held)


@pytest.mark.parametrize(
    ("question", "held"),
    [
        ("평균은 얼마야?", PRICES),
        ("top 5는?", PRICES),
        ("가장 많이 떨어진 구는?", PRICES),
        ("거래량은?", PRICES),
        ("중위값은?", PRICES),
        ("중앙값은 어때?", PRICES),
        ("거래는 몇 건이야?", PRICES),
        ("방금 찾은 시세에서 가장 비싼 매매 거래는 얼마야?", PRICES),
        ("표로 정리해줘", PRICES),
        ("그래프로 그려줘", PRICES),
        ("서초구는 어때?", PRICES),
        ("서초구는?", PRICES),
        ("84㎡는?", PRICES),
        ("그중 제일 비싼 건 얼마였지?", PRICES),
        ("Which of those months was the dearest?", PRICES),
        ("and in February?", PRICES),
        ("Tell me the prices there once more", PRICES),
        ("Who gave the prices?", PRICES),
        ("한도는?", LOANS),
        ("든든은?", LOANS),
        ("신혼부부는?", LOANS),
        ("국민은행 한도는?", LOANS),
        ("그 대출들 중 금리가 제일 낮은 게 뭐였지?", LOANS),
    ],
)
def test_what_is_asked_of_the_rows_is_no_other_thing(question: str, held: tuple[str, str, str]) -> None:
    assert not another(question, held)


@pytest.mark.parametrize(
    ("question", "held", "more"),
    [
        ("그 지역 시세랑 법적으로 주의할 점을 종합해서 알려줘", PRICES, "legal"),
        ("그 시세에 갱신하면 보증금은 얼마나 올릴 수 있어?", PRICES, "legal"),
        ("그 시세면 대출 한도는 얼마야?", PRICES, "loan"),
    ],
)
def test_what_another_data_type_of_the_turn_answers_is_no_other_thing(
    question: str, held: tuple[str, str, str], more: str
) -> None:
    assert another(question, held)
    assert not another(question, held, more)


def test_what_nothing_knows_stays_another_thing_whatever_else_is_needed() -> None:
    assert another("휘발유 가격이랑 법적으로 주의할 점은?", PRICES, "legal")
