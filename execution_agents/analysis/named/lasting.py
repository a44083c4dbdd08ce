"""How long a stock lasts, where one row of a table holds both the stock and what is used of it in a length of time:
소석회, 최소 재고 8톤, 하루 사용량 0.5톤."""

from __future__ import annotations

from collections.abc import Sequence

from execution_agents.analysis.named.terms import Term, operand_of
from execution_agents.analysis.named.words import names_in
from execution_agents.analysis.said.amounts import single_figures
from foundation.contracts.formulas import NamedAsked, SaidArithmetic
from foundation.language.figures.units import LENGTHS, unit_of
from foundation.language.wanted.arithmetic import asks_how_long_it_lasts, length_wanted


def may_last(question: str) -> bool:
    """True if a question asks how long a stock lasts."""
    wanted = length_wanted(question)
    return wanted is not None and unit_of(wanted).kind in LENGTHS and asks_how_long_it_lasts(question)


def lasting(asked: NamedAsked, terms: Sequence[Term]) -> SaidArithmetic | None:
    """The stock divided by its use; None unless the question, or the one before it, names the one row that has both,
    each once. A stock of the person's own is another one than the row's."""
    wanted = length_wanted(asked.question)
    if wanted is None or not may_last(asked.question) or single_figures(asked.question):
        return None
    unit = unit_of(wanted)
    cells = [one for one in terms if one.is_cell and one.row]
    named = names_in(asked.question)
    rows = _named(cells, named) or _named(cells, named | names_in(" ".join([*asked.before[:1], *asked.said[:1]])))
    uses = [one for one in rows if any(base.kind == unit.kind and not base.thing for base in one.bases)]
    if len({one.same for one in uses}) != 1 or not uses[0].amount.figure.value:
        return None
    [use, *_] = uses
    stocks = [
        one for one in rows if not one.bases and one.amount.figure.kind == use.amount.figure.kind and one.row == use.row
    ]
    if len({one.same for one in stocks}) != 1:
        return None
    return SaidArithmetic(
        operation="quotient",
        operands=(operand_of(stocks[0]), operand_of(use)),
        factor=use.bases[0].factor,
        kind=unit.kind,
        unit=f" {wanted}" if wanted.isascii() else wanted,
        unit_factor=unit.factor,
    )


def _named(cells: Sequence[Term], said: frozenset[str]) -> list[Term]:
    """The cells of the rows whose whole name is said."""
    return [one for one in cells if (names := names_in(one.row)) and names <= said]
