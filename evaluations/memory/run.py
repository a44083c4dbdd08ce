"""`suffice eval memory`: labelled statements through the rules (or a model) and the real tables, a person each.

What is kept goes the way it goes in the service: the same reading, the same merging, the same repository.
"""

from __future__ import annotations

import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from evaluations.memory.reading import DEVELOPMENT, Case, read_cases
from foundation.contracts.identity import Principal
from foundation.contracts.memories import Memory
from foundation.contracts.ports import LanguageModel, Usage
from foundation.storage.people.memories import MemoriesRepository
from service_agent.statistics.intervals import Rate
from supervisor.memory.personal.keeping import changes_of
from supervisor.memory.personal.proposed import proposed

Progress = Callable[[str, int, int], None]
MEMORY_GOALS = {"precision": 95, "recall": 85}


@dataclass(frozen=True)
class Outcome:
    """What became of one case."""

    case: Case
    kept: tuple[Memory, ...]
    """By `text`."""
    history: frozenset[str]
    """Places of `before` that are history now, and were kept before."""
    lacking: frozenset[str]
    """Places of `before` nothing was kept of: a mistake of the reading, no contradiction to resolve."""

    @property
    def right(self) -> int:
        """Memories of `text` that are to be kept: one at most."""
        return int(self.case.keep and any(self._holds(one) for one in self.kept))

    @property
    def resolved(self) -> bool:
        """Exactly the right one of `before` is history, and the new one is current."""
        wanted = frozenset({"0"}) if self.case.replaces else frozenset[str]()
        return bool(self.right) and self.history == wanted and not self.lacking

    @property
    def of_kind(self) -> bool:
        return any(self._holds(one) and one.kind == self.case.kind for one in self.kept)

    def _holds(self, one: Memory) -> bool:
        text = _plain(one.text)
        return all(_plain(part) in text for part in self.case.contains)


@dataclass
class MemoryReport:
    """All figures of one file."""

    title: str
    outcomes: list[Outcome] = field(default_factory=list[Outcome])
    foreign: int = 0
    """Memories of one person in another one's list."""

    def group(self, *groups: str) -> list[Outcome]:
        return [one for one in self.outcomes if one.case.group in groups]

    @property
    def precision(self) -> Rate:
        return Rate(sum(one.right for one in self.outcomes), sum(len(one.kept) for one in self.outcomes))

    @property
    def recall(self) -> Rate:
        wanted = [one for one in self.outcomes if one.case.keep]
        return Rate(sum(one.right for one in wanted), len(wanted))

    @property
    def resolved(self) -> Rate:
        found = self.group("contradiction")
        return Rate(sum(one.resolved for one in found), len(found))

    @property
    def kinds(self) -> Rate:
        found = [one for one in self.outcomes if one.right]
        return Rate(sum(one.of_kind for one in found), len(found))

    def left_alone(self, group: str) -> Rate:
        """Cases of which rightly nothing was kept."""
        found = self.group(group)
        return Rate(sum(not one.kept for one in found), len(found))

    @property
    def faults(self) -> list[str]:
        return [line for one in self.outcomes if (line := _fault(one))]


async def evaluate_memory(
    files: Sequence[Path], memories: MemoriesRepository, model: LanguageModel | None, progress: Progress
) -> list[MemoryReport]:
    """A report a file."""
    return [await _measured(file, memories, model, progress) for file in (files or DEVELOPMENT)]


async def _measured(
    file: Path, memories: MemoriesRepository, model: LanguageModel | None, progress: Progress
) -> MemoryReport:
    report, cases = MemoryReport(file.name), read_cases(file)
    tenant = f"eval-{uuid.uuid4().hex[:8]}"
    people = [Principal(tenant_id=tenant, owner_id=case.id) for case in cases]
    for place, (case, person) in enumerate(zip(cases, people, strict=True), start=1):
        report.outcomes.append(await _outcome(case, person, memories, model))
        progress(file.name, place, len(cases))
    report.foreign = await _foreign(cases, people, memories)
    return report


async def _outcome(case: Case, person: Principal, memories: MemoriesRepository, model: LanguageModel | None) -> Outcome:
    before: dict[str, str] = {}
    lacking: set[str] = set()
    for place, words in enumerate(case.before):
        added = await _said(words, person, memories, model)
        before |= {one.memory_id: str(place) for one in added}
        if not added:
            lacking.add(str(place))
    kept = await _said(case.text, person, memories, model)
    replaced = [one.memory_id for one in await memories.list(person) if one.replaced_by is not None]
    history = frozenset(before[memory_id] for memory_id in replaced if memory_id in before)
    return Outcome(case, tuple(kept), history, frozenset(lacking))


async def _said(
    words: str, person: Principal, memories: MemoriesRepository, model: LanguageModel | None
) -> list[Memory]:
    seen = await memories.current(person)
    said = await proposed(words, seen, model, Usage())
    return await memories.change(person, lambda held: changes_of(words, said, held))


async def _foreign(cases: Sequence[Case], people: Sequence[Principal], memories: MemoriesRepository) -> int:
    """Every person's list is read again once all have spoken: each may hold their own words alone."""
    found, seen = 0, dict[str, str]()
    for case, person in zip(cases, people, strict=True):
        own = _plain(" ".join((*case.before, case.text)))
        for one in await memories.list(person):
            found += _plain(one.text) not in own or one.memory_id in seen
            seen[one.memory_id] = case.id
    return found


def _fault(one: Outcome) -> str:
    case = one.case
    if case.keep and not one.right:
        return f"{case.id}: not kept: {case.text}" + (f" (kept: {one.kept[0].text})" if one.kept else "")
    if len(one.kept) > one.right:
        return f"{case.id}: kept: {one.kept[-1].text}"
    if case.group == "contradiction" and not one.resolved:
        return f"{case.id}: {' / '.join(case.before)} → {case.text}: history {sorted(one.history)}"
    return ""


def _plain(text: str) -> str:
    return "".join(text.casefold().split())
