"""What happens at the fail points (`foundation/contracts/failpoints.py`), as SUFFICE_FAIL_POINTS says.

    after_claim=kill:0.05,planning=stop,fetch=raise:0.5,prune=sleep:15

`point=action[:share[:times]]`; the share of passages that are struck, 1 where none is given, and how often at most,
without end where nothing is said. `sleep` takes its seconds first (`sleep:15:0.1`). `kill` is kill -9 of this process,
`stop` is SIGSTOP (somebody else must send SIGCONT), `raise` is an error, `sleep` a delay. `*` stands for every point.
Each strike is printed on standard error before it happens, so that whoever breaks a service on purpose can count.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, cast, get_args

from foundation.contracts.errors import SufficeError
from foundation.contracts.failpoints import FailPoints, Point

Action = Literal["kill", "stop", "raise", "sleep"]
STRUCK = "fail_point"
"""First word of the line a strike writes: `fail_point <point> <action> <process id>`."""


class FailPointReached(SufficeError):
    """A fail point was reached; this service is being broken on purpose (SUFFICE_FAIL_POINTS)."""


@dataclass(frozen=True)
class Strike:
    """What happens at one point."""

    action: Action
    share: float = 1.0
    """Of the passages, between 0 and 1."""
    times: int | None = None
    """At most; None: without end."""
    seconds: float = 0.0
    """Of a sleep."""


class ArmedPoints:
    """Implements `FailPoints` on this process."""

    def __init__(self, strikes: Mapping[Point, Strike], dice: random.Random | None = None) -> None:
        self._strikes = strikes
        self._struck: Counter[Point] = Counter()
        self._dice = dice or random.Random()

    async def reached(self, point: Point) -> None:
        """Kill, stop, raise (FailPointReached), or sleep without holding up the event loop."""
        strike = self._drawn(point)
        if strike is not None and strike.action == "sleep":
            await asyncio.sleep(strike.seconds)
        elif strike is not None:
            _strike(strike.action)

    def reached_in_thread(self, point: Point) -> None:
        """The same, sleeping where it stands."""
        strike = self._drawn(point)
        if strike is not None and strike.action == "sleep":
            time.sleep(strike.seconds)
        elif strike is not None:
            _strike(strike.action)

    def _drawn(self, point: Point) -> Strike | None:
        strike = self._strikes.get(point)
        if strike is None or self._dice.random() >= strike.share or self._struck[point] == strike.times:
            return None
        self._struck[point] += 1
        print(STRUCK, point, strike.action, os.getpid(), file=sys.stderr, flush=True)  # noqa: T201
        return strike


def _strike(action: Action) -> None:
    if action == "raise":
        raise FailPointReached
    os.kill(os.getpid(), signal.SIGKILL if action == "kill" else signal.SIGSTOP)


def points_of(setting: str | None) -> FailPoints | None:
    """What this process does at its fail points; None: it has none."""
    return ArmedPoints(read_points(setting)) if setting else None


def read_points(text: str) -> dict[Point, Strike]:
    """The strikes a setting names. Raises ValueError with what is wrong."""
    strikes: dict[Point, Strike] = {}
    for entry in text.split(","):
        name, equals, rest = entry.strip().partition("=")
        if not equals:
            raise ValueError(f"{entry!r} is not point=action")
        strike = _read_strike(rest)
        strikes |= dict.fromkeys(Point if name == "*" else (_read_point(name),), strike)
    return strikes


def _read_point(name: str) -> Point:
    try:
        return Point(name)
    except ValueError:
        raise ValueError(f"there is no point {name!r}; there are {', '.join(Point)}") from None


def _read_strike(text: str) -> Strike:
    action, *figures = text.split(":")
    if action not in get_args(Action):
        raise ValueError(f"{action!r} is none of {', '.join(get_args(Action))}")
    seconds = float(figures.pop(0)) if action == "sleep" and figures else 0.0
    share = float(figures.pop(0)) if figures else 1.0
    times = int(figures.pop(0)) if figures else None
    if figures or (times is not None and times < 1) or not 0 <= share <= 1 or not 0 <= seconds <= LONGEST_SLEEP_S:
        raise ValueError(f"{text!r} is not action:share:times, or sleep:seconds:share:times")
    return Strike(cast(Action, action), share, times, seconds)


LONGEST_SLEEP_S = 600.0
