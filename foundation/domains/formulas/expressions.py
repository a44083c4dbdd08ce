"""Expressions of a pack's formulas: parsed by Python's own parser, of which a few kinds of nodes are accepted, and
evaluated in decimals by this module. Nothing is compiled or run, only declared names are known, powers are limited.

A library was considered: those that evaluate arithmetic work in floats or run Python's operators on any value, and what
is needed here (decimals, limited powers, the calculation in words) would still be ours.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal, DecimalException, localcontext
from functools import lru_cache

LARGEST_POWER = 1200
"""Months of a hundred years."""
DIGITS = 40
Value = Decimal | bool
ValueOf = Callable[[str], Decimal]


class WrongExpression(ValueError):
    """What is wrong with an expression, in words."""


FUNCTIONS: Mapping[str, tuple[int, int]] = {
    "min": (2, 9),
    "max": (2, 9),
    "round": (1, 2),
    "floor": (1, 1),
    "ceil": (1, 1),
}
"""Name -> fewest and most arguments."""
_BINARY: Mapping[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.Pow: "**"}
_COMPARED: Mapping[type[ast.cmpop], Callable[[Decimal, Decimal], bool]] = {
    ast.Lt: lambda one, other: one < other,
    ast.LtE: lambda one, other: one <= other,
    ast.Gt: lambda one, other: one > other,
    ast.GtE: lambda one, other: one >= other,
    ast.Eq: lambda one, other: one == other,
}


@lru_cache(maxsize=1024)
def parsed(text: str) -> ast.expr:
    """The expression as a tree of known nodes. Raises WrongExpression."""
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise WrongExpression("it is no arithmetic") from error
    _check(tree)
    return tree


def names_in(text: str) -> frozenset[str]:
    """The names an expression uses. Raises WrongExpression."""
    called = {id(node.func) for node in ast.walk(parsed(text)) if isinstance(node, ast.Call)}
    return frozenset(
        node.id for node in ast.walk(parsed(text)) if isinstance(node, ast.Name) and id(node) not in called
    )


def _check(node: ast.expr) -> None:
    match node:
        case ast.Constant(value=bool() | str() | bytes() | None):
            raise WrongExpression("it holds something that is no number")
        case ast.Constant(value=int() | float()) | ast.Name():
            return
        case ast.UnaryOp(op=ast.USub(), operand=inner):
            _check(inner)
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _BINARY:
            _check(left)
            _check(right)
        case ast.IfExp(test=test, body=body, orelse=other):
            for inner in (test, body, other):
                _check(inner)
        case ast.Compare(left=left, ops=[operator], comparators=[right]) if type(operator) in _COMPARED:
            _check(left)
            _check(right)
        case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if name in FUNCTIONS:
            least, most = FUNCTIONS[name]
            if not least <= len(arguments) <= most:
                raise WrongExpression(f"`{name}` takes {least} to {most} values")
            for inner in arguments:
                _check(inner)
        case _:
            raise WrongExpression(f"{type(node).__name__} is not taken")


def number_of(node: ast.Constant) -> Decimal:
    """A number as it was written: repr of a float is its shortest spelling, so 0.3 is three tenths."""
    return Decimal(repr(node.value))


def worked_out(text: str, value_of: ValueOf) -> Value:
    """The expression's value. Raises WrongExpression for what decimals cannot do."""
    with localcontext() as context:
        context.prec = DIGITS
        try:
            return value_at(parsed(text), value_of)
        except DecimalException as error:
            raise WrongExpression("it divides by zero or grows beyond all bounds") from error


def value_at(node: ast.expr, value_of: ValueOf) -> Value:
    """The value of one node."""
    match node:
        case ast.Constant():
            return number_of(node)
        case ast.Name(id=name):
            return value_of(name)
        case ast.UnaryOp(operand=inner):
            return -number_at(inner, value_of)
        case ast.BinOp(left=left, op=operator, right=right):
            return _of_two(_BINARY[type(operator)], number_at(left, value_of), number_at(right, value_of))
        case ast.IfExp(test=test, body=body, orelse=other):
            return value_at(body if value_at(test, value_of) else other, value_of)
        case ast.Compare(left=left, ops=[operator], comparators=[right]):
            return _COMPARED[type(operator)](number_at(left, value_of), number_at(right, value_of))
        case ast.Call(func=ast.Name(id=name), args=arguments):
            return _called(name, [number_at(one, value_of) for one in arguments])
        case _:
            raise WrongExpression(f"{type(node).__name__} is not taken")


def number_at(node: ast.expr, value_of: ValueOf) -> Decimal:
    """The number at one node."""
    found = value_at(node, value_of)
    if isinstance(found, bool):
        raise WrongExpression("a comparison is no number")
    return found


def _of_two(sign: str, one: Decimal, other: Decimal) -> Decimal:
    if sign == "**":
        if abs(other) > LARGEST_POWER:
            raise WrongExpression(f"powers go up to {LARGEST_POWER}")
        return one**other
    if sign == "/" and not other:
        raise WrongExpression("it divides by zero")
    return {"+": lambda: one + other, "-": lambda: one - other, "*": lambda: one * other, "/": lambda: one / other}[
        sign
    ]()


def _called(name: str, given: list[Decimal]) -> Decimal:
    if name in ("min", "max"):
        return min(given) if name == "min" else max(given)
    if name == "round":
        digits = int(given[1]) if len(given) > 1 else 0
        return given[0].quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    return given[0].to_integral_value(ROUND_FLOOR if name == "floor" else ROUND_CEILING)
