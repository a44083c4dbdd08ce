"""The program that grades conversations, `grade.py` of the public data: loaded from there and never copied, so that
whoever grades kept conversations grades with the same program."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, Protocol, cast

from evaluations.harness.files import public_file
from foundation.contracts.errors import DataMissing

FOLDER = "conversations"


class Grader(Protocol):
    """What is used of `grade.py`."""

    def judge(
        self, conversations: Sequence[Mapping[str, Any]], results: Sequence[Mapping[str, Any]]
    ) -> list[dict[str, Any]]:
        """A row a turn: turn, kind, data, lang, grade, wrong_reuse, missed, due."""
        ...

    def report(self, rows: Sequence[Mapping[str, Any]]) -> Iterable[str]:
        """Its own report, line by line."""
        ...

    def figures(self, rows: Sequence[Mapping[str, Any]]) -> tuple[float, float, int, float]:
        """Share right, share wrong, wrong reuses, reuse recall."""
        ...

    def holds(self, text: str, alternative: str) -> bool:
        """Does the text say it?"""
        ...


def grader_of(data: Path | None) -> Grader:
    """The grader beside the public conversations. Raises DataMissing."""
    path = public_file(data, FOLDER, "grade.py")
    spec = spec_from_file_location("grade", path)
    if spec is None or spec.loader is None:
        raise DataMissing(f"{path} is no Python program; fetch it again.")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    lacking = [name for name in ("judge", "report", "figures", "holds") if not hasattr(module, name)]
    if lacking:
        raise DataMissing(f"{path} has no {', '.join(lacking)}; fetch it again.")
    return cast("Grader", module)
