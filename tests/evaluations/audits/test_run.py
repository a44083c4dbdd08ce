"""Planted reuses audited on the real service; the packs' own files are whole; wrong lines are said."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from evaluations.audits.reading import read_planted
from evaluations.audits.run import Asked, evaluate_audits
from evaluations.harness.files import Results
from foundation.contracts.errors import WrongUse
from foundation.domains.loading.loader import shipped_packs
from tests.evaluations.harness.made import quiet

TOPIC = {"pack": "handbook", "first": "When is payday?", "second": "Can I bring my dog?", "reuse": "wrong"}
SAME = {"pack": "handbook", "first": "When is payday?", "second": "On which day are salaries paid?", "reuse": "right"}


@pytest.mark.long  # every day: pairs/ and drafts/ with a real service
@pytest.mark.slow
async def test_a_wrong_reuse_is_found_and_a_right_one_left(tmp_path: Path, kept: Path) -> None:
    path = tmp_path / "planted.jsonl"
    path.write_text("\n".join(map(json.dumps, (TOPIC, SAME))), encoding="utf-8")
    report = await evaluate_audits(Asked([path], kept), Results(tmp_path / "results.jsonl"), quiet)
    found = report.figures()
    assert (found["wrong reuses found"].hits, found["right reuses called wrong"].hits) == (1, 0)
    assert (found["wrong reuses found"].of, found["right reuses called wrong"].of) == (1, 1)


def test_sixty_of_each_truth_are_shipped() -> None:
    lines = read_planted(sorted(shipped_packs().glob("*/labels/planted.jsonl")))
    assert Counter(line.reuse for line in lines) == {"wrong": 60, "right": 60}
    assert len({(line.pack, line.first, line.second) for line in lines}) == len(lines)


def test_a_file_with_one_truth_alone_is_said(tmp_path: Path) -> None:
    path = tmp_path / "planted.jsonl"
    path.write_text(json.dumps(TOPIC), encoding="utf-8")
    with pytest.raises(WrongUse, match="Both truths are needed"):
        read_planted([path])
