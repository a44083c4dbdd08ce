"""Results in decimals, and their calculation in words."""

from __future__ import annotations

from decimal import Decimal

from execution_agents.analysis.said.result import number_of, result_of, sentence_of, working, written
from foundation.contracts.formulas import SaidArithmetic, SaidOperand


def operand(value: str, kind: str, text: str) -> SaidOperand:
    return SaidOperand(value=Decimal(value), kind=kind, text=text, origin="conversation", sentence=text)


WEEKS = SaidArithmetic(operation="times", operands=(operand("280", "pound", "£280"),), factor=Decimal(4), kind="pound")
LASTS = SaidArithmetic(
    operation="quotient", operands=(operand("600", "volume", "600 L"), operand("48", "volume", "48 L")),
    factor=Decimal(86_400), kind="time", unit="일", unit_factor=Decimal(86_400),
)  # fmt: skip


def test_money_is_written_with_its_sign() -> None:
    assert working(result_of(WEEKS), WEEKS, ["£280"], "en") == "£280 × 4 = £1,120"
    assert written(Decimal("52.5"), WEEKS, "en") == "£52.50"


def test_a_stock_is_divided_by_its_use() -> None:
    assert written(result_of(LASTS), LASTS, "ko") == "12.5일"


def test_the_exact_value_of_a_source_counts() -> None:
    assert result_of(WEEKS, {0: Decimal("280.25")}) == Decimal(1121)


def test_a_part_is_written_as_a_fraction() -> None:
    a_day = WEEKS.model_copy(update={"factor": Decimal(1) / 7})
    assert working(result_of(a_day), a_day, ["£280"], "en") == "£280 × 1/7 = £40"


def test_a_sum_is_bracketed_before_its_factor() -> None:
    both = WEEKS.model_copy(update={"operation": "sum", "operands": (*WEEKS.operands, operand("20", "pound", "£20"))})
    assert working(result_of(both), both, ["£280", "£20"], "en") == "(£280 + £20) × 4 = £1,200"


def test_the_number_of_an_operand_has_its_own_unit() -> None:
    assert number_of(operand("2592000", "time", "30 days")) == Decimal(30)


def test_a_product_of_two_figures_shows_its_factor() -> None:
    rate = WEEKS.model_copy(
        update={"operands": (*WEEKS.operands, operand("2", "plain", "2")), "factor": Decimal(3), "factors": ()}
    )

    assert working(result_of(rate), rate, ["£280", "2"], "en") == "£280 × 2 × 3 = £1,680"


def test_a_part_and_a_multiple_name_both_sides() -> None:
    both = (operand("28", "length", "28 m/h"), operand("40", "length", "40 m/h"))
    part = SaidArithmetic(operation="part", operands=both, kind="percent", unit=" %")
    ratio = SaidArithmetic(operation="ratio", operands=both[::-1], kind="times")

    texts = ["28 m/h", "40 m/h"]
    assert sentence_of(result_of(part), part, texts, "en") == "28 m/h is 70 % of 40 m/h (28 m/h ÷ 40 m/h = 70 %)."
    assert sentence_of(result_of(ratio), ratio, texts[::-1], "en").startswith("40 m/h is 1.43 times 28 m/h")
