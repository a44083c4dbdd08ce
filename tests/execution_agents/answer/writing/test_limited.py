"""A decision about a limit as the turn's answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from execution_agents.answer.evidence.citations import numbered
from execution_agents.answer.evidence.leading import Leading
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.quoting.extractive import quoted_answer
from execution_agents.answer.writing.computed import calculated_answer, is_calculated
from execution_agents.answer.writing.limited import with_limit
from foundation.contracts.formulas import Analysis
from tests.execution_agents.analysis.tables import HOMES, items, loan
from tests.execution_agents.answer.turns import asked, batch, law, passage

RULE = passage("p1", "Lockers", "Parcels of up to 20 kg may be put into a locker.")


def test_the_decision_is_the_answer_with_its_source() -> None:
    done = with_limit(asked("can I put a parcel of 23 kg into a locker?", law(RULE), language="en"))
    text = calculated_answer(done, numbered(done.evidence))
    assert is_calculated(done)
    assert text.startswith("No. 23 kg is more than the limit of 20 kg") and text.endswith("[1]")


def test_what_was_computed_is_kept() -> None:
    plain = asked("can I put a parcel of 23 kg into a locker?", law(RULE), language="en")
    done = replace(plain, analysis=Analysis(lead="It is 4."))
    assert with_limit(done) is done


def test_a_question_about_no_limit_is_left_alone() -> None:
    plain = asked("where are the lockers?", law(RULE), language="en")
    assert with_limit(plain) is plain


def test_no_notice_says_that_the_value_was_left_out() -> None:
    rule = passage("p2", "Small deposits", "Deposits of up to 100 million won make a small-deposit tenant.")
    notices = ("“Loans” cannot be narrowed to Amount ₩90,000,000.", "Another one.")
    plain = replace(
        asked("is my deposit of 90 million won small-deposit, am i eligible as tenant", law(rule), language="en"),
        pack=HOMES,
        notices=notices,
    )
    done = with_limit(plain)
    assert is_calculated(done) and done.notices == notices[1:]


def test_a_condition_on_rows_is_held_against_no_limit() -> None:
    rows = items(HOMES, "loan_products", [loan("새움 청년 전세대출", 2.2, 200_000_000), loan("한빛", 3.8, 500_000_000)])
    notices = ("대출 상품 자료에는 금액 3억원 이상 조건을 적용할 수 없어, 그 조건 없이 찾은 것을 보였습니다.",)
    plain = replace(asked("한도 3억 넘는 대출은?", batch("loan", *rows)), pack=HOMES, notices=notices)
    done = with_limit(plain)
    assert done.analysis is None and done.notices == ()
    assert quoted_answer(done).startswith("한도가 3억원을 넘는 것은 1개입니다: 한빛 5억원 [2].\n\n- 한빛: ")
    assert "새움" not in quoted_answer(done)


HOTELS = passage(
    "p3", "Expenses > Limits", "| what | limit |\n| --- | --- |\n| Hotel, elsewhere in the UK | £110 a night |"
)
INSIDE = "I've got a room in Manchester at £105 a night for the client visit. Am I inside what you pay?"


@pytest.mark.parametrize(("likely", "answer"), [(0.9, "Yes. £105 is within"), (0.1, None), (None, None)])
def test_the_leading_line_decides_where_it_is_likely_to_lead(
    monkeypatch: pytest.MonkeyPatch, likely: float | None, answer: str | None
) -> None:
    def of_the_best_line(_: Leading, __: AnswerRequest) -> float | None:
        return likely

    monkeypatch.setattr(Leading, "likelihood", of_the_best_line)
    done = with_limit(asked(INSIDE, law(HOTELS), language="en"))
    lead = done.analysis.lead if done.analysis else ""
    assert lead.startswith(answer) if answer else not lead
