"""What a question says besides its figures."""

from __future__ import annotations

from execution_agents.analysis.said.leftover import rest_of
from foundation.language.figures.reader import figures_of


def rest(text: str, known: str) -> tuple[str, ...]:
    return rest_of(text, figures_of(text), known)


def test_what_was_said_before_is_no_rest() -> None:
    assert rest("how much is parking for 3 days", "Parking costs £14 a day.") == ()
    assert rest("그럼 헬스장 6개월이면 얼마", "헬스장 회비는 한 달에 4만원입니다.") == ()


def test_another_thing_is_a_rest() -> None:
    assert rest("how much is a bike rack for 3 days", "Parking costs £14 a day.") == ("bike", "rack")
    assert rest("수영장은 6개월이면?", "헬스장 회비는 한 달에 4만원입니다.") == ("수영장",)
