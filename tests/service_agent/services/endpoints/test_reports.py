"""A verdict is found again for its own endpoint and model, and a broken file is none."""

from __future__ import annotations

import json
from pathlib import Path

from service_agent.services.endpoints.reports import FILE, EndpointReports, EndpointVerdict, keep, read_all, verdict_of

HERE = "http://127.0.0.1:9/v1"


def test_a_verdict_is_found_for_its_own_endpoint_and_model(tmp_path: Path) -> None:
    keep(tmp_path / "new", EndpointVerdict(HERE, "small", "writes only", {"streaming": "yes"}))
    found = verdict_of(tmp_path / "new", f"{HERE}/", "small")
    assert found is not None and (found.verdict, found.figures) == ("writes only", {"streaming": "yes"})
    assert found.judged_at
    assert verdict_of(tmp_path / "new", HERE, "large") is None


def test_a_broken_file_is_no_verdict_and_is_written_anew(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("{", encoding="utf-8")
    assert verdict_of(tmp_path, HERE, "small") is None
    keep(tmp_path, EndpointVerdict(HERE, "small", "writes only", {}))
    assert verdict_of(tmp_path, HERE, "small") is not None


async def test_reports_are_shown_newest_first_and_which_is_in_use(tmp_path: Path) -> None:
    keep(tmp_path, EndpointVerdict(HERE, "small", "writes only", {"streaming": "yes"}))
    keep(tmp_path, EndpointVerdict(HERE, "large", "plans and writes", {}))
    held = read_all(tmp_path)
    held[f"small {HERE}"]["judged_at"] = "2020-01-01T00:00:00+00:00"
    held["broken"] = {"model": 7}
    (tmp_path / FILE).write_text(json.dumps(held), encoding="utf-8")
    found = await EndpointReports(tmp_path, f"{HERE}/", "small").found()
    assert [(one.model, used) for one, used in found] == [("large", False), ("small", True)]
    assert await EndpointReports(tmp_path / "nowhere").found() == []
