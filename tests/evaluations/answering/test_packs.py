"""What the measurement calls a wrong figure."""

from __future__ import annotations

import pytest

from evaluations.answering.packs import wrongly_said

STEPS = [f"{number}. 배수밸브를 열어 비운다." for number in range(1, 10)]


@pytest.mark.parametrize("step", STEPS)
def test_another_number_of_a_step_is_no_wrong_figure(step: str) -> None:
    assert wrongly_said(step, step, "ko") == ""


@pytest.mark.parametrize("hours", range(2, 40))
def test_of_a_step_the_figure_in_it_is_changed(hours: int) -> None:
    sentence = f"3. 배수밸브를 열어 {hours}시간에 걸쳐 비운다."
    changed = wrongly_said(sentence, sentence, "ko")
    assert changed.startswith("배수밸브를 열어 ")
    assert changed not in sentence


@pytest.mark.parametrize("top", range(1, 40))
def test_a_zero_more_before_a_zero_is_no_wrong_figure(top: int) -> None:
    changed = wrongly_said(f"범위 | 0~{top}", "", "ko")
    assert not changed.startswith("범위 | 00~")
