"""Parts of a question that nothing found says a word of."""

from __future__ import annotations

import pytest

from execution_agents.answer.checks.unsaid_parts import unsaid_parts
from tests.execution_agents.answer.turns import asked, law, passage

TANK = ("배수지", "솔빛배수지의 용량은 8,000 m³이다. 급수 구역은 솔빛 신도시이다.")


@pytest.mark.parametrize(
    ("question", "unsaid"),
    [
        ("솔빛배수지 용량이랑 요금 납부일 알려줘", ("요금 납부일 알려줘",)),
        ("솔빛배수지 용량이랑 급수 구역 알려줘", ()),
        ("요금 납부일이랑 직원 식당 알려줘", ()),
        ("솔빛배수지 용량 알려줘", ()),
        ("what is the capacity, and the fee?", ()),
    ],
)
def test_only_what_nothing_found_speaks_of_is_named(question: str, unsaid: tuple[str, ...]) -> None:
    request = asked(question, law(passage("p1", *TANK)))
    assert unsaid_parts(request, "솔빛배수지의 용량은 8,000 m³입니다.") == unsaid
