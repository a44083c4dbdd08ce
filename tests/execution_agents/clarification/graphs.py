"""Small graphs for the tests of clarification."""

from __future__ import annotations

from pathlib import Path

from execution_agents.clarification.cascade import GraphReading, read_graph
from execution_agents.clarification.index import GraphIndex
from execution_agents.clarification.listening import Before, Listener
from execution_agents.clarification.questions import FieldWords, field_words
from execution_agents.ingest.shipped import graph_in_files
from foundation.contracts.graph import GraphEntity
from foundation.domains.loading.loader import load_pack, shipped_packs
from foundation.domains.schema.graph import GraphSource
from foundation.storage.corpus.graph import Popularity

CONSTRUCTION = load_pack(shipped_packs() / "construction")
INDEX = graph_in_files(CONSTRUCTION)
WORDS = field_words(CONSTRUCTION)
NO_WORDS = FieldWords(frozenset(), {})
SHOP = GraphSource.model_validate(
    {
        "name": "goods",
        "label": {"en": "Goods"},
        "slot": "product",
        "types": [
            {"name": "Category", "label": {"en": "category"}, "target": True, "container": True},
            {"name": "Product", "label": {"en": "product"}, "target": True},
            {"name": "Part", "label": {"en": "part"}},
        ],
        "relations": [{"name": "NEEDS", "label": {"en": "Needs"}, "lead": True}],
        "fields": [
            {
                "name": "colour",
                "label": {"en": "colour"},
                "parser": "choice",
                "choices": [
                    {"value": "red", "label": {"en": "red"}, "words": ["red", "빨강"]},
                    {"value": "blue", "label": {"en": "blue"}, "words": ["blue"]},
                ],
            },
            {"name": "watts", "label": {"en": "power"}, "units": ["W"], "shown": "{value} W"},
        ],
    }
)


def read(
    question: str,
    *before: Before,
    index: GraphIndex = INDEX,
    language: str = "ko",
    popular: Popularity | None = None,
    words: FieldWords = WORDS,
) -> GraphReading:
    """The question over the shipped pack's graph, or another."""
    return read_graph(question, index, Listener(words, language, tuple(before), popular or Popularity({}, ())))


def shop(*entities: GraphEntity) -> GraphIndex:
    """A shop of these things."""
    return GraphIndex(SHOP, entities, {})


def reached(reading: GraphReading) -> list[str]:
    """Ids of what is asked for; none where something must be chosen."""
    return [] if reading.asked is None else [one.entity_id for one in reading.asked.targets]


def labels(reading: GraphReading) -> list[str]:
    """What is offered."""
    assert reading.choices is not None, reading.asked
    return [one.label for one in reading.choices.options]


def graph_folder(folder: Path, entities: str, relations: str = "") -> Path:
    """A graph's files, as CSV."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "entities.csv").write_text(entities, encoding="utf-8")
    if relations:
        (folder / "relations.csv").write_text(relations, encoding="utf-8")
    return folder
