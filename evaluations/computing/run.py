"""Runs labelled computations: a service over the shipped packs, and one for each table that somebody brings."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from evaluations.computing.csv_pack import NAME, filling_of
from evaluations.computing.judging import Judged, judged
from evaluations.computing.reading import CSV_PACK, Case
from evaluations.computing.report import ComputingReport
from evaluations.harness.client import Answer, Client, serving
from evaluations.harness.databases import Databases, Filling, Progress, database_server
from evaluations.harness.files import Results, lines_of
from evaluations.harness.side_by_side import side_by_side
from foundation.contracts.errors import WrongUse

AT_ONCE = 2
DEVELOPMENT = Path(__file__).with_name("development.jsonl")
"""Forty cases of our own."""


@dataclass(frozen=True)
class Asked:
    """As the command line says it."""

    file: Path | None = None
    only: frozenset[str] = frozenset()
    keep: Path | None = None
    show: bool = False


async def evaluate_computing(asked: Asked, results: Results, progress: Progress) -> ComputingReport:
    """Hold and judge them. Raises WrongUse for a wrong file."""
    path = asked.file or DEVELOPMENT
    cases = [one for one in lines_of(path, Case) if not asked.only or one.id in asked.only]
    if not cases:
        raise WrongUse(f"--only: {path} has no case of these ids.")
    found: dict[str, Judged] = {}
    async with database_server(asked.keep) as databases:
        for table in dict.fromkeys(one.csv for one in cases):
            mine = [one for one in cases if one.csv == table]
            filling = Filling("shipped") if table is None else await asyncio.to_thread(
                filling_of, databases.folder, mine[0], path.with_name(table)
            )  # fmt: skip
            for one in await _held(databases, filling, mine, progress):
                found[one.case.id] = one
    done = [found[one.id] for one in cases]
    results.lines(one.line() for one in done)
    report = ComputingReport(done, asked.show)
    results.figures(report.as_json())
    return report


async def _held(databases: Databases, filling: Filling, cases: Sequence[Case], progress: Progress) -> list[Judged]:
    async with serving(databases, filling, progress) as client:
        return await side_by_side(cases, partial(_one, client), AT_ONCE, partial(progress, filling.name))


async def _one(client: Client, case: Case) -> Judged:
    session_id = await client.session(NAME if case.pack == CSV_PACK else case.pack)
    answers: list[Answer] = []
    for question in case.ask:
        answers.append(await client.ask(session_id, question))
    items = [item for answer in answers if not answer.failure for item in await client.evidence(answer)]
    return judged(case, answers[-1], answers[:-1], items)
