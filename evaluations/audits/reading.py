"""Reuses with known truth, a JSON object on each line:

    {"pack": "handbook", "first": "When is payday?", "second": "Can I bring my dog?", "reuse": "wrong", "kind": "topic"}

The second question is held to have been answered from what the first one found. Whether it could be was judged by
reading that, not by any code of the service.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict

from evaluations.harness.files import lines_of
from foundation.contracts.errors import WrongUse


class Planted(BaseModel):
    """One reuse."""

    model_config = ConfigDict(frozen=True, extra="allow")

    pack: str
    first: str
    second: str
    reuse: Literal["right", "wrong"]
    kind: str = ""
    """What makes it so: another topic, another article, the same question in other words …"""


def read_planted(files: Sequence[Path]) -> list[Planted]:
    """All lines of all files. Raises WrongUse where one of the two truths is missing."""
    found = [line for path in files for line in lines_of(path, Planted)]
    if {line.reuse for line in found} != {"right", "wrong"}:
        raise WrongUse('Both truths are needed: give a line with "reuse": "right" and one with "reuse": "wrong".')
    return found
