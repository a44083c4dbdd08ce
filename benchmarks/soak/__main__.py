"""`make soak`: breaks a service on purpose for some fifteen minutes and writes docs/soak.md; `--quick` for seconds.

Only loopback is used, everything started is gone at the end, and Ctrl-C ends it as well.
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
    parser.add_argument("--quick", action="store_true", help="a tiny size; the page stays as it is")
    parser.add_argument("--seed", type=int, default=Size.seed)
    parser.add_argument("--conversations", type=int, default=Size.conversations, help="a smaller soak (default 100)")
    parser.add_argument("--limit-s", type=float, default=Size.limit_s, help="the breaking ends then (default 1080)")
    given = parser.parse_args()
    chosen = Size(conversations=given.conversations, limit_s=given.limit_s, seed=given.seed)
    size = QUICK if given.quick else chosen
    report = asyncio.run(_stoppable(size))
    page = page_of(report)
    print(page)
    if not given.quick:
        PAGE.write_text(page, encoding="utf-8")
    sys.exit(0 if report.complete and not report.findings else 1)


if __name__ == "__main__":
    main()
