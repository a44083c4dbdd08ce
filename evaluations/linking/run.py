"""`suffice eval linking`: names found in labelled questions, unknown ones in ordinary questions, time and memory.

No database and no service: the pack's files, and the public ones where labels want them, are read as an ingest reads
them, and the linker runs over what they name.
"""

from __future__ import annotations

import random
import statistics
import time
import tracemalloc
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from evaluations.cases import Progress
from evaluations.linking.figures import Figures, compared
from evaluations.linking.reading import LabelledQuestion, by_world, read_questions
from evaluations.linking.stress import SETS, Stress, stressed
from execution_agents.ingest.shipped import named_in_files
from execution_agents.knowledge_graph.index import Collected, EntityIndex
from execution_agents.knowledge_graph.linker import link
from foundation.contracts.entities import Conversation, Entity
from foundation.contracts.errors import DataMissing, UnknownPack
from foundation.domains.schema.pack import Pack

LABELS = "labels/linking.yaml"
PUBLIC = ("kr_statutes/md", "daegu_apt_trades", "anyang_apt_2017")
"""Of the public data, what `data: public` ingests."""
STRESSED = ("real_estate", "handbook")
LARGE = 10_000
"""Entities of the index that is timed last: names of the pack's own syllables are made up until it has so many."""
_SEED = 7


@dataclass
class Timing:
    """Of one index."""

    title: str
    entities: int
    build_s: float
    memory_mb: float
    typical_ms: float
    """Median over all questions of its pack."""
    p95_ms: float


@dataclass
class LinkingReport:
    """All figures; prints itself (report.py)."""

    by_world: dict[tuple[str, str], Figures] = field(default_factory=dict[tuple[str, str], Figures])
    stress: list[Stress] = field(default_factory=list[Stress])
    timings: list[Timing] = field(default_factory=list[Timing])
    skipped: list[str] = field(default_factory=list[str])

    @property
    def whole(self) -> Figures:
        """All questions together."""
        figures = Figures()
        for one in self.by_world.values():
            figures.add(one)
        return figures


def evaluate_linking(
    files: Sequence[Path], packs: dict[str, Pack], data: Path | None, progress: Progress
) -> LinkingReport:
    """The files' questions, or the development sets of all packs. Raises DataMissing, UnknownPack."""
    questions = _questions(files, packs)
    report = LinkingReport()
    indexes: dict[tuple[str, str], EntityIndex] = {}
    worlds = by_world(questions)
    for done, ((name, wants), asked) in enumerate(worlds.items()):
        if name not in packs:
            raise UnknownPack(f"There is no pack {name!r}; there are {', '.join(sorted(packs))}.")
        if wants == "public" and data is None:
            report.skipped.append(f"{len(asked)} questions over the public files: SUFFICE_TEST_DATA names no folder.")
            continue
        index, timing = _timed_index(packs[name], _collected(packs[name], data if wants == "public" else None))
        indexes[name, wants] = index
        report.by_world[name, wants] = _figures(asked, index)
        timing.title = f"{name}, {wants}"
        report.timings.append(_timed(timing, index, asked))
        progress("labels", done + 1, len(worlds))
    _add_large(report, indexes, worlds)
    if data is not None:
        _add_stress(report, indexes, data, progress)
    return report


def _questions(files: Sequence[Path], packs: dict[str, Pack]) -> list[LabelledQuestion]:
    if files:
        return [one for file in files for one in read_questions(file)]
    found = [(name, pack.root / LABELS) for name, pack in packs.items() if (pack.root / LABELS).is_file()]
    if not found:
        raise DataMissing(f"No pack has {LABELS}; write one, or give a file of labelled questions.")
    return [one for name, file in found for one in read_questions(file, name)]


def _collected(pack: Pack, data: Path | None) -> Collected:
    return named_in_files(pack, [data / folder for folder in PUBLIC] if data is not None else [])


def _timed_index(pack: Pack, collected: Collected) -> tuple[EntityIndex, Timing]:
    """Built twice: whoever traces memory builds at half the speed."""
    begun = time.process_time()
    EntityIndex(pack, collected)
    spent = time.process_time() - begun
    tracemalloc.start()
    index = EntityIndex(pack, collected)
    memory = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return index, Timing("", len(index.entities), spent, memory / 2**20, 0, 0)


def _figures(asked: Sequence[LabelledQuestion], index: EntityIndex) -> Figures:
    figures = Figures()
    for one in asked:
        figures.add(compared(one, link(one.question, index, _conversation(one, index)), index))
    return figures


def _conversation(one: LabelledQuestion, index: EntityIndex) -> Conversation:
    conversation = Conversation()
    for earlier in one.before:
        conversation = conversation.after(link(earlier, index, conversation))
    return conversation


def _timed(timing: Timing, index: EntityIndex, asked: Sequence[LabelledQuestion]) -> Timing:
    """Each question three times, the fastest counts: others use this machine, too."""
    spent: list[float] = []
    for one in asked:
        tries: list[float] = []
        for _ in range(3):
            begun = time.perf_counter()
            link(one.question, index)
            tries.append((time.perf_counter() - begun) * 1000)
        spent.append(min(tries))
    timing.typical_ms = statistics.median(spent)
    timing.p95_ms = sorted(spent)[max(0, round(len(spent) * 0.95) - 1)]
    return timing


def _add_large(
    report: LinkingReport,
    indexes: dict[tuple[str, str], EntityIndex],
    worlds: Mapping[tuple[str, str], list[LabelledQuestion]],
) -> None:
    if not indexes:
        return
    world = max(indexes, key=lambda one: len(indexes[one].entities))
    index = indexes[world]
    enlarged, timing = _timed_index(index.pack, replace(index.collected, entities=_made_up(index)))
    timing.title = f"{world[0]}, {world[1]}, made up to {len(enlarged.entities):,} entities"
    report.timings.append(_timed(timing, enlarged, worlds[world]))


def _made_up(index: EntityIndex) -> tuple[Entity, ...]:
    """The pack's own entities and as many of its kinds as are lacking, their names put together from its names."""
    chance = random.Random(_SEED)
    kept = index.collected.entities
    parts = sorted({entity.name[:3] for entity in index.entities.values() if entity.name[:3].isalpha()})
    missing = LARGE - len(index.entities)
    made = {f"{chance.choice(parts)}{chance.choice(parts)}{chance.choice(parts)}" for _ in range(missing * 2)}
    kind = next((entity.type for entity in reversed(kept)), "heading")
    return (
        *kept,
        *(Entity(f"{kind}:{name}", kind, name, source="made up") for name in sorted(made)[: max(0, missing)]),
    )


def _add_stress(
    report: LinkingReport, indexes: dict[tuple[str, str], EntityIndex], data: Path, progress: Progress
) -> None:
    largest = {name: indexes[name, wants] for name, wants in sorted(indexes, reverse=True) if name in STRESSED}
    todo = [(pack, name) for pack in largest for name in SETS if (data / name).is_dir()]
    for done, (pack, name) in enumerate(todo):
        report.stress.append(stressed(name, pack, SETS[name](data), largest[pack]))
        progress("ordinary questions", done + 1, len(todo))
