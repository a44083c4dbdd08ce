"""What is searched for beside the bare question."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from foundation.domains.loading.loader import load_pack, shipped_packs
from supervisor.planning.following.readings import readings_of
from supervisor.planning.understanding import understand
from tests.supervisor.planning.talks import context_of, exchange_of, talk

PLANT, HANDBOOK = (load_pack(shipped_packs() / name) for name in ("water_treatment", "handbook"))
NOW = datetime(2026, 11, 29, tzinfo=UTC)


@pytest.mark.parametrize("question", ["다음 정비 언제야", "담달에 정비 잡힌거 있나", "이번달에 정비한거 뭐뭐야"])
def test_who_asks_for_days_has_the_timetable_searched_for(question: str) -> None:
    texts = [one.text for one in readings_of(context_of(question, pack=PLANT, now=NOW), stands_alone=True)]
    assert texts[0] == question
    assert "정비 일정" in texts


def test_a_follow_up_has_the_timetable_of_the_question_before_it_searched_for() -> None:
    before = "올해 남은 정비 뭐야"
    (first,) = talk(before, pack=PLANT)
    context = context_of("몇 건이야?", [exchange_of(first, "2건입니다")], pack=PLANT, now=NOW)
    assert "정비 일정" in [one.text for one in readings_of(context, stands_alone=False)]


@pytest.mark.parametrize(
    ("question", "facts"),
    [
        (
            "송수 압력 기준이랑 정수지 유출 잔류염소 목표를 알려줘",
            ["송수 압력 기준", "정수지 유출 잔류염소 목표를 알려줘"],
        ),
        ("송수 압력 기준 알려줘", []),
        ("back to the residual, at what value does the low alarm go off", []),
        ("송수펌프 점검하고 여과지 세척 언제 해", []),
        ("송수 압력과 정수지 수위의 차이가 뭐야", []),
    ],
)
def test_each_of_several_facts_is_searched_for_by_its_own_words(question: str, facts: list[str]) -> None:
    texts = [one.text for one in readings_of(context_of(question, pack=PLANT, now=NOW), stands_alone=True)]
    assert texts[1 : 1 + len(facts)] == facts
    assert facts or not [text for text in texts[1:] if text in question]


def test_without_days_no_timetable_is_searched_for() -> None:
    texts = [one.text for one in readings_of(context_of("정비 담당이 누구야", pack=PLANT, now=NOW), stands_alone=True)]
    assert not [text for text in texts if text.endswith("일정")]


def test_how_something_is_counted_is_no_intent_of_its_own() -> None:
    """A pattern of the rules' intent (how many) took "how many is that" away from the holidays."""
    _, second = talk("which days are we closed in December", "how many is that", pack=HANDBOOK)
    assert second.data_types == ("holidays",)


@pytest.mark.parametrize("question", ["when's the office shut next", "is the office open on 28 december"])
def test_when_an_office_is_open_is_asked_of_the_days_it_is_not(question: str) -> None:
    assert understand(context_of(question, pack=HANDBOOK, now=NOW)).data_types == ("holidays",)
