"""The arithmetic of the figures, on turns made up for it and the real grader."""

from __future__ import annotations

from typing import Any

import pytest

from evaluations.conversations.figures import Figures, figures_of, graded
from evaluations.conversations.holding import Held, forms_of, is_from_passages
from evaluations.conversations.reading import Conversation, Turn
from evaluations.conversations.report import ConversationsReport, Run
from evaluations.harness.client import Answer
from evaluations.harness.grader import FOLDER, Grader, grader_of
from service_agent.statistics.intervals import Rate
from tests.evaluations.harness.made import DATA, final_message, needs

pytestmark = [pytest.mark.public_data, needs(FOLDER, "grade.py")]
RENT = {"lead": [["700만원"]]}
TURNS: list[dict[str, Any]] = [
    {"say": "a", "kind": "opening", "outcome": "answer", "expect": RENT, "decision": {"market": "search"}},
    {"say": "b", "kind": "follow-up", "outcome": "answer", "expect": RENT, "decision": {"market": "reuse"}},
    {"say": "c", "kind": "follow-up", "outcome": "answer", "expect": RENT, "decision": {"market": "reuse"}},
    {"say": "d", "kind": "follow-up", "outcome": "answer", "expect": RENT, "must_not_reuse": ["legal"]},
    {
        "say": "e", "kind": "computing", "outcome": "answer",
        "expect": {"lead": [["1400만원"]], "half": [["700만원"], ["2배"]]},
    },
    {"say": "f", "kind": "small talk", "outcome": "smalltalk", "expect": {"lead": [["안녕"]]}},
    {"say": "g", "kind": "time", "outcome": "answer", "expect": RENT, "until": "2020-01-31"},
]  # fmt: skip
CONVERSATION = Conversation.model_validate(
    {"id": "T1", "pack": "real_estate", "data": "shipped", "lang": "ko", "turns": TURNS}
)


@pytest.fixture(scope="module")
def grader() -> Grader:
    return grader_of(DATA)


def held(number: int, content: str, found: tuple[bool, ...] = (), **decisions: str) -> Held:
    reuse = {"data_types": {name: {"decision": how} for name, how in decisions.items()}}
    answer = Answer(final_message(content, reuse=reuse, usage={"search_calls": number}), seconds=number)
    return Held(CONVERSATION, number, CONVERSATION.turns[number - 1], answer, found, found, from_passages=number < 3)


ALL = [
    held(1, "월세는 700만원입니다 [1]", (True,), market="searched"),
    held(2, "월세는 700만원입니다. [1]", (True,), market="reused"),
    held(3, "찾지 못했습니다", (True,), market="searched"),
    held(4, "장미는 붉다", (False,), legal="reused"),
    held(5, "700만원이고 2배", (True, True)),
    held(6, "안녕하세요"),
    held(7, "700만원", (True,)),
]


def figures(grader: Grader, *turns: Held) -> Figures:
    return figures_of(graded(turns, grader))


def test_each_figure_is_counted_over_its_own_turns(grader: Grader) -> None:
    found = figures(grader, *ALL)
    assert found.right == Rate(3, 6)
    assert found.wrong == Rate(1, 6)
    assert found.follow_ups_right == Rate(1, 3)
    assert found.evidence == Rate(4, 5)
    assert found.follow_ups_evidence == Rate(2, 3)
    assert found.strayed == Rate(2, 5)
    assert found.wrong_reuse == Rate(1, 2)
    assert found.due_reuse == Rate(1, 2)
    assert found.characters == (len("월세는 700만원입니다 [1]") + len("월세는 700만원입니다. [1]")) / 2
    assert found.seconds == 3.5
    assert found.searches == 3.5
    assert found.failed == 0


def test_what_is_right_of_a_month_that_is_over_is_not_graded(grader: Grader) -> None:
    assert [turn.held.number for turn in graded(ALL, grader)] == [1, 2, 3, 4, 5, 6]


def test_half_of_what_must_stand_in_the_evidence_is_not_enough(grader: Grader) -> None:
    whole = figures(grader, *ALL)
    lacking = figures(grader, *ALL[:4], held(5, "700만원이고 2배", (True, False)), *ALL[5:])
    assert (whole.evidence.hits, lacking.evidence.hits) == (4, 3)


def test_a_turn_the_service_refused_is_wrong_and_counted(grader: Grader) -> None:
    refused = Held(CONVERSATION, 1, CONVERSATION.turns[0], Answer({}, 1.0, "No."), (False,), (False,), False)
    found = figures(grader, refused, *ALL[1:])
    assert (found.failed, found.wrong.hits, found.strayed.hits) == (1, 2, 3)


def test_nothing_held_gives_no_shares(grader: Grader) -> None:
    found = figures(grader)
    assert found.right == Rate(0, 0)
    assert (found.characters, found.seconds, found.searches) == (None, None, None)


ROW = {"price": 1}


@pytest.mark.parametrize(("rows", "from_passages"), [("", False), ("--", True), ("-r", False)])
def test_an_answer_is_from_passages_when_it_cites_no_row(rows: str, from_passages: bool) -> None:
    citations = [{"fields": ROW if each == "r" else {}} for each in rows]
    assert is_from_passages(final_message(citations=citations)) is from_passages


def test_evidence_is_asked_for_where_an_answer_alone_is_right() -> None:
    turns = CONVERSATION.turns
    assert turns[0].evidence == (("700만원",),)
    assert turns[4].evidence == (("700만원",), ("2배",))
    assert turns[5].evidence == ()
    either = Turn.model_validate({**TURNS[0], "outcome": ["answer", "refuse"]})
    assert either.evidence == ()


@pytest.mark.parametrize(
    ("words", "sums"),
    [
        ("70million", ("won:70000000",)), ("1.4 billion", ("won:1400000000",)), ("1.4bn", ("won:1400000000",)),
        ("70 milk", ()), ("70", ()),
    ],
)  # fmt: skip
def test_an_english_sum_is_looked_for_in_korean_rows_too(words: str, sums: tuple[str, ...], grader: Grader) -> None:
    assert forms_of(words) == (words, *sums)
    assert grader.holds("부부 합산 연소득 7천만 원 이하", forms_of("70million")[1])


def test_the_gap_is_in_points_of_turns_right(grader: Grader) -> None:
    first, second = Run("first", graded(ALL, grader)), Run("second", graded(ALL[2:4], grader))
    assert ConversationsReport([first, second], grader, "second").gap == pytest.approx(50.0)
    assert ConversationsReport([first], grader).gap is None


def test_the_confidence_shown_is_held_against_what_was_right(grader: Grader) -> None:
    def sure(confidence: float | None, content: str, *, from_passages: bool = True) -> Held:
        answer = Answer(final_message(content, confidence=confidence), seconds=1)
        return Held(CONVERSATION, 1, CONVERSATION.turns[0], answer, (), (), from_passages=from_passages)

    right, wrong = "월세는 700만원입니다 [1]", "월세는 800만원입니다 [1]"
    turns = (sure(0.96, right), sure(1.0, wrong), sure(0.5, wrong), sure(None, right))
    found = [figures_of(graded([one], grader)).by_confidence for one in turns]
    assert found == [{"0.9": Rate(1, 1)}, {"0.9": Rate(0, 1)}, {"0.5": Rate(0, 1)}, {}]
    assert figures_of(graded([sure(0.5, right, from_passages=False)], grader)).by_confidence == {}
    assert figures_of(graded(turns[2:3], grader)).as_json()["by_confidence"]["0.5"]["of"] == 1
