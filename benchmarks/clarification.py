"""What clarification costs at the full size of a standard and at ten times that: `python -m benchmarks.clarification`.

Times the rule path (reading a question over the graph, choices included; processor time of its thread, which a busy
machine does not stretch) on questions of every kind, the memory of the
index, the ingest of the graph into an embedded database (and again, unchanged), and the one statement that expands a
work with all that hangs on it.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import random
import time
from collections.abc import Sequence
from pathlib import Path

from benchmarks.graphs.made import made
from benchmarks.harness.figures import percentile
from benchmarks.harness.server import temporary_server
from execution_agents.clarification.cascade import read_graph
from execution_agents.clarification.index import GraphIndex, Target
from execution_agents.clarification.listening import Before, Listener
from execution_agents.clarification.questions import field_words
from execution_agents.ingest.graphs import GraphIngest
from execution_agents.ingest.report import IngestReport
from execution_agents.ingest.run import Run
from foundation.contracts.identity import LOCAL
from foundation.domains.loading.graph_files import GraphFile, leads_in
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.pack import Pack
from foundation.storage.corpus.graph import GraphPlace, GraphRepository
from foundation.storage.database.engine import open_engine

GOALS_MS = {1: 20.0, 10: 60.0}
"""Times the standard's size -> p95 of the rule path, milliseconds."""
QUESTIONS = 400
_PAGE = os.sysconf("SC_PAGE_SIZE")


def main() -> None:
    """Prints both sizes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, nargs="*", default=[1, 10])
    asked = parser.parse_args()
    pack = load_pack(shipped_packs() / "construction")
    for times in asked.times:
        asyncio.run(_measured(times, pack))


async def _measured(times: int, pack: Pack) -> None:
    assert pack.graph is not None
    graph = made(times)
    print(f"\n{len(graph.entities):,} entities, {len(graph.links):,} relations")
    gc.collect()
    before, started = _resident_mb(), time.perf_counter()
    index = GraphIndex(pack.graph, graph.entities.values(), leads_in(graph, pack.graph))
    gc.collect()
    print(f"index: {time.perf_counter() - started:.1f} s, {_resident_mb() - before:.0f} MB, {len(index.names):,} names")
    _rule_path(times, index, Listener(field_words(pack), "ko"))
    await _database(graph, pack)


def _rule_path(times: int, index: GraphIndex, listener: Listener) -> None:
    dice = random.Random(7)
    targets = [one for one in index.targets.values() if one.values]
    all_ms: list[float] = []
    for kind, questions in _questions(dice, targets).items():
        spent: list[float] = []
        for question, before in questions:
            started = time.thread_time()
            read_graph(question, index, Listener(listener.words, "ko", before))
            spent.append((time.thread_time() - started) * 1000)
        all_ms += spent
        print(f"  {kind:<14} p50 {percentile(spent, 0.5):6.2f}  p95 {percentile(spent, 0.95):6.2f} ms")
    p95, goal = percentile(all_ms, 0.95), GOALS_MS.get(times)
    met = "" if goal is None else f" (goal {goal:g}: {'met' if p95 < goal else 'missed'})"
    print(f"  {'all':<14} p50 {percentile(all_ms, 0.5):6.2f}  p95 {p95:6.2f} ms{met}")


def _questions(dice: random.Random, targets: Sequence[Target]) -> dict[str, list[tuple[str, tuple[Before, ...]]]]:
    chosen = [dice.choice(targets) for _ in range(QUESTIONS // 8)]
    words = ("용접", "설치 품", "배관 접합", "방수 바름", "천장 칠", "터널 천공")
    unrelated = ("오늘 날씨 어때?", "전세 대출 금리는?", "할증은 어떻게 더해?", "영화 추천해 줘")
    return {
        "name and spec": [(f"{one.name} {one.shown} 품 알려줘", ()) for one in chosen],
        "name alone": [(one.name, ()) for one in chosen],
        "half a spec": [(f"{one.name} {dict(one.values)['diameter']}A", ()) for one in chosen],
        "follow-up": [("SCH 80은?", (Before(one.name, (one.entity_id,)),)) for one in chosen],
        "words": [(dice.choice(words), ()) for _ in chosen],
        "abbreviation": [(dice.choice(("tig", "pvc", "hdpe")), ()) for _ in chosen],
        "misspelt": [(one.name[:-1] + "긋", ()) for one in chosen],
        "another field": [(dice.choice(unrelated), ()) for _ in chosen],
    }


async def _database(graph: GraphFile, pack: Pack) -> None:
    assert pack.graph is not None
    place = GraphPlace(pack.name, pack.graph.name)
    async with temporary_server() as server:
        engine = open_engine(server.database(), 2)
        repository = GraphRepository(engine)
        ingest = GraphIngest(repository)
        for name in ("ingest", "again"):
            started = time.perf_counter()
            run = Run(pack, LOCAL, lambda _done, _total, _what: None, IngestReport(origin="made"))
            await ingest.write(run, place, graph)
            counts = run.report.of(place.source)
            print(
                f"{name}: {time.perf_counter() - started:.1f} s "
                f"({counts.added:,} added, {counts.unchanged:,} unchanged)"
            )
        dice, spent = random.Random(3), list[float]()
        ids = [one.entity_id for one in graph.entities.values() if one.type == "WorkType"]
        for _ in range(100):
            started = time.perf_counter()
            await repository.expanded(LOCAL, place, (dice.choice(ids),), pack.graph.parent)
            spent.append((time.perf_counter() - started) * 1000)
        print(
            f"expansion of a work, one statement: p50 {percentile(spent, 0.5):.2f}  "
            f"p95 {percentile(spent, 0.95):.2f} ms"
        )
        await engine.dispose()


def _resident_mb() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE / 2**20


if __name__ == "__main__":
    main()
