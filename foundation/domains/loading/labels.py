"""A pack's labelled conversations as frozen objects (`packs/<name>/labels/README.md` says what each key means)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError, field_validator

from foundation.contracts.errors import DataMissing, WrongPack
from foundation.contracts.plan import Route
from foundation.domains.loading.yaml_places import sound_yaml
from foundation.domains.schema.pack import Pack

Half = Literal["development", "test"]
HALVES: tuple[Half, Half] = ("development", "test")
Expected = Literal["reused", "searched"]
_HOUR_S = 3_600
_AGE = re.compile(r"(\d+)([dh])")


class _Declared(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Change(BaseModel):
    """What is done to a source before a turn; the other keys say which of its documents or rows."""

    model_config = ConfigDict(frozen=True, extra="allow")

    source: str

    @property
    def where(self) -> Mapping[str, str]:
        """Key -> value that the document's front matter, or the table's row, must have."""
        return {name: str(value) for name, value in (self.model_extra or {}).items()}


class LabelledTurn(_Declared):
    """One question and what is right for the person who asks it."""

    q: str
    case: str
    route: Route | None = None
    intent: str | None = None
    slots: dict[str, tuple[str, ...]] = {}
    types: dict[str, Expected]
    decision: Literal["reuse", "partial", "search", "none"]
    may_ask: bool = False
    age_s: int = Field(default=0, alias="age")
    change: Change | None = None
    note: str = ""

    @field_validator("age_s", mode="before")
    @classmethod
    def _seconds(cls, value: object) -> object:
        match = _AGE.fullmatch(str(value))
        if match is None:
            return value
        return int(match[1]) * _HOUR_S * (24 if match[2] == "d" else 1)


class Conversation(_Declared):
    """One labelled conversation."""

    id: str
    language: str
    needs: Literal["public_data"] | None = None
    turns: tuple[LabelledTurn, ...]

    @property
    def changes(self) -> bool:
        """True when its turns change sources, so that it needs sources of its own."""
        return any(turn.change is not None for turn in self.turns)


_FILE = TypeAdapter(tuple[Conversation, ...])


def read_labels(pack: Pack) -> dict[Half, tuple[Conversation, ...]]:
    """Both halves. Raises DataMissing for a pack without labels, WrongPack for labels that cannot be read."""
    folder = pack.root / "labels"
    found: dict[Half, Path] = {half: path for half in HALVES if (path := folder / f"{half}.yaml").is_file()}
    if not found:
        raise DataMissing(f"The pack {pack.name} has no labels; write {folder / 'development.yaml'}.")
    return {half: _read(path) for half, path in found.items()}


def read_demo(pack: Pack) -> tuple[Conversation, ...]:
    """Conversations that demo traffic holds beside both halves; nothing is tuned or measured on them."""
    path = pack.root / "labels" / "demo.yaml"
    return _read(path) if path.is_file() else ()


def _read(path: Path) -> tuple[Conversation, ...]:
    try:
        return _FILE.validate_python(sound_yaml(path.parent, path.name))
    except ValidationError as error:
        raise WrongPack(f"{path} cannot be read as labels: {error}") from error
