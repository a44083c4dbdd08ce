"""`suffice eval reuse`: how often the service reuses, and how often wrongly, on public data, beside its baselines.

No model and no database: the very functions that judge a turn are run over labelled turns.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from evaluations.baselines import baselines
from evaluations.cases import CaseSet, Progress
from evaluations.dialogues import dialogue_set, mtrag_set
from evaluations.judging import Outcome, judged
from evaluations.korquad import korquad_sets
from evaluations.plot import draw
from evaluations.prices import price_set
from evaluations.rates import Rates, rates
from evaluations.report import markdown
from evaluations.results import HALVES, ReuseReport, Row, SetResult
from evaluations.statutes import statute_set
from foundation.contracts.errors import DataMissing

REPORT, PLOT = "reuse.md", "images/reuse.png"


@dataclass(frozen=True)
class _Reader:
    """A data set: the folders and files it needs, and how it is read."""

    needs: tuple[str, ...]
    read: Callable[[Path], Sequence[CaseSet]]


_READERS = (
    _Reader(
        ("korquad1_dev/KorQuAD_v1.0_dev.json", "korquad1_dev/reuse_pairs_ids.jsonl"),
        lambda data: korquad_sets(data / "korquad1_dev"),
    ),
    _Reader(
        ("mtrag/passages.jsonl", "mtrag/conversations.jsonl", "mtrag/reuse_labels.jsonl"),
        lambda data: (mtrag_set(data / "mtrag"),),
    ),
    _Reader(("kr_statutes/history",), lambda data: (statute_set(data / "kr_statutes"),)),
    _Reader(
        ("daegu_apt_trades/trades.jsonl", "anyang_apt_2017/trades.jsonl"),
        lambda data: (price_set(data),),
    ),
    _Reader(
        ("ko_manual_dialogues/dialogues.jsonl", "ko_manual_dialogues/reuse_labels.jsonl"),
        lambda data: (dialogue_set(data / "ko_manual_dialogues"),),
    ),
)


async def evaluate_reuse(data: Path | None, out: Path | None, progress: Progress) -> ReuseReport:
    """Judge every public set that is there. With `out`, the report and its plot are written below it.

    Raises DataMissing when there is no data at all; what is missing of a set is named in the report.
    """
    if data is None:
        raise DataMissing("The public data is not there; point SUFFICE_TEST_DATA at the folder that holds it.")
    results: list[SetResult] = []
    absent: list[str] = []
    for reader in _READERS:
        missing = [path for path in reader.needs if not (data / path).exists()]
        absent += missing
        if not missing:
            results += [await _result(cases, progress) for cases in reader.read(data)]
    if not results:
        raise DataMissing(f"None of the public sets lies in {data}; point SUFFICE_TEST_DATA at their folder.")
    report = ReuseReport(tuple(results), tuple(absent))
    return report if out is None else write_report(report, out)


def write_report(report: ReuseReport, out: Path) -> ReuseReport:
    """Write the Markdown page and, where matplotlib is installed, the plot below `out`."""
    (out / PLOT).parent.mkdir(parents=True, exist_ok=True)
    notice = draw(report, out / PLOT)
    written = replace(report, plot=None if notice else PLOT, plot_notice=notice)
    (out / REPORT).write_text(markdown(written), encoding="utf-8")
    return written


async def _result(cases: CaseSet, progress: Progress) -> SetResult:
    found = await judged(cases, progress) | baselines(cases)
    ours = next(iter(found.values()))
    return SetResult(
        name=cases.name,
        title=cases.title,
        note=cases.note,
        rows=tuple(_row(title, outcomes) for title, outcomes in found.items()),
        kinds=_kinds(ours),
        unrated=sum(not outcome.labelled for outcome in ours),
    )


def _row(title: str, outcomes: Sequence[Outcome]) -> Row:
    halves = {half: rates(outcome for outcome in outcomes if outcome.half == half) for half in HALVES}
    return Row(title, halves["development"], halves["test"], rates(outcomes))


def _kinds(outcomes: Sequence[Outcome]) -> tuple[tuple[str, Rates], ...]:
    names = dict.fromkeys(outcome.kind for outcome in outcomes if outcome.labelled)
    return tuple((name, rates(outcome for outcome in outcomes if outcome.kind == name)) for name in names)
