"""`suffice bench`: each benchmark is a program of benchmarks/, run in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from typing import Annotated

import typer

from foundation.contracts.errors import DataMissing, UnknownEvaluation
from service_agent.settings import CHECKOUT

BENCHMARKS = CHECKOUT / "benchmarks"


def bench(name: Annotated[str, typer.Argument(help="all, or a module of benchmarks/.")] = "all") -> None:
    """Measure speed and size, as ratios within one run."""
    known = sorted(path.stem for path in BENCHMARKS.glob("*.py") if not path.stem.startswith("_"))
    if not known:
        raise DataMissing(f"There are no benchmarks in {CHECKOUT}: they are part of a checkout, not of an image.")
    chosen = known if name == "all" else [name]
    if not set(chosen) <= set(known):
        raise UnknownEvaluation(f"There is no benchmark {name!r}; there are all, {', '.join(known)}.")
    for module in chosen:
        run = subprocess.run([sys.executable, "-m", f"benchmarks.{module}"], cwd=CHECKOUT, check=False)
        if run.returncode:
            raise DataMissing(f"The benchmark {module} did not finish; its own lines above say why.")
