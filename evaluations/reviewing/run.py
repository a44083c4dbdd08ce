"""Reviews labelled contracts by the rules and counts what was found and what was called for nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from evaluations.reviewing.reading import Contract
from execution_agents.document.checklist import reviewed
from foundation.contracts.drafting import ReviewFinding
from foundation.domains.schema.pack import Pack

WORSE = ("against", "unusual")
_BLANKS = re.compile(r"\s+")


@dataclass
class Count:
    """What came of some contracts."""

    contracts: int = 0
    problems: int = 0
    found: int = 0
    harmless: int = 0
    called: int = 0
    missing: int = 0
    missed: list[str] = field(default_factory=list[str])
    wrongly: list[str] = field(default_factory=list[str])
    besides: list[str] = field(default_factory=list[str])
    """Sentences called that nobody labelled."""
    misplaced: list[str] = field(default_factory=list[str])
    """Quotes that do not stand in their contract."""


def review_all(contracts: Iterable[Contract], packs: Mapping[str, Pack]) -> dict[str, Count]:
    """Half -> what was found."""
    counts: dict[str, Count] = {}
    for contract in contracts:
        counted(contract, packs[contract.pack], counts.setdefault(contract.half, Count()))
    return counts


def counted(contract: Contract, pack: Pack, count: Count) -> None:
    """One contract's findings against its labels."""
    findings = reviewed(contract.text, pack, contract.lang)
    called = [one for one in findings if one.verdict in WORSE]
    count.contracts += 1
    count.missing += sum(one.verdict == "missing" for one in findings)
    labelled: list[tuple[int, int]] = []
    for problem in contract.problems:
        place = place_of(problem.quote, contract.text)
        if place is None:
            count.misplaced.append(f"{contract.id}: {problem.quote}")
            continue
        labelled.append(place)
        count.problems += 1
        if hits(called, place):
            count.found += 1
        else:
            count.missed.append(f"{contract.id} [{problem.kind}] {problem.quote}")
    for quote in contract.harmless:
        place = place_of(quote, contract.text)
        if place is None:
            count.misplaced.append(f"{contract.id}: {quote}")
            continue
        labelled.append(place)
        count.harmless += 1
        if wrong := hits(called, place):
            count.called += 1
            count.wrongly.append(f"{contract.id} {[one.item for one in wrong]} {quote}")
    for one in called:
        if not any(one.start < end and start < one.end for start, end in labelled):
            count.besides.append(f"{contract.id} [{one.item}] {one.quote}")


def hits(called: Sequence[ReviewFinding], place: tuple[int, int]) -> list[ReviewFinding]:
    """Findings that overlap a place."""
    return [one for one in called if one.start < place[1] and place[0] < one.end]


def place_of(quote: str, text: str) -> tuple[int, int] | None:
    """Where a quote stands, whatever blanks and lines lie in it; None where it does not."""
    words = [re.escape(word) for word in _BLANKS.split(quote.strip()) if word]
    match = re.search(r"\s+".join(words), text) if words else None
    return match.span() if match else None
