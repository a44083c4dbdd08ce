"""Composes a document from its template, its values and its clauses; and compares two versions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from difflib import unified_diff
from functools import lru_cache
from pathlib import Path

from execution_agents.document.checklist import words_in
from execution_agents.document.fields import shown
from foundation.contracts.drafting import DocumentVersion
from foundation.domains.schema.documents import Template
from foundation.domains.schema.pack import Pack

PLACE = re.compile(r"\{\{\s*([a-z_0-9]+)\s*\}\}")
CLAUSES = "clauses"
FOLDER = "templates"
NONE = {"ko": "없음", "en": "None."}
DRAFT = {
    "ko": "> 초안입니다. 당사자가 확인하고 승인하기 전에는 계약이 아닙니다.",
    "en": "> This is a draft. It is no agreement until the parties have checked and approved it.",
}


def template_file(root: Path, name: str, language: str) -> Path:
    """The path of a template's text."""
    return root / FOLDER / f"{name}.{language}.md"


def language_for(template: Template, pack: Pack, language: str) -> str:
    """The document's language: the person's if the template has it, else the pack's first."""
    wanted = [language, *pack.languages]
    return next((each for each in wanted if template_file(pack.root, template.name, each).is_file()), wanted[0])


@lru_cache(maxsize=64)
def _text_of(path: Path, changed: int) -> str:
    del changed
    return path.read_text(encoding="utf-8")


def composed(
    template: Template,
    pack: Pack,
    language: str,
    values: Mapping[str, str],
    clauses: Sequence[str],
    terms: Sequence[str],
) -> str:
    """The document as Markdown."""
    path = template_file(pack.root, template.name, language)
    text = _text_of(path, path.stat().st_mtime_ns)
    written = {one.name: shown(one, values.get(one.name, one.default), language) for one in template.fields}
    written[CLAUSES] = clause_list(pack, language, clauses, terms)
    return PLACE.sub(lambda match: written.get(match[1], ""), text).strip() + "\n"


def clause_list(pack: Pack, language: str, clauses: Sequence[str], terms: Sequence[str]) -> str:
    """The clauses as a numbered list."""
    lines = [*(words_in(pack.clause(name).text, language) for name in clauses), *terms]
    if not lines:
        return NONE.get(language, NONE["en"])
    return "\n".join(f"{at}. {line}" for at, line in enumerate(lines, 1))


def version_of(held: DocumentVersion, pack: Pack) -> DocumentVersion:
    """The document written again from its values."""
    template = pack.template(held.template)
    markdown = composed(template, pack, held.language, held.fields, held.clauses, held.terms)
    return held.model_copy(update={"markdown": markdown})


def differences(before: str, after: str) -> list[str]:
    """Removed and added lines, with - and + before them."""
    lines = unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0)
    kept = (line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---"))
    return [f"{line[0]}{_without_bars(line[1:])}" for line in kept if line[1:].strip()]


def _without_bars(line: str) -> str:
    """A row of a table as it is read: 보증금 · 3억원."""
    cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
    return " · ".join(cell for cell in cells if cell) if line.strip().startswith("|") else line
