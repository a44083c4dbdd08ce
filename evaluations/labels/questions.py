"""A pack's single questions of the nine types: is the right section cited, and does the answer agree with it?

`labels/questions_development.yaml` and `questions_test.yaml`; a pack without them has none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from evaluations.cases import Half
from evaluations.rates import Share
from evaluations.results import HALVES, share
from foundation.contracts.errors import WrongPack
from foundation.domains.loading.yaml_places import sound_yaml
from foundation.domains.schema.pack import Pack

Type = Literal[
    "definition", "procedural", "numeric", "comparative", "problem", "technical_spec", "system_info", "operational",
    "general",
]  # fmt: skip
_SPACE = re.compile(r"\s+")


class Question(BaseModel):
    """One question, where its answer stands and which words of that place a right answer holds."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    type: Type
    q: str
    document: str
    """File below the pack's `documents/`."""
    section: str
    """Heading in it."""
    facts: tuple[str, ...]


@dataclass(frozen=True)
class Answered:
    """The service's answer to one question."""

    half: Half
    question: Question
    final: Mapping[str, Any]
    """The final message; one that failed has no content."""

    @property
    def content(self) -> str:
        """The answer's text."""
        return str(self.final.get("content", ""))

    @property
    def sections(self) -> tuple[str, ...]:
        """Cited passages as file name and heading, in the order of their markers."""
        cited = sorted(self.final.get("citations", ()), key=lambda one: int(one["marker"]))
        return tuple(place(str(one["uri"]), str(one["title"])) for one in cited)

    @property
    def cites(self) -> bool:
        """True when the right section is among the cited ones."""
        return place(self.question.document, self.question.section) in self.sections

    @property
    def leads(self) -> bool:
        """True when the answer's first quotation is the right section's."""
        cited = {
            int(one["marker"]): place(str(one["uri"]), str(one["title"])) for one in self.final.get("citations", ())
        }
        first = re.search(r"\[(\d+)\]", self.content)
        gold = place(self.question.document, self.question.section)
        return first is not None and cited.get(int(first[1])) == gold

    @property
    def tells(self) -> bool:
        """True when the answer holds every fact, however it is spaced."""
        plain = _SPACE.sub("", self.content)
        return all(_SPACE.sub("", fact) in plain for fact in self.question.facts)


def place(document: str, title: str) -> str:
    """A section's name: file and last heading."""
    return f"{PurePosixPath(document).name}#{title.rsplit(' > ', 1)[-1]}"


_FILE = TypeAdapter(tuple[Question, ...])


def read_questions(pack: Pack) -> dict[Half, tuple[Question, ...]]:
    """Both halves; empty for a pack without such questions. Raises WrongPack for a file that cannot be read."""
    paths: dict[Half, Path] = {half: pack.root / "labels" / f"questions_{half}.yaml" for half in HALVES}
    return {half: _read(path) for half, path in paths.items() if path.is_file()}


def _read(path: Path) -> tuple[Question, ...]:
    try:
        return _FILE.validate_python(sound_yaml(path.parent, path.name))
    except ValidationError as error:
        raise WrongPack(f"{path} cannot be read as questions: {error}") from error


def page(answered: Sequence[Answered]) -> str:
    """The figures by type and half, and the misses; "" without questions."""
    return "\n".join(line for half in HALVES for line in _half([one for one in answered if one.half == half], half))


def _half(answered: Sequence[Answered], half: Half) -> Iterator[str]:
    if not answered:
        return
    yield f"\n## Single questions of the nine types: the {half} half\n"
    yield "| type | questions | right section quoted first | right section cited | every fact stated |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    kinds = dict.fromkeys(one.question.type for one in answered)
    for kind in kinds:
        yield _row(kind, [one for one in answered if one.question.type == kind])
    yield _row("all", answered)
    yield ""
    for one in answered:
        if not (one.leads and one.tells):
            yield f"* {one.question.id} ({one.question.type}), “{one.question.q}”: {_complaint(one)}"


def _row(kind: str, answered: Sequence[Answered]) -> str:
    columns = ([one.leads for one in answered], [one.cites for one in answered], [one.tells for one in answered])
    shares = " | ".join(share(Share(sum(column), len(column))) for column in columns)
    return f"| {kind} | {len(answered)} | {shares} |"


def _complaint(one: Answered) -> str:
    facts = "the facts are stated" if one.tells else "the facts are not stated"
    if one.leads:
        return facts
    return f"{'another section is quoted first' if one.cites else 'the right section is not cited'}; {facts}"
