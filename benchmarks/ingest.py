"""How fast documents come in, and how much memory that takes: `python -m benchmarks.ingest [FOLDER] [--chunks N]`.

Runs the real command in a process of its own on a fresh embedded database: twice (the second changes nothing), and the
process's processor seconds and peak memory are what the kernel counted. With `--chunks N` the folder is one of Markdown
made here, of about N passages.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SECTIONS = 200
"""Passages of one made document."""
SENTENCE = "펌프 {at}호의 운전 압력은 {value} kPa이고, 점검 주기는 {days}일이며, 담당자는 기록을 남긴다. "


def main() -> None:
    """Prints one line a run: seconds, peak memory of the process, what the command said."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("../shared/data"))
    parser.add_argument("--chunks", type=int, default=0)
    parser.add_argument("--source", default=None)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        folder, source = asked.folder, asked.source
        if asked.chunks:
            folder, source = _made(Path(home) / "documents", asked.chunks), source or "law_guide"
        for name in ("first", "again"):
            _run(name, folder, source, Path(home) / "data")


def _run(name: str, folder: Path, source: str | None, data: Path) -> None:
    command = [str(Path(sys.executable).parent / "suffice"), "ingest", str(folder)]
    command += ["--source", source] if source else []
    environment = {**os.environ, "SUFFICE_DATA_DIR": str(data)}  # noqa: TID251
    began, spent = time.perf_counter(), _processor_s()
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - began
    # The largest of all children so far: the first run's, until a later one takes more.
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    used = _processor_s() - spent
    print(f"{name}: {seconds:.1f} s ({used:.1f} of the processor), peak {peak:.0f} MB, exit {done.returncode}")
    print("\n".join(line[:160] for line in (done.stdout + done.stderr).splitlines()[:12]))


def _processor_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _made(folder: Path, chunks: int) -> Path:
    folder.mkdir(parents=True)
    for document in range(-(-chunks // SECTIONS)):
        sections = [
            f"## 설비 {document}-{at}\n\n"
            + "".join(
                SENTENCE.format(at=f"{document}-{at}-{n}", value=100 + n * 7, days=30 + at % 60) for n in range(8)
            )
            for at in range(SECTIONS)
        ]
        (folder / f"{document:05}.md").write_text("\n\n".join([f"# 편람 {document}", *sections]), encoding="utf-8")
    return folder


if __name__ == "__main__":
    main()
