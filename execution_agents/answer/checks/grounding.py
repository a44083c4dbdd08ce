"""What a grounding model says about the claims the rules leave in doubt.

It is asked about doubtful claims only, in one batch, and may let a claim stand, mark it or have it removed. It never
overrules the rules: a figure bound to a cell or computed, a contradiction they found. The claim that answers the
question is marked at most. A claim without a reply stays as the rules left it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from execution_agents.answer.checks.examined import Check, Finding
from execution_agents.answer.checks.parts import Part
from execution_agents.answer.checks.verification import Marked, Verdict
from execution_agents.answer.evidence.contexts import Context

MOST = 8
"""Most claims of one answer that are asked about."""
LIMIT_S = 6.0
DROPPED = 0.1
"""Up to this probability a claim is removed; above it, it is marked."""
ASKED: frozenset[Check] = frozenset({"unsupported", "overgeneral", "advice"})
"""Doubts of words: a marker is cited or not."""


class Answer(Protocol):
    """Yes or no."""

    @property
    def supported(self) -> bool:
        """True if the document supports the claim."""
        ...

    @property
    def probability(self) -> float | None:
        """The probability of that; None if the model gave none."""
        ...


class Grounder(Protocol):
    """A model that says whether documents support claims."""

    async def grounded(self, pairs: Sequence[tuple[str, str]], limit_s: float) -> Sequence[Answer | None]:
        """One answer for each (document, claim)."""
        ...


@dataclass(frozen=True)
class Doubt:
    """One claim the rules could not decide."""

    part: Part
    finding: Finding | None
    """None: no check objected to it, and none supported it."""


def doubts_of(verdict: Verdict) -> list[Doubt]:
    """The doubtful claims, those with a finding first."""
    found = verdict.examined.findings
    wrong = {one.part.start for one in found if one.wrong}
    held = {one.part.start: one for one in found if one.check in ASKED and not one.wrong}
    doubts = [Doubt(one.part, one) for start, one in held.items() if start not in wrong]
    every = {one.part.start for one in found}
    doubts += [Doubt(part, None) for part in verdict.examined.unsettled if part.start not in every]
    return doubts[:MOST]


async def grounded(verdict: Verdict, contexts: Sequence[Context], grounder: Grounder) -> Verdict:
    """The verdict with what the model says of its doubtful claims."""
    doubts = [] if verdict.refuses or verdict.reason else doubts_of(verdict)
    if not doubts:
        return verdict
    pairs = [(document_of(one.part, contexts), one.part.text) for one in doubts]
    answers = await grounder.grounded(pairs, LIMIT_S)
    findings, marked, answered = (
        list(verdict.examined.findings),
        list(verdict.marked),
        list[tuple[str, bool, float | None]](),
    )
    for doubt, answer in zip(doubts, answers, strict=True):
        if answer is None:
            continue
        answered.append((doubt.part.text, answer.supported, answer.probability))
        findings = [one for one in findings if one is not doubt.finding]
        if answer.supported:
            marked = [one for one in marked if doubt.finding is None or one.sentence != doubt.part.text]
            continue
        check: Check = doubt.finding.check if doubt.finding else "unsupported"
        finding = Finding(doubt.part, check, _is_left_out(doubt.part, answer, verdict))
        findings.append(finding)
        if doubt.finding is None:
            marked.append(Marked(doubt.part.text, check, round(1000 * (answer.probability or 0.0))))
    examined = replace(verdict.examined, findings=tuple(findings))
    return replace(verdict, examined=examined, marked=tuple(marked), grounded=tuple(answered))


def _is_left_out(part: Part, answer: Answer, verdict: Verdict) -> bool:
    """True if it is surely unsupported, does not answer the question, and its figures are not known."""
    opens = bool(verdict.parts) and verdict.parts[0].start == part.start
    is_known = part.start in verdict.examined.with_figures
    return not opens and not is_known and answer.probability is not None and answer.probability <= DROPPED


def document_of(part: Part, contexts: Sequence[Context]) -> str:
    """The items a claim cites, all where it cites none."""
    cited = [one for one in contexts if one.one.marker in part.cited] or list(contexts)
    return "\n".join(f"{one.title}: {one.text if one.one.is_row else one.one.item.text}" for one in cited)
