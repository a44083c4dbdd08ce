"""Units and parts over a table, at the end of run-on paragraphs too."""

from __future__ import annotations

import pytest

from execution_agents.ingest.estimates.captions import Caption


@pytest.mark.parametrize(
    ("text", "base", "unit"),
    [
        ("(㎡당)", "", "㎡"),
        ("(1,000매당)", "1000", "매"),
        ("(두께 3㎜ 길이 1m당)", "1", "m"),
        ("(m당 : 관길이 기준)", "", "m"),
        ("(바닥면적 ㎡)", "", "㎡"),
        ("① 이 품은 벽에 쓴다. ② 재료는 다음을 본다. (10㎡당)", "10", "㎡"),
        ("12 어느부문 (일당)", "", "일"),
    ],
)
def test_the_unit_of_a_table(text: str, base: str, unit: str) -> None:
    caption = Caption("어느부문")
    caption.take(text)
    assert (caption.base, caption.unit) == (base, unit)


def test_numbered_parts_and_what_is_in_them() -> None:
    caption = Caption()
    assert caption.take("1. 기둥 세우기 (개당)")
    assert (caption.parts, caption.unit) == (("기둥 세우기",), "개")
    caption.take("[주] ① 흙은 따로 셈한다. ② 기계는 따로 셈한다. 2. 판 붙이기 가. 인력편성 (㎡당)")
    assert (caption.parts, caption.unit) == (("판 붙이기", "인력편성"), "㎡")
    caption.take("3. 줄 매기")
    assert (caption.parts, caption.unit) == (("줄 매기",), "")


def test_a_remark_that_brings_a_table_names_its_case_for_that_table_alone() -> None:
    caption = Caption()
    caption.take("- 받침이 필요한 경우 다음 품을 적용한다. (개소당)")
    assert caption.parts == ("받침이 필요한 경우",)
    caption.take("- 나머지는 따로 셈한다.")
    assert caption.parts == ()


def test_an_example_goes_on_to_the_part_after_its_own() -> None:
    caption = Caption()
    caption.take("2. 판 붙이기 (㎡당)")
    caption.take("[주] ① 흙은 따로 셈한다. [계산예] 1. 판 열 장을 붙일 때 (10㎡당)")
    assert (caption.example, caption.parts, caption.unit) == (True, ("판 붙이기",), "㎡")
    caption.take("① 인원 산출 가. 인건비")
    assert caption.example
    caption.take("3. 줄 매기")
    assert (caption.example, caption.parts) == (False, ("줄 매기",))
