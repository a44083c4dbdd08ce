"""The result of a formula that an earlier turn asked for, worked out again from its inputs."""

from __future__ import annotations

from decimal import Decimal

from execution_agents.analysis.formulas.sentences import in_words
from execution_agents.analysis.formulas.values import value_words
from foundation.contracts.formulas import FormulaAsked, GivenInput
from foundation.domains.formulas.working import Result, work_out
from foundation.domains.schema.pack import Pack


def results_of(asked: FormulaAsked, pack: Pack) -> tuple[Result, ...]:
    """The result of each set of inputs; none if an input is missing, or stands in rows."""
    formula = next((one for one in pack.formulas if one.name == asked.formula), None)
    if formula is None or asked.missing or asked.from_rows:
        return ()
    sets = (asked.inputs, *asked.besides)
    done = [work_out(formula, {one.name: value_of(one) for one in each}, asked.on) for each in sets]
    found = tuple(one for one in done if isinstance(one, Result))
    return found if len(found) == len(done) else ()


def value_of(one: GivenInput) -> Decimal | str:
    """A number, or a choice."""
    return one.number if one.unit else one.value


def result_in_words(asked: FormulaAsked, pack: Pack, language: str) -> str:
    """What was worked out and its value: 취득세: 638만원; "" without a result."""
    done = results_of(asked, pack)
    if not done:
        return ""
    more = [one for each in asked.added for one in results_of(each, pack)]
    total = sum((one.result.value for one in (*done, *more)), Decimal(0))
    value = value_words(total, done[0].result.step.unit, language)
    return f"{in_words(done[0].formula.label, language)}: {value}"
