"""Runs the conversations: a service for each kind of data, the same without reuse, a second file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from evaluations.conversations.figures import graded
from evaluations.conversations.holding import Room, filling_of
from evaluations.conversations.reading import Conversation
from evaluations.conversations.report import ConversationsReport, Run
from evaluations.harness.client import Reuse
from evaluations.harness.databases import Progress, database_server
from evaluations.harness.files import Results, lines_of, public_file
from evaluations.harness.grader import FOLDER, grader_of
from foundation.contracts.errors import WrongUse


@dataclass(frozen=True)
class Asked:
    """As the command line says it."""

    files: tuple[Path, ...] = ()
    """None: the public development file; a second one is measured beside the first."""
    only: frozenset[str] = frozenset()
    """Ids of conversations; empty: all."""
    kinds: frozenset[str] = frozenset()
    """Kinds of turns that count; empty: all."""
    beside_never: bool = False
    """Also held without any reuse."""
    keep: Path | None = None
    show: bool = False


async def evaluate_conversations(
    data: Path | None, asked: Asked, results: Results, progress: Progress
) -> ConversationsReport:
    """Hold and grade them. Raises DataMissing for what the public data lacks, WrongUse for a wrong file."""
    grader = grader_of(data)
    files = asked.files or (public_file(data, FOLDER, "development.jsonl"),)
    if len(files) > 2:
        raise WrongUse("--conversations: one file, or two whose gap is wanted.")
    chosen = _chosen({_name(path, files): lines_of(path, Conversation) for path in files}, asked)
    first = next(iter(chosen))
    for each in {each.data for held in chosen.values() for each in held}:
        filling_of(each, data)  # what it lacks is said before a server is started
    runs: list[Run] = []
    async with database_server(asked.keep) as databases:
        room = Room(databases, data, grader, progress)
        for name, conversations in chosen.items():
            ways: dict[str, Reuse | None] = {name: None}
            if asked.beside_never:
                ways[f"{name}, never reuse"] = "never"
            for run, reuse in ways.items():
                held = await room.hold(conversations, run, reuse)
                results.lines(
                    (turn.line() for turn in held), "" if run == first else run.replace(", ", "-").replace(" ", "-")
                )
                turns = graded(held, grader)
                kept = [turn for turn in turns if not asked.kinds or turn.held.turn.kind in asked.kinds]
                runs.append(Run(run, kept))
    report = ConversationsReport(runs, grader, [*chosen][1] if len(chosen) > 1 else None, asked.show)
    results.figures(report.as_json())
    return report


def _name(path: Path, files: Sequence[Path]) -> str:
    """The file's name, with its folder where both are called the same."""
    names = [each.stem for each in files]
    return path.stem if names.count(path.stem) == 1 else f"{path.parent.name}-{path.stem}"


def _chosen(files: Mapping[str, Sequence[Conversation]], asked: Asked) -> dict[str, list[Conversation]]:
    for name, conversations in files.items():
        ids = [each.id for each in conversations]
        if twice := sorted({each for each in ids if ids.count(each) > 1}):
            raise WrongUse(f"{name} names {', '.join(twice)} twice; give every conversation an id of its own.")
    everything = [each for conversations in files.values() for each in conversations]
    _require("--only", asked.only, [each.id for each in everything])
    _require("--kind", asked.kinds, [turn.kind for each in everything for turn in each.turns])
    return {name: [each for each in held if _is_wanted(each, asked)] for name, held in files.items()}


def _require(option: str, wanted: frozenset[str], there: Sequence[str]) -> None:
    if unknown := sorted(wanted - set(there)):
        raise WrongUse(f"{option}: there is no {', '.join(unknown)}; there are {', '.join(dict.fromkeys(there))}.")


def _is_wanted(each: Conversation, asked: Asked) -> bool:
    by_kind = not asked.kinds or any(turn.kind in asked.kinds for turn in each.turns)
    return by_kind and (not asked.only or each.id in asked.only)
