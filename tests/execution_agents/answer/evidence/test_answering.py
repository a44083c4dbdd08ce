"""The words of a question that lines are ranked by."""

from __future__ import annotations

import pytest

from execution_agents.answer.evidence.answering import LONGEST_QUESTION, content_of, headed, ranked
from execution_agents.answer.evidence.passages import Asked, Passage
from foundation.domains.schema.quoting import ScoringFigures


@pytest.mark.parametrize(
    "text",
    ["1/1/" * 500, " ".join(f"{number} mg" for number in range(400)), " ".join(f"EQ-{n}" for n in range(100, 400))],
    ids=["one date", "figures", "codes"],
)
def test_a_long_question_has_a_bounded_number_of_words(text: str) -> None:
    # Each is looked for in every line at hand: two thousand characters of dates took twelve seconds.
    assert 0 < len(content_of(text, lambda word: ())) <= LONGEST_QUESTION


def test_a_figure_said_twice_is_one_word() -> None:
    assert len(content_of("30 mg or 30 mg?", lambda word: ())) == len(content_of("30 mg?", lambda word: ()))


DOSES = Passage(
    1,
    "3장 혼화와 응집 > 응집제 주입률 정하기",
    "| 원수 탁도 | PACl 출발값 |\n| --- | --- |\n| 5 NTU 미만 | 14 mg/L |\n| 5~20 NTU | 20 mg/L |\n"
    "| 20~50 NTU | 28 mg/L |",
    score=1.0,
)


@pytest.mark.parametrize(
    ("standalone", "own", "row"),
    [
        ("탁도 12 NTU일 때 PACl 출발값", "탁도 12 NTU일 때 PACl 출발값", "5~20 NTU | 20 mg/L"),
        ("원수 탁도 12인데 PACl 얼마 넣어?", "원수 탁도 12인데 PACl 얼마 넣어?", "5~20 NTU | 20 mg/L"),
        ("탁도 12 NTU일 때 PACl 출발값 30이면?", "30이면?", "20~50 NTU | 28 mg/L"),
        ("PACl 3 NTU 미만일 때", "PACl 3 NTU 미만일 때", "5 NTU 미만 | 14 mg/L"),
    ],
)
def test_the_row_in_whose_range_the_figure_lies_leads_its_table(standalone: str, own: str, row: str) -> None:
    assert ranked(Asked(standalone, own), [DOSES], "ko", ScoringFigures())[0].text == row


HEADINGS = (
    "15장 비상 소독 > 비상 시 잔류염소 기준",
    "7장 정수지 > 잔류염소 기준",
    "3. Sick leave > Sick pay",
    "4. Work > Hours",
)


@pytest.mark.parametrize(
    ("question", "titles"),
    [
        ("잔류염소 기준은?", {HEADINGS[1]}),
        ("비상 시 잔류염소 기준", {HEADINGS[0]}),
        ("what is sick pay?", {HEADINGS[2]}),
        ("정수 잔류염소 기준", set[str]()),
        ("sick pay during probation", set[str]()),
        ("what are my hours", set[str]()),
    ],
)
def test_a_heading_leads_where_a_question_says_it_and_nothing_else(question: str, titles: set[str]) -> None:
    assert headed(question, HEADINGS) == titles
