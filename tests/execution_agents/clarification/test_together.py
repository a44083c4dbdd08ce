"""Several works asked for together: each with its amount, or shown before."""

from __future__ import annotations

import pytest

from execution_agents.clarification.listening import Before
from tests.execution_agents.clarification.graphs import INDEX, read

IDS = {one.name: entity_id for entity_id, one in INDEX.targets.items() if not one.values}


def shown(*said: str) -> tuple[Before, ...]:
    """Works with their amounts, the newest first."""
    return tuple(Before(one, (IDS[one.split()[0]],)) for one in said)


@pytest.mark.parametrize(
    ("question", "before", "works", "amounts", "combined"),
    [
        ("변기 4개 소변기 3개 하면 위생공만 다 합쳐서 얼마야", (), "양변기설치 소변기설치", "4 3", "sum"),
        ("세면대 두 개 욕조 세 개 다 합쳐서 위생공", (), "세면기설치 욕조설치", "2 3", "sum"),
        ("벽돌쌓기 20m2랑 블록쌓기 30m2 하면 보통인부 총 몇명", (), "벽돌쌓기 블록쌓기", "20 30", "sum"),
        ("벽돌쌓기랑 블록쌓기 10m2씩 하면 조적공 합쳐서 몇명", (), "벽돌쌓기 블록쌓기", "10 10", "sum"),
        (
            "tilers for 20 m2 of 벽타일붙임 and 5 m2 of 바닥타일붙임 in total",
            (),
            "벽타일붙임 바닥타일붙임",
            "20 5",
            "sum",
        ),
        (
            "화장실 열군데 하나씩 다 달면 위생공 합쳐서",
            ("세면기설치", "양변기설치"),
            "양변기설치 세면기설치",
            "10 10",
            "sum",
        ),
        (
            "20군데에 두개씩 달면 다 합쳐서 위생공",
            ("세면기설치", "양변기설치"),
            "양변기설치 세면기설치",
            "40 40",
            "sum",
        ),
        ("둘 다 5개씩 달면 위생공 몇명이야", ("샤워기설치", "욕조설치"), "욕조설치 샤워기설치", "5 5", "sum"),
        ("둘이 합치면 위생공 몇 인", ("샤워기설치 3개", "욕조설치 4개"), "욕조설치 샤워기설치", "4 3", "sum"),
        ("두개 합치면", ("급탕관보온", "급수관보온 100m"), "급수관보온 급탕관보온", "100 ", "sum"),
        ("둘이 조적공 차이가 얼마야", ("벽돌쌓기", "블록쌓기"), "블록쌓기 벽돌쌓기", " ", "difference"),
        (
            "20 m3 of each, how many more special workers does the concrete one need",
            ("벽돌벽헐기", "콘크리트헐기"),
            "콘크리트헐기 벽돌벽헐기",
            "20 20",
            "difference",
        ),
        ("줄눈까지 30m2 하면 타일공 다 합쳐서 몇명", ("벽타일붙임 30m2",), "벽타일붙임 타일줄눈넣기", "30 30", "sum"),
        (
            "다 합쳐서 몇명",
            ("양변기설치 2개", "소변기설치 1개", "세면기설치 3개"),
            "세면기설치 소변기설치 양변기설치",
            "3 1 2",
            "sum",
        ),
    ],
)
def test_works_with_their_amounts_are_asked_for_together(
    question: str, before: tuple[str, ...], works: str, amounts: str, combined: str
) -> None:
    asked = read(question, *shown(*before)).asked
    assert asked is not None
    assert [one.name for one in asked.targets] == works.split()
    assert asked.amounts == tuple(amounts.split(" "))
    assert asked.combined == combined


@pytest.mark.parametrize(
    ("question", "before"),
    [
        ("벽돌쌓기 100m2 총 얼마나 들어", ()),
        ("그럼 총 몇명이야", ("벽돌쌓기", "블록쌓기")),
        ("변기 다 합쳐서 위생공", ()),
        ("용접 차이", ()),
        ("강관용접 200mm SCH 40 30m", ("벽돌쌓기", "블록쌓기")),
        ("거푸집까지 다 합쳐서", ("벽돌쌓기",)),
        ("벽돌쌓기 20m2 합쳐서 30m 하면", ()),
    ],
)
def test_one_work_or_works_that_are_not_certain_are_not_combined(question: str, before: tuple[str, ...]) -> None:
    reading = read(question, *shown(*before))
    assert reading.asked is None or not reading.asked.combined


def test_works_that_were_only_offered_were_not_shown() -> None:
    offered = Before("변기", (IDS["양변기설치"],), offered=("양변기설치", "소변기설치"))
    asked = read("둘이 합치면 위생공 몇 인", offered, *shown("욕조설치")).asked
    assert asked is None or not asked.combined


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("교목식재 스무 그루", "20"),
        ("양변기설치 열개", "10"),
        ("양변기설치 한 개", ""),
        ("펌프설치 세대", ""),
        ("양변기설치 3개", "3"),
    ],
)
def test_amounts_in_letters_are_read_from_two_on(text: str, amount: str) -> None:
    asked = read(text).asked
    assert (asked.quantity if asked else "") == amount


@pytest.mark.parametrize(
    ("question", "before"),
    [
        ("양변기 3 소변기 2 다 합쳐서 배관공 몇명", ()),
        ("양변기 3개 소변기 2 합치면 배관공 몇명", ()),
        ("줄눈까지 하면 타일공 다 합쳐서 몇명", ("벽타일붙임 30m2",)),
    ],
)
def test_amounts_that_are_not_certain_are_not_combined(question: str, before: tuple[str, ...]) -> None:
    asked = read(question, *shown(*before)).asked
    assert asked is None or not asked.combined


def test_a_sum_after_two_works_is_none_of_the_last_one() -> None:
    asked = read("합치면 배관공 몇명", *shown("양변기설치 4개", "소변기설치 3개")).asked
    assert asked is None or asked.combined == "sum"
