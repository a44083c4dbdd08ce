"""Asks every system every question, in turn, and counts. No model, no download, no database; caches off."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table

from evaluations.cases import Progress
from evaluations.optional import NO_LANGCHAIN, is_there
from evaluations.results import HALVES
from evaluations.retrieval import page
from evaluations.retrieval.measured import Asked, Figures, Row, SetFigures
from evaluations.retrieval.question_sets import Question, QuestionSet, question_sets, ranks
from evaluations.retrieval.systems import Search, systems
from evaluations.retrieval.typed import typed_forms
from foundation.contracts.errors import DataMissing
from foundation.domains.loading.loader import load_pack, shipped_packs

DICTIONARY_OF = "real_estate"


@dataclass(frozen=True)
class RetrievalReport:
    """The whole evaluation; prints itself."""

    sets: tuple[SetFigures, ...]
    notices: tuple[str, ...] = ()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        _ = console, options
        for found in self.sets:
            table = Table("", "R@1", "R@5", "R@10", "MRR", "Hit@5", "p50 ms", "p95 ms", title=found.heading)
            for row in found.rows:
                table.add_row(row.title, *page.cells(row.whole))
            yield table
            yield _as_typed(found)
        yield from self.notices


def _as_typed(found: SetFigures) -> Table:
    titles = page.compared(found)
    table = Table("", "n", *titles, title=f"{found.title}, as people type: R@1 / R@5 / MRR")
    for one in found.typed:
        table.add_row(one.form, str(one.n), *(" / ".join(page.typed_cells(one.found[title])) for title in titles))
    return table


async def evaluate_retrieval(data: Path | None, pack: str, out: Path | None, progress: Progress) -> RetrievalReport:
    """The report; written below `out` where there is one. Raises DataMissing."""
    del pack  # the sets are not of a pack
    if data is None:
        raise DataMissing("The public data is not there; point SUFFICE_TEST_DATA at its folder.")
    lease = load_pack(shipped_packs() / DICTIONARY_OF).dictionary
    found = [await _measured(questions, progress) for questions in question_sets(data, lease)]
    if not found:
        raise DataMissing(f"None of the public sets lies in {data}; point SUFFICE_TEST_DATA at their folder.")
    report = RetrievalReport(tuple(found), () if is_there(NO_LANGCHAIN) else (NO_LANGCHAIN,))
    if out is None:
        return report
    return replace(report, notices=(*report.notices, *page.write(report.sets, report.notices, out)))


async def _measured(questions: QuestionSet, progress: Progress) -> SetFigures:
    ways = systems(questions)
    asked: dict[str, list[Asked]] = {title: [] for title in ways}
    total = len(questions.questions)
    for at, question in enumerate(questions.questions):
        # Every system in turn, so that whatever else the machine does strikes all alike.
        for title, search in ways.items():
            asked[title].append(await _ask(search, question))
        progress(questions.title, at + 1, total)
    rows = tuple(_row(title, each, questions.questions) for title, each in asked.items())
    typed = await typed_forms(questions, ways, progress)
    sizes = (len(questions.chunks), total, questions.unanswerable)
    return SetFigures(questions.name, questions.title, *sizes, rows, typed)


async def _ask(search: Search, question: Question) -> Asked:
    started = time.perf_counter()
    found = await search(question.text)
    elapsed_ms = (time.perf_counter() - started) * 1000
    return Asked(ranks(found, question.gold), elapsed_ms)


def _row(title: str, asked: Sequence[Asked], questions: Sequence[Question]) -> Row:
    halves = {
        half: figures([each for each, question in zip(asked, questions, strict=True) if question.half == half])
        for half in HALVES
    }
    return Row(title, figures(asked), halves["development"], halves["test"])


def figures(asked: Sequence[Asked]) -> Figures:
    """Recall@k: the mean share of a question's gold passages among the first k; MRR: of the first gold one, within the
    first ten; Hit@5: the share of questions with any gold passage among the first five."""
    if not asked:
        return Figures(0, 0, 0, 0, 0, 0, 0, 0)

    def recall(top: int) -> float:
        shares = [sum(1 for rank in each.ranks if rank and rank <= top) / len(each.ranks) for each in asked]
        return float(np.mean(shares))

    firsts = [min((rank for rank in each.ranks if rank), default=None) for each in asked]
    times = [each.elapsed_ms for each in asked]
    return Figures(
        n=len(asked),
        recall_1=recall(1),
        recall_5=recall(5),
        recall_10=recall(10),
        mrr=float(np.mean([1 / rank if rank else 0.0 for rank in firsts])),
        hit_5=float(np.mean([1.0 if rank and rank <= 5 else 0.0 for rank in firsts])),
        p50_ms=float(np.quantile(times, 0.5)),
        p95_ms=float(np.quantile(times, 0.95)),
    )
