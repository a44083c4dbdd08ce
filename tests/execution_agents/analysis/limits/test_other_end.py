"""A bound that another place states of the other end."""

from __future__ import annotations

import pytest

from execution_agents.analysis.limits.judging import judged
from execution_agents.analysis.limits.other_end import other_end
from tests.execution_agents.analysis.limits.questions import WATER, asking, passages

CLEANING = ("침전지 청소 절차", "산소 농도 18 % 이상을 확인하고 청소를 시작한다.")
ENTERING = ("밀폐 공간 작업", "밀폐 공간의 산소는 23.5 % 이하로 유지한다.")
GAS = ("가스 검지", "검지기의 습도는 23.5 % 이하로 유지한다.")
STRICTER = ("정수지 청소 절차", "산소 농도 19.5 % 이상을 확인한다.")
FILTERED = ("여과수 탁도", "여과수의 탁도는 0.10 NTU 이하로 유지한다.")
RAW = ("원수 탁도", "원수의 탁도는 5 NTU 이상으로 유지한다.")


@pytest.mark.parametrize(
    ("question", "texts", "yes", "ends"),
    [
        ("침전지 청소에 산소 24 %면 괜찮아?", (CLEANING, ENTERING), False, "23.5 %"),
        ("침전지 청소에 산소 20 %면 괜찮아?", (CLEANING, ENTERING), True, "18 %"),
        ("침전지 청소에 산소 17 %면 괜찮아?", (CLEANING, ENTERING), False, "18 %"),
        ("침전지 청소에 산소 24 %면 괜찮아?", (CLEANING, GAS), True, "18 %"),  # bounded is another thing
        ("침전지 청소에 산소 19 %면 괜찮아?", (CLEANING, STRICTER), True, "18 %"),  # of another case, not the other end
        ("여과수 탁도 0.08 NTU면 괜찮아?", (FILTERED, RAW), True, "0.10 NTU"),  # of other water
    ],
)
def test_a_value_keeps_both_ends(question: str, texts: tuple[tuple[str, str], ...], yes: bool, ends: str) -> None:
    one = asking(question, passages(*texts), pack=WATER)
    found = judged(one)
    assert found is not None
    decided = other_end(found, one)
    assert (decided.is_yes, decided.stated.limit.text) == (yes, ends)
