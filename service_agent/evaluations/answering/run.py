"""`suffice eval faithfulness` and `suffice eval answers`, as the command finds them."""

from __future__ import annotations

from pathlib import Path

from foundation.domains.answering import AnswerFigures
from service_agent.evaluations.answering import page
from service_agent.evaluations.answering.admitted import admitted_rows
from service_agent.evaluations.answering.evaluate import measured
from service_agent.evaluations.answering.packs import by_packs
from service_agent.evaluations.cases import Progress
from service_agent.evaluations.faithfulness.edited import edited_rows
from service_agent.evaluations.faithfulness.evaluate import begin_rows, require, tallied, written_row

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
