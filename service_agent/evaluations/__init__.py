"""Evaluations a person can run (`suffice eval NAME`): figures on labelled data, written where the documents promise."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from service_agent.evaluations.cases import Progress
from service_agent.evaluations.results import ReuseReport
from service_agent.evaluations.reuse import evaluate_reuse

Evaluation = Callable[[Path | None, str, Path, Progress], Awaitable[ReuseReport]]
"""(public data, pack name, folder to write to, progress) -> a report that prints itself."""


async def _reuse(data: Path | None, pack: str, out: Path, progress: Progress) -> ReuseReport:
    _ = pack
    return await evaluate_reuse(data, out, progress)


EVALUATIONS: Mapping[str, Evaluation] = MappingProxyType({"reuse": _reuse})
"""Evaluation name -> how it is run."""
