"""The planting rules stay as they were committed, and plant what they say."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from evaluations.answering.page import put
from evaluations.faithfulness import planting
from evaluations.faithfulness.evaluate import Tally, auroc, tally_one
from evaluations.faithfulness.grounds import Placed
from evaluations.faithfulness.planting import Ground, planted, restated

FROZEN = "5ebb494c4ed936edd43ce7172abb3ab3265d4de14093dcf0050a5d23610387ca"
KOREAN = "2021년 3월 5일 제7조제2항에 따라 보증금 1억 2,000만원의 5%를 넘길 수 없다."
ENGLISH = "On March 5, 2021, about 3.5 million people (12%) in 14 cities were told to move 20 miles."


def ground(sentence: str, **more: tuple[str, ...]) -> Ground:
    """The sentence in a passage of its own."""
    passage = f"{sentence} 다만 30일 안에 7%를 낸다."
    return Ground(sentence, passage, "ko" if sentence is KOREAN else "en", **more)


def test_the_rules_are_those_the_checker_was_tuned_without() -> None:
    assert planting.__file__ is not None
    assert sha256(Path(planting.__file__).read_bytes()).hexdigest() == FROZEN


def test_each_rule_changes_one_thing_and_the_same_one_each_time() -> None:
    found = planted(ground(KOREAN, names=("보증금",), others=("월세",)))
    assert {one.kind for one in found} == {"number", "swapped number", "unit", "date", "article", "negation", "name"}
    assert found == planted(ground(KOREAN, names=("보증금",), others=("월세",)))
    assert all(one.sentence != KOREAN and one.original == KOREAN for one in found)


@pytest.mark.parametrize(
    ("sentence", "same"),
    [
        (KOREAN, "2021-03-05 제7조제2항에 따라 보증금 1억 2000만원의 5%를 넘길 수 없습니다."),
        (ENGLISH, "On 5 March 2021, about 3,500,000 people (12 percent) in 14 cities were told to move 20 miles."),
    ],
)
def test_a_restatement_says_the_same_in_another_way(sentence: str, same: str) -> None:
    assert restated(ground(sentence)) == same


@pytest.mark.parametrize("sentence", [KOREAN, ENGLISH])
def test_what_is_planted_is_seen_and_what_is_true_is_not_accused(sentence: str) -> None:
    tally = Tally()
    one = ground(sentence)
    tally_one(tally, Placed("made", "test", one, (("A title", one.passage),)))
    kinds = [kind for _, _, kind in tally.planted if kind != "name"]
    assert len(kinds) >= 4
    assert tally.share("test", kinds).value == 1.0
    assert tally.false("test", "any").hits == 0


def test_the_area_under_the_curve_shares_ties() -> None:
    assert auroc([0.1, 0.2, 0.8, 0.9], [False, False, True, True]) == 1.0
    assert auroc([0.9, 0.8, 0.2, 0.1], [False, False, True, True]) == 0.0
    assert auroc([0.5, 0.5, 0.5, 0.5], [False, True, False, True]) == 0.5
    assert auroc([0.5], [True]) == 0.5


def test_a_part_of_the_page_is_replaced_and_the_rest_kept(tmp_path: Path) -> None:
    for body in ("first", "second"):
        put("answers", body, tmp_path)
    (tmp_path / "answers.md").write_text((tmp_path / "answers.md").read_text("utf-8") + "\nAfter.\n", "utf-8")
    put("answers", "third", tmp_path)
    text = (tmp_path / "answers.md").read_text("utf-8")
    assert "third" in text
    assert "second" not in text
    assert text.rstrip().endswith("After.")
