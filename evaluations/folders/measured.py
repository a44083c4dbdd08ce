"""`suffice init` on each folder as a person runs it, then thirty questions of that folder to the service."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, get_args

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table

from evaluations.folders.made import FOLDERS, make_folders
from evaluations.harness.files import Results
from foundation.contracts.errors import DataMissing, SufficeError, WrongUse
from service_agent.cli.own_service import own_service
from service_agent.settings.settings import Settings
from service_agent.terminal.client import ServiceClient
from service_agent.terminal.console import Console as NoticeConsole

QUESTIONS = Path(__file__).with_name("questions.jsonl")
SUFFICE = Path(sys.executable).with_name("suffice")
LONGEST_S = 1800
Grade = Literal["right", "wrong", "refused"]


@dataclass(frozen=True)
class Question:
    """One question of a folder; the answer holds one of `any` and all of `all`, or there is none to be had."""

    folder: str
    question: str
    any: Sequence[str] = ()
    all: Sequence[str] = ()
    refuse: bool = False


@dataclass(frozen=True)
class Answered:
    """One question with what came of it."""

    question: str
    grade: Grade
    said: str
    expected: str
    seconds: float


@dataclass
class FolderResult:
    """One folder."""

    name: str
    init_s: float
    init_cpu_s: float
    """Of the command itself; the embedded database is a process of its own."""
    first_right_s: float | None = None
    """From the start of `suffice init` to the end of the first right answer."""
    answers: list[Answered] = field(default_factory=list[Answered])

    def count(self, grade: Grade) -> int:
        """How many."""
        return sum(one.grade == grade for one in self.answers)


@dataclass(frozen=True)
class FoldersReport:
    """All three; prints itself."""

    folders: tuple[FolderResult, ...]
    show: bool = False

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """One line a folder; with `show` every answer that is not right."""
        table = Table(box=None)
        for name in ("folder", "init, s", "its processor, s", "first right answer, s", "right", "wrong", "refused"):
            table.add_column(name, justify="left" if name == "folder" else "right")
        for one in self.folders:
            first = "never" if one.first_right_s is None else f"{one.first_right_s:.1f}"
            grades = (str(one.count("right")), str(one.count("wrong")), str(one.count("refused")))
            table.add_row(one.name, f"{one.init_s:.1f}", f"{one.init_cpu_s:.1f}", first, *grades)
        yield table
        if self.show:
            for folder in self.folders:
                for one in folder.answers:
                    if one.grade != "right":
                        yield f"{folder.name} {one.grade}: {one.question} [{one.expected}] {one.said[:160]!r}"

    def figures(self) -> dict[str, Any]:
        """For the figures' file."""
        counts = {grade: sum(one.count(grade) for one in self.folders) for grade in get_args(Grade)}
        return {"folders": [asdict(replace(one, answers=[])) for one in self.folders], **counts}


async def measure_folders(
    data: Path | None, only: Sequence[str], results: Results, *, questions: Path = QUESTIONS, show: bool
) -> FoldersReport:
    """Every folder, or those named. Raises WrongUse for another name or a line that is no question, SufficeError when a
    folder makes no pack."""
    asked = read_questions(questions)
    if strange := sorted(set(only) - set(FOLDERS)):
        raise WrongUse(f"--folder takes {', '.join(FOLDERS)}, not {strange[0]!r}.")
    if data is None:
        raise DataMissing("The public data is not there; set SUFFICE_TEST_DATA to its folder.")
    with tempfile.TemporaryDirectory(prefix="suffice-folders-") as place:
        root = Path(place)
        folders = make_folders(data, root / "files")
        chosen = {name: folder for name, folder in folders.items() if not only or name in only}
        settings = Settings(data_dir=root / "data", packs_dir=root / "packs")
        found = [_initialised(name, folder, settings) for name, folder in chosen.items()]
        async with own_service(settings, NoticeConsole(stderr=True), "") as url:
            client = ServiceClient(url, None)
            try:
                for result in found:
                    await _ask(client, result, [one for one in asked if one.folder == result.name])
            finally:
                await client.close()
    report = FoldersReport(tuple(found), show)
    results.lines({"folder": each.name, **asdict(one)} for each in found for one in each.answers)
    results.figures(report.figures())
    return report


def read_questions(path: Path = QUESTIONS) -> list[Question]:
    """All of a file, one JSON a line. Raises WrongUse, which names the line."""
    found: list[Question] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.strip():
            try:
                found.append(Question(**json.loads(line)))
            except (ValueError, TypeError) as problem:
                raise WrongUse(f"{path.name}:{number} is no question of a folder: {problem}.") from problem
            if found[-1].folder not in FOLDERS:
                raise WrongUse(f"{path.name}:{number} names the folder {found[-1].folder!r}; {', '.join(FOLDERS)} are.")
    return found


def _initialised(called: str, folder: Path, settings: Settings) -> FolderResult:
    environment = {
        "PATH": os.defpath,
        "HOME": str(settings.data_dir.parent),
        "LANG": "C.UTF-8",
        "SUFFICE_DATA_DIR": str(settings.data_dir),
        "SUFFICE_PACKS_DIR": str(settings.packs_dir),
    }
    begun, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    made = subprocess.run(
        [SUFFICE, "init", str(folder), "--yes", "--name", called],
        env=environment,
        capture_output=True,
        text=True,
        timeout=LONGEST_S,
        check=False,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if made.returncode:
        raise SufficeError(f"suffice init {called} failed: {made.stderr.strip()[-500:]}")
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return FolderResult(called, time.monotonic() - begun, cpu)


async def _ask(client: ServiceClient, result: FolderResult, questions: Sequence[Question]) -> None:
    begun = time.monotonic()
    for one in questions:
        started = time.monotonic()
        body = {"content": one.question, "pack": result.name, "message_id": uuid.uuid4().hex}
        final: dict[str, Any] = await client.request("POST", "/api/chat", body, patience_s=None)
        ended = time.monotonic()
        grade = graded(one, final)
        expected = "nothing" if one.refuse else " | ".join((*one.any, *one.all))
        result.answers.append(Answered(one.question, grade, str(final["content"]), expected, ended - started))
        if grade == "right" and not one.refuse and result.first_right_s is None:
            result.first_right_s = result.init_s + ended - begun


def graded(question: Question, final: Mapping[str, Any]) -> Grade:
    """Right: it answers the question, or cites nothing where the folder has no answer. Refused: it cites nothing."""
    if not final.get("citations"):
        return "right" if question.refuse else "refused"
    if question.refuse:
        return "wrong"
    said = _plain(str(final["content"]))
    some = not question.any or any(_plain(one) in said for one in question.any)
    return "right" if some and all(_plain(one) in said for one in question.all) else "wrong"


def _plain(text: str) -> str:
    return "".join(text.casefold().split()).replace("*", "")
