"""Plants the reuses in a whole service over the shipped packs, and has each audited as an operator would."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from evaluations.audits.planting import Planter, decision_of
from evaluations.audits.reading import read_planted
from evaluations.audits.report import AuditReport
from evaluations.harness.client import serving_with_services
from evaluations.harness.databases import Filling, Progress, database_server
from evaluations.harness.files import Results
from evaluations.harness.side_by_side import side_by_side
from foundation.domains.loading.loader import shipped_packs

AT_ONCE = 2


@dataclass(frozen=True)
class Asked:
    """As the command line says it."""

    files: Sequence[Path] = ()
    """Empty: the shipped packs' own."""
    keep: Path | None = None
    show: bool = False


async def evaluate_audits(asked: Asked, results: Results, progress: Progress) -> AuditReport:
    """Plant and audit them all. Raises WrongUse for a wrong file."""
    lines = read_planted(asked.files or sorted(shipped_packs().glob("*/labels/planted.jsonl")))
    async with (
        database_server(asked.keep) as databases,
        serving_with_services(databases, Filling("shipped"), progress) as served,
    ):
        decisions = served.services.experiments.repositories.decisions
        planter = Planter(served.client, served.database_url, partial(decision_of, decisions))
        found = await side_by_side(lines, planter.found, AT_ONCE, partial(progress, "planted reuses"))
    report = AuditReport(found, asked.show)
    results.lines(one.json() for one in report.found)
    results.figures(report.as_json())
    return report
