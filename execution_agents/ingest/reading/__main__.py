"""The reading processes: one that opens no file and forks a child for each, which reads that one file and ends.

    python -m execution_agents.ingest.reading

Its requests come on standard input, one line of JSON per file: {"kind": …, "path": …, "into": an output
file}. The child writes {"outline": …} or {"problem": "…", "line": …} there; its exit code is returned as
a line (negative: the signal). The child sets its limits before it opens the file, so a decompression bomb only ends
that child, and nothing a file does to its reader affects the next one.
"""

from __future__ import annotations

import importlib
import json
import os
import resource
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

from execution_agents.ingest.outline import TooMuchText
from execution_agents.ingest.reading.bounds import MAX_BLOCKS, MEMORY_BYTES, TIME_S, Unreadable

_OWN = ("markdown", "text", "statutes", "html", "pdf", "docx", "hwpx", "xlsx", "xlsx_rows")
READERS: Mapping[str, tuple[str, str]] = MappingProxyType(
    {
        **{kind: (kind, "read") for kind in _OWN},
        "web_page": ("html", "read_web_page"),
        "xlsx_heads": ("xlsx_rows", "read_heads"),
        "rows": ("text", "read_rows"),
    }
)
"""The readers: the module and the function for each kind."""
MAX_OUTPUT = 512 * 2**20
"""Most bytes written; the kernel ends a process that writes more."""


def main() -> None:
    """Runs until standard input ends."""
    for line in sys.stdin:
        asked = cast(dict[str, str], json.loads(line))
        # Before the fork, so that the library is loaded once for all files of its kind.
        read = reader(asked["kind"])
        child = os.fork()
        if not child:
            _alone(read, Path(asked["path"]), Path(asked["into"]))
            return
        _, status = os.waitpid(child, 0)
        sys.stdout.write(f"{os.waitstatus_to_exitcode(status)}\n")
        sys.stdout.flush()


def _alone(read: Callable[[Path], Any], path: Path, into: Path) -> None:
    """Runs in the child, with its standard streams redirected to /dev/null."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for line in (0, 1, 2):
        os.dup2(nothing, line)
    limit_itself()
    into.write_text(answer_of(read, path), encoding="ascii")


def answer_of(read: Callable[[Path], Any], path: Path) -> str:
    """{"outline": …} or {"problem": …} as JSON."""
    line: int | None = None
    try:
        found = read(path)
        if isinstance(found, dict) and len(cast(dict[str, Any], found).get("blocks", ())) > MAX_BLOCKS:
            raise Unreadable(f"holds more than {MAX_BLOCKS:,} headings, paragraphs, lists and tables; split it")
        return json.dumps({"outline": found}, separators=(",", ":"))
    except Unreadable as problem:
        said, line = str(problem), problem.line
    except TooMuchText as problem:
        said = f"holds more than {problem.limit:,} characters; split it"
    except MemoryError:
        said = f"takes more than {MEMORY_BYTES // 2**30} GB of memory to read; split it"
    except RecursionError:
        said = "is nested too deeply; save it again from its program"
    return json.dumps({"problem": said, "line": line})


def reader(kind: str) -> Callable[[Path], Any]:
    """The function that reads this kind: only the needed library is loaded. Raises KeyError."""
    module, name = READERS[kind]
    found = importlib.import_module(f"execution_agents.ingest.reading.{module}")
    return cast(Callable[[Path], Any], getattr(found, name))


def limit_itself() -> None:
    """Limits memory, processor time and output; no core file of untrusted content."""
    for what, most, last in (
        # At the soft limit the kernel gives the reason (SIGXCPU), at the hard limit it only kills.
        (resource.RLIMIT_CPU, TIME_S, TIME_S + 1),
        (resource.RLIMIT_FSIZE, MAX_OUTPUT, MAX_OUTPUT),
        (resource.RLIMIT_CORE, 0, 0),
        (resource.RLIMIT_AS, MEMORY_BYTES, MEMORY_BYTES),
    ):
        _, hard = resource.getrlimit(what)
        limits = (most, last) if hard == resource.RLIM_INFINITY else (min(most, hard), min(last, hard))
        try:
            resource.setrlimit(what, limits)
        except (ValueError, OSError):  # macOS knows no limit of address space
            continue


if __name__ == "__main__":
    main()
