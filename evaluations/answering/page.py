"""Figures as parts of docs/answers.md, each between its two marks; what stands around them is kept."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console, ConsoleOptions, RenderResult
from rich.markdown import Markdown

from evaluations.answering.admitted import AdmittedRow
from evaluations.answering.evaluate import Judged, RuleRow, ScriptRow, coverage_auroc, rule_rows
from evaluations.answering.packs import PackRow
from evaluations.faithfulness.edited import EditedRow
from evaluations.faithfulness.evaluate import ALARMS, HALVES, OF_KIND, BeginRow, Tally, WrittenRow
from evaluations.optional import NO_MATPLOTLIB, is_there
from evaluations.rates import Share

PAGE = "answers.md"
PLOTS = {"faithfulness": "images/answers/faithfulness.png", "answers": "images/answers/refusals.png"}
TRUE_OF = {"number": "numbers", "negation": "negations", "name": "names", "any": "any"}
NUMBERS = ("number", "swapped number", "unit", "date", "article")


@dataclass(frozen=True)
class PageReport:
    """What was written; prints itself."""

    text: str

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        yield Markdown(self.text)


def percent(share: Share) -> str:
    """With Wilson's interval."""
    low, high = share.interval
    return f"{100 * share.value:.1f} % of {share.of} [{100 * low:.1f}, {100 * high:.1f}]"


def faithfulness(tally: Tally, begun: Sequence[BeginRow], written: WrittenRow, edited: Sequence[EditedRow]) -> str:
    """The tables of `suffice eval faithfulness`."""
    return "\n".join([*_planted(tally), *_false(tally), *_begin(begun), *_written(written), *_edited(edited)])


def _planted(tally: Tally) -> Iterator[str]:
    yield "| planted errors seen | development | test |\n| --- | ---: | ---: |"
    rows: Mapping[str, Sequence[str]] = {"**all numeric kinds**": NUMBERS} | {kind: (kind,) for kind in OF_KIND}
    for title, kinds in rows.items():
        yield f"| {title} | " + " | ".join(percent(tally.share(half, kinds)) for half in HALVES) + " |"
    yield "\n| numeric errors seen, test half | |\n| --- | ---: |"
    for data in sorted({key[0] for key in tally.planted}):
        yield f"| {data} | {percent(tally.share('test', NUMBERS, data))} |"
    yield ""


def _false(tally: Tally) -> Iterator[str]:
    yield "| false alarms on true sentences, test half | " + " | ".join(TRUE_OF.values()) + " |"
    yield "| --- | " + "---: | " * len(TRUE_OF)
    for data in [None, *sorted({key[0] for key in tally.true})]:
        cells = [percent(tally.false("test", alarm, data)) for alarm in (*ALARMS, "any")]
        yield f"| {data or '**all**'} | " + " | ".join(cells) + " |"
    yield ""


def _begin(rows: Sequence[BeginRow]) -> Iterator[str]:
    yield "| BEGIN | replies | AUROC, ours | AUROC, word containment | alarms on fully attributable replies |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for row in rows:
        yield f"| {row.data} | {row.replies} | {row.ours:.3f} | {row.containment:.3f} | {percent(row.alarms)} |"
    yield ""


def _written(row: WrittenRow) -> Iterator[str]:
    yield "| answers people wrote over public pages | |\n| --- | ---: |"
    yield f"| sentences | {row.sentences} |"
    yield f"| with a figure the pages do not hold | {percent(row.numbers)} |"
    yield f"| held to say the opposite | {percent(row.negations)} |"
    yield f"| with a name held to be invented | {percent(row.names)} |"
    yield f"| marked for little support | {percent(row.unsupported)} |"


def _edited(rows: Sequence[EditedRow]) -> Iterator[str]:
    if not rows:
        return
    yield "\n| sentences of answers people edited (MTRAG) marked for | " + " | ".join(row.half for row in rows) + " |"
    yield "| --- | " + "---: | " * len(rows)
    titles = {"figures": "a figure", "negated": "the opposite", "names": "a name", "unsupported": "little support"}
    for name, title in {**titles, "any": "**any of these**"}.items():
        yield f"| {title} | " + " | ".join(percent(row.marked[name]) for row in rows) + " |"


def answers(
    judged: Sequence[Judged], scripts: Sequence[ScriptRow], packs: Sequence[PackRow], admitted: Sequence[AdmittedRow]
) -> str:
    """The tables of `suffice eval answers`."""
    return "\n".join([*_refusals(rule_rows(judged), judged), *_admitted(admitted), *_scripts(scripts), *_packs(packs)])


def _admitted(rows: Sequence[AdmittedRow]) -> Iterator[str]:
    heads = ("over passages that answer (too many)", "of these, the answer stood below", "over passages that do not")
    yield "| said to be not answered directly | half | " + " | ".join(heads) + " |\n| --- | --- | ---: | ---: | ---: |"
    for row in rows:
        below = percent(row.quoted) if row.quoted.of else "–"
        yield f"| {row.data} | {row.half} | {percent(row.over_answer)} | {below} | {percent(row.over_nothing)} |"
    yield ""


def _packs(rows: Sequence[PackRow]) -> Iterator[str]:
    yield "\n| a pack's own questions | half | by | what is right | right |\n| --- | --- | --- | --- | ---: |"
    for row in rows:
        yield f"| {row.pack} | {row.half} | {row.engine} | {row.wanted} | {percent(row.right)} |"


def _refusals(rows: Sequence[RuleRow], judged: Sequence[Judged]) -> Iterator[str]:
    yield "| refused by rules | half | answerable (too many) | not answered by its paragraph | by another article's |"
    yield "| --- | --- | ---: | ---: | ---: |"
    for row in rows:
        cells = (percent(row.answerable), percent(row.unanswerable), percent(row.elsewhere))
        yield f"| {row.title} | {row.half} | " + " | ".join(cells) + " |"
    areas = ", ".join(f"{half} {coverage_auroc(judged, half):.3f}" for half in HALVES)
    yield f"\nArea under the curve of that support, answerable against not: {areas}.\n"


def _scripts(rows: Sequence[ScriptRow]) -> Iterator[str]:
    yield "| a model that | what is right | right | calls a question |\n| --- | --- | ---: | ---: |"
    for row in rows:
        yield f"| {row.title} | {row.wanted} | {percent(row.right)} | {row.calls:.2f} |"


def put(name: str, body: str, out: Path) -> None:
    """Puts a part into the page below `out`."""
    begin, end = f"<!-- figures: written by `suffice eval {name}` -->", f"<!-- end of {name} -->"
    path = out / PAGE
    path.parent.mkdir(parents=True, exist_ok=True)
    text = path.read_text("utf-8") if path.is_file() else "# Answers: written, checked, mended\n"
    if begin not in text or end not in text:
        text = f"{text.rstrip()}\n\n{begin}\n{end}\n"
    before, rest = text.split(begin, 1)
    after = rest.split(end, 1)[1]
    path.write_text(f"{before}{begin}\n\n{body}\n\n{end}{after}", encoding="utf-8")


def drawn(bars: Sequence[tuple[str, Sequence[tuple[str, float]]]], title: str, path: Path) -> str:
    """Bars in percent, (series, [(name, share)]); the line that shows the picture, or why there is none."""
    if not is_there(NO_MATPLOTLIB):
        return NO_MATPLOTLIB
    path.parent.mkdir(parents=True, exist_ok=True)
    # Imported by name and used untyped: the library is optional, and its stubs are partly unknown to a strict checker.
    figures: Any = importlib.import_module("matplotlib.figure")
    figure = figures.Figure(figsize=(9, 3.6), layout="constrained")
    axes: Any = figure.add_subplot(1, 1, 1)
    width = 0.8 / len(bars)
    names = [name for name, _ in bars[0][1]]
    for at, (series, values) in enumerate(bars):
        places = [place + at * width for place in range(len(values))]
        found = axes.bar(places, [100 * share for _, share in values], width, label=series)
        axes.bar_label(found, fmt="%.1f", fontsize=7)
    axes.set_xticks([place + 0.4 - width / 2 for place in range(len(names))], names, fontsize=8)
    axes.set_ylabel("%")
    axes.set_ylim(0, 112)
    axes.set_title(title, fontsize=10)
    axes.legend(fontsize=8, loc="lower left")
    figure.savefig(path, dpi=120)
    return f"![{title}](images/answers/{path.name})"


def faithfulness_bars(tally: Tally) -> list[tuple[str, list[tuple[str, float]]]]:
    """Seen errors by kind, both halves."""
    return [(half, [(kind, tally.share(half, [kind]).value) for kind in OF_KIND]) for half in HALVES]


def refusal_bars(judged: Sequence[Judged]) -> list[tuple[str, list[tuple[str, float]]]]:
    """Refusals on the test half, by way to refuse."""
    names = ("answerable (too many)", "not answered by its paragraph", "another article's paragraph")
    return [
        (row.title, list(zip(names, (row.answerable.value, row.unanswerable.value, row.elsewhere.value), strict=True)))
        for row in rule_rows(judged)
        if row.half == "test"
    ]
