"""Lines are found by how people ask for them, in words that the lines do not have."""

from __future__ import annotations

import pytest

from execution_agents.retrieval.asked_lines import LineIndex
from foundation.domains.schema.line_questions import LineQuestions

BOAT = "The outboard motor is serviced after every 50 running hours."
JACKET = "Children under 12 wear a life jacket on deck at all times."
KEY = "선실 열쇠는 항구 사무실 3번 창구에서 받는다."


def line(text: str, *questions: str) -> LineQuestions:
    """A line and its questions."""
    return LineQuestions(document="documents/boat.md", heading="Boat", line=text, questions=questions)


INDEX = LineIndex(
    [
        line(BOAT, "how often does the engine need maintenance?", "when is the next check of the engine due"),
        line(JACKET, "does my kid need a vest up there", "do little ones have to wear something to float"),
        line(KEY, "배 열쇠 어디서 받아요", "방 들어가려면 키 어디서 찾아?"),
    ]
)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("engine maintenance, how often?", BOAT),
        ("must the kid wear a vest", JACKET),
        ("키는 어디서 찾아요", KEY),
        ("창구 몇 번에서 받아", KEY),
    ],
)
def test_a_line_is_found_by_its_questions_and_by_its_own_words(question: str, text: str) -> None:
    assert INDEX.nearest(question, "", 3)[0].line == text


def test_a_follow_up_is_read_with_the_question_before_it() -> None:
    alone = INDEX.nearest("and where?", "", 1)
    [after, *_] = INDEX.nearest("어디서?", "배 열쇠 받아야 하는데", 1)
    assert alone == []
    assert after.line == KEY


def test_words_nobody_asked_with_make_it_further_away() -> None:
    near = INDEX.nearest("engine maintenance", "", 1)[0].nearness
    far = INDEX.nearest("engine maintenance certificate zebra", "", 1)[0].nearness
    assert 0 < far < near < 1


def test_nothing_in_common_is_nothing_found() -> None:
    assert INDEX.nearest("zebra", "", 3) == []
    assert LineIndex([]).nearest("engine", "", 3) == []


def test_a_line_is_given_once_and_no_more_than_wanted() -> None:
    found = INDEX.nearest("engine engine maintenance check kid wear vest", "", 2)
    assert len(found) == 2
    assert len({one.line for one in found}) == 2


def test_the_questions_of_a_line_are_found_however_it_is_written() -> None:
    steps = LineIndex([line("Close the valve. Then call the office.", "what after closing")])
    assert steps.questions_of("2. Close the valve.") == "what after closing"
    assert steps.questions_of("Then call the office.") == "what after closing"
    assert steps.questions_of("Open the valve.") == ""


def test_an_entry_without_a_word_finds_nothing() -> None:
    assert LineIndex([line("--", "??")]).nearest("engine", "", 3) == []


def test_a_line_that_begins_with_a_figure_is_not_another_one() -> None:
    steps = LineIndex([line("5일 이내 낸다.", "며칠 안에 내요")])
    assert steps.questions_of("30일 이내 낸다.") == ""


def test_statements_that_differ_in_figures_alone_are_alike() -> None:
    steps = LineIndex([line("토출밸브를 120초에 걸쳐 닫는다.", "몇 초"), line("역회전이 없는지 확인한다.", "거꾸로")])
    assert steps.likeness("토출밸브를 120초에 걸쳐 닫는다.", "토출밸브를 240초에 걸쳐 닫는다.") == 1
    assert steps.likeness("토출밸브를 120초에 걸쳐 닫는다.", "역회전이 없는지 확인한다.") < 0.2


def test_each_sentence_of_a_line_is_as_near_as_its_line_and_the_nearest_counts_one() -> None:
    steps = LineIndex(
        [line("Close the valve. Then call the office.", "what after closing"), line(BOAT, "engine service?")]
    )
    near = steps.nearness("what after closing the valve, engine?", "", 0.01)
    assert near("Then call the office.") == near("2. Close the valve.") > near(BOAT) > 0
    assert max(near(BOAT), near("Close the valve.")) == 1
    assert near("Open the valve.") == 0
    assert steps.nearness("engine and much else besides", "", 0.9)(BOAT) < 1, "the nearest is not near"
    assert LineIndex([]).nearness("engine", "", 0.01)(BOAT) == 0


def test_a_line_stands_out_where_no_other_section_is_asked_for_like_it() -> None:
    def section(n: int, text: str, way: str) -> LineQuestions:
        return line(text, way).model_copy(update={"heading": f"Part {n}"})

    one = LineIndex(
        [line(BOAT, "engine service?"), line("The engine rests.", "engine service in winter"), line(KEY, "배 열쇠")]
    )
    alike = LineIndex([section(n, f"Berth {n} has power.", f"power at berth {n}") for n in range(8)])
    assert one.standing_out("engine service", "") > 0.3
    assert alike.standing_out("is there power", "") < 0.05
    assert one.standing_out("zebra", "") == LineIndex([]).standing_out("engine", "") == 0
