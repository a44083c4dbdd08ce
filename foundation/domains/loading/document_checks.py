"""The checks of a pack's templates, clauses and checklist: texts exist, fields and names are declared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from foundation.domains.loading.schema_mistakes import Parts
from foundation.domains.loading.yaml_places import Marks, Plain, YamlPath
from foundation.domains.schema.declared import Text
from foundation.domains.schema.documents import ChecklistItem, Template
from foundation.domains.schema.vocabulary import MARK

PLACE = re.compile(r"\{\{\s*([^{}\s]+)\s*\}\}")
CLAUSES = "clauses"
FOLDER = "templates"
LARGEST = 200_000
"""Bytes of a template's text."""


def check_documents(folder: Path, parts: Parts, marks: Marks) -> None:
    """Notes every mistake inside what can be drafted and reviewed."""
    languages = [each for each in _listed(parts.rest.get("languages")) if each]
    for path, template in parts.templates:
        _check_template(folder, path, template, languages, parts, marks)
    for path, text in _texts(parts):
        missing = [language for language in languages if not text.get(language)]
        if missing:
            remedy = "write them in every language of the pack"
            marks.add(path, f"the words for {', '.join(missing)} are missing", remedy)
    _check_checklist(parts, marks)


def _check_template(
    folder: Path, path: YamlPath, template: Template, languages: list[str], parts: Parts, marks: Marks
) -> None:
    names = {one.name for one in template.fields}
    known = {kind.name for kind in parts.checklist.kinds}
    if template.kind is not None and template.kind not in known:
        marks.add(
            (*path, "kind"), f"the checklist has no kind `{template.kind}`", "name one of its kinds, or leave it out"
        )
    for index, name in enumerate(template.clauses):
        if name not in parts.known("clauses"):
            marks.add((*path, "clauses", index), f"there is no clause `{name}`", "declare it in clauses.yaml")
    for index, one in enumerate(template.fields):
        place = (*path, "fields", index)
        if one.type == "choice" and not one.choices:
            marks.add(place, f"the field `{one.name}` has no choices", "list them, or take another type")
        if one.slot is not None and one.slot not in parts.known("slots"):
            marks.add((*place, "slot"), f"there is no slot `{one.slot}`", "name one of the pack, or leave it out")
    texts = {language: folder / FOLDER / f"{template.name}.{language}.md" for language in languages}
    there = {language: file for language, file in texts.items() if file.is_file()}
    if languages and languages[0] not in there:
        wrong = f"the text {FOLDER}/{template.name}.{languages[0]}.md is missing"
        marks.add(path, wrong, "write it: the pack's first language is always there")
    for file in there.values():
        _check_text(file, path, names, marks)


def _check_text(file: Path, path: YamlPath, names: set[str], marks: Marks) -> None:
    try:
        text = file.read_text(encoding="utf-8") if file.stat().st_size <= LARGEST else ""
    except UnicodeDecodeError:
        marks.add(path, f"{FOLDER}/{file.name} is not UTF-8 text", "save it as UTF-8")
        return
    if not text.strip():
        marks.add(path, f"{FOLDER}/{file.name} is empty or larger than {LARGEST} bytes", "write the document's text")
        return
    used = set(PLACE.findall(text))
    for name in sorted(used - names - {CLAUSES}):
        marks.add(path, f"{FOLDER}/{file.name} has the blank `{name}`, which is no field", "declare it under `fields`")
    for name in sorted(names - used):
        marks.add(path, f"{FOLDER}/{file.name} never uses the field `{name}`", f"write {{{{{name}}}}} where it belongs")
    if CLAUSES not in used:
        marks.add(path, f"{FOLDER}/{file.name} has no place for clauses", "write {{clauses}} where they belong")


def _check_checklist(parts: Parts, marks: Marks) -> None:
    kinds = {kind.name for kind in parts.checklist.kinds}
    sides = {party.name for party in parts.checklist.parties}
    seen: set[str] = set()
    for index, item in enumerate(parts.checklist.items):
        place: YamlPath = ("checklist", "items", index)
        if item.name in seen:
            marks.add(place, f"checklist has two items named `{item.name}`", "rename one of them")
        seen.add(item.name)
        for name in item.kinds:
            if name not in kinds:
                marks.add((*place, "kinds"), f"there is no kind `{name}`", "declare it under `kinds`")
        _check_item(place, item, sides, marks)
        for word in (word for group in (*item.topic, item.unless) for word in group):
            if word.startswith(MARK):
                marks.add(place, f"the vocabulary has no `{word[1:]}`", "declare it under `vocabulary`")


def _check_item(place: YamlPath, item: ChecklistItem, sides: set[str], marks: Marks) -> None:
    if not item.topic or not all(item.topic):
        marks.add(place, f"nothing tells a clause of `{item.name}`", "give it a `topic` of words")
    if item.bound is None and not item.expected:
        marks.add(place, f"`{item.name}` has no bound and is not expected", "give it a `bound` or `expected: true`")
    if item.bound is None:
        return
    if item.bound.party is not None and item.bound.party not in sides:
        marks.add((*place, "bound"), f"there is no party `{item.bound.party}`", "declare it under `parties`")
    if item.bound.kind == "limit" and item.bound.at_most is None and item.bound.at_least is None:
        marks.add((*place, "bound"), f"the limit of `{item.name}` has no figure", "write at_most or at_least")


def _texts(parts: Parts) -> Iterator[tuple[YamlPath, Text]]:
    for path, template in parts.templates:
        yield (*path, "title"), template.title
        yield (*path, "about"), template.about
        for index, one in enumerate(template.fields):
            yield (*path, "fields", index, "label"), one.label
    for path, clause in parts.clauses:
        yield (*path, "label"), clause.label
        yield (*path, "text"), clause.text
    for index, item in enumerate(parts.checklist.items):
        place: YamlPath = ("checklist", "items", index)
        yield (*place, "label"), item.label
        yield (*place, "why"), item.why


def _listed(value: Plain) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []
