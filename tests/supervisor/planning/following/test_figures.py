"""A figure gives way to one of its kind, where the follow-up says nothing else."""

from __future__ import annotations

import pytest

from supervisor.planning.following.figures import corrected_by, figures_exchanged
from supervisor.planning.following.topic import apply_edits
from supervisor.planning.reading import read_question
from tests.supervisor.planning.talks import context_of


@pytest.mark.parametrize(
    ("earlier", "question", "exchanged"),
    [
        ("월세를 석 달 밀리면 해지되나요?", "두 달 밀리면요?", "월세를 두 달 밀리면 해지되나요?"),
        ("보증금을 5% 올릴 수 있어?", "10%면?", "보증금을 10% 올릴 수 있어?"),
        ("what does alarm WQ-302 mean", "and 301?", "what does alarm 301 mean"),
        ("what does alarm WQ-302 mean", "and WQ-301?", "what does alarm WQ-301 mean"),
        ("월세를 석 달 밀리면 해지되나요?", "보증금은 두 달 안에 줘?", "월세를 석 달 밀리면 해지되나요?"),
        ("월세를 석 달 밀리면 해지되나요?", "10%면?", "월세를 석 달 밀리면 해지되나요?"),
        ("5%에서 7%로 올릴 수 있어?", "10%면?", "5%에서 7%로 올릴 수 있어?"),
        ("월세를 밀리면 해지되나요?", "두 번 밀리면요?", "월세를 밀리면 해지되나요?"),
        ("보증금을 5% 올릴 수 있어?", "오타요 10%", "보증금을 10% 올릴 수 있어?"),
        ("보증금을 5% 올릴 수 있어?", "오타, 월세 10%", "보증금을 5% 올릴 수 있어?"),
    ],
)
def test_a_figure_gives_way_to_one_of_its_kind(earlier: str, question: str, exchanged: str) -> None:
    edits = figures_exchanged(earlier, read_question(context_of(question)), [])
    assert apply_edits(earlier, edits) == exchanged


@pytest.mark.parametrize(
    ("question", "topic", "corrected"),
    [
        ("sorry typo, 4 months", "the lease ends after 4 months", True),
        ("오타요 10%", "보증금을 10% 올릴 수 있어?", True),
        ("sorry, 4 months and what about the deposit", "the lease ends after 4 months", False),
        ("오타요 10%", "보증금을 5% 올릴 수 있어?", False),  # not put in
        ("4 months", "the lease ends after 4 months", False),  # no correction
    ],
)
def test_a_message_may_only_correct_a_figure(question: str, topic: str, corrected: bool) -> None:
    assert corrected_by(question, topic) is corrected
