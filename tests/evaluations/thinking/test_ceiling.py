"""What can be reached follows from the written rules alone, and a coin that never errs reaches everything."""

from __future__ import annotations

import pytest

from evaluations.thinking.ceiling import after_checks, judgements, once, one_call, taken_apart, thinking
from evaluations.thinking.rules import Rules
from foundation.domains.schema.thinking import ThinkingFigures

FIGURES = ThinkingFigures()


@pytest.mark.parametrize("parts", [0, 1, 2, 3])
def test_a_model_that_never_errs_is_always_right(parts: int) -> None:
    assert one_call(Rules(p=1.0), parts) == 1
    assert thinking(Rules(p=1.0), parts, FIGURES) == pytest.approx(1)


@pytest.mark.parametrize("p", [0.5, 0.8, 0.9])
def test_all_cases_together_are_one(p: float) -> None:
    assert sum(once(p, 2).values()) == pytest.approx(1)
    assert sum(taken_apart(p, 3).values()) == pytest.approx(1)
    for draft in ((0, 0), (1, 0), (0, 2)):
        assert sum(share for share, _, _ in judgements(draft, Rules(p=p), FIGURES)) == pytest.approx(1)
        assert 0 <= after_checks(draft, Rules(p=p), FIGURES, once(p, 1), again=False) <= 1


def test_one_call_of_three_tasks_is_the_cube() -> None:
    assert one_call(Rules(p=0.85), 1) == pytest.approx(0.85**3)


def test_a_better_model_reaches_more() -> None:
    reached = [thinking(Rules(p=p), 2, FIGURES) for p in (0.6, 0.7, 0.8, 0.9)]
    assert reached == sorted(reached)
