"""What a follow-up asks of the work shown before it, across a turn of the guide, a question back or another work."""

from __future__ import annotations

import pytest

from execution_agents.clarification.listening import Before
from tests.execution_agents.clarification.graphs import INDEX, WORDS, labels, reached, read

IDS = {one.name: entity_id for entity_id, one in INDEX.targets.items() if not one.values}
GUIDE = Before("밤에 하면 더 붙나", (), "네, 야간은 25%를 노무에 더합니다.", of_things=False)


def shown(name: str, amount: str = "", said: str = "") -> Before:
    return Before(f"{name} {amount}".strip(), (IDS[name],), said)


BRICKS = shown(
    "벽돌쌓기", "40m2", "벽돌쌓기는 40m2에 조적공 3.88인이 듭니다.\n- 자재: 시멘트 13.2kg (기준 1m2 0.33kg × 40)"
)


@pytest.mark.parametrize(
    ("question", "amount"),
    [
        ("그럼 야간으로 200헤베면 조적공 몇명", "200"),
        ("밤에 하면 조적공은 몇 명", "40"),
        ("시멘트는 총 얼마나 들어?", "40"),
        ("시멘트는 헤베당 몇키로", ""),
        ("시멘트 미터당 아니고 60m2면", "60"),
    ],
)
def test_a_work_stays_the_subject_across_a_turn_of_the_guide(question: str, amount: str) -> None:
    reading = read(question, GUIDE, BRICKS)
    assert reached(reading) == [IDS["벽돌쌓기"]]
    assert reading.asked is not None
    assert reading.asked.quantity == amount


@pytest.mark.parametrize("question", ["시멘트 바르는 건요", "시멘트 그라우팅은", "화강석은 얼마나 들어"])
def test_what_names_another_work_is_no_part_of_the_work_shown(question: str) -> None:
    assert reached(read(question, GUIDE, BRICKS)) != [IDS["벽돌쌓기"]]


def test_a_material_alone_means_the_works_that_bear_it() -> None:
    assert read("시멘트는 총 얼마나 들어?").choices is not None


@pytest.mark.parametrize(
    ("reply", "name"),
    [("남자 소변보는거는", "소변기설치"), ("양변인가 그거", "양변기설치"), ("앉는거 양변", "양변기설치")],
)
def test_a_reply_to_a_question_back_is_the_choice_that_has_its_letters(reply: str, name: str) -> None:
    asked = Before("변기 2개 다는데 사람 품", (IDS["양변기설치"],), offered=("양변기설치", "소변기설치"))
    reading = read(reply, asked)
    assert reached(reading) == [IDS[name]]
    assert reading.asked is not None
    assert reading.asked.quantity == "2"


def test_a_reply_that_fits_both_choices_chooses_none() -> None:
    asked = Before("변기", (IDS["양변기설치"],), offered=("양변기설치", "소변기설치"))
    assert reached(read("변기설치인가 뭐 그런거", asked)) not in ([IDS["양변기설치"]], [IDS["소변기설치"]])


def test_a_follow_up_means_the_work_beside_the_one_shown() -> None:
    reading = read("and a brick wall?", shown("콘크리트헐기"), language="en")
    assert reached(reading) == [IDS["벽돌벽헐기"]]
    assert reading.asked is not None
    assert reading.asked.assumed


@pytest.mark.parametrize(
    ("question", "before"),
    [
        ("how many people for brick", (shown("콘크리트헐기"),)),
        ("and a brick wall?", ()),
        ("and a brick wall?", (shown("양변기설치"),)),
    ],
)
def test_only_a_follow_up_beside_one_work_is_taken_for_granted(question: str, before: tuple[Before, ...]) -> None:
    assert len(labels(read(question, *before, language="en"))) > 1


@pytest.mark.parametrize(
    ("question", "name", "other"),
    [("인력으로 하면?", "콘크리트펌프타설", "콘크리트인력타설"), ("기계로 하면", "인력터파기", "기계터파기")],
)
def test_what_is_done_by_other_means_is_the_work_beside_it(question: str, name: str, other: str) -> None:
    reading = read(question, shown(name, "10m3"))
    assert reached(reading) == [IDS[other]]
    assert reading.asked is not None
    assert reading.asked.quantity == "10"


def test_a_kind_of_what_it_takes_is_no_other_means() -> None:
    assert reached(read("인력은?", shown("콘크리트펌프타설"))) == [IDS["콘크리트펌프타설"]]


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("how much labor to demolish 1 m3 of concret?", "콘크리트헐기"),
        ("demolishing concrete, how many workers", "콘크리트헐기"),
        ("나무 가지치는 데 사람 얼마나 들어요", "수목전정"),
        ("벽에 타일 붙이는거 30헤베면 몇명", "벽타일붙임"),
    ],
)
def test_forms_misspellings_and_words_written_together_name_works(question: str, name: str) -> None:
    assert reached(read(question)) == [IDS[name]]


def test_two_verbs_written_together_are_no_noun_and_its_verb() -> None:
    assert WORDS.parted("가지치는") == ("가지", "치는")
    assert WORDS.parted("이어붙이기") == ()


@pytest.mark.parametrize("word", ["concerts", "demons", "paint"])
def test_a_word_that_is_no_form_of_a_known_one_means_nothing_else(word: str) -> None:
    assert reached(read(f"how many workers for {word}")) not in ([IDS["콘크리트헐기"]], [IDS["벽돌벽헐기"]])
