"""A prompt's data blocks and documents, read by their marks: what a simulated model sees of a prompt."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_BLOCK = re.compile(r"<<<DATA (\w+) (\w+)\n(.*?)\nDATA \1 END>>>", re.DOTALL)
_DOCUMENT = re.compile(r"^\S+ (\d{1,3}) \| ([^|\n]*) \| (.*)$", re.MULTILINE)


@dataclass(frozen=True)
class Shown:
    """One document of a prompt."""

    marker: int
    title: str
    text: str


def blocks_of(prompt: str) -> Mapping[str, str]:
    """Block name -> what it holds."""
    return {name: text for _, name, text in _BLOCK.findall(prompt)}


def documents_in(blocks: Mapping[str, str]) -> Sequence[Shown]:
    """The documents shown, in order."""
    text = blocks.get("documents", blocks.get("evidence", ""))
    return [Shown(int(number), title, body) for number, title, body in _DOCUMENT.findall(text)]
