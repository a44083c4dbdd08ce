"""What a test run says at its end of tests that were not run: how many, why, and what brings what they need."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

_RUN = "make test"
BROUGHT_BY = {
    "redis-server": "apt-get install redis-server",
    "Chromium": "apt-get install chromium",
    "page": "make page",
    "SUFFICE_TEST_DATA": "SUFFICE_TEST_DATA=/folder/of/the/public/data make test",
    "SUFFICE_TEST_SEARCH_URL": "SUFFICE_TEST_SEARCH_URL=http://127.0.0.1:9200 make test",
    "public data": "SUFFICE_TEST_DATA=/folder/of/the/public/data make test",
}
"""A word of the reason -> the command that brings what was missing; the first that fits."""


def lines_of(reasons: Iterable[str]) -> list[str]:
    """One line a command and its tests, then one for those that no command brings; nothing when all were run."""
    by_command: dict[str, Counter[str]] = {}
    for reason in reasons:
        command = next((command for word, command in BROUGHT_BY.items() if word in reason), "")
        by_command.setdefault(command, Counter())[reason] += 1
    if not by_command:
        return []
    lines = [f"{sum(one.total() for one in by_command.values())} tests were skipped:"]
    for command, counted in sorted(by_command.items(), key=lambda one: (not one[0], -one[1].total())):
        why = "; ".join(f"{number} x {reason}" for reason, number in counted.most_common())
        lines.append(f"  {why}" + (f". To run them: {command}" if command else ""))
    commands = [command for command in by_command if command and not command.startswith("SUFFICE_")]
    packages = sorted(command.split()[-1] for command in commands if command.startswith("apt-get"))
    rest = [command for command in commands if not command.startswith("apt-get")]
    steps = [*([f"apt-get install {' '.join(packages)}"] if packages else []), *rest]
    settings = sorted(command.removesuffix(f" {_RUN}") for command in by_command if command.startswith("SUFFICE_"))
    if steps or settings:
        steps.append("".join(f"{one} " for one in settings) + _RUN)
    return [*lines, *([f"All of them: {' && '.join(steps)}"] if steps else [])]
