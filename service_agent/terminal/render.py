"""A turn on a terminal: steps while it works, the question to the person, the answer with its sources."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.panel import Panel
from rich.segment import Segment
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

from service_agent.terminal.answering import Answering
from service_agent.terminal.cards import clarification_card, form_card
from service_agent.terminal.failures import sentence_of
from service_agent.terminal.markdown import AnswerMarkdown
from service_agent.terminal.view import OpenPrompt, Step, TurnView
from service_agent.terminal.words import Words

STEP_MARKS = {"done": ("✓", "green"), "failed": ("✗", "red"), "skipped": ("–", "dim"), "running": ("…", "cyan")}
DECISION_MARKS = {"reuse": ("↻", "green"), "partial": ("◐", "yellow"), "search": ("→", "cyan")}
SHOWN_SOURCES = 6
DOUBT = "⚠"
"""Follows a statement that the evidence does not support."""


class Tail:
    """Shows the end of a growing text, so that the newest lines stay in view on a low screen."""

    def __init__(self, whole: RenderableType, spare: int) -> None:
        self._whole = whole
        self._spare = spare
        """Lines of the screen that other things need."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        lines = _lines(self._whole, console, options)
        yield from _joined(lines[-max(3, console.height - self._spare) :])


class Head:
    """The beginning of something."""

    def __init__(self, whole: RenderableType, lines: int) -> None:
        self._whole = whole
        self._shown = lines

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        lines = [line for line in _lines(self._whole, console, options) if any(part.text.strip() for part in line)]
        yield from _joined(lines[: self._shown])
        if len(lines) > self._shown:
            yield Text("…")


def _lines(whole: RenderableType, console: Console, options: ConsoleOptions) -> list[list[Segment]]:
    return console.render_lines(whole, options.update(height=None), pad=False)


def _joined(lines: list[list[Segment]]) -> Iterable[Segment]:
    for line in lines:
        yield from line
        yield Segment.line()


def working(
    view: TurnView, words: Words, elapsed_s: float, countdown_s: float | None, answering: Answering | None = None
) -> RenderableType:
    """The live region of a running turn."""
    head = header(view, words)
    parts: list[RenderableType] = [*head]
    if view.streamed:
        parts.append(Tail(AnswerMarkdown(view.streamed), spare=len(head) + 3))
    if view.prompt is not None:
        parts.append(question_card(answering or Answering(view.prompt), words, countdown_s))
    else:
        parts.append(Spinner("dots", text=Text(f" {doing(view, words)} · {words.took(elapsed_s, 1)}", style="dim")))
    return Group(*parts)


def header(view: TurnView, words: Words) -> list[RenderableType]:
    """What was understood, decided and done so far."""
    lines: list[RenderableType] = []
    if view.restarted:
        lines.append(Text("  " + words.restarted, style="yellow"))
    if view.standalone and view.standalone != view.question:
        lines.append(_indented(Text(words.understood.format(question=view.standalone), style="dim")))
    if view.taken_over:
        sentence = words.taken_over.format(conditions=" · ".join(view.taken_over))
        lines.append(_indented(Text(sentence, style="dim")))
    if view.otherwise:
        lines.append(_indented(Text(words.otherwise.format(readings=" / ".join(view.otherwise)), style="dim")))
    if view.reuse is not None:
        lines.extend(_decision_lines(view.reuse, words))
    lines.extend(_step_line(step, words) for name, step in view.steps.items() if "/" in name)
    return lines


def question_card(answering: Answering, words: Words, countdown_s: float | None) -> RenderableType:
    """The question as its kind is shown, with the time that is left."""
    kind = answering.prompt.kind
    if kind == "confirmation":
        return confirmation_card(answering.prompt, words, countdown_s)
    left = words.no_limit if countdown_s is None else words.time_left.format(n=max(0, round(countdown_s)))
    return (form_card if kind == "form" else clarification_card)(answering, words, left)


def confirmation_card(prompt: OpenPrompt, words: Words, countdown_s: float | None) -> RenderableType:
    """The confirmation: the kept evidence, its age, the reason for the doubt, the keys, the countdown."""
    lines: list[RenderableType] = [
        Text(prompt.message, style="bold"),
        Text(words.in_hand.format(summary=prompt.summary)),
        Text(words.why_unsure.format(reason=prompt.reason), style="dim"),
        Text(),
    ]
    choices = Table.grid(padding=(0, 2, 0, 0))
    choices.add_column(style="bold cyan", no_wrap=True)
    choices.add_column(overflow="fold")
    for number, option in enumerate(prompt.options, start=1):
        label = Text.assemble((option["label"], "bold"), (f"  {option['description']}", "dim"))
        choices.add_row(Text(f" [{number}]"), label)
    choices.add_row(Text(" [k]"), Text(words.keep_waiting))
    limit = words.no_limit if countdown_s is None else words.seconds_left.format(n=max(0, round(countdown_s)))
    lines += [choices, Text(f"\n{limit}", style="yellow" if countdown_s is not None and countdown_s < 10 else "dim")]
    return Panel(Group(*lines), border_style="yellow", padding=(0, 1))


def finished(view: TurnView, words: Words) -> RenderableType:
    """The turn as it stays on screen."""
    parts: list[RenderableType] = header(view, words)
    if view.failure is not None:
        said = sentence_of({"code": view.failure_code, "message": view.failure}, words.language)
        parts.append(Text("  " + said, style="red"))
    if view.answer is not None:
        parts.append(Text())
        parts.extend(answer(view.answer, words))
    return Group(*parts)


def answer(frame: dict[str, Any], words: Words, *, all_sources: bool = False) -> list[RenderableType]:
    """Badge, text, notices, sources, how it was made."""
    parts: list[RenderableType] = []
    reuse = frame["reuse"]
    if reuse.get("badge"):
        parts += [Text(f"↻ {reuse['badge']}", style="green"), Text()]
    parts += [AnswerMarkdown(signed(frame["content"], frame.get("marks") or ())), Text()]
    parts.extend(Text(f"! {notice}", style="yellow") for notice in frame["notices"] if notice not in frame["content"])
    if frame["citations"]:
        parts.append(sources(frame["citations"], words, all_sources=all_sources))
    parts.append(_footer(frame, words))
    if reuse.get("undo_available"):
        parts.append(Text(words.offer_previous, style="yellow"))
    elif reuse["decision"] != "search":
        parts.append(Text(words.offer_again, style="dim"))
    return parts


def signed(content: str, marks: Iterable[dict[str, Any]]) -> str:
    """The text with a sign behind every stretch that is marked; its notice, in the text, says why."""
    units = content.encode("utf-16-le")
    for mark in sorted(marks, key=lambda one: -int(one["end"])):
        at = 2 * int(mark["end"])
        units = units[:at] + f" {DOUBT}".encode("utf-16-le") + units[at:]
    return units.decode("utf-16-le")


def sources(citations: list[dict[str, Any]], words: Words, *, all_sources: bool) -> RenderableType:
    """The numbered sources; the first few unless all are asked for."""
    table = Table.grid(padding=(0, 1))
    table.add_column(no_wrap=True)
    # rich's default for cells, an ellipsis, drops a wide character at the end of a line.
    table.add_column(overflow="fold")
    shown = citations if all_sources else citations[:SHOWN_SOURCES]
    for citation in shown:
        title = Text(citation["title"], style="cyan")
        if citation.get("example"):
            title.append(f" ({words.example})", style="yellow")
        if citation.get("web"):
            found = words.found_on.format(day=citation.get("fetched_at", "")[:10])
            title.append(f" ({words.web}, {citation.get('as_of') or found})", style="yellow")
        quote = " ".join(citation["quote"].split())
        one_line = Text(quote, style="dim", no_wrap=True, overflow="ellipsis")
        parts: list[RenderableType] = [title, Text(quote, style="dim") if all_sources else one_line]
        if all_sources and citation.get("uri"):
            parts.append(Text(citation["uri"], style="dim"))
        table.add_row(Text(f"[{citation['marker']}]", style="bold"), Group(*parts))
    if len(shown) < len(citations):
        table.add_row("", Text(words.more_sources.format(n=len(citations) - len(shown)), style="dim"))
    return Group(Text(words.sources, style="dim"), table)


def doing(view: TurnView, words: Words) -> str:
    """The current step of the turn."""
    if view.stopping:
        return words.stopping
    if view.queued is not None:
        position, estimate_ms = view.queued
        begins = "" if estimate_ms is None else words.begins_in.format(n=max(1, round(estimate_ms / 1000)))
        return words.queued.format(n=position) + begins
    steps = [step for name, step in view.steps.items() if "/" in name]
    running = [step for step in steps if step.status == "running"]
    if running:
        return " ".join(part for part in (running[-1].label, running[-1].progress) if part)
    return words.writing if steps or view.streamed else words.thinking


def _footer(frame: dict[str, Any], words: Words) -> Text:
    engine = words.by_model if frame["engine"] == "model" else words.by_rules
    took = words.took(frame["timings_ms"]["total"] / 1000, 2)
    return Text(f"{engine} · {took} · {words.confidence.format(n=round(frame['confidence'] * 100))}", style="dim")


def _decision_lines(frame: dict[str, Any], words: Words) -> list[RenderableType]:
    mark, style = DECISION_MARKS[frame["decision"]]
    said = {"reuse": words.reused, "partial": words.partly, "search": words.searched}[frame["decision"]]
    # The reasons name the decision of each kind of data; without any, the decision itself is said.
    reasons = frame["reasons"] or [said]
    return [_indented(Text.assemble((f"{mark} ", style), (line, "dim")), hanging=2) for line in reasons]


def _step_line(step: Step, words: Words) -> RenderableType:
    mark, style = STEP_MARKS[step.status]
    line = Text.assemble((mark + " ", style), step.label)
    if step.status == "running" and step.progress:
        line.append(f" · {step.progress}", style="dim")
    elif step.elapsed_ms:
        line.append(f" · {words.took(step.elapsed_ms / 1000, 2)}", style="dim")
    return _indented(line, hanging=2)


def _indented(line: Text, hanging: int = 0) -> RenderableType:
    """Two columns in; a line that wraps goes on below its first word."""
    if not hanging:
        return Padding(line, (0, 0, 0, 2), expand=False)
    grid = Table.grid()
    grid.add_column(width=2 + hanging, no_wrap=True)
    grid.add_column(overflow="fold")
    grid.add_row(Text("  ").append_text(line[:hanging]), line[hanging:])
    return grid
