"""Reads untrusted YAML and keeps the position of each value: plain values, and path -> file and line.

Packs and the front matter of documents are read here and nowhere else. Only plain scalars, lists and mappings are
accepted. Tags that would build objects and duplicate keys are errors, each with its place; at the first alias (a few
lines of which can expand to gigabytes) and below MAX_DEPTH levels the reading ends, before anything is built.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import yaml
from yaml.composer import Composer

from foundation.contracts.errors import WrongPack
from foundation.domains.loading.mistakes import Mistake

Key = str | int
YamlPath = tuple[Key, ...]
"""Keys and list positions from the top of the pack to a value."""

Plain = None | bool | int | float | str | list["Plain"] | dict[str, "Plain"]

MAX_BYTES = 4_000_000
"""A pack file larger than this is data in the wrong place (tables and documents have their own files)."""
MAX_DEPTH = 32
MAX_NUMBER = 40
"""Characters of a number: a longer one costs more than it says (sexagesimal ones grow with the square of their length),
and Python writes none of more than 4,300 digits."""

_TAG = "tag:yaml.org,2002:"
_SCALARS = frozenset(_TAG + kind for kind in ("null", "bool", "int", "float"))
_TEXTS = frozenset(_TAG + kind for kind in ("str", "timestamp", "value", "merge"))
"""Dates stay text: the pack's models decide what a value is."""


@dataclass
class Marks:
    """The position of every value of a pack, and the errors of reading it."""

    places: dict[YamlPath, tuple[str, int]] = field(default_factory=dict[YamlPath, tuple[str, int]])
    mistakes: list[Mistake] = field(default_factory=list[Mistake])
    unread: set[YamlPath] = field(default_factory=set[YamlPath])
    """Parts whose file could not be read: what the schema misses there has been said already."""

    def nearest(self, path: YamlPath) -> tuple[str, int]:
        """File and line of the value, or of the closest one around it."""
        while path and path not in self.places:
            path = path[:-1]
        return self.places.get(path, ("pack.yaml", 1))

    def add(self, path: YamlPath, wrong: str, remedy: str) -> None:
        """Notes a mistake at the value's place."""
        file, line = self.nearest(path)
        self.mistakes.append(Mistake(file, line, wrong, remedy))


def read_yaml(root: Path, name: str, at: YamlPath, marks: Marks) -> Plain:
    """The file's content as plain values; its places are noted below `at`. None when it cannot be read at all."""
    marks.places.setdefault(at, (name, 1))
    text = _text(root / name, name, marks)
    return None if text is None else plain_yaml(text, name, at, marks)


def sound_yaml(folder: Path, name: str) -> Plain:
    """The file's content as plain values. Raises WrongPack with its first mistake."""
    marks = Marks()
    found = read_yaml(folder, name, (), marks)
    if marks.mistakes:
        raise WrongPack(f"The file {name} in {folder} cannot be used: {min(marks.mistakes)}")
    return found


def plain_yaml(text: str, name: str, at: YamlPath, marks: Marks) -> Plain:
    """The text's plain values, as `read_yaml` gives them; how long a text may be, the caller says."""
    try:
        loader = _Loader(text)
        node = loader.get_single_node()
    except _Refused as refused:
        marks.mistakes.append(Mistake(name, refused.line, refused.wrong, refused.remedy))
        return None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        marks.mistakes.append(Mistake(name, mark.line + 1 if mark else 1, f"this is not YAML ({error.problem})", _MEND))
        return None
    except (yaml.YAMLError, RecursionError) as error:
        marks.mistakes.append(Mistake(name, 1, f"this is not YAML ({type(error).__name__})", _MEND))
        return None
    if node is None:
        return None
    return _Reader(name, loader, marks).plain(node, at)


_MEND = "check the indentation, the quotes and the brackets of this line and the one before"
_QUOTED = "put it in quotes"


def _text(path: Path, name: str, marks: Marks) -> str | None:
    try:
        if path.stat().st_size > MAX_BYTES:
            limit = f"{MAX_BYTES // 1_000_000} MB"
            marks.mistakes.append(Mistake(name, 1, f"the file is larger than {limit}", "move data into tables/"))
            return None
        return path.read_text(encoding="utf-8-sig")
    except FileNotFoundError:
        marks.mistakes.append(Mistake(name, 1, "the file is missing", "write it, or name the folder that holds it"))
    except UnicodeDecodeError:
        marks.mistakes.append(Mistake(name, 1, "the file is not UTF-8 text", "save it as UTF-8"))
    except OSError as error:
        marks.mistakes.append(Mistake(name, 1, f"the file cannot be read ({error.strerror})", "check its permissions"))
    return None


class _Refused(Exception):
    """What is not read on."""

    def __init__(self, event: yaml.Event, wrong: str, remedy: str) -> None:
        super().__init__(wrong)
        mark = event.start_mark
        self.line, self.wrong, self.remedy = mark.line + 1 if mark else 1, wrong, remedy


class _Loader(Composer, yaml.CSafeLoader):
    """libyaml parses, in a fifth of the time; Python composes the nodes.

    The composer in C overruns its stack if a file is nested some thousand levels deep, and ends the process.
    """

    def __init__(self, text: str) -> None:
        yaml.CSafeLoader.__init__(self, text)
        Composer.__init__(self)
        self._depth = 0

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        """One node with all below it. Raises _Refused."""
        event = cast("Any", self).peek_event()
        if isinstance(event, yaml.AliasEvent):
            raise _Refused(event, "an alias repeats a part by reference", "write the part out")
        if self._depth > MAX_DEPTH:
            raise _Refused(event, f"this is nested deeper than {MAX_DEPTH} levels", "flatten it")
        self._depth += 1
        node = super().compose_node(parent, index)
        self._depth -= 1
        return node


class _Reader:
    """Turns the nodes of one file into plain values."""

    def __init__(self, name: str, loader: _Loader, marks: Marks) -> None:
        self._name = name
        self._loader = loader
        self._marks = marks

    def plain(self, node: yaml.Node, path: YamlPath) -> Plain:
        """The node's value; what cannot be taken is noted and becomes None."""
        self._marks.places.setdefault(path, (self._name, node.start_mark.line + 1))
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node)
        if isinstance(node, yaml.SequenceNode) and node.tag == _TAG + "seq":
            return [self.plain(child, (*path, index)) for index, child in enumerate(node.value)]
        if isinstance(node, yaml.MappingNode) and node.tag == _TAG + "map":
            return self._mapping(node, path)
        return self._refuse(node, f"the tag `{node.tag}` builds objects", "write plain values without a tag")

    def _mapping(self, node: yaml.MappingNode, path: YamlPath) -> dict[str, Plain]:
        found: dict[str, Plain] = {}
        for key_node, value_node in node.value:
            key = key_node.value if isinstance(key_node, yaml.ScalarNode) else None
            if key is None or key_node.tag not in _TEXTS | _SCALARS:
                self._refuse(key_node, "a key must be a plain word", "write `key: value`")
            elif key in found:
                self._refuse(key_node, f"`{key}` stands here twice", "keep one of the two")
            else:
                self._marks.places[(*path, key)] = (self._name, key_node.start_mark.line + 1)
                found[key] = self.plain(value_node, (*path, key))
        return found

    def _scalar(self, node: yaml.ScalarNode) -> Plain:
        if node.tag in _TEXTS:
            return str(node.value)
        if node.tag not in _SCALARS:
            return self._refuse(node, f"the tag `{node.tag}` builds objects", "write plain values without a tag")
        if len(node.value) > MAX_NUMBER:
            return self._refuse(node, f"`{node.value[:20]}…` is a number of {len(node.value):,} characters", _QUOTED)
        try:
            return cast("Plain", self._loader.construct_object(node))  # pyright: ignore[reportUnknownMemberType]
        except (ValueError, yaml.YAMLError):
            return self._refuse(node, f"`{node.value}` cannot be read", _QUOTED)

    def _refuse(self, node: yaml.Node, wrong: str, remedy: str) -> None:
        self._marks.mistakes.append(Mistake(self._name, node.start_mark.line + 1, wrong, remedy))
