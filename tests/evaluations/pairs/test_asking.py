"""The arithmetic of pairs, on sessions made up for it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from evaluations.harness.client import Answer
from evaluations.pairs.asking import Asked, ordered
from evaluations.pairs.reading import Line
from evaluations.pairs.report import PairsReport
from service_agent.statistics.intervals import Rate
from tests.evaluations.harness.made import final_message

BIKES = Line(pack="handbook", say="bicycles?", answer_contains=(("cellar",),))
DOGS = Line(pack="handbook", say="dogs?", answer_contains=(("friday",),), not_contains=("cellar",))


def answer(*reused: str, searched: str = "benefits") -> Answer:
    types = {**{name: {"decision": "reused"} for name in reused}, searched: {"decision": "searched"}}
    return Answer(final_message("said", reuse={"data_types": types}), 0.1)


def asked(line: Line, *reused: str, before: str = "", **seen: bool) -> Asked:
    known: dict[str, Any] = {"answered": False, "found": False, "says_wrong": False, **seen}
    return Asked(line, (before,) if before else (), answer(*reused), **known)


def test_a_reuse_is_wrong_where_the_expected_answer_is_nowhere_or_something_wrong_is_said() -> None:
    assert asked(BIKES, "policy").is_wrong_reuse
    assert asked(BIKES, "policy", found=True, says_wrong=True).is_wrong_reuse
    assert not asked(BIKES, "policy", found=True).is_wrong_reuse
    assert not asked(BIKES).is_wrong_reuse, "what was searched is no reuse, however wrong it is"


def test_a_due_reuse_is_of_any_type_or_of_every_named_one() -> None:
    anything = Line(pack="handbook", turns=("a", "b"))
    named = Line(pack="handbook", turns=("a", "b"), decision={"policy": "reuse", "benefits": "search"})
    searching = Line(pack="handbook", turns=("a", "b"), decision="search")
    assert asked(anything, "policy").is_due_reuse
    assert not asked(anything).is_due_reuse
    assert asked(named, "policy").is_due_reuse
    assert not asked(named, "benefits").is_due_reuse
    report = PairsReport([], [], [asked(anything, "policy"), asked(named), asked(searching)])
    assert report.figures()["true follow-ups that reused"] == Rate(1, 2)


def test_rates_are_of_pairs_and_of_questions_that_are_right_alone() -> None:
    alone = [asked(BIKES, answered=True, found=True), asked(DOGS)]
    pairs = [asked(BIKES, "policy", before="dogs?"), asked(DOGS, before="bicycles?")]
    report = PairsReport(pairs, alone, [])
    found = report.figures()
    assert found["second answered from the first's evidence"] == Rate(1, 2)
    assert found["second reused anything"] == Rate(1, 2)
    assert found["right alone"] == Rate(1, 2)
    assert found["right alone, not as the second"] == Rate(1, 1)
    assert [one.line.say for one in report.wrong] == ["bicycles?"]
    assert report.as_json()["handbook"] == report.as_json()["all"]
    assert pairs[0].json()["wrong_reuse"] is True
    assert alone[0].json()["wrong_reuse"] is False


def test_without_labels_another_answer_than_alone_is_counted() -> None:
    bare = Line(pack="handbook", say="payday?", is_labelled=False)
    alone = [asked(bare, answered=True, found=True)]
    same, reused = asked(bare, before="dogs?"), asked(bare, "policy", before="cats?")
    types = {"policy": {"decision": "reused"}}
    other = Answer(final_message("on the 26th [2]", reuse={"data_types": types}), 0.1)
    pairs = [same, reused, replace(reused, answer=other)]
    report = PairsReport(pairs, alone, [])
    found = report.figures()
    assert found["without labels: second reused, answered otherwise than alone"] == Rate(1, 3)
    assert found["second answered from the first's evidence"] == Rate(0, 0)
    assert found["right alone"] == Rate(0, 0)


def test_every_question_comes_after_all_others_or_evenly_chosen_ones() -> None:
    lines = [Line(pack="handbook", say=name, is_labelled=False) for name in "abcde"]
    assert len(ordered(lines, None)) == 20
    few = ordered(lines, 2)
    assert [first.say for first, second in few if second.say == "a"] == ["b", "d"]
    assert len(few) == 10
    assert all(first is not second for first, second in few)
