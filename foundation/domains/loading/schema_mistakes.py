"""The schema's errors of a pack, as sentences with a place; and the parts that are valid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from types import UnionType
from typing import Annotated, Any, TypeVar, Union, cast, get_args, get_origin

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails

from foundation.domains.loading.yaml_places import Key, Marks, Plain, YamlPath
from foundation.domains.schema.pack import (
    Checklist,
    Clause,
    DataType,
    Dictionary,
    EntityType,
    Fact,
    Formula,
    Intent,
    Named,
    Pack,
    PackSource,
    Slot,
    Template,
)

SET_BY_LOADER = "root"
LONGEST_SHOWN = 40

_EXPECTED = {
    "string_type": "words",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "tuple_type": "a list, as [a, b]",
    "dict_type": "a mapping, as {ko: 시세, en: prices}",
    "model_type": "a mapping of keys and values",
    "model_attributes_type": "a mapping of keys and values",
}
_LIMITS = {"greater_than": ("gt", "more than"), "greater_than_equal": ("ge", "at least")} | {
    "less_than": ("lt", "less than"),
    "less_than_equal": ("le", "at most"),
}

PartT = TypeVar("PartT")


@dataclass
class Parts:
    """The parts of a pack that are valid by themselves, with their places, so that one error hides no other."""

    intents: list[tuple[YamlPath, Intent]] = field(default_factory=list[tuple[YamlPath, Intent]])
    data_types: list[tuple[YamlPath, DataType]] = field(default_factory=list[tuple[YamlPath, DataType]])
    slots: list[tuple[YamlPath, Slot]] = field(default_factory=list[tuple[YamlPath, Slot]])
    entities: list[tuple[YamlPath, EntityType]] = field(default_factory=list[tuple[YamlPath, EntityType]])
    sources: list[tuple[YamlPath, PackSource]] = field(default_factory=list[tuple[YamlPath, PackSource]])
    formulas: list[tuple[YamlPath, Formula]] = field(default_factory=list[tuple[YamlPath, Formula]])
    facts: list[tuple[YamlPath, Fact]] = field(default_factory=list[tuple[YamlPath, Fact]])
    templates: list[tuple[YamlPath, Template]] = field(default_factory=list[tuple[YamlPath, Template]])
    clauses: list[tuple[YamlPath, Clause]] = field(default_factory=list[tuple[YamlPath, Clause]])
    checklist: Checklist = field(default_factory=Checklist)
    dictionary: Dictionary = field(default_factory=Dictionary)
    names: dict[str, list[tuple[YamlPath, str]]] = field(default_factory=dict[str, list[tuple[YamlPath, str]]])
    """Part ("slots") -> place and name of each, also of those that are wrong otherwise."""
    rest: dict[str, Plain] = field(default_factory=dict[str, Plain])
    """Everything else of pack.yaml, as it was read."""

    def known(self, part: str) -> set[str]:
        """The declared names of a part."""
        return {name for _, name in self.names.get(part, ())}


def valid_parts(content: Mapping[str, Plain]) -> Parts:
    """The parts that validate; mistakes of the others are noted elsewhere."""
    parts = Parts(rest=dict(content))
    for part in ("intents", "data_types", "slots", "entities", "sources", "formulas", "facts", "templates", "clauses"):
        parts.names[part] = list(_names(content.get(part), part))
    parts.intents = list(_valid(content.get("intents"), "intents", TypeAdapter(Intent)))
    parts.data_types = list(_valid(content.get("data_types"), "data_types", TypeAdapter(DataType)))
    parts.slots = list(_valid(content.get("slots"), "slots", TypeAdapter(Slot)))
    parts.entities = list(_valid(content.get("entities"), "entities", TypeAdapter(EntityType)))
    parts.formulas = list(_valid(content.get("formulas"), "formulas", TypeAdapter(Formula)))
    parts.facts = list(_valid(content.get("facts"), "facts", TypeAdapter(Fact)))
    parts.templates = list(_valid(content.get("templates"), "templates", TypeAdapter(Template)))
    parts.clauses = list(_valid(content.get("clauses"), "clauses", TypeAdapter(Clause)))
    checklists: list[tuple[YamlPath, Checklist]] = list(
        _valid([content.get("checklist")], "checklist", TypeAdapter(Checklist))
    )
    parts.checklist = checklists[0][1] if checklists else Checklist()
    source_adapter: TypeAdapter[PackSource] = TypeAdapter(PackSource)
    parts.sources = list(_valid(content.get("sources"), "sources", source_adapter))
    dictionary: list[tuple[YamlPath, Dictionary]] = list(
        _valid([content.get("dictionary")], "dictionary", TypeAdapter(Dictionary))
    )
    parts.dictionary = dictionary[0][1] if dictionary else Dictionary()
    return parts


def _names(value: Plain, part: str) -> Iterator[tuple[YamlPath, str]]:
    for index, item in enumerate(value if isinstance(value, list) else ()):
        name = item.get("name") if isinstance(item, dict) else None
        if isinstance(name, str):
            yield (part, index, "name"), name


def _valid(value: Plain, part: str, adapter: TypeAdapter[PartT]) -> Iterator[tuple[YamlPath, PartT]]:
    for index, item in enumerate(value if isinstance(value, list) else ()):
        try:
            yield (part, index), adapter.validate_python(item)
        except ValidationError:
            continue


def duplicates(names: list[tuple[YamlPath, str]]) -> Iterator[tuple[YamlPath, str]]:
    """Every name after its first use."""
    seen: set[str] = set()
    for path, name in names:
        if name in seen:
            yield path, name
        seen.add(name)


def note_schema_mistakes(error: ValidationError, content: Mapping[str, Plain], marks: Marks) -> None:
    """Notes each mistake pydantic found, where the value (or what lacks it) stands."""
    for detail in error.errors(include_url=False):
        path = _in_content(detail["loc"], content)
        if path[:1] in marks.unread:
            continue
        wrong, remedy = mistake_of(detail, path)
        marks.add(path, wrong, remedy)


def _in_content(loc: tuple[Key, ...], content: Mapping[str, Plain]) -> YamlPath:
    """Pydantic's location without the union tags it puts between."""
    path: list[Key] = []
    here: Plain = dict(content)
    for position, key in enumerate(loc):
        inner = _inner(here, key)
        if inner is not None or (position == len(loc) - 1 and isinstance(key, str)):
            path.append(key)
            here = inner
    return tuple(path)


def _inner(value: Plain, key: Key) -> Plain:
    """The value at a key or position; None if there is none."""
    match value:
        case dict():
            return value.get(key) if isinstance(key, str) else None
        case list():
            return value[key] if isinstance(key, int) and key < len(value) else None
        case _:
            return None


def mistake_of(detail: ErrorDetails, path: YamlPath) -> tuple[str, str]:
    """(what is wrong at this place of a pack, what to write) of one mistake pydantic found."""
    kind, context = detail["type"], detail.get("ctx", {})
    name = _spoken(path)
    if kind == "missing":
        return f"`{name}` is missing", "add it"
    if kind == "extra_forbidden":
        return f"`{path[-1]}` is no key here", _key_remedy(path)
    if kind == "value_error":
        wrong, _, remedy = str(context.get("error", "")).partition("; ")
        return f"`{name}`: {wrong}", remedy
    shown = f"`{name}` is {_shown(detail['input'])}"
    if kind in _EXPECTED:
        return shown, f"write {_EXPECTED[kind]}"
    if kind in _LIMITS:
        limit, words = _LIMITS[kind]
        return shown, f"write a number that is {words} {context.get(limit)}"
    if kind == "literal_error":
        return shown, f"write one of: {str(context.get('expected')).replace(' or ', ', ')}"
    if kind in ("union_tag_invalid", "union_tag_not_found"):
        return f"`{name}` has no known `kind`", "write kind: documents, table or http"
    if kind == "string_pattern_mismatch":
        return shown, f"write it to fit {context.get('pattern')}"
    return shown, detail["msg"][:1].lower() + detail["msg"][1:]


def _shown(value: Any) -> str:
    text = "empty" if value is None else repr(value)
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


def _spoken(path: YamlPath) -> str:
    text = ""
    for key in path:
        text += f"[{key + 1}]" if isinstance(key, int) else f".{key}" if text else key
    return text


def _key_remedy(path: YamlPath) -> str:
    keys = _keys_at(path[:-1])
    close = get_close_matches(str(path[-1]), keys, n=1, cutoff=0.6)
    if close:
        return f"did you mean `{close[0]}`?"
    return f"use one of: {', '.join(keys)}" if keys else "remove it"


def _keys_at(path: YamlPath) -> list[str]:
    """The keys the schema takes at this place."""
    models: list[type[BaseModel]] = [Pack]
    for key in path:
        if isinstance(key, str):
            fields = [model.model_fields[key].annotation for model in models if key in model.model_fields]
            models = [found for annotation in fields for found in _models(annotation)]
    return sorted({name for model in models for name in model.model_fields} - {SET_BY_LOADER})


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    elif get_origin(annotation) in (Annotated, Union, UnionType, tuple, dict):
        for inner in get_args(annotation):
            yield from _models(inner)


def named(items: list[tuple[YamlPath, PartT]], name: str) -> PartT | None:
    """The valid part of this name."""
    return next((item for _, item in items if cast("Named", item).name == name), None)
