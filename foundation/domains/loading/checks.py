"""The checks between the parts of a pack: every name used is declared, every pattern safe, every word unambiguous."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from zoneinfo import available_timezones

from foundation.contracts.work import UPLOAD
from foundation.domains.loading.document_checks import check_documents
from foundation.domains.loading.entity_checks import check_entities
from foundation.domains.loading.fact_checks import check_facts
from foundation.domains.loading.formula_checks import check_formulas
from foundation.domains.loading.graph_checks import check_graphs
from foundation.domains.loading.patterns import pattern_fault
from foundation.domains.loading.schema_mistakes import Parts, duplicates
from foundation.domains.loading.source_checks import check_sources
from foundation.domains.loading.yaml_places import Marks, Plain, YamlPath
from foundation.domains.schema.pack import Choice, Intent, Slot

TEAMS = frozenset(("search", "analysis", "document"))
"""System 1's teams. A pack may name one that this version lacks; one that no version has is a typing error."""
ENDINGS = ("irrelevant", "unclear")


def check_references(folder: Path, parts: Parts, marks: Marks) -> None:
    """Notes every mistake that only shows between parts."""
    for part, names in parts.names.items():
        for path, name in duplicates(names):
            marks.add(path, f"{part} has two entries named `{name}`", "rename one of them")
    for path, one in (*parts.intents, *parts.data_types, *parts.sources):
        if one.name == UPLOAD:
            marks.add(
                path, f"nothing of a pack is called `{UPLOAD}`", "that name is the attached files'; give it another"
            )
    _check_top(folder, parts, marks)
    _check_intents(parts, marks)
    _check_data_types(parts, marks)
    for path, slot in parts.slots:
        _check_slot(path, slot, marks)
    for path, one in parts.entities:
        _check_choices((*path, "values"), one.values, marks)
    check_sources(parts, marks)
    check_graphs(parts, marks)
    check_entities(parts, marks)
    check_formulas(parts, marks)
    check_facts(parts, marks)
    check_documents(folder, parts, marks)
    _check_patterns(parts, marks)
    _check_languages(parts, marks)


def unknown(marks: Marks, path: YamlPath, used: Iterable[str], known: Iterable[str], what: str) -> None:
    """Notes each used name that nobody declared."""
    allowed = sorted(known)
    for index, name in enumerate(used):
        if name not in allowed:
            remedy = f"use one of: {', '.join(allowed)}" if allowed else f"declare the {what} first"
            marks.add((*path, index), f"there is no {what} `{name}`", remedy)


def _check_top(folder: Path, parts: Parts, marks: Marks) -> None:
    zone, name = parts.rest.get("time_zone"), parts.rest.get("name")
    if isinstance(zone, str) and zone not in available_timezones():
        marks.add(("time_zone",), f"there is no time zone `{zone}`", "write one of the IANA names, as Asia/Seoul")
    if isinstance(name, str) and name != folder.resolve().name:
        marks.add(("name",), f"the pack `{name}` lies in the folder `{folder.resolve().name}`", "give both one name")
    unknown(
        marks,
        ("default_data_types",),
        _words(parts.rest.get("default_data_types")),
        parts.known("data_types"),
        "data type",
    )
    unknown(marks, ("default_teams",), _words(parts.rest.get("default_teams")), TEAMS, "team")
    weights = parts.rest.get("variant_weights")
    if isinstance(weights, dict):
        numbers = [weight for weight in weights.values() if isinstance(weight, int | float)]
        if any(weight < 0 for weight in numbers) or not sum(numbers) > 0:
            marks.add(
                ("variant_weights",), "the weights are negative or add up to nothing", "write {hybrid_confirm: 1}"
            )
    bands = parts.rest.get("thresholds")
    if isinstance(bands, dict):
        ask, reuse = bands.get("ask_above", 600), bands.get("reuse_above", 900)
        if isinstance(ask, int) and isinstance(reuse, int) and ask >= reuse:
            marks.add(("thresholds",), f"ask_above {ask} is not below reuse_above {reuse}", "write 600 and 900")


def _check_intents(parts: Parts, marks: Marks) -> None:
    for path, intent in parts.intents:
        unknown(marks, (*path, "data_types"), intent.data_types, parts.known("data_types"), "data type")
        unknown(marks, (*path, "teams"), intent.teams, TEAMS, "team")
        _check_ending(path, intent, marks)
    endings = {intent.ends for _, intent in parts.intents}
    for ending in ENDINGS:
        if parts.intents and len(parts.intents) == len(parts.names["intents"]) and ending not in endings:
            marks.add(("intents",), f"no intent has `ends: {ending}`", "add one: such questions must end early")


def _check_ending(path: YamlPath, intent: Intent, marks: Marks) -> None:
    if intent.ends and (intent.teams or intent.data_types):
        marks.add(path, f"`{intent.name}` ends early and yet names teams or data types", "remove them or `ends`")
    if intent.needs_no_data and intent.data_types:
        marks.add(path, f"`{intent.name}` needs no data and yet names data types", "remove one of the two")


def _check_data_types(parts: Parts, marks: Marks) -> None:
    for path, data_type in parts.data_types:
        if not data_type.sources:
            marks.add(path, f"the data type `{data_type.name}` has no source", "name at least one")
        unknown(marks, (*path, "sources"), data_type.sources, parts.known("sources"), "source")
        unknown(marks, (*path, "matching_slots"), data_type.matching_slots, parts.known("slots"), "slot")
        warn, stale = data_type.freshness.warn_after_s, data_type.freshness.stale_after_s
        if warn and stale and warn >= stale:
            marks.add(
                (*path, "freshness"), f"warn_after_s {warn} is not below stale_after_s {stale}", "make it earlier"
            )
        if data_type.judge2.uncertain_from > data_type.judge2.sufficient_above:
            marks.add((*path, "judge2"), "uncertain_from lies above sufficient_above", "write 500 and 700")


# --- slots ----------------------------------------------------------------------------------------


def _check_slot(path: YamlPath, slot: Slot, marks: Marks) -> None:
    if slot.parser == "choice" and not slot.choices:
        marks.add(path, f"the slot `{slot.name}` has no choices", "list them, or take another parser")
    if slot.parser != "choice" and slot.choices:
        marks.add((*path, "choices"), f"the parser `{slot.parser}` takes no choices", "write parser: choice")
    if slot.parser == "region" and not slot.regions:
        marks.add(path, f"the slot `{slot.name}` has no regions", "list them here or in regions.yaml")
    if slot.parser != "region" and slot.groups:
        marks.add((*path, "groups"), f"the parser `{slot.parser}` takes no groups", "write parser: region")
    if slot.parser != "region" and slot.regions:
        marks.add((*path, "regions"), f"the parser `{slot.parser}` takes no regions", "write parser: region")
    _check_choices((*path, "choices"), slot.choices, marks)
    _check_regions((*path, "regions"), slot, marks)


def _check_choices(path: YamlPath, choices: Sequence[Choice], marks: Marks) -> None:
    values = [((*path, index, "value"), choice.value) for index, choice in enumerate(choices)]
    for place, value in duplicates(values):
        marks.add(place, f"the choice `{value}` stands here twice", "keep one")
    words = [
        ((*path, index, "words"), word.casefold())
        for index, choice in enumerate(choices)
        for word in {word.casefold() for word in choice.words}
    ]
    for place, word in duplicates(words):
        marks.add(place, f"`{word}` already means another choice", "leave it to one of them")


def _check_regions(path: YamlPath, slot: Slot, marks: Marks) -> None:
    parents = {region.name: region.parent for region in slot.regions}
    names = [((*path, index, "name"), region.name) for index, region in enumerate(slot.regions)]
    for place, name in duplicates(names):
        marks.add(place, f"the region `{name}` stands here twice", "keep one")
    for index, region in enumerate(slot.regions):
        if region.parent is not None and region.parent not in parents:
            marks.add((*path, index, "parent"), f"there is no region `{region.parent}`", "declare it")
        elif region.name in _ancestors(region.name, parents):
            marks.add((*path, index, "parent"), f"`{region.name}` lies in itself", "mend the chain of parents")
    _check_region_words(path, slot, marks)
    _check_groups((*path[:-1], "groups"), slot, marks)


def _check_groups(path: YamlPath, slot: Slot, marks: Marks) -> None:
    """A group stands for declared regions, under words that no region carries."""
    known = {region.name for region in slot.regions}
    owners = {
        word.casefold(): region.name
        for region in slot.regions
        for word in (region.name, *region.aliases, *region.shared)
    }
    for index, group in enumerate(slot.groups):
        for place, member in enumerate(group.members):
            if member not in known:
                marks.add((*path, index, "members", place), f"there is no region `{member}`", "declare it")
        for word in (group.name, *group.aliases):
            if word.casefold() in owners:
                wrong = f"`{word}` also means the region {owners[word.casefold()]}"
                marks.add((*path, index), wrong, "leave it to one of them")
    words = [((*path, index), word.casefold()) for index, group in enumerate(slot.groups) for word in group.aliases]
    for place, word in duplicates(words):
        marks.add(place, f"`{word}` already means another group", "leave it to one of them")


def _ancestors(name: str, parents: dict[str, str | None]) -> Iterator[str]:
    seen: set[str] = set()
    parent = parents.get(name)
    while parent is not None and parent not in seen:
        seen.add(parent)
        yield parent
        parent = parents.get(parent)


def _check_region_words(path: YamlPath, slot: Slot, marks: Marks) -> None:
    """An alias means one region; a shared name is nobody's alias."""
    owners: dict[str, set[str]] = defaultdict(set)
    for region in slot.regions:
        for word in (region.name, *region.aliases):
            owners[word.casefold()].add(region.name)
    for index, region in enumerate(slot.regions):
        for word in region.aliases:
            others = sorted(owners[word.casefold()] - {region.name})
            if others:
                wrong = f"the alias `{word}` also means {', '.join(others)}"
                marks.add((*path, index, "aliases"), wrong, "move it to `shared` in each of them")
        for word in region.shared:
            if word.casefold() in owners:
                owner = ", ".join(sorted(owners[word.casefold()]))
                marks.add((*path, index, "shared"), f"`{word}` is shared here and yet an alias of {owner}", "keep one")


# --- words ----------------------------------------------------------------------------------------


def _check_patterns(parts: Parts, marks: Marks) -> None:
    found: list[tuple[YamlPath, str]] = []
    for path, intent in parts.intents:
        found += [((*path, "patterns", index), pattern) for index, pattern in enumerate(intent.patterns)]
    for key in ("small_talk", "off_topic", "vague"):
        patterns: tuple[str, ...] = getattr(parts.dictionary, key)
        found += [(("dictionary", key, index), pattern) for index, pattern in enumerate(patterns)]
    for name, words in parts.dictionary.question_types.items():
        place = ("dictionary", "question_types", name, "patterns")
        found += [((*place, index), pattern) for index, pattern in enumerate(words.patterns)]
    for path, pattern in found:
        fault = pattern_fault(pattern)
        if fault:
            marks.add(path, *fault)


def _check_languages(parts: Parts, marks: Marks) -> None:
    languages = _words(parts.rest.get("languages"))
    if "languages" in parts.rest and not languages:
        marks.add(("languages",), "the pack has no language", "write [ko, en]")
    texts = [*_texts(parts)]
    for path, text in texts:
        missing = [language for language in languages if not text.get(language)]
        if missing:
            marks.add(
                path, f"the words for {', '.join(missing)} are missing", "write them in every language of the pack"
            )
    examples = parts.rest.get("examples")
    for index, example in enumerate(examples if isinstance(examples, list) else ()):
        language = example.get("language", "ko") if isinstance(example, dict) else None
        if isinstance(language, str) and languages and language not in languages:
            marks.add(
                ("examples", index), f"the pack does not speak `{language}`", f"use one of: {', '.join(languages)}"
            )


def _texts(parts: Parts) -> Iterator[tuple[YamlPath, dict[str, str]]]:
    for path, part in (*parts.intents, *parts.data_types, *parts.slots, *parts.entities, *parts.facts, *parts.sources):
        yield (*path, "label"), part.label
    for path, slot in parts.slots:
        for index, choice in enumerate(slot.choices):
            yield (*path, "choices", index, "label"), choice.label
    for path, one in parts.entities:
        for index, choice in enumerate(one.values):
            yield (*path, "values", index, "label"), choice.label
    for key in ("title", "replies"):
        value = parts.rest.get(key)
        yield from _plain_texts((key,), value)


def _plain_texts(path: YamlPath, value: Plain) -> Iterator[tuple[YamlPath, dict[str, str]]]:
    if not isinstance(value, dict):
        return
    if value and all(isinstance(words, str) for words in value.values()):
        yield path, {language: str(words) for language, words in value.items()}
        return
    for key, inner in value.items():
        yield from _plain_texts((*path, key), inner)


def _words(value: Plain) -> list[str]:
    return [word for word in value if isinstance(word, str)] if isinstance(value, list) else []
