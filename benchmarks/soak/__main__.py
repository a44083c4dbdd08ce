"""`make soak`: breaks a service on purpose, for 90 minutes at most, and writes docs/soak.md; `--quick` for seconds.

A smaller one than the full size only prints its page. Only loopback is used, everything started is gone at the end, and
Ctrl-C ends it as well.
"""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys

from benchmarks.soak.page import PAGE, page_of
from benchmarks.soak.run import QUICK, Report, Size, soak


def tell(what: str) -> None:
    """Progress, for somebody who waits."""
    print(what, file=sys.stderr, flush=True)


async def _stoppable(size: Size) -> Report:
    task = asyncio.create_task(soak(size, tell))
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, task.cancel)
    return await task


def main() -> None:
    """Exit code 0: every point was struck often enough and the checker found nothing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a tiny size, for half a minute")
    parser.add_argument("--seed", type=int, default=Size.seed)
    parser.add_argument("--conversations", type=int, default=Size.conversations, help="default 100")
    parser.add_argument("--strikes", type=int, default=Size.strikes, help="of each point and way (default 10)")
    parser.add_argument("--limit-s", type=float, default=Size.limit_s, help="the breaking ends then (default 5400)")
    given = parser.parse_args()
    chosen = Size(conversations=given.conversations, strikes=given.strikes, limit_s=given.limit_s, seed=given.seed)
    size = QUICK if given.quick else chosen
    report = asyncio.run(_stoppable(size))
    page = page_of(report)
    print(page)
    if size.is_full:
        PAGE.write_text(page, encoding="utf-8")
    for what in (*report.missing(), *report.tally.crashes, *report.findings):
        tell(f"soak: {what}")
    tell(f"soak: {'passed' if report.passed else 'FAILED'} after {report.seconds:.0f} s")
    sys.exit(0 if report.passed else 1)


if __name__ == "__main__":
    main()
