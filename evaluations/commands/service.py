"""`suffice eval conversations | pairs | live-reuse | drafts | analysis | init | subtasks`: from outside."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated, Literal

import typer

from evaluations.audits.run import Asked as Audits
from evaluations.audits.run import evaluate_audits
from evaluations.computing.run import Asked as Computing
from evaluations.computing.run import evaluate_computing
from evaluations.conversations.run import Asked, evaluate_conversations
from evaluations.drafts.run import Asked as Drafts
from evaluations.drafts.run import evaluate_drafts
from evaluations.folders.measured import QUESTIONS, measure_folders
from evaluations.harness.files import Results
from evaluations.live.run import Asked as LiveReuse
from evaluations.live.run import evaluate_live_reuse
from evaluations.pairs.run import Asked as Pairs
from evaluations.pairs.run import evaluate_pairs
from evaluations.subtasks.run import evaluate_subtasks
from service_agent.cli.bars import progress_bars
from service_agent.settings.environment import public_data_dir
from service_agent.terminal.console import Console

JsonFile = Annotated[
    Path | None, typer.Option("--json", help="File for the results, a JSON line each; the figures go beside it.")
]
Keep = Annotated[Path | None, typer.Option(help="Folder that keeps the filled databases for the next run.")]
Show = Annotated[bool, typer.Option("--show", help="Print what went wrong, one by one.")]


def conversations(
    files: Annotated[
        list[Path] | None,
        typer.Option("--conversations", help="File to hold; a second one is measured beside it. Default: public data."),
    ] = None,
    only: Annotated[str, typer.Option(help="Ids of conversations, as K01,K03.")] = "",
    kind: Annotated[list[str] | None, typer.Option(help="Count turns of this kind alone; repeatable.")] = None,
    beside: Annotated[Literal["never"] | None, typer.Option(help="never: the same also without any reuse.")] = None,
    keep: Keep = None,
    show: Show = False,
    results: JsonFile = None,
) -> None:
    """Conversations typed as people type, held with the whole service and graded by the public data's grade.py."""
    asked = Asked(
        tuple(files or ()),
        frozenset(part.strip() for part in only.split(",") if part.strip()),
        frozenset(kind or ()),
        beside == "never",
        keep,
        show,
    )
    written = Results(results)
    with progress_bars() as progress:
        report = asyncio.run(evaluate_conversations(public_data_dir(), asked, written, progress))
    Console().print(report, soft_wrap=True)


def pairs(
    files: Annotated[
        list[Path] | None, typer.Argument(help="Files of short questions; default: labels/pairs.jsonl of each pack.")
    ] = None,
    quick: Annotated[
        bool, typer.Option("--quick", help="Without the pairs: each question alone, three together, follow-ups.")
    ] = False,
    after: Annotated[
        int | None, typer.Option(min=1, help="Each question after so many of the others, evenly chosen, not after all.")
    ] = None,
    keep: Keep = None,
    show: Show = False,
    results: JsonFile = None,
) -> None:
    """Unrelated short questions in every order: is one answered from what another one found?"""
    written = Results(results)
    with progress_bars() as progress:
        report = asyncio.run(
            evaluate_pairs(public_data_dir(), Pairs(tuple(files or ()), keep, show, quick, after), written, progress)
        )
    Console().print(report, soft_wrap=True)


def live_reuse(
    first: Annotated[
        list[int] | None,
        typer.Option(min=1, max=10, help="A row with this value of the probe's first; repeatable."),
    ] = None,
    conversations: Annotated[int | None, typer.Option(min=1, help="The first so many conversations alone.")] = None,
    keep: Keep = None,
    show: Show = False,
    results: JsonFile = None,
) -> None:
    """MTRAG's conversations through the whole service, beside the program that always searches."""
    written, asked = Results(results), LiveReuse(tuple(first or ()), conversations, keep, show)
    with progress_bars() as progress:
        report = asyncio.run(evaluate_live_reuse(public_data_dir(), asked, written, progress))
    Console().print(report, soft_wrap=True)


def audit(
    files: Annotated[
        list[Path] | None, typer.Argument(help="Files of planted reuses; default: labels/planted.jsonl of each pack.")
    ] = None,
    keep: Keep = None,
    show: Show = False,
    results: JsonFile = None,
) -> None:
    """Reuses whose truth is known, audited: are the wrong ones found, are right ones called wrong?"""
    written = Results(results)
    with progress_bars() as progress:
        report = asyncio.run(evaluate_audits(Audits(tuple(files or ()), keep, show), written, progress))
    Console().print(report, soft_wrap=True)


def drafts(
    file: Annotated[
        Path | None, typer.Option("--drafts", help="File of drafts with known truth; default: the public data's.")
    ] = None,
    keep: Keep = None,
    show: Show = False,
    results: JsonFile = None,
) -> None:
    """A scripted model's drafts with known truth: is a wrong one shipped unmarked, a right one thrown away?"""
    written = Results(results)
    with progress_bars() as progress:
        report = asyncio.run(evaluate_drafts(public_data_dir(), Drafts(file, keep, show), written, progress))
    Console().print(report, soft_wrap=True)


def analysis(
    file: Annotated[
        Path | None, typer.Option("--cases", help="File of labelled computations; default: our own forty.")
    ] = None,
    only: Annotated[str, typer.Option(help="Ids of cases, as r-001,w-002.")] = "",
    keep: Keep = None,
    show: Show = False,
    results: JsonFile = None,
) -> None:
    """Labelled computations through the whole service: exact to the unit, nothing made up, refused where it must be."""
    written = Results(results)
    ids = frozenset(part.strip() for part in only.split(",") if part.strip())
    with progress_bars() as progress:
        report = asyncio.run(evaluate_computing(Computing(file, ids, keep, show), written, progress))
    Console().print(report, soft_wrap=True)


def folders(
    folder: Annotated[list[str] | None, typer.Option(help="statutes, guide or trades alone; repeatable.")] = None,
    questions: Annotated[
        Path, typer.Option("--questions", help="File of questions with answers; default: the first set.", exists=True)
    ] = QUESTIONS,
    show: Show = False,
    results: JsonFile = None,
) -> None:
    """`suffice init` on three folders of public files: time to the first right answer, thirty questions of each."""
    written = Results(results)
    report = asyncio.run(measure_folders(public_data_dir(), folder or (), written, questions=questions, show=show))
    Console().print(report, soft_wrap=True)


def subtasks(
    half: Annotated[
        Literal["development", "test"] | None, typer.Option(help="One half of the questions; default: both.")
    ] = None,
    questions: Annotated[Path | None, typer.Option(help="File of such questions; default: ours.")] = None,
    keep: Keep = None,
    show: Show = False,
    results: JsonFile = None,
) -> None:
    """Questions of two parts and dependent ones: is every part answered, or named as not answered?"""
    written = Results(results)
    with progress_bars() as progress:
        report = asyncio.run(evaluate_subtasks((questions, half), keep, written, progress, show=show))
    Console().print(report, soft_wrap=True)
