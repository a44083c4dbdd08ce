"""How many turns of their own a conversation's turns are worth, and what is said of arms because of it."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from scipy import stats  # pyright: ignore[reportMissingTypeStubs]

from foundation.storage.experiments.clusters import Clusters
from foundation.storage.experiments.labels import Truths
from foundation.storage.experiments.rollups import Sums
from service_agent.statistics.by_conversation import CONVERSATIONS_FROM, NO_CONVERSATIONS, Conversations
from service_agent.statistics.reuse_metrics import (
    CONTROL,
    ArmFigures,
    Figures,
    compare_arms,
    conversations_of,
    figures_of,
)

Talks = Sequence[Sequence[float]]
"""Of each conversation the figure of each turn."""


def summed(talks: Talks) -> Clusters:
    """What the service keeps of them."""
    n, x = [len(talk) for talk in talks], [sum(talk) for talk in talks]
    return Clusters(
        sessions=len(talks),
        turns=sum(n),
        turns_sq=float(sum(each**2 for each in n)),
        total=int(sum(x)),
        total_sq=float(sum(each**2 for each in x)),
        crossed=float(sum(a * b for a, b in zip(n, x, strict=True))),
        squares=float(sum(each**2 for talk in talks for each in talk)),
    )


def drawn(*arms: Talks) -> Conversations:
    """Arms of one figure, x."""
    return Conversations(tuple({"x": summed(talks)} for talks in arms))


def test_the_effect_is_the_variance_by_conversations_over_that_of_independent_turns() -> None:
    talks = [[3, 4, 5], [9], [8, 9, 9, 10], [1, 2], [5, 5]]
    values = np.array([each for talk in talks for each in talk], dtype=float)
    mean, turns, many = values.mean(), len(values), len(talks)
    apart = sum((sum(talk) - mean * len(talk)) ** 2 for talk in talks) / turns**2 * many / (many - 1)
    assert drawn(talks).effect("x") == pytest.approx(apart / (values.var(ddof=1) / turns))


def test_turns_that_are_the_same_count_as_one_and_independent_ones_as_all() -> None:
    source = np.random.default_rng(1)
    same = [[int(each)] * 5 for each in source.integers(0, 100, 4_000)]
    own = source.integers(0, 100, (4_000, 5)).tolist()
    assert drawn(same).effect("x") == pytest.approx(5, rel=0.01)
    assert drawn(own).effect("x") == pytest.approx(1, abs=0.06)
    even = [[0, 1], [1, 0], [0, 1]]
    assert drawn(even).effect("x") == 1.0, "never fewer than as if independent"
    assert NO_CONVERSATIONS.effect("x") == drawn([[7, 7], [7]]).effect("x") == 1.0


def test_what_lies_between_arms_is_no_difference_between_conversations() -> None:
    source = np.random.default_rng(2)
    low = source.integers(0, 10, (500, 4)).tolist()
    high = (source.integers(0, 10, (500, 4)) + 1_000).tolist()
    assert drawn(low, high).effect("x") < 1.2
    assert drawn([*low, *high]).effect("x") > 3.9, "of one arm it would be"


def test_at_one_look_few_conversations_say_less() -> None:
    talks = [[1, 2], [5, 6], [2, 9], [4, 4]]
    quantile = float(stats.t.ppf(0.975, 3)) / float(stats.norm.ppf(0.975))  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]
    assert drawn(talks).once("x") == pytest.approx(drawn(talks).effect("x") * quantile**2, rel=0.01)
    assert drawn(talks * 500).once("x") == pytest.approx(drawn(talks * 500).effect("x"), rel=0.01)
    assert drawn([[1, 2, 3]]).once("x") == 3, "one conversation is one"


def test_some_of_the_turns_are_of_as_many_conversations_as_their_part() -> None:
    talks = drawn([[1, 2]] * 60)
    assert [talks.worth("x", turns) for turns in (120, 30, 0, 500)] == [60, 15, 0, 60]
    assert NO_CONVERSATIONS.worth("x", 10) == 0


def compared(many: int, alike: int, known: int = 40) -> ArmFigures:
    """An arm beside the control: so many conversations of ten turns of each, of which `alike` are the same."""
    source = np.random.default_rng(3)
    groups = dict[tuple[str, str], Figures]()
    for name, mean in ((CONTROL, 1_300), ("hybrid", 1_000), ("trial", 1_000)):
        times = np.repeat(source.integers(mean - 900, mean + 900, (many, 10 // alike)), alike, axis=1)
        talks: list[list[int]] = times.tolist()
        sums = Sums(turns=times.size, elapsed_ms=int(times.sum()), elapsed_sq=float((times.astype(float) ** 2).sum()))
        wrong = known if name == "trial" else 0
        clusters = {
            "elapsed_ms": summed(talks),
            "wrong_reuse": summed([[float(name == "trial")] * alike] * (known // alike)),
        }
        truths = {"audit": Truths(correct_skip=known - wrong, incorrect_skip=wrong)}
        groups[name, CONTROL if name == CONTROL else "hybrid"] = figures_of(sums, truths, Conversations((clusters,)))
    return compare_arms(groups)[-1]


def test_no_difference_is_called_before_there_are_enough_conversations() -> None:
    few, enough = (compared(many, alike=1) for many in (CONVERSATIONS_FROM - 1, CONVERSATIONS_FROM))
    assert few.against_control is None and conversations_of(few.figures) == CONVERSATIONS_FROM - 1
    assert enough.against_control is not None and enough.against_control.time_ms is not None
    assert enough.against_control.time_ms.differs


def test_alike_turns_make_the_interval_wider_and_the_same_difference_is_not_called() -> None:
    alone, alike = compared(60, alike=1).against_control, compared(60, alike=10).against_control
    assert alone is not None and alike is not None and alone.time_ms is not None and alike.time_ms is not None
    widths = [each.interval.high - each.interval.low for each in (alone.time_ms, alike.time_ms)]
    assert alone.time_ms.differs and not alike.time_ms.differs
    assert widths[1] > 2.5 * widths[0]


def test_wrong_reuse_of_a_few_conversations_is_no_difference_however_many_turns_it_is_of() -> None:
    few, many = compared(60, alike=2, known=80), compared(60, alike=2, known=100)
    assert few.wrong_reuse_against_base is None, "40 conversations"
    assert many.wrong_reuse_against_base is not None and many.wrong_reuse_against_base.differs
