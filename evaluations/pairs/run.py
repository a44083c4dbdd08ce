"""Runs the pairs over the shipped packs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from evaluations.harness.client import serving
from evaluations.harness.databases import Filling, Progress, database_server
from evaluations.harness.files import Results
from evaluations.harness.grader import grader_of
from evaluations.pairs.asking import Asker
from evaluations.pairs.reading import read_lines
from evaluations.pairs.report import PairsReport
from evaluations.pairs.together import asked_together
from foundation.domains.loading.loader import shipped_packs


@dataclass(frozen=True)
class Asked:
    """As the command line says it."""

    files: Sequence[Path] = ()
    """Empty: the shipped packs' own."""
    keep: Path | None = None
    show: bool = False
    quick: bool = False
    """Without the pairs: each question alone, three together, follow-ups."""
    after: int | None = None
    """Each question after so many of the others; None: after every other."""


async def evaluate_pairs(data: Path | None, asked: Asked, results: Results, progress: Progress) -> PairsReport:
    """Ask them all. Raises DataMissing without the public data's grader, WrongUse for a wrong file."""
    files = asked.files or sorted(shipped_packs().glob("*/labels/pairs.jsonl"))
    holds, lines = grader_of(data).holds, read_lines(files)
    questions, follow_ups = [line for line in lines if line.say], [line for line in lines if line.turns]
    async with (
        database_server(asked.keep) as databases,
        serving(databases, Filling("shipped"), progress) as client,
    ):
        asker = Asker(client, holds)
        report = PairsReport(
            alone=await asker.alone(questions, partial(progress, "questions alone")),
            follow_ups=await asker.follow_ups(follow_ups, partial(progress, "follow-ups")),
            together=await asked_together(client, questions, asker.says, partial(progress, "three in one message")),
            pairs=() if asked.quick else await asker.pairs(questions, partial(progress, "pairs"), asked.after),
            show=asked.show,
        )
    results.lines(one.json() for one in (*report.pairs, *report.alone, *report.follow_ups, *report.together))
    results.figures(report.as_json())
    return report
