"""Writes a proposed pack as a folder: commented YAML and the tables' rows; never into an existing pack."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import yaml

from execution_agents.ingest.proposal.asking import head_nouns
from execution_agents.ingest.proposal.declared import Section, Wishes, path_of, sections_of
from execution_agents.ingest.proposal.folder import FolderSeen
from execution_agents.ingest.proposal.names import is_taken
from foundation.contracts.errors import WrongPack, WrongUse
from foundation.domains.loading.loader import MAIN, check_pack
from foundation.language.script import language_of

_WIDTH = 120


class _Plain(yaml.SafeDumper):
    """YAML without anchors, which packs do not accept."""

    def ignore_aliases(self, data: Any) -> bool:
        """Always true: a value that occurs twice is written twice."""
        del data
        return True

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        """Lists stand under their key with two spaces, as in the packs that ship."""
        del indentless
        super().increase_indent(flow, False)


def write_pack(into: Path, seen: FolderSeen, wishes: Wishes, *, replace: bool = False) -> Path:
    """Writes the pack's folder and checks it. Raises WrongUse if a pack is there already, WrongPack if the result is
    not a valid pack: then nothing of it is kept."""
    folder = into / wishes.name
    if is_taken(into, wishes.name) and not replace:
        raise WrongUse(f"There is a pack {wishes.name} in {into} already; give another --name, or --replace it.")
    if folder.exists() and not (folder / MAIN).exists():
        raise WrongUse(f"{folder} is there and is no pack; give another --name.")
    made = into / f".{wishes.name}.new" / wishes.name
    shutil.rmtree(made.parent, ignore_errors=True)
    try:
        _fill(made, seen, wishes)
        mistakes = check_pack(made)
        if mistakes:
            listed = "\n".join(str(one) for one in mistakes[:10])
            raise WrongPack(f"What was proposed is no sound pack; please report these lines.\n{listed}")
        shutil.rmtree(folder, ignore_errors=True)
        made.rename(folder)
    finally:
        shutil.rmtree(made.parent, ignore_errors=True)
    return folder


def add_examples(folder: Path, questions: Sequence[str]) -> None:
    """Questions for the start page, each in its language; none: no file."""
    if questions:
        examples = [{"text": question, "language": language_of(question)} for question in questions]
        head = "# Questions the start page offers: each was asked, and answered from the files.\n"
        (folder / "examples.yaml").write_text(head + _dumped(examples), encoding="utf-8")


def _fill(folder: Path, seen: FolderSeen, wishes: Wishes) -> None:
    (folder / "tables").mkdir(parents=True)
    for table in seen.tables:
        (folder / path_of(table)).write_text(table.written(), encoding="utf-8")
    if not seen.tables:
        (folder / "tables").rmdir()
    parts = [_head(seen, wishes), *(_section(one) for one in sections_of(seen, wishes)), _nouns(seen)]
    (folder / MAIN).write_text("\n".join(part for part in parts if part), encoding="utf-8")


def _head(seen: FolderSeen, wishes: Wishes) -> str:
    documents = " --source documents   # again whenever files change" if seen.documents else ""
    return _comment(
        (
            f"The pack {wishes.name}, proposed from {len(seen.documents)} documents and {len(seen.tables)} tables.",
            "It is yours: change it.",
            "docs/packs.md explains every key; packs/handbook is a longer example.",
            "",
            f"  suffice packs check {wishes.name}",
            *([f"  suffice ingest {str(seen.root)!r} --pack {wishes.name}{documents}"] if documents else []),
            f'  suffice packs why --pack {wishes.name} "…"   # how a question is understood',
            f"  SUFFICE_PACK={wishes.name} make run",
        )
    )


def _section(section: Section) -> str:
    said, part = section
    return (_comment(said.splitlines()) if said else "") + _dumped(part)


def _nouns(seen: FolderSeen) -> str:
    nouns = head_nouns(seen)
    if not nouns:
        return ""
    return _comment(
        (
            "Nouns that several of your headings end with. With this, an unknown word before one of them (Zeta 점검,",
            "the Zeta policy) names a thing the files do not have, and the answer says so. Keep those that end names,",
            "then uncomment.",
            "entities:",
            f"  - {{name: subject, label: {{ko: 대상, en: Subject}}, head_nouns: [{', '.join(nouns)}]}}",
        )
    )


def _dumped(part: Mapping[str, Any] | Sequence[Any]) -> str:
    return yaml.dump(part, Dumper=_Plain, allow_unicode=True, sort_keys=False, width=_WIDTH)


def _comment(lines: Iterable[str]) -> str:
    return "".join(f"# {line}".rstrip() + "\n" for line in lines)
