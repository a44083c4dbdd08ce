"""Ordinary questions of other fields: what the linker calls unknown there is mostly wrong.

Of the flagged ones those named in a pack's `elsewhere` list are counted apart: they are names by somebody's word (부산
in a question on history), so that a real name is not counted against the shapes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evaluations.passages import lines
from evaluations.rates import Share
from execution_agents.knowledge_graph.index import EntityIndex
from execution_agents.knowledge_graph.linker import link
from execution_agents.knowledge_graph.normalised_text import key_of

EXAMPLES = 12


@dataclass
class Stress:
    """One set over one pack."""

    name: str
    pack: str
    questions: int = 0
    by_shape: int = 0
    by_list: int = 0
    examples: list[str] = field(default_factory=list[str])

    @property
    def share(self) -> Share:
        """Questions in which a shape alone made an unknown name."""
        return Share(self.by_shape, self.questions)


def stressed(name: str, pack: str, questions: Iterator[str], index: EntityIndex) -> Stress:
    """What the linker calls unknown in a set of questions that are not the pack's."""
    stress = Stress(name, pack)
    for question in questions:
        stress.questions += 1
        unknown = [one for one in link(question, index) if one.status == "unknown"]
        listed = [one for one in unknown if _is_listed(one.text, index)]
        stress.by_shape += len(unknown) > len(listed)
        stress.by_list += bool(listed) and len(unknown) == len(listed)
        if len(unknown) > len(listed):
            stress.examples.append(f"{next(one.text for one in unknown if one not in listed)}: {question}")
    return stress


def _is_listed(text: str, index: EntityIndex) -> bool:
    name = index.names.get(key_of(text))
    return name is not None and bool(name.elsewhere)


def _korquad(folder: Path) -> Iterator[str]:
    content = json.loads((folder / "korquad1_dev" / "KorQuAD_v1.0_dev.json").read_text(encoding="utf-8"))
    return _squad_questions(content)


def _squad(folder: Path) -> Iterator[str]:
    content = json.loads((folder / "squad2_half_dev" / "dev-v2.0.json").read_text(encoding="utf-8"))
    return _squad_questions(content)


def _squad_questions(content: Mapping[str, Any]) -> Iterator[str]:
    for article in content["data"]:
        for paragraph in article["paragraphs"]:
            for one in paragraph["qas"]:
                yield str(one["question"])


def _dialogues(folder: Path) -> Iterator[str]:
    for row in lines(folder / "ko_manual_dialogues" / "dialogues.jsonl"):
        for turn in row["turns"]:
            if turn["role"] == "user":
                yield str(turn["text"])


def _clinc(folder: Path) -> Iterator[str]:
    content = json.loads((folder / "clinc150" / "data_full.json").read_text(encoding="utf-8"))
    for text, _ in (*content["test"], *content["oos_test"]):
        yield str(text)


SETS: Mapping[str, Callable[[Path], Iterator[str]]] = {
    "korquad1_dev": _korquad,
    "ko_manual_dialogues": _dialogues,
    "clinc150": _clinc,
    "squad2_half_dev": _squad,
}
"""Folder of the public data -> its questions."""
