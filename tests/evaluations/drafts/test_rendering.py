"""Drafts follow the evidence: markers, cells and figures come from the prompt's lines, whatever they hold."""

from __future__ import annotations

import pytest

from evaluations.drafts.reading import Case
from evaluations.drafts.rendering import (
    Prompts,
    Void,
    evaluated,
    number_in,
    rendered,
    shown,
    wrong_words,
)

PROMPT = """자료(앞의 "자료 n"이 번호):
<<<DATA x evidence
자료 2 | 마포 | 2026-02-01 | 예시 데이터 | 서울 마포구 · 전세, 거래 건수 32건, 보증금 평균 6억 7,966만원, 평균 1억원
자료 4 | 5. Expenses > Limits | 2026-02-02 | Hotel, London | £165 a night
DATA x END>>>
"""


def case(draft: str, **more: object) -> Case:
    return Case.model_validate(
        {
            "id": "c", "kind": "k", "label": "right", "pack": "real_estate", "language": "ko", "question": "q",
            "plan": {"intent": "i", "slots": {}}, "draft": draft,
            "evidence": {"mj": r"\|\ 서울\ 마포구\ ·\ 전세", "lim": r"^자료 \d+ \| 5\.\ Expenses"},
            **more,
        }
    )  # fmt: skip


@pytest.fixture
def prompts() -> Prompts:
    found = Prompts()
    found.take(PROMPT)
    return found


def test_markers_cells_and_figures_are_filled_in(prompts: Prompts) -> None:
    one = case(
        "⟦{a}, {n}, 두 배는 {x}⟧ [{#mj}][{#lim}]",
        cells={"a": ("mj", "보증금 평균"), "n": ("mj", "거래 건수")},
        computed={"x": ("2*a", "won")},
    )
    draft = rendered(one, one.draft, prompts)
    assert draft == "⟦6억 7,966만원, 32건, 두 배는 13억 5,932만원⟧ [2][4]"
    assert shown(draft) == "6억 7,966만원, 32건, 두 배는 13억 5,932만원 [2][4]"
    assert wrong_words(draft) == ["6억 7,966만원, 32건, 두 배는 13억 5,932만원"]


def test_a_column_is_not_found_inside_another_ones_name(prompts: Prompts) -> None:
    assert prompts.cell(r"\|\ 서울", "평균") == "1억원"


def test_evidence_that_a_later_prompt_no_longer_shows_keeps_its_number(prompts: Prompts) -> None:
    prompts.take("자료 4 | 5. Expenses > Limits | Hotel, London | £165 a night")
    assert prompts.number(r"\|\ 서울\ 마포구") == 2


@pytest.mark.parametrize(
    "more",
    [
        {"evidence": {"mj": "부산"}},
        {"cells": {"a": ("mj", "최고")}},
        {"cells": {"a": ("lim", "Hotel")}, "computed": {}},
        {"cells": {"a": ("mj", "보증금 평균")}, "computed": {"x": ("a", "roman")}},
        {"cells": {"a": ("mj", "보증금 평균")}, "computed": {"x": ("__import__('os')", "int")}},
        {"cells": {"a": ("mj", "보증금 평균")}, "computed": {"x": ("b", "int")}},
    ],
)
def test_what_is_not_there_makes_a_case_void(more: dict[str, object], prompts: Prompts) -> None:
    one = case("{a} {x} [{#mj}]", **more)
    with pytest.raises(Void):
        rendered(one, one.draft, prompts)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("6억 7,966만원", 679_660_000), ("2억원", 200_000_000), ("37만원", 370_000), ("₩728.9 million", 728_900_000),
        ("32건", 32), ("4.3%", 4.3), ("146.9", 146.9),
    ],
)  # fmt: skip
def test_amounts_are_read_whole(text: str, number: float) -> None:
    assert number_in(text) == pytest.approx(number)


@pytest.mark.parametrize(
    ("expression", "form", "written"),
    [
        ("a/10", "won", "6,797만원"), ("a", "man", "67,966만원"), ("a", "billion", "₩0.68 billion"),
        ("100*(a-b)/a-10", "one", "40.0"), ("near(a, 10000000)", "won", "6억 8,000만원"), ("b/3", "int", "113276667"),
        ("a-a+7000", "won", "1만원"), ("a-a+500", "won", "500원"),
    ],
)  # fmt: skip
def test_figures_are_computed_and_written(expression: str, form: str, written: str, prompts: Prompts) -> None:
    one = case("{x}", cells={"a": ("mj", "보증금 평균")}, computed={"x": (expression.replace("b", "a/2"), form)})
    assert rendered(one, one.draft, prompts) == written


def test_an_expression_names_cells_alone() -> None:
    assert evaluated("near(a, 10)", {"a": 26}) == 30
    with pytest.raises(Void):
        evaluated("open(a)", {"a": 1})
