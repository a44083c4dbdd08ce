"""Opens a service of its own, holds every labelled conversation in every variant, and writes the page."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from evaluations.cases import Half, Progress
from evaluations.judging import HYBRID, JUDGE_1, OURS
from evaluations.labels.baselines import BASELINES, without_judges
from evaluations.labels.figures import Judged, judged
from evaluations.labels.page import markdown
from evaluations.labels.questions import Answered, Question, read_questions
from evaluations.labels.results import LabelsReport
from evaluations.labels.talking import EVEN, Talker
from evaluations.labels.world import PUBLIC_FOLDERS, World
from foundation.contracts.errors import UnknownPack
from foundation.contracts.plan import VariantName
from foundation.domains.loading.labels import Conversation, read_labels
from foundation.domains.schema.pack import Pack
from foundation.storage.database.embedded import EmbeddedPostgres
from foundation.storage.database.engine import open_engine
from service_agent.composition.bootstrap import open_service
from service_agent.composition.packs import load_packs
from service_agent.settings.settings import Settings

PAGE = "labels.md"
"""The page of the pack people meet first; every other pack has a page of its own name."""
FIRST = "real_estate"
NO_REUSE = "no_reuse (control)"
ROWS: Mapping[str, VariantName] = {
    OURS: "hybrid_confirm",
    HYBRID: "hybrid",
    JUDGE_1: "supervisor_only",
    NO_REUSE: "no_reuse",
}
"""Row title -> variant."""
AT_ONCE = 4
"""Conversations held side by side."""
_UNSAFE_BUT_FAST = {"fsync": "off", "full_page_writes": "off", "synchronous_commit": "off"}
"""A database that is thrown away need not survive a power cut."""

Halves = Mapping[Half, Sequence[Conversation]]
"""The conversations of both halves."""


async def evaluate_labels(data: Path | None, pack: str, out: Path | None, progress: Progress) -> LabelsReport:
    """Run the pack's labels; with `out`, the page is written there. Raises UnknownPack, DataMissing, WrongPack."""
    with tempfile.TemporaryDirectory(prefix="suffice-labels-") as folder:
        settings = _settings(Path(folder), pack)
        declared = load_packs(settings)[pack]
        halves, skipped = without_public(read_labels(declared), data)
        async with _talker(settings, declared, data) as talker:
            rows = {title: await _held(talker, halves, (title, variant), progress) for title, variant in ROWS.items()}
            answered = await _answered(talker, declared, progress)
    for title, keeps in BASELINES.items():
        rows[title] = [
            turn for half, conversations in halves.items() for each in conversations
            for turn in judged(half, each, without_judges(each, keeps))
        ]  # fmt: skip
    report = LabelsReport(pack, rows, skipped, tuple(answered))
    if out is not None:
        out.mkdir(parents=True, exist_ok=True)
        (out / page_of(pack)).write_text(markdown(report), encoding="utf-8")
    return report


def require_pack(pack: str, packs: Mapping[str, Pack]) -> None:
    """Raises UnknownPack for a name that is none of `packs`."""
    if pack not in packs:
        raise UnknownPack(f"There is no pack {pack!r}; there are {', '.join(sorted(packs))}.")


def page_of(pack: str) -> str:
    """The page's file name: labels.md, or labels-handbook.md."""
    return PAGE if pack == FIRST else f"{Path(PAGE).stem}-{pack.replace('_', '-')}.md"


def without_public(halves: Halves, data: Path | None) -> tuple[Halves, str | None]:
    """The conversations that can be held, and one sentence about those that cannot."""
    if data is not None and all((data / folder).is_dir() for folder in PUBLIC_FOLDERS):
        return halves, None
    kept: Halves = {half: [each for each in held if each.needs is None] for half, held in halves.items()}
    left_out = sum(len(held) for held in halves.values()) - sum(len(held) for held in kept.values())
    if not left_out:
        return halves, None
    return kept, (
        f"{left_out} conversations over the public files were left out: "
        f"SUFFICE_TEST_DATA names no folder with {', '.join(PUBLIC_FOLDERS)}."
    )


def _settings(folder: Path, pack: str) -> Settings:
    """The rules engine on a database of its own, whatever the environment says."""
    settings = Settings(
        data_dir=folder,
        database_url=None,
        llm_model=None,
        auth_keys=None,
        ask_worth_s=0,
        confirm_timeout_s=3600,
        form_timeout_s=1,  # Nobody fills a form here: what it lacks is named instead.
        variant_weights=dict(EVEN),
    )
    require_pack(pack, load_packs(settings))
    return settings


@asynccontextmanager
async def _talker(settings: Settings, pack: Pack, data: Path | None) -> AsyncGenerator[Talker]:
    embedded = EmbeddedPostgres(settings.data_dir, extra=_UNSAFE_BUT_FAST)
    address = await asyncio.to_thread(embedded.start)
    try:
        engine = open_engine(address, 5)
        try:
            async with open_service(settings) as services:
                yield Talker(services, World(engine, pack, settings.data_dir / "copies", data))
        finally:
            await engine.dispose()
    finally:
        await asyncio.to_thread(embedded.stop)
        await asyncio.to_thread(embedded.remove)


async def _answered(talker: Talker, pack: Pack, progress: Progress) -> list[Answered]:
    """The pack's single questions, each asked once; in order."""
    halves = read_questions(pack).items()
    todo: list[tuple[Half, Question]] = [(half, one) for half, questions in halves for one in questions]
    found: list[Answered] = []
    for half, question in todo:
        found.append(Answered(half, question, await talker.answer(question.q, ROWS[OURS])))
        progress("single questions", len(found), len(todo))
    return found


async def _held(talker: Talker, halves: Halves, row: tuple[str, VariantName], progress: Progress) -> list[Judged]:
    title, variant = row
    todo: list[tuple[Half, Conversation]] = [(half, each) for half, held in halves.items() for each in held]
    places = asyncio.Semaphore(AT_ONCE)
    done = 0

    async def hold(half: Half, conversation: Conversation) -> list[Judged]:
        nonlocal done
        async with places:
            held = judged(half, conversation, await talker.talk(conversation, variant))
        done += 1
        progress(title, done, len(todo))
        return held

    async with asyncio.TaskGroup() as group:
        tasks = [group.create_task(hold(half, each)) for half, each in todo]
    return [turn for task in tasks for turn in task.result()]
