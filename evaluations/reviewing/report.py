"""The review's figures as Markdown."""

from __future__ import annotations

from collections.abc import Mapping

from evaluations.reviewing.run import Count


def as_tables(counts: Mapping[str, Count], *, show: bool) -> str:
    """Each half's figures; with `show` what went wrong, one by one."""
    heads = ("half", "contracts", "problems found", "harmless called", "said to be missing")
    lines = [f"| {' | '.join(heads)} |", f"| {' | '.join('---' for _ in heads)} |"]
    for half, one in sorted(counts.items()):
        found, called = share(one.found, one.problems), share(one.called, one.harmless)
        lines.append(f"| {half} | {one.contracts} | {found} | {called} | {one.missing} |")
    for half, one in sorted(counts.items()):
        remarks = [*(f"label without a place: {each}" for each in one.misplaced)]
        if show:
            remarks += [*(f"missed: {each}" for each in one.missed), *(f"called: {each}" for each in one.wrongly)]
            remarks += [f"called, unlabelled: {each}" for each in one.besides]
        lines += [f"\n{half}\n", *remarks] if remarks else []
    return "\n".join(lines)


def share(part: int, whole: int) -> str:
    """9 / 10 (90.0 %)."""
    return f"{part} / {whole} ({100 * part / whole:.1f} %)" if whole else "-"
