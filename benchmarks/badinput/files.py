"""Uploads decompression bombs to a service of its own: the reply, the time it takes, and the load on other clients.

python -m benchmarks.badinput.files; exit code 1 when one took more of the service than a person would notice.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from itertools import pairwise
from pathlib import Path

import httpx

from benchmarks.badinput.__main__ import own_service

UPLOAD = "/api/corpora/real_estate/documents"
MOST_GROWTH_MB = 400
"""Of the service's peak memory, all files together: documents within the limits are cut and stored there."""
MOST_STALL_S = 2.0
"""Longest wait of another client meanwhile that is accepted."""
TRADE = (
    '{"trade_type": "아파트", "raw_id": 1, "district": "서울", "apt_name": "a", "area": 1, '
    '"contract_date": "2026-01-06", "amount": Infinity, "floor": [1]}'
)


def files() -> Iterator[tuple[str, str, bytes]]:
    """(description, file name, content) of each file."""
    aliases = [f"{after}: &{after} [{','.join([f'*{before}'] * 9)}]" for before, after in pairwise("abcdefghi")]
    bomb = "\n".join(["---", "a: &a [x,x,x,x,x,x,x,x,x]", *aliases, "title: *i", "---", "# t", ""])
    yield f"{len(bomb)} bytes of nested aliases", "bomb.md", bomb.encode()
    yield "16 MB of `# a`", "heads.md", b"# a\n" * 4_000_000
    yield "800 KB of `# a`, within the limits", "fewer.md", b"# a\n" * 199_000
    yield (
        "16 MB of empty cells",
        "table.md",
        b"|a" * 1000 + b"|\n" + b"|-" * 1000 + b"|\n" + (b"|" * 1000 + b"\n") * 15_000,
    )
    yield (
        "a heading of 200 KB over 1,500 passages",
        "long.md",
        b"# " + b"a" * 200_000 + b"\n\n" + (b"b " * 500 + b"\n\n") * 1500,
    )
    yield "16 MB of empty CSV rows", "rows.csv", b"product,rate_min\n" + b",\n" * 8_000_000
    yield "16 MB of lines that are no transaction", "trades", TRADE.encode() + b"\n1" * 8_000_000


async def main() -> int:
    """One line a file."""
    worst_s = 0.0
    async with own_service() as (url, process), httpx.AsyncClient(base_url=url, timeout=900, trust_env=False) as http:
        began_mb = _peak_mb(process)
        for what, name, content in files():
            began = time.perf_counter()
            sent = asyncio.create_task(_sent(http, name, content))
            slowest_s, reader_mb = await _beside(url, process, sent)
            said = await sent
            seconds, worst_s = time.perf_counter() - began, max(worst_s, slowest_s)
            print(
                f"{what}: {seconds:.1f} s, service at most {_peak_mb(process)} MB, its reader {reader_mb} MB, "
                f"others waited {slowest_s:.2f} s at most; {said[:160]}",
                flush=True,
            )
        grown_mb = _peak_mb(process) - began_mb
    print(f"the service's peak grew by {grown_mb} MB")
    return 0 if grown_mb <= MOST_GROWTH_MB and worst_s <= MOST_STALL_S else 1


async def _sent(http: httpx.AsyncClient, name: str, content: bytes) -> str:
    source = "law_guide" if name.endswith(".md") else None
    asked = {"name": name} | ({"source": source} if source else {})
    answer = await http.post(UPLOAD, params=asked, content=content)
    body = answer.json()
    return " / ".join(body["remarks"][:1]) or str(body["sources"]) if answer.status_code == 200 else str(body["detail"])


async def _beside(url: str, process: int, sent: asyncio.Task[str]) -> tuple[float, int]:
    """The longest wait of another client, and the peak memory of a process that the service started."""
    slowest_s, most_mb = 0.0, 0
    async with httpx.AsyncClient(base_url=url, timeout=120, trust_env=False) as http:
        while not sent.done():
            began = time.perf_counter()
            await http.get("/api/packs")
            slowest_s = max(slowest_s, time.perf_counter() - began)
            most_mb = max(most_mb, *(_peak_mb(reader) for reader in _readers(process)), 0)
            await asyncio.sleep(0.05)
    return slowest_s, most_mb


def _readers(process: int) -> list[int]:
    """The processes it started for reading, and those they forked."""
    started = [child for child in _children(process) if b"ingest.reading" in _command(child)]
    return started + [child for one in started for child in _children(one)]


def _children(process: int) -> list[int]:
    with suppress(OSError):
        return [
            int(one)
            for task in Path(f"/proc/{process}/task").iterdir()
            for one in (task / "children").read_text().split()
        ]
    return []


def _command(process: int) -> bytes:
    with suppress(OSError):
        return Path(f"/proc/{process}/cmdline").read_bytes()
    return b""


def _peak_mb(process: int) -> int:
    with suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) // 1024
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
