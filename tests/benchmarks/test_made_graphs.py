"""The made graph has the size of a full standard of estimates."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.graphs.made import COUNTS, made


@pytest.mark.parametrize("times", [1, pytest.param(10, marks=pytest.mark.nightly)])
def test_a_made_graph_has_the_standards_entities_and_relations(times: int) -> None:
    graph = made(times)
    assert (len(graph.entities), len(graph.links)) == (13_387 * times, 24_323 * times)
    kinds = Counter(one.type for one in graph.entities.values())
    assert kinds == {kind: count * times for kind, count in COUNTS.items()}
    relations = Counter(one.type for one in graph.links.values())
    assert relations == {
        "BELONGS_TO": 5_060 * times,
        "REQUIRES_LABOR": 8_590 * times,
        "HAS_NOTE": 6_103 * times,
        "REQUIRES_EQUIPMENT": 2_057 * times,
        "USES_MATERIAL": 1_659 * times,
        "APPLIES_STANDARD": 854 * times,
    }
