"""The development sets of linking over the packs' own files: what was reached is held."""

from __future__ import annotations

from pathlib import Path

import pytest

from evaluations.linking.report import as_tables
from evaluations.linking.run import LinkingReport, evaluate_linking
from execution_agents.ingest.reading.apart import reading
from foundation.domains.loading.loader import find_packs, load_pack, shipped_packs
from service_agent.settings.environment import public_data_dir
from service_agent.terminal.console import Console

PACKS = {name: load_pack(folder) for name, folder in find_packs([shipped_packs()]).items()}


async def measured(data: Path | None) -> LinkingReport:
    async with reading():  # one process reads all documents, not one each
        return evaluate_linking((), PACKS, data, _no_bar)


def _no_bar(what: str, done: int, total: int) -> None:
    """Nobody watches."""
    del what, done, total


@pytest.mark.long  # every day: tests/execution_agents/knowledge_graph
async def test_labels_of_shipped_packs_are_reached_without_public_data(
    capsys: pytest.CaptureFixture[str],
) -> None:
    report = await measured(None)
    whole = report.whole
    assert whole.questions > 150
    assert whole.of["known"].precision.value >= 0.98, whole.faults
    assert whole.of["known"].recall.value >= 0.95, whole.faults
    assert whole.of["unknown"].recall.value >= 0.85, whole.faults
    assert whole.false_unknown == 0, whole.faults
    assert any("SUFFICE_TEST_DATA" in line for line in report.skipped)
    Console().print(as_tables(report, show=True))
    assert "Labelled questions" in capsys.readouterr().out


@pytest.mark.public_data
@pytest.mark.slow
@pytest.mark.nightly
@pytest.mark.timeout(1_000)
async def test_ordinary_questions_hold_few_unknown_names() -> None:
    data = public_data_dir()
    if data is None:
        pytest.skip("SUFFICE_TEST_DATA names no folder of public data")
    report = await measured(data)
    assert report.whole.of["known"].precision.value >= 0.98
    for one in report.stress:
        # Nearly all that is left in KorQuAD are apartments and laws that the pack has nothing of.
        assert one.share.value <= (0.015 if one.name == "korquad1_dev" else 0.005), (one.pack, one.examples)
