"""What an opening question names and the pack has no word of."""

from __future__ import annotations

from dataclasses import replace

import pytest

from execution_agents.answer.evidence.likelihood import likelihood
from execution_agents.answer.evidence.passages import Asked, Passage, Sentence
from execution_agents.answer.evidence.unknown import unknown_words
from execution_agents.answer.quoting.extractive import extractive_answer
from execution_agents.answer.writing.early import early_words
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.line_questions import LineQuestions
from foundation.domains.schema.quoting import LikelihoodFigures
from tests.execution_agents.answer.turns import asked, law, passage

HANDBOOK, WATER = (load_pack(shipped_packs() / name) for name in ("handbook", "water_treatment"))
MILEAGE = "Driving your own car is paid at £0.45 a mile for the first 10,000 miles."
VISITS = "견학은 화요일과 목요일 10시와 14시에 30명까지 받는다."


@pytest.mark.parametrize(
    ("question", "unknown"),
    [
        ("what do i get a mile on my motorbike", ("motorbike",)),
        ("what do i get a mile in my own car", ()),
        ("Hello, what do i get a mile", ()),  # A greeting names nothing.
        ("what can i put on exspenses a mile", ()),  # Misspelt.
        ("what do i get for 300 miles", ()),
        ("came back till late, what do i still get a mile", ()),  # Neither verbs nor adverbs name a thing.
    ],
)
def test_a_thing_that_neither_lines_nor_questions_name(question: str, unknown: tuple[str, ...]) -> None:
    assert unknown_words(asked(question, pack=HANDBOOK, language="en"), [MILEAGE]) == unknown


@pytest.mark.parametrize(
    ("question", "unknown"),
    [
        ("견학하면서 사진 찍어도 돼?", ("사진",)),  # Taking is a verb: it may be said in other words.
        ("견학은 몇명까지 돼?", ()),
        ("견학에 드론은 돼?", ("드론",)),
        ("can i fly a drone there", ()),  # The data has it in another language, if it has it.
    ],
)
def test_a_word_in_the_language_of_the_data(question: str, unknown: tuple[str, ...]) -> None:
    assert unknown_words(asked(question, pack=WATER), [VISITS]) == unknown


def test_a_follow_up_leans_on_what_was_said() -> None:
    request = asked("사진은?", pack=WATER, history=(("견학은 언제 해?", VISITS),))
    assert unknown_words(request, [VISITS]) == ()


def test_of_a_pack_that_nobody_wrote_questions_for_nothing_is_known() -> None:
    silent = WATER.model_copy(update={"line_questions": ()})
    assert unknown_words(asked("견학하면서 사진 찍어도 돼?", pack=silent), [VISITS]) == ()


def test_it_makes_a_line_unlikely_as_far_as_its_passage_holds_nothing_of_the_question() -> None:
    known = Asked("a mile on my motorbike", "a mile on my motorbike", questions_of=lambda _: "what is a mile paid")
    unknown, line = replace(known, unknown=("motorbike",)), Sentence(1, 0, MILEAGE, 1.0, 1.0, unheld=0.5)
    mileage = Passage(1, "Mileage", MILEAGE)
    plain, less, held = (
        likelihood(best, mileage, case, LikelihoodFigures())
        for best, case in ((line, known), (line, unknown), (replace(line, unheld=0.0), unknown))
    )
    assert plain is not None and less is not None and less < plain
    assert held == plain


def test_it_is_said_to_be_not_there_before_what_is_nearest() -> None:
    lines = (
        LineQuestions(document="a.md", line=VISITS, questions=("견학 언제 돼요", "견학 몇 명까지 받아요")),
        LineQuestions(document="b.md", line="정수지 위는 견학 길에서 뺀다.", questions=("정수지 위도 볼 수 있나요",)),
    )
    request = asked("드론 동호회 견학 촬영 신청은 언제 돼?", law(passage("p", "견학과 출입", VISITS)))
    answer = extractive_answer(replace(request, pack=request.pack.model_copy(update={"line_questions": lines})))
    assert answer.startswith("자료에 ‘드론’, ‘동호회’에 관한 것은 없습니다. 가장 가까운 자료는 다음과 같습니다.")
    assert VISITS in answer


@pytest.mark.parametrize(("question", "said"), [("옥상 태양광은?", True), ("그거 어때?", False)])
def test_a_question_that_ends_early_hears_what_is_not_there(question: str, *, said: bool) -> None:
    words = early_words(asked(question, pack=WATER, ends_early="irrelevant"))
    assert words.startswith("자료에 ‘옥상’, ‘태양광’에 관한 것은 없습니다. ") is said
    assert words.endswith(WATER.replies.irrelevant["ko"])
