"""Plays every case on a whole service whose model is scripted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from evaluations.drafts.judging import Judged, checks_in, judged
from evaluations.drafts.model import ScriptedModel
from evaluations.drafts.reading import FOLDER, Case
from evaluations.drafts.report import DraftsReport
from evaluations.harness.client import Client, serving
from evaluations.harness.databases import Filling, Progress, database_server
from evaluations.harness.files import Results, lines_of, public_file


@dataclass(frozen=True)
class Asked:
    """As the command line says it."""

    file: Path | None = None
    """None: the public development file."""
    keep: Path | None = None
    show: bool = False


async def evaluate_drafts(data: Path | None, asked: Asked, results: Results, progress: Progress) -> DraftsReport:
    """Play them all. Raises DataMissing, and WrongUse for a file that cannot be played."""
    cases = lines_of(asked.file or public_file(data, FOLDER, "development.jsonl"), Case)
    model, found = ScriptedModel(), list[Judged]()
    async with database_server(asked.keep) as databases, model.endpoint as endpoint:
        chosen = {"llm_base_url": endpoint.base_url, "llm_model": "scripted", "llm_planning": "merged"}
        async with serving(databases, Filling("shipped"), progress, **chosen) as client:
            for case in cases:
                found.append(await _played(case, model, client))
                progress("drafts", len(found), len(cases))
    report = DraftsReport(found, asked.show)
    results.lines(_line(one) for one in found)
    results.figures(report.as_json())
    return report


async def _played(case: Case, model: ScriptedModel, client: Client) -> Judged:
    """One after the other: the model knows only by the turn which case it is asked about."""
    model.play(case)
    answer = await client.ask(await client.session(case.pack), case.question)
    found = judged(case, model.draft, model.void, answer.final)
    return replace(found, checks=checks_in(await client.record(answer)) if found.draft else ())


def _line(one: Judged) -> dict[str, Any]:
    final = one.final
    return {
        "id": one.case.id,
        "kind": one.case.kind,
        "label": one.case.label,
        "fate": one.fate,
        "why": one.why,
        "checks": list(one.checks),
        "draft": one.draft,
        "content": final.get("content"),
        "notices": final.get("notices"),
        "engine": final.get("engine"),
        "verification": final.get("verification"),
    }
