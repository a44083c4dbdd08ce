"""Runs operations over facts, in decimals. Every figure records its source cells and its calculation.

What cannot be computed correctly is a `Refused`: figures of different units, an aggregate over rows that were cut off,
a mean of means whose counts are unknown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal
from statistics import median

from execution_agents.analysis.operations.facts import Fact
from foundation.contracts.operations import (
    TIME,
    Aggregate,
    Arithmetic,
    Basis,
    Change,
    Compare,
    Extreme,
    Figure,
    Group,
    Operation,
    Outcome,
    Rank,
    Refused,
    ResultRow,
    Select,
    Share,
    Where,
)
from foundation.language.figures.money import plain, shown_digits, shown_won
from foundation.language.wanted.conditions import is_met

PER_CENT_STEP = Decimal("0.1")
RATIO_STEP = Decimal("0.01")
STEP = Decimal("0.01")
SHOWN_TERMS = 4
"""Terms of a long sum that its working writes out."""
_SIGNS: Mapping[str, str] = {"plus": "+", "minus": "-", "times": "×", "divided_by": "÷"}


class CannotCompute(Exception):
    """Carries the reason; caught at the module's entry point."""

    def __init__(self, reason: str, *detail: str) -> None:
        super().__init__(reason)
        self.reason, self.detail = reason, detail


@dataclass(frozen=True)
class _Line:
    """A row on its way through the operations: one fact, or several that belong together."""

    facts: tuple[Fact, ...]
    labels: Mapping[str, str]
    time: str
    figure: Figure | None = None
    grouped: bool = False

    @property
    def items(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(fact.item for fact in self.facts))


def evaluate(operations: Sequence[Operation], facts: Sequence[Fact], *, complete: bool = True) -> Outcome | Refused:
    """Runs the operations one after another. `complete`: no limit cut off rows that these facts were taken from."""
    operations = tuple(operations)
    lines = [_Line((fact,), fact.labels, fact.time) for fact in facts]
    figures, column = tuple[Figure, ...](), ""
    try:
        for operation in operations:
            if not complete and isinstance(operation, (Aggregate, Rank, Extreme, Share, Where)):
                raise CannotCompute("incomplete")
            column = getattr(operation, "column", "") or column
            lines, found = _applied(operation, lines)
            figures = found or figures
        rows = tuple(_result(line, column) for line in lines)
    except CannotCompute as why:
        return Refused.model_validate({"operations": operations, "reason": why.reason, "detail": why.detail})
    return Outcome(operations=operations, column=column, rows=rows, figures=figures)


def _applied(operation: Operation, lines: list[_Line]) -> tuple[list[_Line], tuple[Figure, ...]]:
    """The lines after one operation, and the figures it computed across them."""
    match operation:
        case Select():
            kept = [one for one in lines if _value_of(one, operation.column) in operation.values]
            return _some(kept), ()
        case Where():
            return _some([one for one in lines if _meets(one, operation)]), ()
        case Group():
            return _grouped(operation, lines), ()
        case Aggregate():
            return [_aggregated(operation, one) for one in _together(lines)], ()
        case Rank():
            ordered = _ordered(lines, operation.column, operation.descending)
            return ordered[: operation.first], ()
        case Extreme():
            best = _ordered(lines, operation.column, operation.largest)
            return [one for one in best if _number(one) == _number(best[0])], ()
        case Compare():
            return _compared(operation, lines)
        case Change():
            return _changed(operation, lines)
        case Arithmetic():
            return [_with(one, operation) for one in _figured(lines, operation.column)], ()
        case Share():
            return _shared(_figured(lines, operation.column)), ()


def _some(lines: list[_Line]) -> list[_Line]:
    if not lines:
        raise CannotCompute("nothing_to_compare")
    return lines


def _value_of(line: _Line, column: str) -> str:
    return line.time if column == TIME else line.labels.get(column, "")


def _meets(line: _Line, operation: Where) -> bool:
    held = [fact.numbers[operation.column] for fact in line.facts if operation.column in fact.numbers]
    return bool(held) and all(is_met(operation.bound, number, operation.operand) for number in held)


def _grouped(operation: Group, lines: Sequence[_Line]) -> list[_Line]:
    groups: dict[tuple[str, ...], list[_Line]] = {}
    for one in lines:
        groups.setdefault(tuple(_value_of(one, column) for column in operation.by), []).append(one)
    return [_joined(group, dict(zip(operation.by, key, strict=True))) for key, group in groups.items()]


def _joined(lines: Sequence[_Line], by: Mapping[str, str]) -> _Line:
    labels = {name: value for name, value in by.items() if name != TIME}
    times = {one.time for one in lines}
    time = by.get(TIME, times.pop() if len(times) == 1 else "")
    common = set(lines[0].labels.items()).intersection(*(one.labels.items() for one in lines[1:]))
    return _Line(tuple(fact for one in lines for fact in one.facts), dict(common) | labels, time, grouped=True)


def _together(lines: Sequence[_Line]) -> Sequence[_Line]:
    """Lines that no operation grouped form one group."""
    if not lines or any(one.grouped for one in lines) or len(lines) == 1:
        return lines
    return [_joined(lines, {})]


def _aggregated(operation: Aggregate, line: _Line) -> _Line:
    held = [fact for fact in line.facts if operation.column in fact.numbers]
    if operation.function == "count" and not held:
        held = list(line.facts)
    if not held:
        raise CannotCompute("no_such_column", operation.column)
    unit = _one_unit(held, operation.column)
    basis = tuple(
        Basis(item=fact.item, column=operation.column, value=fact.numbers.get(operation.column, Decimal(1)))
        for fact in held
    )
    value, working = _figure_over(operation, held)
    if operation.function in ("mean", "median"):
        value = _as_shown(value, unit)
    if operation.function == "count":
        unit = "count"
    figure = Figure(name="value", value=value, unit=unit, basis=basis, working=working)
    return replace(line, figure=figure)


def _as_shown(value: Decimal, unit: str | None) -> Decimal:
    """Rounds to the 만원, as means of won are shown: the calculation must use the figures the person sees."""
    return Decimal(shown_won(float(value))) if unit == "won" else value


def _figure_over(operation: Aggregate, held: Sequence[Fact]) -> tuple[Decimal, str]:
    numbers = [fact.numbers.get(operation.column, Decimal(1)) for fact in held]
    if operation.function == "mean":
        return _mean(operation.column, held)
    if operation.function == "median" and len(held) > 1 and any(fact.summary for fact in held):
        raise CannotCompute("no_counts", operation.column)
    functions: Mapping[str, Callable[[], Decimal]] = {
        "count": lambda: Decimal(len(numbers)),
        "sum": lambda: sum(numbers, Decimal(0)),
        "min": lambda: min(numbers),
        "max": lambda: max(numbers),
        "median": lambda: Decimal(median(numbers)),
    }
    value = functions[operation.function]()
    joint = " + " if operation.function == "sum" else ", "
    terms = joint.join(plain(number) for number in numbers[:SHOWN_TERMS])
    more = f"{joint}… ({len(numbers)})" if len(numbers) > SHOWN_TERMS else ""
    return value, f"{operation.function}({terms}{more}) = {plain(value)}"


def _mean(column: str, held: Sequence[Fact]) -> tuple[Decimal, str]:
    """For single things their plain mean; for figures over several things, the mean weighted by count."""
    if len(held) > 1 and any(fact.summary for fact in held):
        sizes = [fact.size or Decimal(0) for fact in held]
        if not all(sizes):
            raise CannotCompute("no_counts", column)
        total = sum((fact.numbers[column] * size for fact, size in zip(held, sizes, strict=True)), Decimal(0))
        value = shown_digits(total / sum(sizes, Decimal(0)))
        terms = [f"{plain(fact.numbers[column])} × {plain(size)}" for fact, size in zip(held, sizes, strict=True)]
        more = " + …" if len(terms) > SHOWN_TERMS else ""
        return value, f"({' + '.join(terms[:SHOWN_TERMS])}{more}) ÷ {plain(sum(sizes, Decimal(0)))} = {plain(value)}"
    total = sum((fact.numbers[column] for fact in held), Decimal(0))
    value = shown_digits(total / len(held))
    return value, f"{plain(total)} ÷ {len(held)} = {plain(value)}"


def _one_unit(facts: Sequence[Fact], column: str) -> str | None:
    units = {fact.units.get(column) for fact in facts}
    if len(units) > 1:
        raise CannotCompute("mixed_units", *sorted(str(unit) for unit in units))
    return next(iter(units))


def _figured(lines: Sequence[_Line], column: str) -> list[_Line]:
    """Lines with their figure of this column; those that lack it are left out."""
    found: list[_Line] = []
    for one in lines:
        if one.figure is not None:
            found.append(one)
        elif len(one.facts) == 1 and column in one.facts[0].numbers:
            [fact] = one.facts
            value = fact.numbers[column]
            basis = (Basis(item=fact.item, column=column, value=value),)
            figure = Figure(name="value", value=value, unit=fact.units.get(column), basis=basis, working=plain(value))
            found.append(replace(one, figure=figure))
    if not found:
        raise CannotCompute("no_such_column", column)
    if len({one.figure.unit for one in found if one.figure}) > 1:
        raise CannotCompute("mixed_units", column)
    return found


def _number(line: _Line) -> Decimal:
    return line.figure.value if line.figure else Decimal(0)


def _ordered(lines: Sequence[_Line], column: str, descending: bool) -> list[_Line]:
    found = _figured(lines, column)
    return sorted(found, key=_number, reverse=descending)


def _compared(operation: Compare, lines: Sequence[_Line]) -> tuple[list[_Line], tuple[Figure, ...]]:
    """Largest first; the figures are those of the first and the last of them."""
    ordered = _ordered(lines, operation.column, True)
    if len(ordered) < 2:
        raise CannotCompute("nothing_to_compare")
    return ordered, (*_between(ordered[0], ordered[-1]), *_less(ordered[0], ordered[-1]))


def _less(higher: _Line, lower: _Line) -> Iterator[Figure]:
    """By how many per cent of the higher figure the lower one is below it."""
    value, base = _number(lower), _number(higher)
    if base:
        share = _rounded(100 * (base - value) / base, PER_CENT_STEP)
        working = f"{plain(base - value)} ÷ {plain(base)} × 100 = {plain(share)}"
        basis = tuple(cell for one in (higher, lower) if one.figure for cell in one.figure.basis)
        yield Figure(name="less", value=share, unit="percent", basis=basis, working=working)


def _changed(operation: Change, lines: Sequence[_Line]) -> tuple[list[_Line], tuple[Figure, ...]]:
    """Earliest first; the figures are the last one's against the first one's. Of groups: the change of each."""
    if any(one.grouped and one.figure is None for one in lines):
        return _some([moved for one in lines if (moved := _change_within(operation, one)) is not None]), ()
    ordered = sorted((one for one in _figured(lines, operation.column) if one.time), key=lambda one: one.time)
    if len(ordered) < 2 or ordered[0].time == ordered[-1].time:
        raise CannotCompute("nothing_to_compare")
    return ordered, _between(ordered[-1], ordered[0])


def _change_within(operation: Change, group: _Line) -> _Line | None:
    """A group with the change of its figure; None for one that has it at a single time."""
    single = [_Line((fact,), fact.labels, fact.time) for fact in group.facts if operation.column in fact.numbers]
    ordered = sorted((one for one in single if one.time), key=lambda one: one.time)
    if len(ordered) < 2 or ordered[0].time == ordered[-1].time:
        return None
    first, last = (_figured([one], operation.column)[0] for one in (ordered[0], ordered[-1]))
    found = next((one for one in _between(last, first) if one.name == operation.measure), None)
    return None if found is None else replace(group, facts=(*first.facts, *last.facts), figure=found)


def _between(one: _Line, other: _Line) -> tuple[Figure, ...]:
    """Difference, per cent and ratio of one figure against another."""
    value, base = _number(one), _number(other)
    unit = one.figure.unit if one.figure else None
    basis = (*(one.figure.basis if one.figure else ()), *(other.figure.basis if other.figure else ()))
    difference = value - base
    figures = [
        Figure(
            name="difference",
            value=difference,
            unit=unit,
            basis=basis,
            working=f"{plain(value)} - {plain(base)} = {plain(difference)}",
        )
    ]
    if base:
        share = _rounded(100 * difference / base, PER_CENT_STEP)
        working = f"{plain(difference)} ÷ {plain(base)} × 100 = {plain(share)}"
        figures.append(Figure(name="percent", value=share, unit="percent", basis=basis, working=working))
        if value:
            part = _rounded(100 * base / value, PER_CENT_STEP)
            working = f"{plain(base)} ÷ {plain(value)} × 100 = {plain(part)}"
            figures.append(Figure(name="part", value=part, unit="percent", basis=basis, working=working))
        ratio = _rounded(value / base, RATIO_STEP)
        working = f"{plain(value)} ÷ {plain(base)} = {plain(ratio)}"
        figures.append(Figure(name="ratio", value=ratio, unit=None, basis=basis, working=working))
    return tuple(figures)


def _with(line: _Line, operation: Arithmetic) -> _Line:
    value, operand = _number(line), operation.operand
    if operation.operator == "divided_by" and not operand:
        raise CannotCompute("nothing_to_compare")
    results: Mapping[str, Callable[[], Decimal]] = {
        "plus": lambda: value + operand,
        "minus": lambda: value - operand,
        "times": lambda: value * operand,
        "divided_by": lambda: _rounded(value / operand, STEP),
    }
    result = results[operation.operator]()
    working = f"{plain(value)} {_SIGNS[operation.operator]} {plain(operand)} = {plain(result)}"
    return (
        replace(line, figure=line.figure.model_copy(update={"value": result, "working": working}))
        if line.figure
        else line
    )


def _shared(lines: Sequence[_Line]) -> list[_Line]:
    total = sum((_number(one) for one in lines), Decimal(0))
    if not total:
        raise CannotCompute("nothing_to_compare")
    found: list[_Line] = []
    for one in lines:
        share = _rounded(100 * _number(one) / total, PER_CENT_STEP)
        working = f"{plain(_number(one))} ÷ {plain(total)} × 100 = {plain(share)}"
        basis = one.figure.basis if one.figure else ()
        found.append(
            replace(one, figure=Figure(name="share", value=share, unit="percent", basis=basis, working=working))
        )
    return found


def _rounded(value: Decimal, step: Decimal) -> Decimal:
    return value.quantize(step, ROUND_HALF_UP)


def _result(line: _Line, column: str) -> ResultRow:
    [computed] = _figured([line], column) if line.figure is None else [line]
    if computed.figure is None:
        raise CannotCompute("no_such_column", column)
    return ResultRow(items=computed.items, labels=dict(computed.labels), time=computed.time, figure=computed.figure)
