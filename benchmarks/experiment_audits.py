"""What auditing a tenth of the decisions does to the turns people wait for: slices of ten seconds with and without, in
pairs, cut out of one stream of questions.

Questions come evenly, so many a second, whether or not others are done (an open load), all the time. When the load is
whole, the background's pass is called at each slice's start: in one of a pair it audits as the service is shipped, a
tenth of the decisions, at most 30 a minute (five in ten seconds), each in its moment, a pause after it. In the other
the same pass collects the same sums and audits nothing; the service's own background is told to audit nothing in both.
Both collect each ten seconds instead of each minute, so a turn without audits is a little slower than it is shipped.
A turn belongs to the slice it was due in; where a pass takes longer than its slice, turns due until its end count
nowhere (the longest is printed: what is left of its slice lies between its audits and the next one's turns).
At five a second a tenth of all turns is just what the limit lets through; at ten it is half of them, and the audits
beside a slice's turns touch about as many as a p95 leaves out: look at the mean, too.
The order within a pair changes from pair to pair.

Printed is for each load, of all turns with and all without, by how many per cent p95 and the mean differ. The 95 %
intervals are percentiles of a bootstrap that draws whole pairs (Efron & Tibshirani, An Introduction to the Bootstrap,
1993, chapters 8 and 13), because turns of one moment are slow together; pairs are taken to be independent. The exit
code is 1 where an upper end of p95 is not below the limit, and where less than half of what is allowed was audited.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import itertools
import math
import os
import random
import tempfile
import time
from collections.abc import AsyncGenerator, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from foundation.contracts.identity import LOCAL
from foundation.storage.database.embedded import EmbeddedPostgres
from service_agent.composition.bootstrap import open_service
from service_agent.composition.garbage_collector import keep_what_is_there
from service_agent.services.services import Services
from service_agent.services.turns import Question, new_id
from service_agent.settings.settings import Settings
from service_agent.telemetry.logs import configure_logging

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
EARLY_S = 1.0
"""A conversation is made before its first question is due."""
BEFORE_S = 20.0
"""Of whole load before the first slice, so that there are decisions to audit."""
LIMIT = 5.0
"""Per cent: the upper end should lie below."""
ROUNDS = 4000
"""Of the bootstrap."""
Times = NDArray[np.float64]
"""Milliseconds from when a question was due to its answer."""


@dataclass
class Stream:
    """Questions of one load, and how long each waited."""

    per_second: float
    due: list[float] = field(default_factory=list[float])
    """Of the performance counter."""
    times: list[float] = field(default_factory=list[float])
    """Milliseconds."""

    @property
    def apart(self) -> float:
        """Seconds between the beginnings of two conversations."""
        return len(QUESTIONS) / self.per_second

    @property
    def step(self) -> float:
        """Seconds between two questions of one: a multiple of `apart` and one place, so that all come evenly."""
        return math.ceil(BETWEEN_S / self.apart) * self.apart + 1 / self.per_second

    @property
    def whole_after(self) -> float:
        """Seconds until the first conversation's last question."""
        return self.step * (len(QUESTIONS) - 1)

    async def converse(self, services: Services, begins: float) -> None:
        """One conversation, each question asked when it is due."""
        await until(begins - EARLY_S)
        session = await services.create_session(LOCAL, "real_estate")
        for place, content in enumerate(QUESTIONS):
            due = begins + place * self.step
            await until(due)
            asked = await services.turns.ask(LOCAL, session, Question(content, new_id()))
            await services.turns.answer_of(LOCAL, asked)
            self.due.append(due)
            self.times.append((time.perf_counter() - due) * 1000)

    @contextlib.asynccontextmanager
    async def running(self, services: Services) -> AsyncGenerator[None]:
        """Runs the full load, with decisions to audit, until the block ends; conversations in progress are finished."""
        began = time.perf_counter() + EARLY_S
        enough = asyncio.Event()
        # One task group: a failed conversation cancels the measurement, and the other way round.
        async with asyncio.TaskGroup() as talks:

            async def people() -> None:
                for number in itertools.count():
                    begins = began + number * self.apart
                    await until(begins - EARLY_S)
                    if enough.is_set():
                        return
                    talks.create_task(self.converse(services, begins))

            talks.create_task(people())
            await until(began + self.whole_after + BEFORE_S)
            yield
            enough.set()

    def between(self, began: float, ended: float) -> Times:
        """Those that were due then."""
        return np.array([ms for due, ms in zip(self.due, self.times, strict=True) if began <= due < ended])


@dataclass(frozen=True)
class Pair:
    """Two slices beside each other."""

    audits: Times
    without: Times


async def until(moment: float) -> None:
    """Of the performance counter."""
    await asyncio.sleep(max(0.0, moment - time.perf_counter()))


@dataclass
class Passes:
    """What the background's passes with audits did."""

    audits: int = 0
    longest_s: float = 0.0


def allowed_in(seconds: float, per_second: float) -> int:
    """Audits of a slice."""
    return round(min(AUDITS_A_MINUTE / 60, SHARE * per_second) * seconds)


async def measured(services: Services, stream: Stream, pairs: int, seconds: float) -> tuple[list[Pair], Passes]:
    """Pairs of slices of one load, and what the passes did."""
    allowed = allowed_in(seconds, stream.per_second)
    slices: list[dict[int, float]] = []
    passes = Passes()
    async with stream.running(services):
        for number in range(pairs):
            begins: dict[int, float] = {}
            for audits in (allowed, 0) if number % 2 == 0 else (0, allowed):
                begins[audits] = time.perf_counter()
                passes.audits += (await services.experiments.audit_pass(audits))["audited"]
                passes.longest_s = max(passes.longest_s, time.perf_counter() - begins[audits])
                await until(begins[audits] + seconds)
            slices.append(begins)
            if number % 5 == 4:
                print(f"{stream.per_second:g} a second, pair {number + 1}: {passes.audits} audits so far", flush=True)
    cut = [{audits: stream.between(began, began + seconds) for audits, began in each.items()} for each in slices]
    return [Pair(each[allowed], each[0]) for each in cut], passes


def together(pairs: Sequence[Pair]) -> tuple[Times, Times]:
    """All turns beside audits, and all without."""
    return np.concatenate([each.audits for each in pairs]), np.concatenate([each.without for each in pairs])


def difference(pairs: Sequence[Pair], figure: Callable[[Times], float]) -> tuple[float, float, float]:
    """Per cent: by how much the figure of all turns beside audits differs from that of those without, and the 95 %
    interval's ends."""
    draw = random.Random(2026)

    def ratio(chosen: Sequence[Pair]) -> float:
        audits, without = together(chosen)
        return figure(audits) / figure(without)

    drawn = [ratio(draw.choices(pairs, k=len(pairs))) for _ in range(ROUNDS)]
    low, high = np.quantile(drawn, [0.025, 0.975])
    return (ratio(pairs) - 1) * 100, float(low - 1) * 100, float(high - 1) * 100


def p95(times: Times) -> float:
    """Milliseconds."""
    return float(np.quantile(times, 0.95))


def mean(times: Times) -> float:
    """Milliseconds."""
    return float(times.mean())


async def main(pairs: int, seconds: float, per_second: Sequence[float]) -> int:
    """Run the loads one after the other; print the differences. 1 when an upper end is not below the limit."""
    fits: list[bool] = []
    with tempfile.TemporaryDirectory(prefix="suffice-bench-") as folder:
        settings = Settings(data_dir=Path(folder), audit_share=SHARE, audit_per_minute=0, log_level="error")  # pyright: ignore[reportCallIssue]
        configure_logging(settings)
        try:
            async with open_service(settings) as services:
                keep_what_is_there()
                for each in per_second:
                    found, passes = await measured(services, Stream(each), pairs, seconds)
                    fits.append(_tell(each, found, passes, pairs * allowed_in(seconds, each)))
        finally:
            EmbeddedPostgres(Path(folder)).remove()
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    return int(not all(fits))


def _tell(per_second: float, pairs: Sequence[Pair], passes: Passes, allowed: int) -> bool:
    audits, without = together(pairs)
    tail, whole = difference(pairs, p95), difference(pairs, mean)
    print(
        f"{per_second:g} a second, {len(pairs)} pairs: {passes.audits} audits beside {len(audits)} turns, "
        f"{len(without)} turns without, the longest pass {passes.longest_s:.1f} s; "
        f"p95 {p95(without):.0f} ms without, {p95(audits):.0f} ms with: "
        "{:+.1f} % [{:+.1f}, {:+.1f}]; mean {:+.1f} % [{:+.1f}, {:+.1f}]".format(*tail, *whole),
        flush=True,
    )
    enough = passes.audits >= allowed / 2
    if not enough:
        print("Most of what is allowed gave way to people: run it on a quiet machine.")
    return enough and tail[2] < LIMIT


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=75, help="of each load, at least 2")
    parser.add_argument("--seconds", type=float, default=10.0, help="of a slice")
    parser.add_argument("--per-second", type=float, nargs="+", default=[5.0, 10.0], help="loads: questions a second")
    given = parser.parse_args()
    if any(allowed_in(given.seconds, each) < 1 for each in given.per_second):
        parser.error("in slices so short not one audit is allowed; make them longer, or the load larger")
    raise SystemExit(asyncio.run(main(max(2, given.pairs), given.seconds, given.per_second)))
