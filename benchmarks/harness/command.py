"""The command line every benchmark has."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from benchmarks.harness.page import IMAGES, PAGE, Section, publish


@dataclass(frozen=True)
class Asked:
    """How a benchmark is to be run."""

    quick: bool
    """A size of seconds that shows only that it runs; its figures are not written into the page."""
    images: Path | None
    """Where pictures go; None: nowhere."""


def run(doc: str | None, measure: Callable[[Asked], Coroutine[Any, Any, Section]], needs: Sequence[str] = ()) -> None:
    """Measure, print, and write the page's section. What it `needs` beyond the service is asked first."""
    parser = argparse.ArgumentParser(description=doc)
    parser.add_argument("--quick", action="store_true", help="a tiny size; the page stays as it is")
    quick = parser.parse_args().quick
    require(needs)
    section = asyncio.run(_stoppable(measure(Asked(quick, None if quick else IMAGES))))
    publish(section, None if quick else PAGE)


def require(needs: Sequence[str]) -> None:
    """Raises SystemExit with one sentence where a library is not installed."""
    missing = [name for name in needs if find_spec(name) is None]
    if missing:
        raise SystemExit(f"Not measured: {', '.join(missing)} is not installed; `make install-dev` brings it.")


def tell(what: str) -> None:
    """What is being done, for somebody who waits."""
    print(f"{what} …", file=sys.stderr, flush=True)


async def _stoppable(measuring: Coroutine[Any, Any, Section]) -> Section:
    """SIGTERM ends it as Ctrl-C does: the database server it started is not left behind."""
    task = asyncio.create_task(measuring)
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    return await task
