"""Titles of the public standard of estimates: those of several places are offered, unique ones are answered."""

from __future__ import annotations

import json
import random
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evaluations.rates import Share
from execution_agents.clarification.cascade import read_graph
from execution_agents.clarification.index import GraphIndex
from execution_agents.clarification.listening import Listener
from execution_agents.clarification.questions import field_words
from execution_agents.ingest.importers.standard_estimate import StandardEstimate
from execution_agents.knowledge_graph.normalised_text import key_of
from foundation.domains.loading.graph_files import GraphFile, leads_in
from foundation.domains.schema.pack import Pack

UNIQUE = 100
_SEED = 19


@dataclass
class TitlesReport:
    """Of the standard's own titles."""

    ambiguous: Share
    unique_asked: Share
    """Of a hundred."""
    every_unique_asked: Share
    entities: int
    relations: int
    missed: list[str] = field(default_factory=list[str])


def titles_of(folder: Path, pack: Pack) -> TitlesReport:
    """Each ambiguous title: are all its places offered? A hundred unique ones: is nothing?"""
    assert pack.graph is not None
    declared = pack.graph
    graph = StandardEstimate().read(folder, declared)
    index = GraphIndex(declared, graph.entities.values(), leads_in(graph, declared))
    listener = Listener(field_words(pack), "ko")
    lines = (folder / "ambiguous_titles.jsonl").read_text(encoding="utf-8").splitlines()
    missed: list[str] = []
    for said in (json.loads(line) for line in lines):
        reading = read_graph(said["query"], index, listener)
        offered = {_place(one.entity_id, graph) for one in (reading.choices.options if reading.choices else ())}
        if not _true(said) <= offered:
            missed.append(said["query"])
    alone = unique_titles(graph)
    asked = [title for title in alone if read_graph(title, index, listener).choices is not None]
    drawn = random.Random(_SEED).sample(alone, min(UNIQUE, len(alone)))
    return TitlesReport(
        Share(len(lines) - len(missed), len(lines)),
        Share(len({*asked} & {*drawn}), len(drawn)),
        Share(len(asked), len(alone)),
        len(graph.entities),
        len(graph.links),
        [*missed, *asked],
    )


def unique_titles(graph: GraphFile) -> list[str]:
    """The item titles that stand in one place alone."""
    titles = [one.name for one in graph.entities.values() if one.type == "Section" and one.section.count("-") > 1]
    counts = Counter(key_of(one.name) for one in graph.entities.values() if one.type == "Section")
    return sorted(title for title in titles if counts[key_of(title)] == 1)


def _true(said: dict[str, Any]) -> set[tuple[str, str]]:
    return {(one["division"], one["item_code"]) for one in said["options"]}


def _place(entity_id: str, graph: GraphFile) -> tuple[str, str]:
    entity = graph.entities[entity_id]
    top = entity
    while top.parent:
        top = graph.entities[top.parent]
    return top.name, entity.section
