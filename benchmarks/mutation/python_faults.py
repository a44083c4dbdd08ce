"""Faults in Python: boundaries, conditions, constants, arithmetic, returned values, branches, calls for effect.

Each fault is one node of the syntax tree replaced by another. Docstrings, annotations and type aliases are left
alone: nothing a test could see depends on them.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import Any

from benchmarks.mutation.mutants import Mutant

COMPARISONS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.FloorDiv,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Mult,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
TWINS = {"any": "all", "all": "any", "max": "min", "min": "max"}
"""Functions that take the same and mean the opposite."""
Path = tuple[str | int, ...]
"""Way from the module's node to one below it: names of fields and places in lists."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


def python_mutants(source: str) -> list[Mutant]:
    """Every fault this module knows, one mutant each."""
    tree = ast.parse(source)
    found: list[Mutant] = []
    for path, node, where in _nodes(tree, (), "module"):
        for fault in _faults(node):
            changed = ast.fix_missing_locations(_replaced(tree, path, fault))
            line = getattr(node, "lineno", 0)
            found.append(Mutant(where, line, _shown(node), _shown(fault), ast.unparse(changed)))
    return found


def _nodes(node: ast.AST, path: Path, where: str) -> Iterator[tuple[Path, ast.AST, str]]:
    """All nodes that may be faulty, with the way to them and the name of what they lie in."""
    yield path, node, where
    if isinstance(node, Function | ast.ClassDef):
        where = node.name if where == "module" else f"{where}.{node.name}"
    elif isinstance(node, ast.Assign | ast.AnnAssign) and where == "module":
        where = ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target)
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "decorator_list", "bases", "type_params"}:
            continue
        for place, child in enumerate(value if isinstance(value, list) else [value]):  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
            if isinstance(child, ast.AST) and not _silent(child):
                yield from _nodes(child, (*path, name, place) if isinstance(value, list) else (*path, name), where)


def _silent(node: ast.AST) -> bool:
    """Docstrings, imports, parts of f-strings that are no expressions, and types written as values."""
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return True
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Subscript):
        return isinstance(node.value.value, ast.Name) and node.value.value.id == "Literal"
    return isinstance(node, ast.Import | ast.ImportFrom)


def _faults(node: ast.AST) -> Iterator[ast.AST]:
    yield from _other_operators(node)
    yield from _other_values(node)
    yield from _other_statements(node)


def _other_operators(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Compare(left=left, ops=ops, comparators=others):
            for at, operator in enumerate(ops):
                for other in COMPARISONS[type(operator)]:
                    yield ast.Compare(left, [*ops[:at], other(), *ops[at + 1 :]], others)
        case ast.BoolOp(op=operator, values=values):
            yield ast.BoolOp(ast.Or() if isinstance(operator, ast.And) else ast.And(), values)
        case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
            yield operand
        case ast.BinOp(left=left, op=operator, right=right) if type(operator) in ARITHMETIC:
            yield ast.BinOp(left, ARITHMETIC[type(operator)](), right)
        case ast.AugAssign(target=target, op=operator, value=value) if type(operator) in ARITHMETIC:
            yield ast.AugAssign(target, ARITHMETIC[type(operator)](), value)
        case _:
            return


def _other_values(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.Constant(value=value):
            yield from _other_constants(value)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords) if name in TWINS:
            yield ast.Call(ast.Name(TWINS[name], ast.Load()), args, keywords)
        case ast.IfExp(test=test, body=body, orelse=other):
            yield ast.IfExp(test, other, body)
        case _:
            return


def _other_constants(value: object) -> Iterator[ast.AST]:
    if isinstance(value, bool):
        yield ast.Constant(not value)
    elif isinstance(value, int | float):
        yield ast.Constant(value + 1)
    elif isinstance(value, str):
        yield ast.Constant(f"_{value}_")


def _other_statements(node: ast.AST) -> Iterator[ast.AST]:
    match node:
        case ast.If(test=ast.Name() | ast.Attribute() | ast.Call() as test, body=body, orelse=other):
            yield ast.If(ast.UnaryOp(ast.Not(), test), body, other)
        case ast.Return(value=value) if value is not None and not _is_none(value):
            yield ast.Return(ast.Constant(None))
        case ast.Expr(value=ast.Call() | ast.Await()) | ast.Break() | ast.Continue() | ast.Raise():
            yield ast.Pass()
        case _:
            return


def _is_none(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _replaced(tree: ast.Module, path: Path, fault: ast.AST) -> ast.Module:
    """A copy of the tree in which the node at the end of the path is another."""
    whole = copy.deepcopy(tree)
    parent: Any = whole
    for step in path[:-1]:
        parent = parent[step] if isinstance(step, int) else getattr(parent, step)
    last, node = path[-1], copy.deepcopy(fault)
    if isinstance(last, int):
        parent[last] = node
    else:
        setattr(parent, last, node)
    return whole


def _shown(node: ast.AST) -> str:
    """One line of source, shortened."""
    if isinstance(node, ast.If | ast.While):
        node = node.test
    text = " ".join(ast.unparse(ast.fix_missing_locations(copy.deepcopy(node))).split())
    return text if len(text) <= 100 else f"{text[:97]}..."
