"""A turn on a terminal: steps while it works, the question to the person, the answer with its sources."""

from __future__ import annotations

from typing import Any

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.panel import Panel
from rich.spinner import Spinner
from rich.table import Table
from rich.text import Text

from service_agent.terminal.view import OpenPrompt, Step, TurnView
from service_agent.terminal.words import Words

MARKS = {"done": ("✓", "green"), "failed": ("✗", "red"), "skipped": ("–", "dim"), "running": ("…", "cyan")}
REUSE_STYLES = {"reuse": "green", "partial": "yellow", "search": "cyan"}
QUOTE_LENGTH = 90
SHOWN_SOURCES = 6


def working(view: TurnView, words: Words, elapsed_s: float, countdown_s: float | None) -> RenderableType:
    """The live region of a running turn."""
    parts: list[RenderableType] = [*header(view, words)]
    if view.streamed:
        parts.append(Text(view.streamed))
    if view.prompt is not None:
        parts.append(question_card(view.prompt, words, countdown_s))
    elif not view.streamed:
        label = _running_label(view) or words.thinking
        parts.append(Spinner("dots", text=Text(f" {label} · {elapsed_s:.1f} s", style="dim")))
    return Group(*parts)


def header(view: TurnView, words: Words) -> list[RenderableType]:
    """What was understood, decided and done so far."""
    lines: list[RenderableType] = []
    if view.restarted:
        lines.append(Text(words.restarted, style="yellow"))
    if view.standalone and view.standalone != view.question:
        lines.append(Text("  " + words.understood.format(question=view.standalone), style="dim"))
    if view.reuse is not None:
        lines.append(_decision_line(view.reuse, words))
    lines.extend(_step_line(step) for name, step in view.steps.items() if "/" in name)
    if view.resolved_by == "timeout":
        lines.append(Text("  " + words.chosen_by_time, style="yellow"))
    return lines


def question_card(prompt: OpenPrompt, words: Words, countdown_s: float | None) -> RenderableType:
    """The confirmation: what is in hand, its age, why we are unsure, the keys, the countdown."""
    lines = [
        Text(prompt.message, style="bold"),
        Text(words.data_age.format(summary=prompt.summary, age=words.age(prompt.age_s))),
        Text(words.why_unsure.format(reason=prompt.reason), style="dim"),
        Text(),
    ]
    for number, option in enumerate(prompt.options, start=1):
        line = Text.assemble((f" [{number}] ", "bold cyan"), (option["label"], "bold"))
        lines.append(line.append(f"  {option['description']}", style="dim"))
    lines.append(Text.assemble((" [k] ", "bold cyan"), words.keep_waiting))
    limit = words.no_limit if countdown_s is None else words.seconds_left.format(n=max(0, round(countdown_s)))
    lines.append(Text(f"\n{limit}", style="dim"))
    return Panel(Group(*lines), border_style="yellow", padding=(0, 1))


def finished(view: TurnView, words: Words) -> RenderableType:
    """The turn as it stays on screen."""
    parts: list[RenderableType] = header(view, words)
    if view.failure is not None:
        parts.append(Text(view.failure, style="red"))
    if view.answer is not None:
        parts.extend(answer(view.answer, words))
    return Group(*parts)


def answer(frame: dict[str, Any], words: Words, *, all_sources: bool = False) -> list[RenderableType]:
    """Badge, text, sources, notices."""
    parts: list[RenderableType] = []
    reuse = frame["reuse"]
    if reuse.get("badge"):
        parts.append(Text(f"↻ {reuse['badge']}", style="green"))
    parts.append(Markdown(frame["content"]))
    told = [notice for notice in frame["notices"] if notice not in frame["content"]]
    parts.extend(Text(f"! {notice}", style="yellow") for notice in told)
    if frame["citations"]:
        parts.append(sources(frame["citations"], words, all_sources=all_sources))
    timing = frame["timings_ms"]["total"] / 1000
    parts.append(Text(f"{frame['engine']} · {timing:.2f} s · {frame['confidence']:.2f}", style="dim"))
    if reuse.get("undo_available"):
        parts.append(Text(words.offer_previous, style="dim"))
    elif reuse["decision"] != "search":
        parts.append(Text(words.offer_again, style="dim"))
    return parts


def sources(citations: list[dict[str, Any]], words: Words, *, all_sources: bool) -> RenderableType:
    """The numbered sources; the first few unless all are asked for."""
    table = Table.grid(padding=(0, 1))
    table.title, table.title_justify, table.title_style = words.sources, "left", "dim"
    shown = citations if all_sources else citations[:SHOWN_SOURCES]
    for citation in shown:
        title = Text(citation["title"], style="cyan")
        if citation.get("example"):
            title.append(f" ({words.example})", style="yellow")
        quote = citation["quote"].replace("\n", " ")
        cut = quote if all_sources or len(quote) <= QUOTE_LENGTH else quote[:QUOTE_LENGTH] + "…"
        table.add_row(Text(f"[{citation['marker']}]", style="bold"), Group(title, Text(cut, style="dim")))
    if len(shown) < len(citations):
        table.add_row("", Text(f"+{len(citations) - len(shown)} (/sources)", style="dim"))
    return table


def _running_label(view: TurnView) -> str | None:
    running = [step.label for name, step in view.steps.items() if step.status == "running" and "/" in name]
    return running[-1] if running else None


def _decision_line(frame: dict[str, Any], words: Words) -> Text:
    said = {"reuse": words.reused, "partial": words.partly, "search": words.searched}[frame["decision"]]
    line = Text(f"  {said}", style=REUSE_STYLES[frame["decision"]])
    if frame["reasons"]:
        line.append(f" · {frame['reasons'][0]}", style="dim")
    return line


def _step_line(step: Step) -> Text:
    mark, style = MARKS[step.status]
    line = Text.assemble(("  " + mark + " ", style), step.label)
    details = [step.progress] if step.progress else []
    details += [str(count) for count in step.counts.values()]
    if step.status != "running":
        details.append(f"{step.elapsed_ms / 1000:.2f} s")
    return line.append(" · " + " · ".join(details), style="dim") if details else line
