"""`suffice bench`: each benchmark is a program of benchmarks/, run in a process of its own."""

from __future__ import annotations

import ast
import signal
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from foundation.contracts.errors import DataMissing, UnknownEvaluation
from service_agent.settings.settings import CHECKOUT

BENCHMARKS = CHECKOUT / "benchmarks"


def bench(name: Annotated[str, typer.Argument(help="all, or a module of benchmarks/.")] = "all") -> None:
    """Measure speed and size, as ratios within one run."""
    known = sorted(path.stem for path in BENCHMARKS.glob("*.py") if not path.stem.startswith("_"))
    if not known:
        raise DataMissing(f"There are no benchmarks in {CHECKOUT}: they are part of a checkout, not of an image.")
    chosen = known if name == "all" else [name]
    if not set(chosen) <= set(known):
        raise UnknownEvaluation(f"There is no benchmark {name!r}; there are all, {', '.join(known)}.")
    needed = {need for module in chosen for need in needs_of(BENCHMARKS / f"{module}.py")}
    missing = sorted(need for need in needed if find_spec(need) is None)
    if missing:
        raise DataMissing(f"{', '.join(missing)} is not installed; `make install-dev` brings it. Nothing was measured.")
    for module in chosen:
        run = subprocess.run([sys.executable, "-m", f"benchmarks.{module}"], cwd=CHECKOUT, check=False)
        if run.returncode:
            raise DataMissing(f"The benchmark {module} did not finish; {_why(run.returncode)}.")


def _why(returncode: int) -> str:
    """How a process ended that did not succeed: one that a signal ended says nothing itself."""
    if returncode > 0:
        return "its own lines above say why"
    return f"it was ended by {signal.Signals(-returncode).name}, and what it started may still run"


def needs_of(path: Path) -> tuple[str, ...]:
    """The libraries a benchmark names in its `NEEDS`: it is read, not imported, for importing may already fail."""
    for line in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(line, ast.Assign) and [ast.unparse(target) for target in line.targets] == ["NEEDS"]:
            return tuple(ast.literal_eval(line.value))
    return ()
