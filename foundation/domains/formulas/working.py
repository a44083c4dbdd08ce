"""A formula evaluated over given inputs: its result, every step on the way, and why it may be impossible."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from typing import Literal

from foundation.domains.formulas.bounds import out_of_bounds
from foundation.domains.formulas.expressions import WrongExpression, names_in, worked_out
from foundation.domains.schema.formulas import Bracket, BracketTable, Conditions, Formula, Rounding, Step, Watch

HUNDRED = Decimal(100)
NO_BOUND = Decimal("Infinity")
_MODES = {"half_up": ROUND_HALF_UP, "down": ROUND_FLOOR, "up": ROUND_CEILING}
_WRITTEN: Mapping[str, Rounding] = {
    "won": Rounding(),
    "pound": Rounding(to=Decimal("0.01")),
    "percent": Rounding(to=Decimal("0.1")),
}
"""How a result is rounded unless its formula says otherwise: to the precision its unit is written in."""
OTHERWISE = Rounding(to=Decimal("0.01"))
Given = Mapping[str, Decimal | str]
"""Input -> its value in its unit (3.5 for 3.5 %), or a choice."""


@dataclass(frozen=True)
class Worked:
    """One step with its value."""

    step: Step
    value: Decimal
    """In the step's unit."""


@dataclass(frozen=True)
class Result:
    """What came out."""

    formula: Formula
    steps: tuple[Worked, ...]
    values: Mapping[str, Decimal | str]
    """Every input, table figure and step that was used, in its own unit."""
    units: Mapping[str, str]
    watch: tuple[Watch, ...] = ()

    @property
    def result(self) -> Worked:
        """The last step."""
        return self.steps[-1]


@dataclass(frozen=True)
class Unworkable:
    """Why there is no result."""

    reason: Literal["missing", "out_of_bounds", "out_of_period", "no_bracket", "impossible"]
    detail: tuple[str, ...] = ()
    """Names of inputs; the day; words."""


def missing_inputs(formula: Formula, given: Given) -> tuple[str, ...]:
    """Inputs that must be given and are not, among those that this calculation needs at all."""
    open_choices = [
        one.name for one in formula.inputs if one.is_choice and one.name not in given and one.default is None
    ]
    if open_choices:
        return tuple(open_choices)
    needed = needed_inputs(formula, given)
    return tuple(
        one.name
        for one in formula.inputs
        if one.name in needed
        and one.name not in given
        and one.default is None
        and not one.optional
        and one.unless not in given
    )


def needed_inputs(formula: Formula, given: Given) -> frozenset[str]:
    """Names needed by the steps that may apply, and by their tables; an open choice excludes nothing."""
    steps = [step for step in formula.steps if _may_fit(step.when, given)]
    found, new = set[str](), {name for step in steps for name in names_in(step.expression)}
    tables = {value: table for table in formula.tables for value in values_of(table)}
    while new - found:
        found |= new
        more = {name for one in steps if one.name in new for name in names_in(one.expression)}
        for table in {tables[name].name: tables[name] for name in new if name in tables}.values():
            more |= {table.by} if table.by else set()
            for line in table.lines:
                if _may_fit(line.when, given):
                    more |= {name for one in line.values.values() if isinstance(one, str) for name in names_in(one)}
        new = more
    return frozenset(found)


def always_needed(formula: Formula, given: Given) -> frozenset[str]:
    """Names needed whatever an open choice will be: a rent only if the lease turns out to be a monthly one."""
    for one in formula.inputs:
        values = values_of_choice(formula, one.name)
        if one.is_choice and one.name not in given and values:
            found = [always_needed(formula, {**given, one.name: value}) for value in values]
            return found[0].intersection(*found[1:])
    return needed_inputs(formula, given)


def values_of_choice(formula: Formula, name: str) -> frozenset[str]:
    """The values of a choice that steps or lines of tables depend on."""
    conditions = [one.when for one in formula.steps] + [line.when for table in formula.tables for line in table.lines]
    return frozenset(value for condition in conditions for value in condition.get(name, ()))


def values_of(table: BracketTable) -> tuple[str, ...]:
    """Names that a table gives values to."""
    return tuple(dict.fromkeys(name for line in table.lines for name in line.values))


def _may_fit(conditions: Conditions, given: Given) -> bool:
    return all(name not in given or given[name] in allowed for name, allowed in conditions.items())


def fits(conditions: Conditions, given: Given) -> bool:
    """Whether the choices are the ones asked for."""
    return all(given.get(name) in allowed for name, allowed in conditions.items())


def work_out(formula: Formula, given: Given, on: date | None = None) -> Result | Unworkable:
    """Evaluates the formula over these inputs. `on`: the day the question refers to."""
    if on is not None and not _is_valid(formula, on):
        return Unworkable("out_of_period", (on.isoformat(),))
    if wrong := out_of_bounds(formula, given):
        return Unworkable("out_of_bounds", wrong)
    if missing := missing_inputs(formula, given):
        return Unworkable("missing", missing)
    bench = _Bench(formula, given)
    try:
        steps = [Worked(step, bench.of_step(step)) for step in formula.steps if bench.applies(step)]
        watch = tuple(one for one in formula.watch if bench.holds(one.when))
    except _NoBracket as error:
        return Unworkable("no_bracket", (str(error),))
    except WrongExpression as error:
        return Unworkable("impossible", (str(error),))
    if not steps:
        return Unworkable("impossible", ("no step applies",))
    return Result(formula, tuple(steps), bench.used, bench.units, watch)


def _is_valid(formula: Formula, on: date) -> bool:
    return (formula.valid_from is None or formula.valid_from <= on) and (
        formula.valid_to is None or on <= formula.valid_to
    )


class _NoBracket(Exception):
    """No line of a table covers a value."""


@dataclass
class _Bench:
    """The evaluation of one formula: each name once, when it is needed."""

    formula: Formula
    given: Given
    used: dict[str, Decimal | str] = field(default_factory=dict[str, "Decimal | str"])
    units: dict[str, str] = field(default_factory=dict[str, str])
    _asked: list[str] = field(default_factory=list[str])

    def applies(self, step: Step) -> bool:
        """Whether a step belongs to this calculation."""
        choices = {one.name: one.default for one in self.formula.inputs if isinstance(one.default, str)} | dict(
            self.given
        )
        return fits(step.when, choices) and all(name in self.given for name in step.only_with)

    def holds(self, condition: str) -> bool:
        """True if a comparison holds; one over names without a value does not."""
        try:
            return worked_out(condition, self._known) is True
        except KeyError:
            return False

    def _known(self, name: str) -> Decimal:
        if name in self.given and name not in self.used:
            return self.value(name)  # An input that only points to watch speak of: the local median.
        value = self.used[name]
        return self._scaled(name, value) if isinstance(value, Decimal) else Decimal(0)

    def of_step(self, step: Step) -> Decimal:
        """A step's value in its own unit."""
        if step.name not in self.used:
            self._note(step.name, self._rounded(step), step.unit)
        value = self.used[step.name]
        return value if isinstance(value, Decimal) else Decimal(0)

    def _rounded(self, step: Step) -> Decimal:
        found = worked_out(step.expression, self.value)
        if isinstance(found, bool):
            raise WrongExpression("a comparison is no number")
        value = found * HUNDRED if step.unit == "percent" else found
        is_last = [one for one in self.formula.steps if self.applies(one)][-1] is step
        how = step.rounding or (_WRITTEN.get(step.unit, OTHERWISE) if is_last else None)
        return value if how is None else rounded(value, how)

    def value(self, name: str) -> Decimal:
        """What a name stands for in an expression: a per cent as its hundredths."""
        if name in self._asked:
            raise WrongExpression(f"`{name}` is worked out from itself")
        self._asked.append(name)
        try:
            return self._scaled(name, self._found(name))
        finally:
            self._asked.pop()

    def _scaled(self, name: str, value: Decimal) -> Decimal:
        return value / HUNDRED if self.units.get(name) == "percent" else value

    def _found(self, name: str) -> Decimal:
        held = self.used.get(name)
        if isinstance(held, Decimal):
            return held
        declared = self.formula.input(name)
        if declared is not None:
            value = self.given.get(name, declared.default if declared.default is not None else Decimal(0))
            return self._note(name, Decimal(value), declared.unit)
        step = next((one for one in self.formula.steps if one.name == name and self.applies(one)), None)
        if step is not None:
            return self.of_step(step)
        table = next((one for one in self.formula.tables if name in values_of(one)), None)
        if table is None:
            raise WrongExpression(f"there is no `{name}`")
        return self._note(name, self._looked_up(table, name), table.units.get(name, ""))

    def _note(self, name: str, value: Decimal, unit: str) -> Decimal:
        self.used[name], self.units[name] = value, unit
        return value

    def _looked_up(self, table: BracketTable, name: str) -> Decimal:
        by = self.value(table.by) if table.by else Decimal(0)
        choices = {one.name: one.default for one in self.formula.inputs if isinstance(one.default, str)} | dict(
            self.given
        )
        line = next((one for one in table.lines if fits(one.when, choices) and _covers(one, by)), None)
        if line is None:
            raise _NoBracket(table.name)
        held = line.values.get(name)
        if held is None:
            return NO_BOUND
        if isinstance(held, Decimal):
            return held
        found = worked_out(held, self.value)
        return found if isinstance(found, Decimal) else NO_BOUND


def _covers(line: Bracket, value: Decimal) -> bool:
    return (
        (line.at_least is None or line.at_least <= value)
        and (line.above is None or line.above < value)
        and (line.below is None or value < line.below)
        and (line.up_to is None or value <= line.up_to)
    )


def rounded(value: Decimal, how: Rounding) -> Decimal:
    """A value to the step it is written in."""
    return (value / how.to).to_integral_value(_MODES[how.mode]) * how.to
