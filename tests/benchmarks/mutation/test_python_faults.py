"""The faults themselves: each is put in once, where it can be noticed, and nowhere else."""

from __future__ import annotations

import ast

import pytest

from benchmarks.mutation.python_faults import python_mutants
from benchmarks.mutation.sql_faults import sql_mutants


def changes(source: str) -> set[str]:
    return {f"{mutant.before} -> {mutant.after}" for mutant in python_mutants(source)}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = a < b", {"a < b -> a <= b", "a < b -> a >= b"}),
        ("x = a == b", {"a == b -> a != b"}),
        ("x = a and b", {"a and b -> a or b"}),
        ("x = not a", {"not a -> a"}),
        ("x = a + b", {"a + b -> a - b"}),
        ("x = a // b", {"a // b -> a * b"}),
        ("x = 7", {"7 -> 8"}),
        ("x = True", {"True -> False"}),
        ("x = 'open'", {"'open' -> '_open_'"}),
        ("x = any(a)", {"any(a) -> all(a)"}),
        ("x = a if b else c", {"a if b else c -> c if b else a"}),
        ("a += b", {"a += b -> a -= b"}),
        ("if a:\n    pass", {"a -> not a"}),
        ("def f():\n    return a", {"return a -> return None"}),
        ("def f():\n    return None", set[str]()),
        ("def f():\n    note(a)", {"note(a) -> pass"}),
        ("for a in b:\n    continue", {"continue -> pass"}),
        ('"""Only words."""', set[str]()),
        ("def f(a: int):\n    pass", set[str]()),
        ("import a", set[str]()),
        ("A = Literal['open']", set[str]()),
    ],
)
def test_a_line_of_python_has_these_faults(source: str, expected: set[str]) -> None:
    assert changes(source) == expected


def test_a_mutant_differs_in_its_one_place_and_can_be_run() -> None:
    source = "class A:\n    def f(self, a):\n        return a > 1\n"
    mutants = python_mutants(source)
    assert {mutant.where for mutant in mutants} == {"A.f"}
    assert "A.f: a > 1 -> a >= 1" in {mutant.key for mutant in mutants}
    assert len({mutant.source for mutant in mutants}) == len(mutants)
    for mutant in mutants:
        compile(mutant.source, "mutant", "exec")
        assert ast.dump(ast.parse(mutant.source)) != ast.dump(ast.parse(source))


STATEMENTS = '''
OTHER = text("SELECT 1 FROM a WHERE b = 1 AND c = 2")
DONE = text(
    """
    UPDATE runs SET status = 'queued', seq = seq + 1
    WHERE run_id = :id AND (until IS NULL OR until > now()) AND status IN ('open', 'held')
    FOR UPDATE SKIP LOCKED
    """
)
'''


def test_a_statement_has_these_faults_and_its_neighbour_none() -> None:
    found = {mutant.source for mutant in sql_mutants(STATEMENTS, {"DONE"})}
    replaced = [
        ("status = 'queued'", "status = 'running'"),
        ("status = 'queued'", "status = runs.status"),
        ("seq = seq + 1", "seq = runs.seq"),
        ("seq + 1", "seq - 1"),
        ("seq + 1", "seq + 2"),
        ("run_id = :id", "true"),
        ("(until IS NULL OR until > now())", "true"),
        ("IS NULL OR", "IS NULL AND"),
        ("until IS NULL", "until IS NOT NULL"),
        ("until > now()", "until >= now()"),
        ("until > now()", "until <= now()"),
        ("status IN ('open', 'held')", "true"),
        ("'open', 'held'", "'held'"),
        ("'open', 'held'", "'open'"),
        ("'open'", "'decided'"),
        ("FOR UPDATE SKIP LOCKED", ""),
        (" SKIP LOCKED", ""),
    ]
    assert found == {STATEMENTS.replace(before, after) for before, after in replaced}
