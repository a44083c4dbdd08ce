"""A checklist's vocabulary put where its items name it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from foundation.language.rules.verb_forms import verb_forms

MARK = "$"
_DEPTH = 4
"""How often a name may lead to another."""


def with_vocabulary(checklist: object) -> object:
    """The checklist as it was read, its `$names` replaced by their words. A name nobody declared stays: the pack's
    check names it."""
    if not isinstance(checklist, Mapping):
        return checklist
    read = cast("Mapping[str, object]", checklist)
    words = _declared(read.get("vocabulary"))
    items = read.get("items")
    if not words or not isinstance(items, list):
        return read
    return {**read, "items": [_item(each, words) for each in cast("list[object]", items)]}


def _declared(value: object) -> dict[str, Sequence[object]]:
    if not isinstance(value, Mapping):
        return {}
    named = cast("Mapping[object, object]", value)
    return {str(name): cast("Sequence[object]", each) for name, each in named.items() if isinstance(each, list | tuple)}


def _item(item: object, words: Mapping[str, Sequence[object]]) -> object:
    if not isinstance(item, Mapping):
        return item
    read = dict(cast("Mapping[str, object]", item))
    topic = read.get("topic")
    if isinstance(topic, list):
        read["topic"] = [_group(each, words, _DEPTH) for each in cast("list[object]", topic)]
    if "unless" in read:
        read["unless"] = _group(read["unless"], words, _DEPTH)
    return read


def _group(group: object, words: Mapping[str, Sequence[object]], depth: int) -> object:
    """A group's words, each name by what it stands for. What is no list of words is left to validation."""
    if not isinstance(group, list | tuple):
        return group
    found: list[object] = []
    for word in cast("Sequence[object]", group):
        name = word[len(MARK) :] if isinstance(word, str) and word.startswith(MARK) else ""
        if name in words and depth:
            found.extend(cast("list[object]", _group(words[name], words, depth - 1)))
        else:
            found.extend(verb_forms(word) if isinstance(word, str) else [word])
    return list(dict.fromkeys(found)) if all(isinstance(each, str) for each in found) else found
