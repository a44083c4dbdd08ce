"""What auditing a tenth of the decisions does to the turns people wait for: minutes with and without, in pairs.

Four people ask without a pause for a minute, once while the background's pass audits as the service is shipped (a
tenth of the decisions, at most 30 a minute, a pause after each, from 2 s on), once while the same sums are collected
and nothing is audited. The order within a pair changes. `--unpaced`: everything chosen is audited as fast as it goes,
all through the minute; the service never does that. Told is the paired difference of p95, in per cent of the p95
without, with its 95 % interval (Student's t over the pairs). Without a single audit nothing was measured: that is
told, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import os
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
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
Beside = Callable[[Services, float], Awaitable[int]]
"""What goes on beside a block of so many seconds; how many audits it made."""


async def person(services: Services, until: float, times: list[float]) -> None:
    """One person's conversations until then, each question timed, in milliseconds."""
    while time.perf_counter() < until:
        session = await services.create_session(LOCAL, "real_estate")
        for content in QUESTIONS:
            began = time.perf_counter()
            asked = await services.turns.ask(LOCAL, session, Question(content, new_id()))
            await services.turns.answer_of(LOCAL, asked)
            times.append((time.perf_counter() - began) * 1000)


async def shipped(services: Services, seconds: float) -> int:
    """The background's pass, a third into the block: there is something to audit by then."""
    await asyncio.sleep(seconds / 3)
    return (await services.experiments.audit_pass())["audited"]


async def unpaced(services: Services, seconds: float) -> int:
    """Sums collected twice a second, and what is chosen audited at once."""
    until, done = time.perf_counter() + seconds, 0
    while time.perf_counter() < until:
        await services.experiments.repositories.rollups.collect(SHARE)
        done += await services.experiments.run_audits(5)
        await asyncio.sleep(0.5)
    return done


async def nothing(services: Services, seconds: float) -> int:
    """Sums collected as in `shipped`, nothing chosen."""
    await asyncio.sleep(seconds / 3)
    await services.experiments.repositories.rollups.collect(0.0)
    return 0


async def block(services: Services, seconds: float, beside: Beside) -> tuple[float, int]:
    """(p95 of the block in milliseconds, audits made in it)."""
    until = time.perf_counter() + seconds
    times: list[float] = []
    people = [person(services, until, times) for _ in range(SIDE_BY_SIDE)]
    others = asyncio.gather(*people)
    audited = await beside(services, seconds)
    await others
    return sorted(times)[math.ceil(0.95 * len(times)) - 1], audited


async def main(pairs: int, seconds: float, audits: Beside) -> int:
    """Run the pairs; print the difference. 1 when its upper end is not below the limit."""
    with tempfile.TemporaryDirectory(prefix="suffice-bench-") as folder:
        settings = Settings(data_dir=Path(folder), audit_share=SHARE, log_level="error")  # pyright: ignore[reportCallIssue]
        configure_logging(settings)
        async with open_service(settings) as services:
            await block(services, seconds / 3, nothing)
            return await _pairs(services, pairs, seconds, audits)


async def _pairs(services: Services, pairs: int, seconds: float, audits: Beside) -> int:
    differences, done = list[float](), 0
    for pair in range(pairs):
        found: dict[Beside, float] = {}
        for beside in (nothing, audits) if pair % 2 else (audits, nothing):
            found[beside], audited = await block(services, seconds, beside)
            done += audited
        differences.append((found[audits] / found[nothing] - 1) * 100)
        print(
            f"pair {pair + 1}: p95 {found[nothing]:.0f} ms without, {found[audits]:.0f} ms with, {done} audits so far",
            flush=True,
        )
    if not done:
        print("All audits gave way to questions that waited: run it on a quiet machine.")
        return 1
    mean, spread = statistics.mean(differences), statistics.stdev(differences) / math.sqrt(pairs)
    quantile = stats.t.ppf(0.975, pairs - 1)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    half = float(quantile) * spread
    print(
        f"{done} audits; difference of p95 {mean:+.1f} % [{mean - half:+.1f}, {mean + half:+.1f}], "
        f"median {statistics.median(differences):+.1f} %; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    )
    return int(mean + half >= LIMIT)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=24)
    parser.add_argument("--seconds", type=float, default=60.0, help="of a block")
    parser.add_argument("--unpaced", action="store_true", help="audit everything chosen as fast as it goes")
    given = parser.parse_args()
    raise SystemExit(asyncio.run(main(given.pairs, given.seconds, unpaced if given.unpaced else shipped)))
