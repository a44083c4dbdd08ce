"""Labelled questions of `suffice eval clarification`: a JSON object a line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from foundation.contracts.errors import DataMissing

LABELS = "labels/clarification.jsonl"
SHAPE = """A line: {"question": "강관용접", "ask": true, "offers": ["강관용접 200mm"], "choose": ["강관용접 200mm",
"강관용접 200mm SCH 40"], "target": ["W-0788"], "before": [earlier questions], "quantity": "30", "half": "test"}.
`offers`: words of labels that must be offered; `choose`: the labels a person clicks; `target` null: nothing of the
graph is asked for."""


@dataclass(frozen=True)
class Label:
    """What is right for one question."""

    question: str
    ask: bool
    half: str
    before: tuple[str, ...] = ()
    offers: tuple[str, ...] = ()
    choose: tuple[str, ...] = ()
    target: tuple[str, ...] | None = None
    quantity: str = ""


def read_labels(file: Path) -> list[Label]:
    """The file's questions. Raises DataMissing for one that cannot be read."""
    try:
        return list(_labels(file))
    except (OSError, ValueError, KeyError, TypeError) as problem:
        raise DataMissing(
            f"{file} cannot be read ({problem}); a line is as `suffice eval clarification --help` says."
        ) from None


def _labels(file: Path) -> Iterator[Label]:
    for line in file.read_text(encoding="utf-8").splitlines():
        said: dict[str, Any] = json.loads(line)
        target = said.get("target")
        yield Label(
            question=said["question"],
            ask=said["ask"],
            half=said.get("half", "test"),
            before=tuple(said.get("before", ())),
            offers=tuple(said.get("offers", ())),
            choose=tuple(said.get("choose", ())),
            target=None if target is None else tuple(target),
            quantity=str(said.get("quantity", "")),
        )
