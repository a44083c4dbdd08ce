"""Reads packs: `pack.yaml` and its part files become a Pack, or every mistake with file and line."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from pydantic import ValidationError

from foundation.contracts.errors import WrongPack
from foundation.domains.loading.checks import check_references
from foundation.domains.loading.files import check_files
from foundation.domains.loading.formula_questions import with_questions
from foundation.domains.loading.line_questions import read_line_questions
from foundation.domains.loading.mistakes import Mistake
from foundation.domains.loading.schema_mistakes import note_schema_mistakes, valid_parts
from foundation.domains.loading.yaml_places import Marks, Plain, read_yaml
from foundation.domains.schema.pack import Choice, Pack, Slot
from foundation.language.cues import normalise
from foundation.language.rules.verb_forms import START, verb_forms

MAIN = "pack.yaml"
PARTS = (
    "dictionary",
    "slots",
    "entities",
    "sources",
    "intents",
    "data_types",
    "formulas",
    "templates",
    "clauses",
    "checklist",
    "replies",
    "examples",
)
"""Keys of pack.yaml that may be in a file of their own: `slots.yaml` holds what would follow `slots:`."""
REGIONS = "regions"
"""`regions.yaml` holds the regions of the slot whose parser is `region`."""


def shipped_packs() -> Path:
    """The folder `packs/` beside the code."""
    return Path(__file__).resolve().parents[3] / "packs"


def find_packs(folders: Iterable[Path]) -> dict[str, Path]:
    """Pack name -> folder. A later folder wins, so one's own pack may replace a shipped one of the same name."""
    found: dict[str, Path] = {}
    for folder in folders:
        if folder.is_dir():
            found |= {entry.name: entry for entry in sorted(folder.iterdir()) if (entry / MAIN).is_file()}
    return found


def load_pack(folder: Path) -> Pack:
    """The pack of this folder. Raises WrongPack whose message lists every mistake as `file:line: wrong; remedy`."""
    pack, mistakes = _read(folder)
    if pack is None or mistakes:
        listed = "\n".join(str(mistake) for mistake in mistakes)
        count = f"{len(mistakes)} mistake{'s' if len(mistakes) > 1 else ''}"
        raise WrongPack(f"The pack in {folder} has {count}:\n{listed}", mistakes=[str(one) for one in mistakes])
    return pack


def check_pack(folder: Path) -> list[Mistake]:
    """Every mistake of the pack in this folder, by file and line, and lines that its documents do not hold, which it
    does without; empty when all is in order."""
    return sorted({*_read(folder)[1], *read_line_questions(folder).misplaced})


def _read(folder: Path) -> tuple[Pack | None, list[Mistake]]:
    marks = Marks()
    if not (folder / MAIN).is_file():
        wrong, remedy = f"there is no pack in {folder}", f"write {MAIN}, or name the folder that holds it"
        return None, [Mistake(MAIN, 1, wrong, remedy)]
    content = read_yaml(folder, MAIN, (), marks)
    if not isinstance(content, dict):
        if not marks.mistakes:
            marks.add((), "the file is no mapping", "start it with `name: my_pack`")
        return None, sorted(marks.mistakes)
    _add_parts(folder, content, marks)
    pack = _validated(folder, content, marks)
    parts = valid_parts(content)
    check_references(folder, parts, marks)
    check_files(folder, parts, marks)
    asked = read_line_questions(folder)
    marks.mistakes += asked.mistakes
    if pack is not None:
        formulas, wrong = with_questions(pack.formulas, folder)
        marks.mistakes += wrong
        pack = pack.model_copy(update={"line_questions": asked.lines, "formulas": formulas})
    return pack, sorted(set(marks.mistakes))


def _validated(folder: Path, content: Mapping[str, Plain], marks: Marks) -> Pack | None:
    try:
        return with_synonyms(Pack.model_validate({**content, "root": folder}))
    except ValidationError as error:
        note_schema_mistakes(error, content, marks)
        return None


def with_synonyms(pack: Pack) -> Pack:
    """The pack whose choices are named by the dictionary's synonyms of their words, too (shop -> 상가건물): another one
    named is another thing, however it is said. A synonym of several choices names none."""
    inflected = [
        slot.model_copy(update={"choices": tuple(_with_forms(choice) for choice in slot.choices)})
        for slot in pack.slots
    ]
    slots = [slot.model_copy(update={"choices": _with_synonyms(slot, pack)}) for slot in inflected]
    return pack.model_copy(update={"slots": tuple(slots)})


def _with_forms(choice: Choice) -> Choice:
    """The choice with all forms of the verbs among its words (팔리다: 팔려, 팔린, 팔렸): a pack names a verb once."""
    forms = (form.removeprefix(START) for word in choice.words for form in verb_forms(word))
    # A form of one syllable (판) is the beginning of many other words.
    return choice.model_copy(
        update={"words": tuple(dict.fromkeys(one for one in forms if one in choice.words or len(one) > 1))}
    )


def _with_synonyms(slot: Slot, pack: Pack) -> tuple[Choice, ...]:
    value_of = {normalise(word): each.value for each in slot.choices for word in each.words}
    meant = {word: {value_of.get(normalise(other)) for other in others} - {None}
             for word, others in pack.dictionary.synonyms.items() if normalise(word) not in value_of}  # fmt: skip
    return tuple(
        choice.model_copy(
            update={"words": (*choice.words, *(word for word, values in meant.items() if values == {choice.value}))}
        )
        for choice in slot.choices
    )


def _add_parts(folder: Path, content: dict[str, Plain], marks: Marks) -> None:
    """Puts the part files where pack.yaml would hold their content."""
    for path in sorted([*folder.glob("*.yaml"), *folder.glob("*.yml")]):
        part = path.stem
        if path.name == MAIN:
            continue
        if path.suffix == ".yaml" and part == REGIONS:
            continue  # read last: it belongs into a slot
        if path.suffix != ".yaml" or part not in PARTS:
            known = ", ".join(f"{name}.yaml" for name in (*PARTS, REGIONS))
            marks.mistakes.append(Mistake(path.name, 1, "the pack takes no file of this name", f"use one of: {known}"))
        elif part in content:
            marks.add((part,), f"`{part}` stands here and in {path.name}", "keep it in one of the two")
        else:
            _read_part(folder, part, content, marks)
    if (folder / f"{REGIONS}.yaml").is_file():
        _add_regions(folder, content, marks)


def _read_part(folder: Path, part: str, content: dict[str, Plain], marks: Marks) -> None:
    said_before = len(marks.mistakes)
    content[part] = read_yaml(folder, f"{part}.yaml", (part,), marks)
    if content[part] is None and len(marks.mistakes) > said_before:
        marks.unread.add((part,))


def _add_regions(folder: Path, content: Mapping[str, Plain], marks: Marks) -> None:
    slots = content.get("slots")
    for index, slot in enumerate(slots if isinstance(slots, list) else ()):
        if isinstance(slot, dict) and slot.get("parser") == "region" and REGIONS not in slot:
            slot[REGIONS] = read_yaml(folder, f"{REGIONS}.yaml", ("slots", index, REGIONS), marks)
            return
    wrong = "no slot takes these regions"
    marks.mistakes.append(Mistake(f"{REGIONS}.yaml", 1, wrong, "declare a slot with `parser: region` and no regions"))
