"""A verdict is found again for its own endpoint and model, and a broken file is none."""

from __future__ import annotations

from pathlib import Path

from service_agent.cli.endpoint_verdicts import FILE, EndpointVerdict, keep, verdict_of

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
