"""The evaluation of a pack's labels as a page of documentation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from evaluations.cases import Half
from evaluations.judging import HYBRID, OURS
from evaluations.labels import figures
from evaluations.labels.figures import Judged, type_rates
from evaluations.labels.questions import page as questions_page
from evaluations.labels.results import LabelsReport
from evaluations.results import HALVES, cells, share

_INTRO = """# Labels of the pack `{pack}`: what the service does with whole conversations

    suffice eval pack {pack}

Every labelled conversation (`packs/{pack}/labels/`) is held with the real service: embedded PostgreSQL, the pack's
own documents and tables, the rules engine, no model; a session per conversation and variant. Sources are amended and
time is moved where the labels say so. Ours (`hybrid_confirm`) runs with `ASK_WORTH_S=0`, so that every doubt is asked
about; the person answers as the label says. {skipped}

Wrong reuse (a type answered from what is in hand although the label says to search it) is the worst error. The
development half may be looked at while rules are tuned, the test half is only measured.
"""
_HEAD = "| | turns | reused | wrongly reused [95 %] | missed | asked | needlessly |"
_LINE = "| --- | ---: | ---: | ---: | ---: | ---: | ---: |"


def markdown(report: LabelsReport) -> str:
    """The whole page."""
    intro = _INTRO.format(pack=report.pack, skipped=report.skipped or "").replace(" \n", "\n")
    body = "\n".join([intro, *(line for half in HALVES for line in _half(report, half))])
    return "\n".join([body, *([questions_page(report.answered)] if report.answered else [])]) + "\n"


def _half(report: LabelsReport, half: Half) -> Iterator[str]:
    yield f"## The {half} half\n"
    yield _HEAD
    yield _LINE
    for title, turns in report.rows.items():
        mine = _of(turns, half)
        yield f"| {title} | {' | '.join((*cells(type_rates(mine)), share(figures.unnecessary(mine))))} |"
    mine = _of(report.ours, half)
    understood = f"Intents understood: {share(figures.intents(mine))}; routes: {share(figures.routes(mine))}"
    yield f"\n{understood}; slots exactly as labelled: {share(figures.slots(mine))}.\n"
    yield from _table("data type", ((name, type_rates(mine, name)) for name in _types(mine)))
    cases = dict.fromkeys(turn.label.case for turn in mine if turn.label.types)
    yield from _table("case", ((case, type_rates([t for t in mine if t.label.case == case])) for case in cases))
    yield from _failures(report, half)


def _table(of: str, rows: Iterable[tuple[str, figures.Rates]]) -> Iterator[str]:
    yield f"| {of} | reused | wrongly reused [95 %] | missed |"
    yield "| --- | ---: | ---: | ---: |"
    for name, rates in rows:
        _, reused, wrong, missed, _ = cells(rates)
        yield f"| {name} | {reused} | {wrong} | {missed} |"
    yield ""


def _failures(report: LabelsReport, half: Half) -> Iterator[str]:
    for title in (OURS, HYBRID):
        yield f"### What “{title}” did otherwise ({half})\n"
        yield from [line for turn in _of(report.rows[title], half) for line in complaints(turn)] or ["Nothing."]
        yield ""


def complaints(turn: Judged) -> Iterator[str]:
    """One line per thing that differs from the label."""
    where = f"* {turn.conversation}, turn {turn.number} ({turn.label.case}), “{turn.label.q}”:"
    if turn.did.failed:
        yield f"{where} failed: {turn.did.failed}"
    for name in turn.wrong:
        yield f"{where} **{name} wrongly reused**"
    for name in turn.missed:
        because = ", ".join((turn.did.why or {}).get(name, ())) or f"judge 1 {turn.did.judge1}"
        yield f"{where} {name} searched, what was in hand sufficed ({because})"
    if turn.unnecessary_question:
        yield f"{where} asked without need"
    if turn.intent_right is False:
        yield f"{where} understood as {turn.did.intent}, not {turn.label.intent}"
    if turn.route_right is False:
        yield f"{where} took the route {turn.did.route}, not {turn.label.route}"
    for name in turn.wrong_slots:
        found = ", ".join((turn.did.slots or {}).get(name, ())) or "nothing"
        yield f"{where} {name} read as {found}, not {', '.join(turn.label.slots[name]) or 'nothing'}"


def _types(turns: Sequence[Judged]) -> list[str]:
    return list(dict.fromkeys(name for turn in turns for name in turn.label.types))


def _of(turns: Sequence[Judged], half: Half) -> list[Judged]:
    return [turn for turn in turns if turn.half == half]
