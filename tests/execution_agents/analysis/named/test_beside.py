"""A named figure beside the one that was answered last."""

from __future__ import annotations

import pytest

from execution_agents.analysis.named.asking import named_arithmetic
from execution_agents.analysis.said.result import result_of, sentence_of
from foundation.contracts.formulas import NamedAsked, SaidArithmetic
from foundation.contracts.work import EvidenceItem
from tests.execution_agents.analysis.named.packs import everything_of, passage


def computed(
    pack_name: str, asked: tuple[str, ...], said: tuple[str, ...], items: tuple[EvidenceItem, ...] | None = None
) -> SaidArithmetic | None:
    pack, everything = everything_of(pack_name)
    *before, last = asked
    named = NamedAsked(question=last, before=tuple(reversed(before)), said=tuple(reversed(said)))
    return named_arithmetic(named, items or everything, pack, "en" if last.isascii() else "ko")


def worded(found: SaidArithmetic | None, language: str) -> str:
    assert found is not None
    return sentence_of(result_of(found), found, [one.text for one in found.operands], language)


FRIEND = "For a grandparent or a close friend it is 3 paid days."
LEAVE = "Everybody has 27 days of paid annual leave a year, besides public holidays."


@pytest.mark.parametrize(
    ("asked", "said", "value"),
    [
        (("how many days off when a friend dies", "how many more would i get for my sister"), FRIEND, "10 − 3 = 7"),
        (("how many days of leave do i get", "how many more after 5 years"), LEAVE, "30 days − 27 days = 3 days"),
        (
            ("how much notice after probation", "how much longer is it for an L6"),
            "After probation it is 8 weeks, for L5 and L6 it is 12 weeks.",
            "12 weeks − 8 weeks = 4 weeks",
        ),
        (
            ("what for 2 days a week at home", "and how much more do fully remote people get"),
            "We pay £26 a month towards electricity and internet to those who work from home 2 days a week or more.",
            "£40 − £26 = £14",
        ),
        (
            ("how many desks are there in leeds", "what percent is that of the ones in bristol"),
            "28 desks and the workshop.",
            "28 ÷ 46 = 60.9 %",
        ),
    ],
)
def test_what_is_named_is_set_beside_the_last_answer(asked: tuple[str, ...], said: str, value: str) -> None:
    assert value in worded(computed("handbook", asked, (said,)), "en")


@pytest.mark.parametrize(
    ("asked", "said", "sentence"),
    [
        (
            ("취수펌프 축받이 온도 경보는 몇 도야", "송수펌프는 그보다 얼마나 낮아"),
            ("축받이 온도 경보 / 정지의 값은 75 ℃ / 85 ℃입니다.",),
            "차이는 5 ℃입니다(75 ℃ − 70 ℃ = 5 ℃).",
        ),
        (
            ("가람배수지 용량은?", "솔빛배수지는?", "솔빛이 가람의 몇 퍼센트야"),
            ("가람배수지의 용량은 12,000 m³입니다.", "솔빛배수지의 용량은 8,000 m³입니다."),
            "8,000 m³는 12,000 m³의 66.7 %입니다(8,000 m³ ÷ 12,000 m³ = 66.7 %).",
        ),
        (
            ("급속여과지 시동방수는 몇 분", "활성탄 흡착지는", "그럼 몇 배 긴 거야"),
            ("시동방수의 급속여과지는 15분입니다.", "시동방수의 입상활성탄 흡착지는 20분입니다."),
            "20분은 15분의 1.33배입니다(20분 ÷ 15분 = 1.33).",
        ),
    ],
)
def test_rows_and_labels_are_set_beside_each_other(
    asked: tuple[str, ...], said: tuple[str, ...], sentence: str
) -> None:
    assert worded(computed("water_treatment", asked, said), "ko") == sentence


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("how many days of annual leave", "how many more days can i buy"), LEAVE),
        (("how many days off when a friend dies", "how many more for my neighbour's wedding"), FRIEND),
        (("how many days off when a friend dies", "how much more notice do i need for an L6"), FRIEND),
        (("how many days of leave do i get", "how many more after 8 years"), LEAVE),
        (("how many desks does leeds have", "how many more parking places"), "28 desks and the workshop."),
    ],
)
def test_another_thing_is_not_set_beside_the_last_answer(asked: tuple[str, ...], said: str) -> None:
    assert computed("handbook", asked, (said,)) is None


def test_two_figures_that_fit_alike_compute_nothing() -> None:
    one = passage("Clubs", "The chess club costs £5.\nThe rowing club costs £9.\nThe rowing club costs £12.")

    asked = ("what is the chess club", "how much more is the rowing club")
    assert computed("handbook", asked, ("The chess club costs £5.",), (one,)) is None
