"""What a superlative looks for where no word says which end: most of what the question names."""

from __future__ import annotations

from pathlib import Path

import pytest

from execution_agents.analysis.material import is_named_by_degree
from foundation.domains.loading.loader import load_pack
from foundation.domains.schema.pack import TableSource

PLANT = load_pack(Path(__file__).resolve().parents[3] / "packs" / "water_treatment")


@pytest.mark.parametrize(
    ("question", "most"),
    [
        ("들어오는 물 젤 흙탕이었던 날이 언제야", True),
        ("제일 뿌연 물이었던 날", True),
        ("탁도가 제일 좋았던 날", False),
        ("제일 좋은 날 탁도는?", False),
    ],
)
def test_most_of_what_stands_behind_a_superlative_is_asked_for(question: str, most: bool) -> None:
    source = PLANT.source("readings")
    assert isinstance(source, TableSource)
    assert is_named_by_degree(question, source, PLANT) is most
