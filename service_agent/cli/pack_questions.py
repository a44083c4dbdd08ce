"""`suffice packs questions`: how people ask for the lines of a pack's documents, written by the configured model."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Annotated

import typer

from execution_agents.ingest.proposal.line_questions import Section, proposed, sections_of
from execution_agents.ingest.reading.bounds import Unreadable
from foundation.contracts.errors import ModelFailed, NothingToIngest, WrongUse
from foundation.contracts.ports import Usage
from foundation.domains.loading.line_questions import FILE, TEXTS, read_line_questions
from foundation.domains.loading.loader import load_pack
from foundation.domains.schema.line_questions import LONGEST_PATH, LineQuestions
from foundation.domains.schema.pack import DocumentsSource
from foundation.llm.client import ModelClient
from service_agent.cli.bars import progress_bars
from service_agent.cli.pack_check import folders_of
from service_agent.composition.resources import model_client
from service_agent.settings.environment import read_settings
from service_agent.terminal.console import Console

AT_ONCE = 4
"""Sections asked about side by side."""


def questions(
    pack: Annotated[str, typer.Argument(help="Name of a pack or path of its folder.")],
    again: Annotated[bool, typer.Option("--again", help="Write the file anew; default: what it lacks.")] = False,
) -> None:
    """How people ask for a pack's lines, written by the model into `line_questions.jsonl` of the pack's folder. Look
    through it: a question that its line does not answer is better removed."""
    client = model_client(read_settings().settings)
    if client is None:
        raise WrongUse(
            "No model is configured; set SUFFICE_LLM_BASE_URL and SUFFICE_LLM_MODEL, or write "
            f"{FILE} by hand (docs/packs.md)."
        )
    [folder] = folders_of(pack).values()
    asyncio.run(_written(folder, client, again))


async def _written(folder: Path, client: ModelClient, again: bool) -> None:
    try:
        written, failed, unread = await write_questions(folder, client, again)
    finally:
        await client.aclose()
    console = Console()
    for one in unread:
        console.print(one, markup=False, highlight=False, soft_wrap=True)
    console.print(f"{written} lines written to {folder / FILE}.", markup=False, highlight=False, soft_wrap=True)
    if failed:
        raise ModelFailed(f"{failed} sections got none: the model failed. Run it again for those.")


async def write_questions(folder: Path, model: ModelClient, again: bool = False) -> tuple[int, int, Sequence[str]]:
    """Lines written, sections for which the model failed, and what is wrong with files left out. Lines that the file
    holds stay as they are; `again` replaces those of each section that the model answers. Raises WrongPack,
    NothingToIngest."""
    sections, unread = sections_in(folder)
    held = list(read_line_questions(folder).lines)
    known = set[tuple[str, str]]() if again else {(one.document, one.line) for one in held}
    due = [one for one in sections if not any((one.document, line) in known for line in one.lines)]
    written, failed, slots = list[LineQuestions](), list[Section](), asyncio.Semaphore(AT_ONCE)
    with progress_bars() as progress:

        async def ask(section: Section) -> None:
            async with slots:
                try:
                    lines = await proposed(section, model, Usage())
                except ModelFailed:
                    failed.append(section)
                    return
            written.extend(lines)
            asked = {(section.document, line) for line in section.lines}
            held[:] = [*(one for one in held if (one.document, one.line) not in asked), *lines]
            keep(folder, held)

        await _all([ask(section) for section in due], progress)
    return len(written), len(failed), unread


def keep(folder: Path, lines: Sequence[LineQuestions]) -> None:
    """Writes the file whole or not at all, in the documents' order."""
    ordered = sorted(lines, key=lambda one: one.document)
    beside = folder / f"{FILE}.new"
    beside.write_text("".join(one.model_dump_json() + "\n" for one in ordered), encoding="utf-8")
    beside.replace(folder / FILE)


async def _all(asked: Sequence[Awaitable[None]], progress: Callable[[str, int, int], None]) -> None:
    for done, one in enumerate(asyncio.as_completed(asked), start=1):
        await one
        progress("sections", done, len(asked))


def sections_in(folder: Path) -> tuple[list[Section], list[str]]:
    """Every section of the pack's own Markdown and text files, and what is wrong with those that cannot be read. Raises
    NothingToIngest."""
    pack = load_pack(folder)
    roots = [folder / one.path for one in pack.sources if isinstance(one, DocumentsSource) and one.path is not None]
    found = (file for root in roots for file in root.rglob("*") if file.suffix in TEXTS and file.is_file())
    files = sorted({file for file in found if len(file.relative_to(folder).as_posix()) <= LONGEST_PATH})
    if not files:
        raise NothingToIngest(f"The pack in {folder} has no Markdown or text files; write {FILE} by hand.")
    sections, unread = list[Section](), list[str]()
    for document in (file.relative_to(folder).as_posix() for file in files):
        try:
            sections += sections_of(folder, document)
        except Unreadable as wrong:
            unread.append(f"Left out: {document} {wrong}.")
    return sections, unread
