"""Starts the reading process, waits for it no longer than it may take, and believes nothing it says unchecked."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, cast

from execution_agents.ingest.outline import Outline, outline_from
from execution_agents.ingest.reading.bounds import TIME_S, WAIT_S
from foundation.contracts.errors import BrokenDocument

_ROOT = Path(__file__).resolve().parents[3]
ENVIRONMENT: dict[str, str] = {"PYTHONPATH": str(_ROOT)}
"""All that reaches the process: the variables of the service hold its keys. Tests add what measures coverage."""


def outline_of(kind: str, path: Path, name: str) -> Outline:
    """The outline of a file. Raises BrokenDocument with what is wrong with it and what to do."""
    found = read_apart(kind, path, name)
    try:
        return outline_from(cast(dict[str, Any], found))
    except (ValueError, AttributeError) as problem:
        raise _ended(name) from problem


def read_apart(kind: str, path: Path, name: str) -> Any:
    """What the reader of this kind makes of the file. Raises BrokenDocument."""
    command = [sys.executable, "-m", "execution_agents.ingest.reading", kind, str(path.resolve())]
    with tempfile.TemporaryFile() as output:
        try:
            subprocess.run(
                command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.DEVNULL, cwd=_ROOT,
                env=ENVIRONMENT, timeout=WAIT_S, check=True,
            )  # fmt: skip
            output.seek(0)
            answer = cast(dict[str, Any], json.load(output))
            if isinstance(answer.get("problem"), str):
                raise BrokenDocument(f"{name} {str(answer['problem'])[:400]}.")
            return answer["outline"]
        except subprocess.TimeoutExpired as problem:
            raise BrokenDocument(f"{name} takes longer than {WAIT_S} seconds to read; split it.") from problem
        except subprocess.CalledProcessError as problem:
            if problem.returncode == -signal.SIGXCPU:
                raise BrokenDocument(f"{name} takes longer than {TIME_S} seconds to read; split it.") from problem
            raise _ended(name) from problem
        except (ValueError, KeyError, AttributeError, RecursionError) as problem:
            raise _ended(name) from problem


def _ended(name: str) -> BrokenDocument:
    return BrokenDocument(f"{name} is damaged: reading it failed. Save it again from its program, or as PDF or text.")
