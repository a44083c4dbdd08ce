"""What auditing a tenth of the decisions does to the turns people wait for: blocks with and without, in pairs.

Each pair asks the same questions under the same load, once while nothing is audited and once while the tenth that was
chosen is audited, faster than the job ever does; each day's sums are collected in both. The order within a pair
changes. Told is the paired difference of p95, in per cent of the p95 without, with its 95 % interval (Student's t over
the pairs). Without a single audit nothing was measured: that is told, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import os
import statistics
import tempfile
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

from scipy import stats  # pyright: ignore[reportMissingTypeStubs]

from foundation.contracts.identity import LOCAL
from service_agent.bootstrap import open_service
from service_agent.observability import configure_logging
from service_agent.services import Services
from service_agent.settings import Settings
from service_agent.turns import Question, new_id

SHARE = 0.1
SIDE_BY_SIDE = 4
QUESTIONS = (
    "대구 달서구 아파트 시세 알려줘",
    "그 지역 평균 시세를 다시 요약해줘",
    "전세 계약 갱신할 때 보증금은 얼마나 올릴 수 있어?",
    "아까 본 달서구 아파트 시세 다시 보여줘",
    "서초구는?",
)
LIMIT = 5.0
"""Per cent: the upper end should lie below."""


async def conversation(services: Services, times: list[float]) -> None:
    """One person's questions, each timed."""
    session = await services.create_session(LOCAL, "real_estate")
    for content in QUESTIONS:
        began = time.perf_counter()
        question = Question(content, new_id())
        asked = await services.turns.ask(LOCAL, session, question)
        await services.turns.answer_of(LOCAL, asked)
        times.append((time.perf_counter() - began) * 1000)


async def block(services: Services, conversations: int) -> float:
    """The p95 of a block, in milliseconds."""
    times: list[float] = []
    for _ in range(conversations):
        await asyncio.gather(*(conversation(services, times) for _ in range(SIDE_BY_SIDE)))
    return sorted(times)[math.ceil(0.95 * len(times)) - 1]


@asynccontextmanager
async def background(services: Services, share: float, done: list[int]) -> AsyncGenerator[None]:
    """While inside, sums are collected a few times a second, and what is chosen is audited at once."""

    async def work() -> None:
        while True:
            await services.experiments.repositories.rollups.collect(share)
            done[0] += await services.experiments.run_audits(5)
            await asyncio.sleep(0.5)

    task = asyncio.create_task(work())
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def main(pairs: int, conversations: int) -> int:
    """Run the pairs; print the difference. 1 when its upper end is not below the limit."""
    with tempfile.TemporaryDirectory(prefix="suffice-bench-") as folder:
        settings = Settings(data_dir=Path(folder), audit_share=0.0, audit_per_minute=0, log_level="error")  # pyright: ignore[reportCallIssue]
        configure_logging(settings)
        async with open_service(settings) as services:
            await block(services, 2)
            return await _pairs(services, pairs, conversations)


async def _pairs(services: Services, pairs: int, conversations: int) -> int:
    differences, done, after = list[float](), [0], 0
    for pair in range(pairs):
        found: dict[bool, float] = {}
        for share in (0.0, SHARE) if pair % 2 else (SHARE, 0.0):
            async with background(services, share, done):
                found[share > 0] = await block(services, conversations)
            while late := await services.experiments.run_audits(100):  # burdens no block without
                after += late
        differences.append((found[True] / found[False] - 1) * 100)
        print(f"pair {pair + 1}: p95 {found[False]:.0f} ms without, {found[True]:.0f} ms with", flush=True)
    if not done[0]:
        print(
            f"All {after} audits gave way to questions that waited, until a block was over: run it on a quiet machine."
        )
        return 1
    mean, spread = statistics.mean(differences), statistics.stdev(differences) / math.sqrt(pairs)
    quantile = stats.t.ppf(0.975, pairs - 1)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    half = float(quantile) * spread
    print(f"{done[0]} audits beside questions, {after} more between the blocks")
    print(
        f"difference of p95 {mean:+.1f} % [{mean - half:+.1f}, {mean + half:+.1f}], "
        f"median {statistics.median(differences):+.1f} %; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    )
    return int(mean + half >= LIMIT)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=12)
    parser.add_argument("--conversations", type=int, default=6)
    given = parser.parse_args()
    raise SystemExit(asyncio.run(main(given.pairs, given.conversations)))
