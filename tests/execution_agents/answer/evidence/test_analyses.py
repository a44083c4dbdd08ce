"""What was computed over rows: prompts show its rows, and the checks know its figures."""

from __future__ import annotations

import pytest

from execution_agents.answer.checks.numbers import check_numbers
from execution_agents.answer.evidence.analyses import analyses_of
from execution_agents.answer.evidence.citations import MARKER, numbered
from execution_agents.answer.evidence.contexts import chosen
from execution_agents.answer.quoting.extractive import extractive_answer
from execution_agents.answer.writing.writer import known_figures
from tests.execution_agents.answer.turns import PACK, asked, batch, loan, price

PLACES = (
    *(price("2026-01", 500_000_000, region=place) for place in ("대구 달서구", "대구 수성구")),
    price("2026-02", 451_300_000, region="대구 달서구"),
    price("2026-02", 680_000_000, region="대구 수성구"),
)


@pytest.mark.parametrize("language", ["ko", "en"])
@pytest.mark.parametrize("question", ["둘 중 어디가 얼마나 더 높아?", "몇 배야?", "몇 % 더 높아?"])
def test_the_figures_of_our_own_first_sentence_pass_the_check(question: str, language: str) -> None:
    request = asked(question, batch("market", *PLACES), language=language)
    items = numbered(request.evidence)
    known, counts = known_figures(request, items)
    lead = MARKER.sub("", extractive_answer(request).partition("\n\n")[0])
    found = check_numbers(lead, known, PACK.answering.check, counts)
    assert found.total
    assert found.unsupported == ()


def test_another_difference_than_the_computed_one_does_not_pass() -> None:
    request = asked("둘 중 어디가 얼마나 더 높아?", batch("market", *PLACES))
    known, counts = known_figures(request, numbered(request.evidence))
    right = check_numbers("수성구가 2억 2,870만원 더 높다.", known, PACK.answering.check, counts)
    wrong = check_numbers("수성구가 2억 6,870만원 더 높다.", known, PACK.answering.check, counts)
    assert (right.unsupported, len(wrong.unsupported)) == ((), 1)


def test_a_figure_says_which_cells_it_was_computed_from() -> None:
    request = asked("둘 중 어디가 얼마나 더 높아?", batch("market", *PLACES))
    (analysis,) = analyses_of(numbered(request.evidence), request)
    difference = next(figure for figure in analysis.figures if figure.name == "difference")
    assert difference.working == "680,000,000 - 451,300,000 = 228,700,000"
    assert [(basis.item, basis.column) for basis in difference.basis] == [(4, "mean_won"), (3, "mean_won")]


def test_rows_are_ranked_before_a_prompt_cuts_them() -> None:
    loans = [loan(f"대출 {at}", 9 - at / 10, 9.5, 100_000_000) for at in range(30)]
    request = asked("금리가 가장 낮은 대출은?", batch("loan", *loans))
    shape = PACK.answering.shape_of("general")
    shown = [context.title for context in chosen(numbered(request.evidence), request, "general", shape)]
    assert "대출 29" in shown, "the lowest rate stands last in the table"
    assert len(shown) == PACK.answering.rows.prompt
