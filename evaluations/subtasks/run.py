"""Asks the labelled questions of a whole service without a model, each in a conversation of its own."""

from __future__ import annotations

from pathlib import Path

from evaluations.harness.client import serving
from evaluations.harness.databases import Filling, Progress, database_server
from evaluations.harness.files import Results
from evaluations.subtasks.judging import Judged, SubtasksReport, judged
from evaluations.subtasks.reading import Half, read_questions


async def evaluate_subtasks(
    asked: tuple[Path | None, Half | None], keep: Path | None, results: Results, progress: Progress, *, show: bool
) -> SubtasksReport:
    """`asked`: a file of such questions, ours if None; one half of it, or all."""
    path, half = asked
    questions, found = read_questions(half, path), list[Judged]()
    async with (
        database_server(keep) as databases,
        serving(databases, Filling("shipped"), progress) as client,
    ):
        for at, question in enumerate(questions):
            progress("questions of several parts", at, len(questions))
            answer = await client.ask(await client.session(question.pack), question.q)
            found.append(judged(question, answer.final))
    results.lines(one.line() for one in found)
    return SubtasksReport(tuple(found), show)
