"""Bad inputs against a service in a process of its own: answers counted, its memory before and after, as a ratio.

python -m benchmarks.badinput [--inputs 50000] [--seed 1]; exit code 1 when the service failed, hung or grew.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import socket
import sys
import tempfile
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path

import httpx

from benchmarks.badinput.attack import Attack
from benchmarks.badinput.inputs import bad_inputs
from foundation.storage.database.embedded import EmbeddedPostgres

ROUNDS = 5
"""Rounds of equal size. Growth in the first round is filled caches and pools; growth in later rounds is a leak."""
MOST_GROWTH = 1.15
"""Resident memory after the last round next to that after the first."""


def main() -> int:
    """Send the bad inputs and report the findings."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    return asyncio.run(attacked(asked.inputs, asked.seed))


async def attacked(inputs: int, seed: int) -> int:
    """The exit code."""
    async with own_service() as (url, process):
        attack = Attack(url)
        resident: list[int] = []
        for number in range(ROUNDS):
            await attack.run(bad_inputs(seed + number, inputs // ROUNDS))
            resident.append(resident_kb(process))
            print(f"{attack.outcome.sent:,} inputs, {resident[-1] // 1024} MB, {open_files(process)} files", flush=True)
        alive = await answers(url)
    growth = resident[-1] / resident[0]
    outcome = attack.outcome
    print(", ".join(f"{what} {count:,}" for what, count in outcome.answers.most_common()))
    print(f"faults: {len(outcome.faults)}; memory after the last round: {growth:.2f} of that after the first")
    print("\n".join(outcome.faults[:20]))
    return 0 if alive and not outcome.faults and growth <= MOST_GROWTH else 1


@asynccontextmanager
async def own_service(
    *, descriptors: int | None = None, log: Path | None = None, level: str = "error"
) -> AsyncGenerator[tuple[str, int]]:
    """`suffice serve` with a data folder of its own: its address and process id. `descriptors`: what `ulimit -n` leaves
    it; `log`: where its standard error goes."""
    with tempfile.TemporaryDirectory(prefix="suffice-badinput-") as folder:
        port = free_port()
        environment = {**environ_without_ours(), "SUFFICE_DATA_DIR": folder, "SUFFICE_LOG_LEVEL": level}
        limit = (
            f"import resource; resource.setrlimit(resource.RLIMIT_NOFILE, ({descriptors},) * 2); "
            if descriptors
            else ""
        )
        start = f"{limit}from service_agent.cli import main; main()"
        command = (sys.executable, "-c", start, "serve", "--port", str(port))
        with log.open("wb") if log else nullcontext() as stderr:
            process = await asyncio.create_subprocess_exec(*command, env=environment, stderr=stderr)
        try:
            url = f"http://127.0.0.1:{port}"
            await until_ready(url, process)
            yield url, process.pid
        finally:
            if process.returncode is None:
                process.send_signal(signal.SIGTERM)
                await process.wait()
            await asyncio.to_thread(EmbeddedPostgres(Path(folder)).remove)


def environ_without_ours() -> dict[str, str]:
    """The environment without settings of somebody's own service."""
    return {name: value for name, value in os.environ.items() if not name.startswith("SUFFICE_")}  # noqa: TID251


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def until_ready(url: str, process: asyncio.subprocess.Process) -> None:
    """Waits; raises RuntimeError when the service ends instead."""
    while process.returncode is None:
        if await answers(url):
            return
        await asyncio.sleep(0.2)
    raise RuntimeError("the service did not start")


async def answers(url: str) -> bool:
    """True when it is ready."""
    async with httpx.AsyncClient(trust_env=False, timeout=10) as http:
        try:
            return (await http.get(f"{url}/readyz")).status_code == 200
        except httpx.HTTPError:
            return False


def resident_kb(process: int) -> int:
    """Resident memory (Linux)."""
    for line in Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    raise RuntimeError("the process is gone")


def open_files(process: int) -> int:
    """Open file descriptors (Linux)."""
    return len(list(Path(f"/proc/{process}/fd").iterdir()))


if __name__ == "__main__":
    sys.exit(main())
