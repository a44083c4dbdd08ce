"""The reading process: one file in, one outline as JSON on standard output, then the end.

    python -m execution_agents.ingest.reading KIND PATH

It limits itself before it opens the file, so a file that is built to burst ends this process and nothing else.
"""

from __future__ import annotations

import importlib
import json
import resource
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

from execution_agents.ingest.outline import TooMuchText
from execution_agents.ingest.reading.bounds import MEMORY_BYTES, TIME_S, Unreadable

READERS = ("html", "pdf", "docx", "xlsx", "xlsx_rows", "xlsx_heads")
MAX_OUTPUT = 512 * 2**20
"""Bytes written at most; the kernel ends the process that writes more."""


def main() -> None:
    """Reads, and writes {"outline": …} or {"problem": "…"}."""
    kind, path = sys.argv[1], Path(sys.argv[2])
    limit_itself()
    try:
        found: dict[str, Any] = {"outline": reader(kind)(path)}
    except Unreadable as problem:
        found = {"problem": str(problem)}
    except TooMuchText as problem:
        found = {"problem": f"holds more than {problem.limit:,} characters; split it"}
    except MemoryError:
        found = {"problem": f"takes more than {MEMORY_BYTES // 2**30} GB of memory to read; split it"}
    except RecursionError:
        found = {"problem": "is nested too deeply; save it again from its program"}
    json.dump(found, sys.stdout, ensure_ascii=True, separators=(",", ":"))


def reader(kind: str) -> Callable[[Path], Any]:
    """The `read` of the module of that name: only the library that is needed is loaded."""
    if kind not in READERS:
        raise ValueError(kind)
    return cast(Callable[[Path], Any], importlib.import_module(f"execution_agents.ingest.reading.{kind}").read)


def limit_itself() -> None:
    """Memory, processor time, and what is written; no core file of a stranger's content."""
    for what, most in (
        (resource.RLIMIT_CPU, TIME_S),
        (resource.RLIMIT_FSIZE, MAX_OUTPUT),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_AS, MEMORY_BYTES),
    ):
        _, hard = resource.getrlimit(what)
        most = most if hard == resource.RLIM_INFINITY else min(most, hard)
        try:
            resource.setrlimit(what, (most, most))
        except (ValueError, OSError):  # macOS knows no limit of address space
            continue


if __name__ == "__main__":
    main()
