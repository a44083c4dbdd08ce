"""What `suffice eval endpoint` found of each endpoint: one small file in the data folder, beside no table, since a
verdict belongs to a machine's own endpoints and is made anew in minutes."""

from __future__ import annotations

import asyncio
import json
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal, cast

from pydantic import TypeAdapter, ValidationError

from foundation.contracts.untrusted_json import loads

FILE = "endpoints.json"
Verdict = Literal["plans and writes", "writes only", "thinking mode advised", "not advised"]


@dataclass(frozen=True)
class EndpointVerdict:
    """One endpoint with one model."""

    base_url: str
    model: str
    verdict: str
    figures: dict[str, str]
    judged_at: str = ""

    @property
    def key(self) -> str:
        """What it is found by."""
        return f"{self.model} {self.base_url.rstrip('/')}"


@dataclass(frozen=True)
class EndpointReports:
    """The reports of this machine, and which endpoint the service asks."""

    data_dir: Path
    base_url: str = ""
    model: str = ""

    async def found(self) -> list[tuple[EndpointVerdict, bool]]:
        """Every report, the newest first, and whether it is of the endpoint in use."""
        held = await asyncio.to_thread(read_all, self.data_dir)
        reports = [one for one in map(verdict_from, held.values()) if one is not None]
        used = EndpointVerdict(self.base_url, self.model, "", {}).key
        reports.sort(key=lambda one: one.judged_at, reverse=True)
        return [(one, bool(self.model) and one.key == used) for one in reports]


_VERDICT = TypeAdapter(EndpointVerdict)


def keep(data_dir: Path, found: EndpointVerdict) -> None:
    """Writes it over an earlier one of the same endpoint and model."""
    held = read_all(data_dir)
    held[found.key] = {**asdict(found), "judged_at": datetime.now(UTC).isoformat(timespec="seconds")}
    data_dir.mkdir(parents=True, exist_ok=True)
    beside = data_dir / f"{FILE}.new"
    beside.write_text(json.dumps(held, ensure_ascii=False, indent=1), encoding="utf-8")
    beside.replace(data_dir / FILE)


def verdict_of(data_dir: Path, base_url: str, model: str) -> EndpointVerdict | None:
    """What was found of this endpoint; None: nothing yet, or what cannot be read."""
    held = read_all(data_dir).get(EndpointVerdict(base_url, model, "", {}).key)
    return None if held is None else verdict_from(held)


def verdict_from(held: object) -> EndpointVerdict | None:
    """A report as it was written down; None: it is of another shape."""
    try:
        return _VERDICT.validate_python(held)
    except ValidationError:
        return None


def read_all(data_dir: Path) -> dict[str, dict[str, Any]]:
    """All of them, by key; empty where the file is missing or broken."""
    try:
        found = loads((data_dir / FILE).read_bytes())
    except (OSError, ValueError):
        return {}
    return cast("dict[str, dict[str, Any]]", found) if isinstance(found, dict) else {}
