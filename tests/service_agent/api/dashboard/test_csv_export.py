"""No cell of an exported table is a formula, however it is written."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime

import pytest

from service_agent.api.dashboard.csv_export import reviews_csv, safe
from service_agent.api.dashboard.decision_models import ReviewOut

FORMULAS = (
    "=1+1", "+1", "-1", "@SUM(A1)", "＝1+1", "＋1", "－1", "＠SUM", "﹣1", "⁺1", "−1", "\ttext",
    " =1", "\u00a0=1", "\u3000＝1", "\u200b=1", "\u200d\u2060=1", "\ufeff=1", "\u00ad=1", "\x00=1", "\x9b=1",
    "\u202e=1", "\u3164=1", "\uffa0=1", "\u034f=1", "\ufe0f=1", "\U000e0020=1",
)  # fmt: skip


@pytest.mark.parametrize("words", FORMULAS)
def test_words_that_could_become_a_formula_are_reported_as_words(words: str) -> None:
    assert safe(words) == f"'{words}"


@pytest.mark.parametrize("parts", [";", "|", "\t", "\r", "\n"])
@pytest.mark.parametrize("formula", ["=1+1", "\u200b＝1+1", " -1"])
def test_a_cell_is_no_formula_where_another_program_parts_it(parts: str, formula: str) -> None:
    assert safe(f"a{parts}{formula}{parts}b") == f"a{parts}'{formula}{parts}b"
    assert str(safe(f"{parts}{formula}")).endswith(f"{parts}'{formula}")


def test_a_file_read_with_semicolons_holds_no_formula() -> None:
    at = datetime(2026, 1, 2, tzinfo=UTC)
    words = 'a;=1+1;"b";\u200b=2'
    review = ReviewOut.model_construct(run_id="r", why="w", reason=words, question="a;b", at=at, demo=False)
    text = reviews_csv([review])
    for separator in ";|\t,":
        for row in csv.reader(io.StringIO(text), delimiter=separator):
            assert not [cell for cell in row if cell.lstrip("\u200b").startswith("=")], (separator, row)
    [_, row] = csv.reader(io.StringIO(text))
    assert row == ["r", "w", "a;'=1+1;\"b\";'\u200b=2", "a;b", at.isoformat(), "False"]
    assert '"a;b"' in text


@pytest.mark.parametrize(
    "value",
    [
        "",
        " ",
        "a; b",
        "a, -1",
        ";|",
        "가=1",
        "1-2",
        "2026-01-02",
        "'=1",
        "(=1)",
        "\u200b가",
        "·-1",
        -1,
        0.5,
        None,
        True,
    ],
)
def test_everything_else_stays_as_it_is(value: object) -> None:
    assert safe(value) == value
    assert type(safe(value)) is type(value)


def test_every_cell_of_a_table_passes_there() -> None:
    at = datetime(2026, 1, 2, tzinfo=UTC)
    review = ReviewOut.model_construct(run_id="＝1", why="@a", reason="-1", question="\u200b=1", at=at, demo=False)
    [_, row] = csv.reader(io.StringIO(reviews_csv([review])))
    assert row == ["'＝1", "'@a", "'-1", "'\u200b=1", at.isoformat(), "False"]
