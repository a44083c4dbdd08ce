"""What `suffice init` does once it is known what is wanted: a pack is written, filled, tried and opened as a chat."""

from __future__ import annotations

import uuid
from collections.abc import Callable, Generator, Sequence
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any

from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeElapsedColumn
from rich.prompt import Prompt
from rich.table import Table

from execution_agents.ingest.proposal.asking import questions_to_try
from execution_agents.ingest.proposal.cells import said
from execution_agents.ingest.proposal.declared import DOCUMENTS, Wishes
from execution_agents.ingest.proposal.folder import FolderSeen, folder_seen
from execution_agents.ingest.proposal.names import NAMED, Names, free_name, is_taken, proposed_name
from execution_agents.ingest.proposal.written import add_examples, write_pack
from execution_agents.ingest.reading.apart import in_reading_thread, reading
from execution_agents.ingest.report import IngestReport
from foundation.contracts.errors import SufficeError
from foundation.contracts.identity import LOCAL
from service_agent.cli.own_service import own_service
from service_agent.composition.bootstrap import open_service
from service_agent.settings.settings import Settings
from service_agent.terminal.chat import Chat, ChatOptions, open_session
from service_agent.terminal.client import ServiceClient
from service_agent.terminal.console import Console
from service_agent.terminal.words import words_for

SHOWN = 6
"""Examples that are kept for the start page."""
LEFT_OUT_SHOWN = 10
Step = Callable[[int, int, str], None]


async def make_pack(
    folder: Path,
    wanted: tuple[str | None, str | None, str | None],
    settings: Settings,
    replace: bool,
    asks: bool,
    chats: bool,
) -> None:
    """Reads the folder, asks what is not said, writes the pack, fills and tries it. `wanted`: name, language, about."""
    console = Console()
    with _bar("reading") as step:
        async with reading():
            seen = await in_reading_thread(lambda: folder_seen(folder, step))
    console.print(_table(seen))
    _show_left_out(console, seen)
    kept = settings.packs_dir if not replace else None
    wishes = _wishes(proposed_name(folder), seen, wanted, kept, asks)
    settings.packs_dir.mkdir(parents=True, exist_ok=True)
    pack = write_pack(settings.packs_dir, seen, wishes, replace=replace)
    console.print(f"[green]✓[/] {pack / 'pack.yaml'}", highlight=False)
    settings = settings.model_copy(update={"pack": wishes.name})
    await _fill(settings, seen, wishes.name, console)
    async with AsyncExitStack() as stack:
        words = words_for(wishes.language)
        url = await stack.enter_async_context(own_service(settings, Console(stderr=True), words.starting))
        client = ServiceClient(url, None)
        stack.push_async_callback(client.close)
        answered = await _tried(client, wishes.name, questions_to_try(seen))
        add_examples(pack, answered)
        _show_next(console, wishes.name, answered)
        if chats:
            session = await open_session(client, ChatOptions(pack=wishes.name, session_id=None, json_lines=False))
            await Chat(console, client, session, words).run()


# --- what the person says -----------------------------------------------------------------------------


def _wishes(
    proposed: str, seen: FolderSeen, wanted: tuple[str | None, str | None, str | None], into: Path | None, asks: bool
) -> Wishes:
    """Three questions, each with what is taken when nothing is said. `into`: where no pack is written over."""
    name, language, about = wanted
    if asks:
        name = name or _name_asked(proposed if into is None else free_name(into, proposed), into)
        language = language or Prompt.ask("Language people ask in", choices=["ko", "en"], default=seen.language)
        about = about if about is not None else Prompt.ask("What do people ask of it? (a few words)", default="")
    return Wishes(name or proposed, language or seen.language, said(about or "")[:200])


def _name_asked(proposed: str, into: Path | None) -> str:
    """Asked until it is a name, and one that is free: who mistypes it has typed nothing else for nothing."""
    while True:
        name = Prompt.ask("Name of the pack", default=proposed)
        if Names.of(name) != name:
            again = f"{NAMED}: {Names.of(name)}, say."
        elif into is not None and is_taken(into, name):
            again = f"There is a pack {name} already: {free_name(into, name)}, say; --replace writes it anew."
        else:
            return name
        Console().print(again, style="yellow", markup=False, highlight=False)


# --- what is done -------------------------------------------------------------------------------------


async def _fill(settings: Settings, seen: FolderSeen, name: str, console: Console) -> None:
    """Tables come with the pack when a service opens; documents from where they lie."""
    async with open_service(settings, work=False) as services:
        if not seen.documents:
            return
        with _bar("taking in") as step:
            report: IngestReport = await services.ingest(LOCAL, seen.root, name, DOCUMENTS, step)
    counts = report.of(DOCUMENTS)
    console.print(
        f"[green]✓[/] {counts.added:,} documents added, {counts.changed:,} changed, {counts.unchanged:,} as before",
        highlight=False,
    )


async def _tried(client: ServiceClient, pack: str, questions: Sequence[str]) -> list[str]:
    """The first questions whose answers cite something: an example that is not answered is none."""
    answered: list[str] = []
    with _bar("trying questions") as step:
        for number, question in enumerate(questions):
            step(number, len(questions), question)
            if len(answered) < SHOWN and await _is_answered(client, pack, question):
                answered.append(question)
        step(len(questions), len(questions), "")
    return answered


async def _is_answered(client: ServiceClient, pack: str, question: str) -> bool:
    body: dict[str, Any] = {"content": question, "pack": pack, "message_id": uuid.uuid4().hex}
    try:
        final = await client.request("POST", "/api/chat", body, patience_s=None)
        await client.request("DELETE", f"/api/sessions/{final['session_id']}")
    except SufficeError:
        return False
    return bool(final.get("citations"))


# --- what is shown ------------------------------------------------------------------------------------


@contextmanager
def _bar(what: str) -> Generator[Step]:
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(what, total=None)

        def step(done: int, total: int, name: str) -> None:
            bar.update(task, completed=done, total=total or None, description=f"{what} {name}"[:60])

        yield step


def _table(seen: FolderSeen) -> Table:
    table = Table(box=None)
    for column in ("file", "read as", "passages or rows"):
        table.add_column(column, justify="right" if column.startswith("pass") else "left")
    for document in seen.documents:
        table.add_row(document.file, "document", f"{document.passages:,}")
    for one in seen.tables:
        table.add_row(one.file, f"table {one.name} ({len(one.columns)} columns)", f"{len(one.rows):,}")
    return table


def _show_left_out(console: Console, seen: FolderSeen) -> None:
    for part in seen.left_out[:LEFT_OUT_SHOWN]:
        console.print(f"left out: {part}", style="yellow", markup=False, highlight=False, soft_wrap=True)
    if len(seen.left_out) > LEFT_OUT_SHOWN:
        console.print(f"… and {len(seen.left_out) - LEFT_OUT_SHOWN} more left out", style="yellow")


def _show_next(console: Console, name: str, answered: Sequence[str]) -> None:
    if answered:
        console.print("Questions that your files answer:", highlight=False)
        for question in answered:
            console.print(f"  {question}", markup=False, highlight=False)
    else:
        console.print(
            "None of the questions tried was answered with a source; try your own.", style="yellow", highlight=False
        )
    console.print("A service that runs already takes the pack up within seconds.", highlight=False)
    lines = (f'suffice ask --pack {name} "…"', f"SUFFICE_PACK={name} make run", f"suffice packs check {name}")
    for line in lines:
        console.print(f"  {line}", style="dim", markup=False, highlight=False)
