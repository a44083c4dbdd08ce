"""Each benchmark runs to its end in its tiny size and says what its page promises. No time is asserted.

One of them every day, the others at night.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import economics, overhead, parts, sockets, throughput
from benchmarks.harness.command import Asked

pytestmark = pytest.mark.slow
QUICK = Asked(quick=True, images=None)


@pytest.mark.nightly
async def test_overhead_compares_three_ways_of_keeping_a_conversation() -> None:
    said = (await overhead.measure(QUICK)).text()
    for way in (overhead.OURS, overhead.SYNC, overhead.RIVAL):
        assert said.count(f"| {way} |") == 2
    assert "| checkpoint tables below 1 MB at 8 turns |" in said


@pytest.mark.nightly
async def test_throughput_counts_every_turn() -> None:
    section = await throughput.measure(QUICK)
    said = section.text()
    assert "8 conversations, 4 in flight" in said
    for way in (throughput.OURS, throughput.SYNC, throughput.RIVAL):
        assert f"| {way} |" in said


@pytest.mark.long  # every day: the arithmetic of the measurements
async def test_economics_holds_the_conversation_six_ways_and_draws_it(tmp_path: Path) -> None:
    said = (await economics.measure(Asked(quick=True, images=tmp_path))).text()
    for holder in economics.HOLDERS:
        assert said.count(f"| {holder} |") == 3
    assert "| other region |" in said
    assert "| no wrong reuse on the traps | 0 | met |" in said
    assert (tmp_path / "economics.png").exists()


@pytest.mark.nightly
async def test_parts_are_asked_alone_and_together_with_and_without_searching_calls() -> None:
    said = (await parts.measure(QUICK)).text()
    alone, searching = (next(line for line in said.splitlines() if line.startswith(f"| {name} |"))
                        for name in (parts.PLAIN, parts.SEARCHING))  # fmt: skip
    assert alone.endswith("| 2 | 3 | 0 | 0 |"), "one call reads the message, one drafts each part"
    assert searching.endswith("| 3 | 5 | 1 | 2 |"), "each part searches with a call of its own"
    assert said.count("| two parts at most 1.3 x one part") == 2


@pytest.mark.nightly
async def test_sockets_stand_beside_a_bare_echo() -> None:
    said = (await sockets.measure(QUICK)).text()
    for server in (sockets.SERVICE, sockets.ECHO):
        assert said.count(f"| {server} |") == 1
    assert "20 idle, 4 streaming" in said
