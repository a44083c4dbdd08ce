"""`suffice eval faithfulness` and `suffice eval answers`, as the command finds them."""

from __future__ import annotations

from pathlib import Path

from evaluations.answering import page
from evaluations.answering.admitted import admitted_rows
from evaluations.answering.evaluate import measured
from evaluations.answering.packs import by_packs
from evaluations.cases import Progress
from evaluations.faithfulness.edited import edited_rows
from evaluations.faithfulness.evaluate import begin_rows, require, tallied, written_row
from foundation.domains.schema.answering import AnswerFigures

EVERY_SENTENCE, EVERY_QUESTION = 4, 15
"""Every so many sentences and questions are taken: all of them are half an hour's work of one core."""


async def evaluate_faithfulness(data: Path | None, pack: str, out: Path, progress: Progress) -> page.PageReport:
    """Planted errors, true sentences, BEGIN, MTRAG. Raises DataMissing."""
    del pack
    folder = require(data)
    tally = tallied(folder, EVERY_SENTENCE, progress)
    written = written_row(folder, AnswerFigures().check.unsupported_below)
    text = page.faithfulness(tally, begin_rows(folder), written, edited_rows(folder))
    title = "Planted errors seen by the checker, by kind, %"
    picture = page.drawn(page.faithfulness_bars(tally), title, out / page.PLOTS["faithfulness"])
    page.put("faithfulness", f"{text}\n\n{picture}", out)
    return page.PageReport(text)


async def evaluate_answers(data: Path | None, pack: str, out: Path, progress: Progress) -> page.PageReport:
    """Refusals by rules, the line that nothing answers on both sides, what becomes of a scripted model's drafts, the
    packs' own questions. Raises DataMissing."""
    del pack
    judged, scripts = await measured(data, EVERY_QUESTION, progress)
    admitted = await admitted_rows(require(data), progress)
    text = page.answers(judged, scripts, await by_packs(progress), admitted)
    title = "Questions refused by rules, SQuAD 2, test half, %"
    picture = page.drawn(page.refusal_bars(judged), title, out / page.PLOTS["answers"])
    page.put("answers", f"{text}\n\n{picture}", out)
    return page.PageReport(text)
