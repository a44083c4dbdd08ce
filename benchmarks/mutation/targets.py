"""Which rules are tested this way, by which tests, and which faults change nothing.

An equivalent fault is listed with its reason; it counts neither as killed nor as survived.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from benchmarks.mutation.equivalents import GATES, NARROWING, PROMPTS, QUALITY, ROUTER, STATEMENTS, VARIANTS
from benchmarks.mutation.mutants import Mutant
from benchmarks.mutation.python_faults import python_mutants
from benchmarks.mutation.sql_faults import sql_mutants

GOAL = 850
"""Per mille of the faults of each group that the tests must notice."""


@dataclass(frozen=True)
class Target:
    """One module and the tests that stand for it."""

    group: str
    module: str
    tests: tuple[str, ...]
    statements: Collection[str] = ()
    """Names of SQL statements: then only those are touched, else the module's Python."""
    equivalents: Mapping[str, str] = field(default_factory=dict[str, str])
    """Key of a mutant -> why nothing can notice it."""

    @property
    def path(self) -> str:
        """Where the module lies in the checkout."""
        return f"{self.module.replace('.', '/')}.py"

    @property
    def label(self) -> str:
        """How the module is called in the table."""
        return f"{self.path} (SQL)" if self.statements else self.path

    def mutants(self, source: str) -> list[Mutant]:
        """Every fault, in the order of the lines."""
        found = sql_mutants(source, self.statements) if self.statements else python_mutants(source)
        return sorted(found, key=lambda mutant: mutant.line)


REUSE = "tests/execution_agents/reuse"
PLANNING = "tests/supervisor/planning"
QUEUE = "tests/foundation/storage/queue"

GATE_TESTS = (f"{REUSE}/test_gates.py", f"{REUSE}/test_gate_boundaries.py", f"{REUSE}/test_figures_that_differ.py")
PROMPT_TESTS = (f"{QUEUE}/test_prompts.py", f"{QUEUE}/test_prompt_statements.py")

TARGETS = (
    Target("judge 2", "execution_agents.reuse.judge2", (f"{REUSE}/test_judge2.py",), equivalents=QUALITY),
    Target("judge 2", "execution_agents.reuse.gates", GATE_TESTS, equivalents=GATES),
    Target("judge 2", "execution_agents.reuse.slot_cover", (f"{REUSE}/test_slot_cover.py",), equivalents=NARROWING),
    Target("routing", "supervisor.routing", ("tests/supervisor/test_routing.py",)),
    Target(
        "routing",
        "execution_agents.reuse.policy",
        (f"{REUSE}/test_policy.py",),
        equivalents=VARIANTS,
    ),
    Target("routing", "supervisor.planning.router", (f"{PLANNING}/test_router.py",), equivalents=ROUTER),
    Target("prompts", "foundation.storage.queue.prompts", PROMPT_TESTS, equivalents=PROMPTS),
    Target(
        "prompts",
        "foundation.storage.queue.prompt_statements",
        PROMPT_TESTS,
        statements=(
            *("PAUSE", "CLOSE_PROMPT", "_DECIDED", "_RESUMED", "DECIDE", "EXPIRE", "DUE", "EXTEND"),
        ),
        equivalents=STATEMENTS,
    ),
)  # fmt: skip
