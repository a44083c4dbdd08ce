"""A pack of MTRAG's passages, as somebody would write it who brings documents alone: no words, no slots, no labels."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import Any

import yaml

from evaluations.harness.databases import Filling
from evaluations.live.reading import PassageLine

PACK = "mtrag"
_DECLARED: dict[str, Any] = {
    "name": PACK,
    "version": "1",
    "title": {"en": "Documents"},
    "languages": ["en"],
    "time_zone": "UTC",
    "intents": [
        {
            "name": "lookup",
            "label": {"en": "Documents"},
            "description": "Asks what the documents say.",
            "patterns": [r"\b(what|which|who|where|when|why|how|is|are|do|does|can|should)\b"],
            "teams": ["search"],
            "data_types": ["documents"],
        },
        {"name": "irrelevant", "label": {"en": "Other"}, "description": "Another field.", "ends": "irrelevant"},
        {"name": "unclear", "label": {"en": "Unclear"}, "description": "Cannot be understood.", "ends": "unclear"},
    ],
    "default_data_types": ["documents"],
    "data_types": [{"name": "documents", "label": {"en": "Documents"}, "sources": ["passages"]}],
    "sources": [
        {
            "kind": "documents",
            "name": "passages",
            "label": {"en": "Documents"},
            "path": "documents",
            "importers": ["markdown"],
        }
    ],
    "replies": {
        "greeting": {"en": "Hello. Ask me about the documents."},
        "about": {"en": "I look things up in the documents and answer with citations."},
        "irrelevant": {"en": "That is not in the documents."},
        "unclear": {"en": "Please tell me a little more."},
    },
}


def pack_of(first: int | None) -> dict[str, Any]:
    """What stands in pack.yaml; `first`: how many passages of a fresh search must be in hand, whatever they score;
    None: the default."""
    probe = {} if first is None else {"probe": {"first": first, "near_best": 1000}}
    return {**_DECLARED, "data_types": [{**one, **probe} for one in _DECLARED["data_types"]]}


def filling_of(folder: Path, passages: Mapping[str, PassageLine], first: int | None) -> Filling:
    """The pack, written into a folder of its own, and a database that holds it."""
    name = PACK if first is None else f"{PACK}{first}"
    packs = folder / f"packs-{name}"
    shutil.rmtree(packs, ignore_errors=True)
    documents = packs / PACK / "documents"
    documents.mkdir(parents=True)
    (packs / PACK / "pack.yaml").write_text(yaml.safe_dump(pack_of(first), sort_keys=False), encoding="utf-8")
    for passage in passages.values():
        head = f"---\ntitle: {json.dumps(passage.title)}\n---\n\n" if passage.title else ""
        # The set puts the title before its text.
        text = passage.text.strip().removeprefix(passage.title or "").strip() or passage.text.strip()
        (documents / f"{passage.id}.md").write_text(f"{head}{text}\n", encoding="utf-8")
    return Filling(name, PACK, packs_dir=packs)


def passage_of(item_id: str) -> str:
    """The id of the passage that a piece of a document came from: long passages are cut when they are taken in."""
    return PurePosixPath(item_id.partition("#")[0]).stem
