"""The table of the harder forms: who is asked what, and what it says of who is behind."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from evaluations.retrieval import page
from evaluations.retrieval.harder import harder
from evaluations.retrieval.measured import Figures, Row, SetFigures
from evaluations.retrieval.question_sets import Question, QuestionSet
from evaluations.retrieval.systems import OURS, TANTIVY
from evaluations.retrieval.typed import AS_ASKED, Typed, typed_forms
from execution_agents.retrieval.chunking import one_chunk

ASKED = ("임대인은 누구인가?", "보증금을 언제 돌려받는가?", "차임은 2019년에 얼마인가?", "갱신은 무엇인가?")
QUESTIONS = tuple(Question(text, (frozenset({str(at)}),)) for at, text in enumerate(ASKED))
SET = QuestionSet("made", "made questions", (one_chunk("0", "", "임대인"),), QUESTIONS)


class System:
    """Finds the passage of a question it knows; keeps what it was asked."""

    def __init__(self, *knows: str) -> None:
        self.knows = knows
        self.asked: list[str] = []

    async def __call__(self, question: str) -> Sequence[str]:
        self.asked.append(question)
        return [str(at) for at, word in enumerate(self.knows) if word in question]


def no_progress(what: str, done: int, total: int) -> None:
    assert what and done <= total


async def measured(questions: QuestionSet = SET) -> tuple[tuple[Typed, ...], System]:
    ours = System("임대인은", "보증금을", "차임은", "갱신은")
    alone = System("임대인", "보증금", "차임", "갱신")
    return await typed_forms(questions, {OURS: ours, TANTIVY: alone, "another": System()}, no_progress), ours


async def test_each_form_is_asked_of_the_same_questions_and_a_rule_that_changes_nothing_is_left_out() -> None:
    typed, ours = await measured()
    found = {one.form: one for one in typed}
    assert typed[0].form == AS_ASKED and typed[0].n == len(ASKED)
    assert typed[0].found[OURS].mrr == typed[0].found[TANTIVY].recall_1 == 1.0
    assert set(typed[0].found) == {OURS, TANTIVY}
    assert found["figures written otherwise"].n == 1
    assert [harder(text, "no particles") in ours.asked for text in ASKED] == [True] * 4


async def test_one_in_four_of_the_largest_sets_questions_is_asked() -> None:
    typed, _ = await measured(QuestionSet("korquad", SET.title, SET.chunks, QUESTIONS * 2))
    assert typed[0].n == 2


async def test_the_page_names_the_forms_on_which_ours_is_behind() -> None:
    typed, _ = await measured()
    behind = next(one for one in typed if one.form == "no particles")
    assert behind.found[OURS].recall_1 == 0.0 and behind.found[TANTIVY].recall_1 == 1.0
    row = Row(OURS, *[Figures(4, 1, 1, 1, 1, 1, 1, 1)] * 3)
    lines = "\n".join(
        page.sets_of([SetFigures("made", SET.title, 1, 4, 0, (row, Row(TANTIVY, *[row.whole] * 3)), typed)])
    )
    assert "| no particles | 4 | 0.000 / 0.000 / 0.000 | 1.000 / 1.000 / 1.000 |" in lines
    assert "not below tantivy alone: below on" in lines and "no particles (R@1 0.000 against 1.000)" in lines
    assert "as asked (" not in lines


async def test_the_page_says_so_when_ours_is_behind_on_none(tmp_path: Path) -> None:
    typed, _ = await measured()
    row = Row(OURS, *[Figures(4, 1, 1, 1, 1, 1, 1, 1)] * 3)
    page.write([SetFigures("made", SET.title, 1, 4, 0, (row, Row(TANTIVY, *[row.whole] * 3)), typed[:1])], (), tmp_path)
    assert "not below tantivy alone: on all, met." in (tmp_path / page.PAGE).read_text("utf-8")
