"""Evaluations a person can run (`suffice eval NAME`): figures on labelled data, written where the documents promise."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from types import MappingProxyType

from evaluations.answering.page import PageReport
from evaluations.answering.run import evaluate_answers, evaluate_faithfulness
from evaluations.cases import Progress
from evaluations.labels.evaluate import evaluate_labels
from evaluations.labels.results import LabelsReport
from evaluations.results import ReuseReport
from evaluations.retrieval.evaluate import RetrievalReport, evaluate_retrieval
from evaluations.reuse import evaluate_reuse, write_report

Report = ReuseReport | LabelsReport | RetrievalReport | PageReport
Evaluation = Callable[[Path | None, str, Path, Progress], Awaitable[Report]]
"""(public data, pack name, folder to write to, progress) -> a report that prints itself."""


async def _reuse(data: Path | None, pack: str, out: Path, progress: Progress) -> ReuseReport:
    judged = await evaluate_reuse(data, None, progress)
    labels = await evaluate_labels(data, pack, None, progress)
    return write_report(judged.merged(labels.set_result()), out)


EVALUATIONS: Mapping[str, Evaluation] = MappingProxyType(
    {
        "reuse": _reuse,
        "pack": evaluate_labels,
        "retrieval": evaluate_retrieval,
        "faithfulness": evaluate_faithfulness,
        "answers": evaluate_answers,
    }
)
"""Evaluation name -> how it is run."""
