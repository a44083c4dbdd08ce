"""The files a measurement reads and writes; what is missing or wrong is said before anything is measured."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import BaseModel, ValidationError

from foundation.contracts.errors import DataMissing, WrongUse

Line = TypeVar("Line", bound=BaseModel)


def public_file(data: Path | None, *parts: str) -> Path:
    """A file or folder of the public data. Raises DataMissing."""
    wanted = "/".join(parts)
    if data is None:
        raise DataMissing(f"The public data is not there; point SUFFICE_TEST_DATA at the folder that holds {wanted}.")
    found = data.joinpath(*parts)
    if not found.exists():
        raise DataMissing(
            f"{data} has no {wanted}; put it there, or point SUFFICE_TEST_DATA at the folder that has it."
        )
    return found


def lines_of(path: Path, kind: type[Line]) -> list[Line]:
    """The objects of a file of JSON lines. Raises WrongUse, with the line that is wrong."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise WrongUse(f"{path} cannot be read ({error}); give a file of JSON lines in UTF-8.") from error
    found: list[Line] = []
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            found.append(kind.model_validate_json(line))
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            where = ".".join(str(part) for part in first["loc"]) or "the line"
            raise WrongUse(f"{path}, line {number}: {where}: {first['msg']}; mend that line.") from None
    if not found:
        raise WrongUse(f"{path} holds nothing; give a file with a JSON object on each line.")
    return found


class Results:
    """Where `--json FILE` goes: a line for each thing measured in FILE, the figures in FILE.figures.json beside it."""

    def __init__(self, path: Path | None) -> None:
        """Raises WrongUse for a place that cannot be written, before hours are spent."""
        self.path = path
        for each in [path, self._figures] if path else []:
            self._write(each, "", "a")

    @property
    def _figures(self) -> Path:
        assert self.path is not None
        return self.path.with_name(f"{self.path.name}.figures.json")

    def lines(self, rows: Iterable[Mapping[str, Any]], run: str = "") -> None:
        """The lines of one run. A second run's go into a file of its own: FILE with the run's name before its end."""
        if self.path is not None:
            path = self.path.with_name(f"{self.path.stem}.{run}{self.path.suffix}") if run else self.path
            self._write(path, "".join(f"{json.dumps(row, ensure_ascii=False)}\n" for row in rows))

    def figures(self, found: Mapping[str, Any]) -> None:
        """All figures of the command."""
        if self.path is not None:
            self._write(self._figures, json.dumps(found, ensure_ascii=False, indent=1) + "\n")

    def _write(self, path: Path, text: str, mode: Literal["w", "a"] = "w") -> None:
        try:
            with path.open(mode, encoding="utf-8") as file:
                file.write(text)
        except OSError as error:
            raise WrongUse(f"--json {path} cannot be written ({error.strerror}); name a file that can be.") from error
