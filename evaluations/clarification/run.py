"""Labelled questions planned as a turn plans them, over the pack's own files: is it asked, what is offered, what is
reached by clicking. No database: the index is read from the files an ingest reads.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from evaluations.clarification.model import KINDS, endpoint_of
from evaluations.clarification.reading import LABELS, Label, read_labels
from evaluations.clarification.standard import TitlesReport, titles_of
from evaluations.rates import Share
from execution_agents.clarification.provider import GraphView
from execution_agents.ingest.shipped import graph_in_files
from execution_agents.reuse.judge2 import Standing
from foundation.contracts.errors import DataMissing
from foundation.contracts.identity import LOCAL
from foundation.contracts.pauses import Clarification
from foundation.contracts.plan import Plan, Understanding
from foundation.contracts.ports import LanguageModel, Usage
from foundation.domains.schema.pack import Pack, Thresholds
from foundation.llm.client import Endpoint, Limits, ModelClient
from prompts.budgets import BUDGETS
from supervisor.memory.window import exchanges_of, finished
from supervisor.planning.clarifying.asking import clarification_of
from supervisor.planning.context import Exchange, TurnContext
from supervisor.planning.turn_planning import plan_turn

Progress = Callable[[str, int, int], None]
CLICKS = 2
"""Questions back at most."""
NOW = datetime(2026, 11, 25, 9, tzinfo=UTC)
GOALS = {"ask precision": 90, "ask recall": 90, "target": 95}


@dataclass(frozen=True)
class Outcome:
    """What became of one question."""

    label: Label
    asked: bool
    offered: bool
    """Everything that had to be offered was."""
    reached: tuple[str, ...] | None
    """Ids, after the clicks; None: nothing of the graph."""
    clicks: int
    unborne: int
    """Options that no entity of the graph bears."""
    noise: int
    """Options and targets that are none of the target types."""
    ms: float
    """Processor time, which a busy machine does not stretch."""

    @property
    def right(self) -> bool:
        """The label's own target, within the clicks."""
        wanted = self.label.target
        if self.label.ask and wanted is None:
            return self.reached is not None or not self.label.choose
        return self.clicks <= CLICKS and (set(self.reached or ()) == set(wanted or ()))


@dataclass
class Figures:
    """Of one way of reading, on one half."""

    outcomes: list[Outcome] = field(default_factory=list[Outcome])

    @property
    def precision(self) -> Share:
        said = [one for one in self.outcomes if one.asked]
        return Share(sum(one.label.ask for one in said), len(said))

    @property
    def recall(self) -> Share:
        due = [one for one in self.outcomes if one.label.ask]
        return Share(sum(one.asked for one in due), len(due))

    @property
    def offers(self) -> Share:
        due = [one for one in self.outcomes if one.label.ask]
        return Share(sum(one.offered for one in due), len(due))

    @property
    def target(self) -> Share:
        return Share(sum(one.right for one in self.outcomes), len(self.outcomes))

    @property
    def unborne(self) -> int:
        return sum(one.unborne for one in self.outcomes)

    @property
    def noise(self) -> Share:
        return Share(sum(one.noise for one in self.outcomes), len(self.outcomes))


@dataclass
class ClarificationReport:
    """All figures; report.py prints them."""

    by: dict[tuple[str, str], Figures] = field(default_factory=dict[tuple[str, str], Figures])
    """(rules or a model's kind, half) -> figures."""
    titles: TitlesReport | None = None
    skipped: list[str] = field(default_factory=list[str])


async def evaluate_clarification(
    pack: Pack, file: Path | None, data: Path | None, progress: Progress
) -> ClarificationReport:
    """Every label by rules and with each scripted model. Raises DataMissing."""
    if pack.graph is None:
        raise DataMissing(f"The pack {pack.name} has no graph; name one that has, as construction.")
    labels, report = read_labels(file or pack.root / LABELS), ClarificationReport()
    bench = _Bench(pack, GraphView(graph_in_files(pack)))
    await _judged("rules", bench, labels, None, report, progress)
    for kind in KINDS:
        async with endpoint_of(kind) as endpoint:
            model = ModelClient(Endpoint(base_url=endpoint.base_url, model="scripted"), BUDGETS, Limits())
            try:
                await _judged(kind, bench, labels, model, report, progress)
            finally:
                await model.aclose()
    if data is None or not (data / "pumsem2026").is_dir():
        report.skipped.append("The standard's own titles: SUFFICE_TEST_DATA names no folder that has pumsem2026.")
    else:
        report.titles = titles_of(data / "pumsem2026", pack)
    return report


async def _judged(
    name: str,
    bench: _Bench,
    labels: Sequence[Label],
    model: LanguageModel | None,
    report: ClarificationReport,
    progress: Progress,
) -> None:
    for done, label in enumerate(labels, 1):
        outcome = await bench.outcome(label, model)
        report.by.setdefault((name, label.half), Figures()).outcomes.append(outcome)
        progress(name, done, len(labels))


class _Bench:
    """Plans questions one after the other, each label in a conversation of its own."""

    def __init__(self, pack: Pack, view: GraphView) -> None:
        self._pack, self._view = pack, view

    async def outcome(self, label: Label, model: LanguageModel | None) -> Outcome:
        """The label's question, and the clicks a person would make."""
        exchanges: tuple[Exchange, ...] = ()
        for earlier in label.before:
            plan, _ = await self._planned(earlier, exchanges, None)
            exchanges = (*exchanges, *exchanges_of([finished("run", plan.understanding, "")]))
        started = time.process_time()
        plan, asked = await self._planned(label.question, exchanges, model)
        ms = (time.process_time() - started) * 1000
        shown = [] if asked is None else [one.label for one in asked.options]
        offered = all(any(wanted in one for one in shown) for wanted in label.offers)
        unborne, noise, clicks = self._unborne(asked), self._noise(asked, plan.understanding), 0
        unclear = asked
        for wanted in label.choose:
            option = None if unclear is None else chosen(wanted, unclear)
            if option is None:
                break
            clicks += 1
            plan, unclear = await self._planned(option, exchanges, model)
            unborne += self._unborne(unclear)
        graph = plan.understanding.graph
        reached = None if graph is None or unclear is not None else tuple(one.entity_id for one in graph.targets)
        if label.quantity and (graph is None or graph.quantity != label.quantity):
            reached = None
        return Outcome(label, asked is not None, offered, reached, clicks, unborne, noise, ms)

    async def _planned(
        self, question: str, exchanges: Sequence[Exchange], model: LanguageModel | None
    ) -> tuple[Plan, Clarification | None]:
        context = TurnContext(
            principal=LOCAL,
            session_id="session",
            run_id="run",
            question=question,
            exchanges=tuple(exchanges)[-3:],
            ledger=(),
            pack=self._pack,
            variant="hybrid_confirm",
            thresholds=Thresholds(),
            now=NOW,
            graph=self._view,
        )
        usage = Usage()
        plan = await plan_turn(context, _nothing, model, "merged", usage, ("search",))
        unclear = await clarification_of(plan, context, ())
        return plan, None if unclear is None else unclear.asked

    def _unborne(self, asked: Clarification | None) -> int:
        """Options whose entity the graph has not."""
        options = () if asked is None else (*asked.options, *asked.more)
        return sum(one.entity_id not in self._view.index.targets for one in options)

    def _noise(self, asked: Clarification | None, understanding: Understanding) -> int:
        """1 where anything but a target type is offered or answered."""
        types = self._view.index.declared.targets
        found = [self._view.index.targets.get(one.entity_id or "") for one in (asked.options if asked else ())]
        named = understanding.graph.targets if understanding.graph else ()
        return int(
            any(one is None or one.type not in types for one in found) or any(one.type not in types for one in named)
        )


async def _nothing(_understanding: Understanding) -> dict[str, Standing]:
    """Nothing is in hand."""
    return {}


def chosen(wanted: str, asked: Clarification) -> str | None:
    """The query of the option a person means: that of this label, else the first whose label begins so, of the whole
    list, too."""
    options = (*asked.options, *asked.more)
    exact = next((one.query for one in options if one.label == wanted), None)
    return exact or next((one.query for one in options if one.label.startswith(wanted)), None)
