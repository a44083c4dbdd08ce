"""The arithmetic of live reuse, on turns made up for it."""

from __future__ import annotations

from evaluations.harness.client import Answer
from evaluations.harness.rates import written
from evaluations.live.holding import Held
from evaluations.live.pack import passage_of
from evaluations.live.reading import Label, Turn
from evaluations.live.report import ALWAYS_SEARCH, LiveReport, compared, figures_of
from service_agent.statistics.intervals import Rate
from tests.evaluations.harness.made import final_message


def turn(number: int, gold: str, label: Label | None) -> Turn:
    return Turn(number, f"question {number}", frozenset(gold), label)


TURNS = [
    turn(1, "a", None), turn(2, "ab", "full"), turn(3, "c", "none"), turn(4, "de", "partial"), turn(5, "", "no_gold"),
]  # fmt: skip


def held(at: int, how: str, pieces: str, in_hand: str) -> Held:
    reuse = {"data_types": {"documents": {"decision": how}}}
    answer = Answer(final_message("said", reuse=reuse), 0.5)
    return Held(0, TURNS[at], answer, frozenset(pieces.split()), frozenset(in_hand))


OURS = [
    held(0, "searched", "a#1 b x", ""),
    held(1, "reused", "a#1 b x", "abx"),
    held(2, "reused", "a#1 b x", "abx"),
    held(3, "reused", "d x", "abdx"),
    held(4, "reused", "a#1 b x", "abdx"),
]
FRESH = [held(at, "searched", pieces, "") for at, pieces in enumerate(("a#1 b x", "a#1 a#2 b", "c", "d", "x y"))]


def test_each_figure_is_counted_over_its_own_turns() -> None:
    found = figures_of(compared(OURS, FRESH))
    assert found["reused, of all later turns"] == Rate(4, 4)
    assert found["wrongly reused: label none"] == Rate(1, 1)
    assert found["reused although a fresh search holds more gold"] == Rate(1, 3)
    assert found["… more pieces of gold"] == Rate(2, 3)
    assert found["reused of reusable: gold in hand, a fresh search brings no more"] == Rate(2, 2)
    assert found["reused of reusable: all gold in hand"] == Rate(1, 1)
    assert found["reused of reusable: label full"] == Rate(1, 1)
    assert found["answered from all gold"] == Rate(1, 3)
    assert found["answered from some gold"] == Rate(2, 3)
    assert found["turned away without evidence"] == Rate(0, 3)


def test_whoever_always_searches_reuses_nothing_and_is_never_bettered() -> None:
    report = LiveReport({"as it is": OURS, ALWAYS_SEARCH: FRESH})
    never = report.as_json()[ALWAYS_SEARCH]
    assert never["reused, of all later turns"]["hits"] == 0
    assert never["reused although a fresh search holds more gold"]["hits"] == 0
    assert never["answered from all gold"] == written(Rate(2, 3))


def test_a_search_without_gold_in_hand_is_no_missed_reuse() -> None:
    searched = [held(2, "searched", "c", "abx")]
    assert figures_of(compared(searched, searched))["reused of reusable: all gold in hand"] == Rate(0, 0)


def test_a_piece_of_a_passage_is_that_passage() -> None:
    assert passage_of("822086267_6698-7277-0-579.md#2") == "822086267_6698-7277-0-579"
    assert passage_of("documents/ibmcld_15926-1517-3367.md") == "ibmcld_15926-1517-3367"
