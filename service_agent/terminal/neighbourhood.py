"""What lies around a node of the graph, on the terminal: what it lies in, its relations with their quantities."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from rich.console import RenderableType
from rich.text import Text
from rich.tree import Tree

from foundation.contracts.errors import SufficeError
from service_agent.terminal.client import ServiceClient

Frame = dict[str, Any]
COMMAND = "/graph"
MOST = 30
"""Nodes shown; of more it is said how many there are."""
WORDS: Mapping[str, Mapping[str, str]] = {
    "ko": {
        "none": "볼 항목이 없습니다. 먼저 항목을 하나 물어보거나 {command} W-0788 처럼 번호를 적어 주세요.",
        "beyond": "그 밖에 {n}개",
        "led": "여기로 오는 {label}",
    },
    "en": {
        "none": "There is nothing to show yet. Ask for something first, or name an id: {command} W-0788.",
        "beyond": "{n} more",
        "led": "{label} (leads here)",
    },
}


async def around(answer: Frame | None, line: str, service: ServiceClient, language: str) -> RenderableType:
    """The neighbourhood of the node that is named, else of what the newest answer is about."""
    asked = line.split()[1:] or [str(one["entity_id"]) for one in sources_of(answer)[:1]]
    if not asked:
        return Text(said("none", language, command=COMMAND), style="yellow")
    try:
        return drawn(await service.request("GET", f"/api/graph/{quote(asked[0], safe='')}"), language)
    except SufficeError as error:
        return Text(error.message, style="red")


def sources_of(answer: Frame | None) -> Sequence[Frame]:
    """The nodes an answer rests on."""
    graph = answer["graph"] if answer else None
    return graph["sources"] if graph else ()


def drawn(node: Frame, language: str) -> Tree:
    """The node with what it lies in above it, and its relations below, kind by kind."""
    entity = node["entity"]
    path = " › ".join(one["name"] for one in node["path"])
    tree = Tree(Text.assemble((f"{path} › " if path else "", "dim"), (_called(entity), "bold"), _aside(entity)))
    kinds: dict[tuple[str, bool], list[Frame]] = {}
    for one in node["relations"][:MOST]:
        kinds.setdefault((one["relation"], one["outgoing"]), []).append(one)
    for (relation, outgoing), related in kinds.items():
        label = _label(node["relation_labels"].get(relation, {}), language) or relation
        branch = tree.add(Text(label if outgoing else said("led", language, label=label), style="cyan"))
        for one in related:
            amount = f" · {one['quantity']} {one['unit']}".rstrip() if one["quantity"] else ""
            branch.add(Text.assemble(_called(one["entity"]), amount, _aside(one["entity"])))
    beyond = node["relation_count"] - min(len(node["relations"]), MOST)
    if beyond > 0:
        tree.add(Text(said("beyond", language, n=beyond), style="dim"))
    return tree


def said(name: str, language: str, **values: object) -> str:
    """A sentence in the person's language."""
    return WORDS.get(language, WORDS["en"])[name].format_map(values)


def _called(entity: Frame) -> str:
    return f"{entity['name']} {entity['spec']}".strip()


def _aside(entity: Frame) -> tuple[str, str]:
    return f"  {entity['entity_id']} {entity['section']}".rstrip(), "dim"


def _label(labels: Mapping[str, str], language: str) -> str:
    return labels.get(language) or next(iter(labels.values()), "")
