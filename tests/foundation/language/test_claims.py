"""What of a draft is a claim, by where it stands: no list number, no heading, no yes or no of its own."""

from __future__ import annotations

import pytest

from execution_agents.answer.checks.numbers import check_numbers
from execution_agents.answer.checks.support import Ground
from foundation.domains.schema.answering import AnswerFigures
from foundation.language.claims import claims_of, without_numbering
from foundation.language.figures.reader import figures_of

FIGURES = AnswerFigures()
PASSAGES = (
    (
        "Saving energy",
        "Turn the lights off when you leave a room. Opt for a fan in place of air conditioning. "
        "The cooler is set to 26 °C. Corporations are taxed on their profits. Work starts at 9.",
    ),
    ("에너지", "방을 나갈 때 불을 끈다. 냉방 온도는 26 ℃로 한다. 연차는 입사 1년 뒤 15일이다."),
)
GROUND = Ground(PASSAGES, FIGURES)
KNOWN = [figure for _, text in PASSAGES for figure in figures_of(text)]


def wrong(draft: str) -> list[str]:
    supports = [GROUND.support(claim.text) for claim in claims_of(draft)]
    unknown = check_numbers(draft, KNOWN, FIGURES.check).unsupported
    return [*unknown, *(one for each in supports for one in (*each.figures, *each.misplaced))]


@pytest.mark.parametrize(
    "draft",
    [
        "2. Turn the lights off when you leave a room.\n3. Opt for a fan in place of air conditioning.",
        "1. Turn the lights off when you leave a room. 2. Opt for a fan in place of air conditioning.",
        "Two ways: 1) Turn the lights off when you leave a room 2) Opt for a fan in place of air conditioning",
        "(2) Turn the lights off when you leave a room.",
        "Turn the lights off when you leave a room (2).",
        "- 7. Turn the lights off when you leave a room.",
        "## 3.2 Saving\nTurn the lights off when you leave a room.",
        "**2. Saving**\nTurn the lights off when you leave a room.",
        "2. 방을 나갈 때 불을 끕니다.\n3. 냉방 온도는 26 ℃로 합니다.",
    ],
)
def test_the_number_of_an_item_is_no_figure(draft: str) -> None:
    assert wrong(draft) == []


@pytest.mark.parametrize(
    ("draft", "figure"),
    [
        ("2. The cooler is set to 28 °C.", "28 °C"),
        ("1. Turn the lights off when you leave a room. 2. The cooler is set to 24 °C.", "24 °C"),
        ("Work starts at 7.", "7"),
        ("냉방 온도는 (28) ℃로 한다.", "28"),
        ("## 28 ℃\n냉방 온도는 26 ℃로 한다.", "28 ℃"),
        ("2021. 3. 5. 냉방 온도는 26 ℃로 한다.", "2021. 3. 5"),
    ],
)
def test_a_figure_inside_an_item_or_at_a_sentences_end_is_still_asked_for(draft: str, figure: str) -> None:
    assert any(figure in one for one in wrong(draft))


@pytest.mark.parametrize(
    ("draft", "texts"),
    [
        ("Yes.", []),
        ("Yes. The lights go off.", ["The lights go off."]),
        ("아니요. 필요하지 않습니다.", ["필요하지 않습니다."]),
        ("네, 됩니다.", ["됩니다."]),
        ("No data is kept.", ["No data is kept."]),
        ("네 명까지 들어갑니다.", ["네 명까지 들어갑니다."]),
        ("1. First, switch it on 2. Then wait", ["First, switch it on", "Then wait"]),
    ],
)
def test_a_yes_or_no_belongs_to_the_sentence_behind_it(draft: str, texts: list[str]) -> None:
    assert [claim.text for claim in claims_of(draft)] == texts


def test_the_yes_that_stood_alone_goes_with_its_sentence() -> None:
    assert [claim.sentence for claim in claims_of("Yes. It is. It has two doors.")] == [
        "Yes. It is.",
        "It has two doors.",
    ]


def test_a_leading_no_is_no_second_denial() -> None:
    assert not GROUND.support("No, corporations are taxed on their profits.").negated
    assert GROUND.support("No, corporations are not taxed on their profits.").negated


def test_blanking_keeps_the_length() -> None:
    text = "1. a\n## 2.1 b (3) c"
    assert len(without_numbering(text)) == len(text)
    assert not any(character.isdigit() for character in without_numbering(text))
