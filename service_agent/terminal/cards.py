"""Prompts answered with a line: a clarification, and a form field by field."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from service_agent.terminal.answering import Answering
from service_agent.terminal.words import Words


def clarification_card(answering: Answering, words: Words, limit: str) -> RenderableType:
    """The choices by number, and the line that is being typed."""
    prompt, listing = answering.prompt, answering.listing
    choices = _grid()
    shown = list(enumerate(prompt.options, start=1)) if listing is None else listing.shown
    for number, option in shown:
        label = Text.assemble((option["label"], "bold"), (f"  {option['description']}", "dim"))
        choices.add_row(Text(f" {number}"), label)
    hint = words.pick_line
    if listing is not None:
        hint = words.list_line
        place = words.list_page.format(page=listing.page + 1, pages=listing.pages, n=len(listing.found))
        choices.add_row(Text(" …"), Text(place, style="dim"))
    elif prompt.more:
        choices.add_row(Text(f" {len(prompt.options) + 1}"), Text(words.whole_list.format(n=len(prompt.more))))
    lines = [Text(prompt.message, style="bold"), Text(prompt.reason, style="dim"), Text(), choices]
    return _card([*lines, _typed(answering.line), Text(f"{hint} · {limit}", style="dim")])


def form_card(answering: Answering, words: Words, limit: str) -> RenderableType:
    """The known values, the values typed, and the field to fill in now."""
    prompt, name = answering.prompt, answering.field_name
    lines: list[RenderableType] = [Text(prompt.message, style="bold")]
    written = _grid()
    for known in prompt.known:
        written.add_row(Text(f" {known['label']}", style="dim"), Text(known["value"], style="dim"))
    for field, value in answering.values.items():
        written.add_row(Text(f" {_title(answering, field)}"), Text(value or "–"))
    lines.append(written)
    if name is not None:
        lines += _asked(answering, name, words)
    return _card([*lines, Text(f"{words.form_line} · {limit}", style="dim")])


def _asked(answering: Answering, name: str, words: Words) -> list[RenderableType]:
    declared = answering.prompt.fields[name]
    unit = f" ({declared['unit']})" if declared.get("unit") else ""
    needed = "" if answering.is_required(name) else f" · {words.may_be_empty}"
    lines: list[RenderableType] = [Text(f"\n{_title(answering, name)}{unit}{needed}", style="bold cyan")]
    for number, choice in enumerate(declared.get("oneOf", ()), start=1):
        lines.append(Text(f" {number} {choice.get('title', choice['const'])}"))
    if name in answering.errors:
        lines.append(Text(answering.errors[name], style="red"))
    return [*lines, _typed(answering.line)]


def _title(answering: Answering, name: str) -> str:
    return str(answering.prompt.fields[name].get("title", name))


def _typed(line: str) -> Text:
    return Text.assemble(("❯ ", "bold cyan"), line, ("▏", "dim"))


def _grid() -> Table:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="bold cyan", no_wrap=True)
    grid.add_column(overflow="fold")
    return grid


def _card(lines: list[RenderableType]) -> RenderableType:
    return Panel(Group(*lines), border_style="yellow", padding=(0, 1))
