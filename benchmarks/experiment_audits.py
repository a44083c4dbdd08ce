"""What auditing a tenth of the decisions does to the turns people wait for: half minutes with and without, in pairs.

Questions come evenly, so many a second, whether or not others are done (an open load; both halves of a pair get the
same questions at the same moments). When the load is whole, in one half the background's pass audits as the service
is shipped: a tenth of the decisions, at most 30 a minute (15 in half a minute), each in its moment, a pause after it.
In the other half the same pass collects the same sums and audits nothing; the service's own background is told to
audit nothing in both. Turns that are due from then on count, until no conversation begins any more.
At five a second a tenth of all turns is just what the limit lets through; at ten it is half of them.
The order within a pair changes, and so does the load from pair to pair. Told are, for each load and over the pairs of
all, the paired differences of p95 and of the mean in per cent (of the logarithms' mean), with their 95 % intervals
(Student's t over the pairs). The exit code is 1 where a load's upper end of p95 is not below the limit, and where less
than half of what is allowed was audited.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import math
import os
import statistics
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from scipy import stats  # pyright: ignore[reportMissingTypeStubs]

from foundation.contracts.identity import LOCAL
from service_agent.bootstrap import open_service
from service_agent.heap import keep_what_is_there
from service_agent.observability import configure_logging
from service_agent.services import Services
from service_agent.settings import Settings
from service_agent.turns import Question, new_id

SHARE = 0.1
QUESTIONS = (
    "대구 달서구 아파트 시세 알려줘",
    "그 지역 평균 시세를 다시 요약해줘",
    "전세 계약 갱신할 때 보증금은 얼마나 올릴 수 있어?",
    "아까 본 달서구 아파트 시세 다시 보여줘",
    "서초구는?",
)
AUDITS_A_MINUTE = int(Settings.model_fields["audit_per_minute"].default)
"""As the service is shipped."""
BETWEEN_S = 1.0
"""From one question of a conversation to its next, at least."""
LIMIT = 5.0
"""Per cent: the upper end should lie below."""


@dataclass
class Block:
    """Half a minute."""

    times: list[float] = field(default_factory=list[float])
    """Milliseconds from when a question was due to its answer."""
    audited: int = 0

    @property
    def p95(self) -> float:
        """Milliseconds."""
        return sorted(self.times)[math.ceil(0.95 * len(self.times)) - 1]


@dataclass
class Load:
    """What was found at so many questions a second."""

    per_second: float
    p95: list[float] = field(default_factory=list[float])
    """Logarithms of p95 with audits over p95 without, a pair each."""
    mean: list[float] = field(default_factory=list[float])
    """The same of the mean."""
    audited: int = 0
    turns: int = 0


def interval(ratios: Sequence[float]) -> tuple[float, float, float]:
    """Per cent: the difference, its lower and its upper end, of at least two logarithms."""
    mean = statistics.mean(ratios)
    quantile = stats.t.ppf(0.975, len(ratios) - 1)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
    half = float(quantile) * statistics.stdev(ratios) / math.sqrt(len(ratios))
    low, middle, high = (math.expm1(end) * 100 for end in (mean - half, mean, mean + half))
    return middle, low, high


def plan(per_second: float, seconds: float) -> list[list[float]]:
    """When each conversation's questions are due, in seconds: conversations begin evenly, and a question comes a
    multiple of that and one place after the one before, so that questions come evenly, too."""
    place = 1 / per_second
    apart = len(QUESTIONS) * place
    step = math.ceil(BETWEEN_S / apart) * apart + place
    begins = (number * apart for number in range(round(seconds / apart)))
    return [[begin + number * step for number in range(len(QUESTIONS))] for begin in begins]


async def conversation(services: Services, began: float, dues: Sequence[float], counts: tuple[float, float]) -> Block:
    """One conversation, each question asked when it is due; of those due between `counts` the times."""
    block = Block()
    await asyncio.sleep(max(0.0, began + dues[0] - BETWEEN_S - time.perf_counter()))
    session = await services.create_session(LOCAL, "real_estate")
    for content, due in zip(QUESTIONS, dues, strict=True):
        await asyncio.sleep(max(0.0, began + due - time.perf_counter()))
        asked = await services.turns.ask(LOCAL, session, Question(content, new_id()))
        await services.turns.answer_of(LOCAL, asked)
        if counts[0] <= due < counts[1]:
            block.times.append((time.perf_counter() - began - due) * 1000)
    return block


async def half(services: Services, per_second: float, seconds: float, audits: int) -> Block:
    """So many seconds of whole load beside a pass that makes so many audits at most."""
    whole = plan(per_second, len(QUESTIONS) / per_second)[0][-1]
    began = time.perf_counter()
    counts = (whole, whole + seconds)
    talks = [conversation(services, began, dues, counts) for dues in plan(per_second, whole + seconds)]
    talking = asyncio.gather(*talks)
    await asyncio.sleep(whole)
    audited = (await services.experiments.audit_pass(audits))["audited"]
    return Block([each for block in await talking for each in block.times], audited)


async def pair(services: Services, load: Load, seconds: float, *, audits_first: bool) -> str:
    """Both halves; a line of what was found."""
    allowed = round(AUDITS_A_MINUTE * seconds / 60)
    order = (allowed, 0) if audits_first else (0, allowed)
    found = {audits: await half(services, load.per_second, seconds, audits) for audits in order}
    load.p95.append(math.log(found[allowed].p95 / found[0].p95))
    load.mean.append(math.log(statistics.mean(found[allowed].times) / statistics.mean(found[0].times)))
    load.audited += found[allowed].audited
    load.turns += len(found[allowed].times)
    return f"p95 {found[0].p95:.0f} ms without, {found[allowed].p95:.0f} ms with {found[allowed].audited} audits"


async def main(pairs: int, seconds: float, per_second: Sequence[float]) -> int:
    """Run the pairs; print the differences. 1 when an upper end is not below the limit."""
    loads = [Load(each) for each in per_second]
    with tempfile.TemporaryDirectory(prefix="suffice-bench-") as folder:
        settings = Settings(data_dir=Path(folder), audit_share=SHARE, audit_per_minute=0, log_level="error")  # pyright: ignore[reportCallIssue]
        configure_logging(settings)
        async with open_service(settings) as services:
            keep_what_is_there()
            for load in loads:
                await half(services, load.per_second, seconds, 0)
            for number, load in itertools.product(range(pairs), loads):
                line = await pair(services, load, seconds, audits_first=number % 2 == 0)
                print(f"pair {number + 1}, {load.per_second:g} a second: {line}", flush=True)
    fits = [_tell(load, pairs * AUDITS_A_MINUTE * seconds / 60) for load in loads]
    print(f"over all pairs: {_differences(loads)}; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    return int(not all(fits))


def _differences(loads: Sequence[Load]) -> str:
    p95 = interval([each for load in loads for each in load.p95])
    mean = interval([each for load in loads for each in load.mean])
    return "p95 {:+.1f} % [{:+.1f}, {:+.1f}], mean {:+.1f} % [{:+.1f}, {:+.1f}]".format(*p95, *mean)


def _tell(load: Load, allowed: float) -> bool:
    print(
        f"{load.per_second:g} a second: {load.audited} audits beside {load.turns} turns, {len(load.p95)} pairs; "
        f"{_differences([load])}"
    )
    if load.audited < allowed / 2:
        print("Most of what is allowed gave way to people: run it on a quiet machine.")
    return load.audited >= allowed / 2 and interval(load.p95)[2] < LIMIT


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=20, help="of each load, at least 2")
    parser.add_argument("--seconds", type=float, default=30.0, help="of a half")
    parser.add_argument("--per-second", type=float, nargs="+", default=[5.0, 10.0], help="loads: questions a second")
    given = parser.parse_args()
    raise SystemExit(asyncio.run(main(max(2, given.pairs), given.seconds, given.per_second)))
