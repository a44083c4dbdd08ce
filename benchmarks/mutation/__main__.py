"""`make mutation`: how many small faults in the rules that must not be wrong do the tests notice?

Prints one row per module and every fault that was not noticed; ends with 1 when a group is below its goal.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import NoReturn

from benchmarks.mutation.mutants import Mutant, Outcome
from benchmarks.mutation.queue import Queue
from benchmarks.mutation.targets import GOAL, TARGETS, Target
from benchmarks.mutation.trial import prepare

CHECKOUT = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True)
class Tried:
    """What became of one target's mutants."""

    target: Target
    outcomes: Sequence[tuple[Mutant, Outcome]]

    def count(self, *names: Outcome) -> int:
        """How many ended so."""
        found = Counter(outcome for _, outcome in self.outcomes)
        return sum(found[name] for name in names)

    @property
    def counted(self) -> int:
        """Mutants that are not equivalent."""
        return len(self.outcomes) - self.count("equivalent")

    @property
    def noticed(self) -> int:
        """Mutants that some test noticed."""
        return self.count("killed", "timeout")


def _leave(_signal: int, _frame: FrameType | None) -> NoReturn:
    sys.exit(143)


def main() -> int:
    """Try every mutant of the chosen targets."""
    parser = argparse.ArgumentParser(prog="make mutation", description=__doc__)
    parser.add_argument("only", nargs="*", help="parts of module names; none: all of them")
    parser.add_argument("--workers", type=int, default=2, help="trials side by side")
    asked = parser.parse_args()
    chosen = [target for target in TARGETS if not asked.only or any(part in target.module for part in asked.only)]
    # Stopped from outside, the server is still given back.
    signal.signal(signal.SIGTERM, _leave)
    prepare()
    with tempfile.TemporaryDirectory() as logs, Queue(asked.workers, f"mut{uuid.uuid4().hex[:8]}", Path(logs)) as queue:
        tried = [_try(target, queue) for target in chosen]
    return _report(tried)


def _try(target: Target, queue: Queue) -> Tried:
    source = (CHECKOUT / target.path).read_text(encoding="utf-8")
    mutants = target.mutants(source)
    unknown = set(target.equivalents) - {mutant.key for mutant in mutants}
    if unknown:
        sys.exit(f"{target.path} has no such mutant any more, take it from the list: {'; '.join(sorted(unknown))}")
    wanted = [mutant for mutant in mutants if mutant.key not in target.equivalents]
    outcomes = dict(zip(wanted, queue.outcomes(target, source, wanted), strict=True))
    tried = Tried(target, [(mutant, outcomes.get(mutant, "equivalent")) for mutant in mutants])
    print(_row(target.label, [tried]), flush=True)
    for mutant, outcome in tried.outcomes:
        if outcome == "survived":
            print(f"  survived {target.path}:{mutant.line} {mutant.key}", flush=True)
    return tried


def _report(tried: Sequence[Tried]) -> int:
    print("\n| rules | faults | noticed | of these by the time limit | survived | equivalent | score |")
    print("| --- | --- | --- | --- | --- | --- | --- |")
    groups = list(dict.fromkeys(each.target.group for each in tried))
    for group in groups:
        parts = [each for each in tried if each.target.group == group]
        for part in parts:
            print(_row(part.target.label, [part]))
        print(_row(f"**{group}**", parts))
    missed = [name for name in groups if _score([each for each in tried if each.target.group == name]) < GOAL]
    if missed:
        print(f"Below {GOAL / 10:.0f} %: {', '.join(missed)}.")
    return 1 if missed else 0


def _score(parts: Sequence[Tried]) -> int:
    """Per mille, rounded down."""
    return 1000 * sum(part.noticed for part in parts) // max(1, sum(part.counted for part in parts))


def _row(label: str, parts: Sequence[Tried]) -> str:
    figures = (
        sum(len(part.outcomes) for part in parts),
        sum(part.noticed for part in parts),
        sum(part.count("timeout") for part in parts),
        sum(part.count("survived") for part in parts),
        sum(part.count("equivalent") for part in parts),
    )
    return f"| {label} | {' | '.join(map(str, figures))} | {_score(parts) / 10:.1f} % |"


if __name__ == "__main__":
    sys.exit(main())
