"""Which limit of a list holds for the region a question names."""

from __future__ import annotations

from execution_agents.analysis.limits.places import of_its_place, region_asked
from execution_agents.analysis.limits.stated import stated_in
from tests.execution_agents.analysis.limits.questions import CARRY, HOMES, NOW, SMALL, passages

LIST = stated_in(passages(SMALL), HOMES, "ko")


def texts(question: str) -> list[str]:
    """The limits that hold."""
    return [one.limit.text for one in of_its_place(LIST, question, HOMES, NOW)]


def test_a_region_is_named_itself_or_by_the_one_around_it() -> None:
    assert texts("서울에서") == texts("관악구에서") == ["1억 6,500만 원"]


def test_a_region_is_named_by_what_it_is() -> None:
    assert texts("대구에서") == ["8,500만 원"]


def test_no_region_leaves_all_and_an_unsaid_one_none() -> None:
    assert len(texts("보증금이")) == len(LIST)
    single = stated_in(passages(CARRY), HOMES, "en")
    assert list(of_its_place(single, "서울에서", HOMES, NOW)) == list(single)


def test_two_regions_are_no_place() -> None:
    assert region_asked("서울과 대구", HOMES, NOW) is None
