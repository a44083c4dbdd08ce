"""The two checks a model makes of a draft that the measurements accept.

Only what the rules doubt is asked: a draft without a doubtful sentence about its question costs no call. A model's
verdict is verified: a sentence is supported only if the quote occurs in the text the model was shown. If a check fails,
the result of the rules stays: the sentence is marked, the draft accepted.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

import structlog

from execution_agents.answer.checks.examined import Finding
from execution_agents.answer.checks.numbers import check_numbers
from execution_agents.answer.checks.settling import without_parts
from execution_agents.answer.checks.verification import Verdict
from execution_agents.answer.evidence.contexts import Context
from execution_agents.answer.grading.bounds import STRUCTURED, Bounds
from foundation.contracts.errors import ModelFailed
from foundation.contracts.ports import LanguageModel
from foundation.domains.schema.answering import CheckFigures
from foundation.domains.schema.grading import GradingFigures
from foundation.language.figures.reader import figures_of
from prompts.catalog import shipped_prompts
from prompts.grading_replies import ClaimsReply, GradeReply

log = structlog.get_logger()
CLAIMS, GRADE = "hallucination_check", "answer_grader"
LEAST_QUOTE = 6
"""Least letters and digits of a quote: a shorter one occurs anywhere."""
Grade = Literal["accept", "retry", "failed"]


@dataclass(frozen=True)
class ClaimsFound:
    """The result for the doubtful sentences."""

    verdict: Verdict
    """The verdict without the claims that were supported."""
    refuted: tuple[Finding, ...]
    """Sentences that the documents contradict, or do not hold."""
    contradicted: tuple[Finding, ...]
    """Those of them that the documents contradict."""

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences the writer is given."""
        return tuple(one.part.text for one in self.refuted)


@dataclass(frozen=True)
class Graded:
    """Whether a draft answers."""

    grade: Grade
    missing: tuple[str, ...] = ()
    by_model: bool = False


@dataclass(frozen=True)
class Checks:
    """One answer's checks."""

    model: LanguageModel
    figures: GradingFigures
    bounds: Bounds
    check: CheckFigures

    def doubts(self, verdict: Verdict) -> bool:
        """Whether the rules leave anything to ask; else the draft costs no call more."""
        return bool(doubtful(verdict)) or doubts_answer(verdict, self.check)

    async def claims(self, verdict: Verdict, contexts: Sequence[Context]) -> ClaimsFound | None:
        """Looks the doubtful sentences up; None: there are none, or the reply was unusable."""
        doubted = doubtful(verdict)[: self.figures.claims_at_once]
        if not doubted or not self.figures.claims or not self.bounds.room(STRUCTURED):
            return None
        listed = "\n".join(f"{at}. {one.part.text}" for at, one in enumerate(doubted, 1))
        shown = documents_of(contexts)
        messages = shipped_prompts().render(CLAIMS, documents=shown, claims=listed)
        try:
            async with self.bounds.within(CLAIMS):
                reply = await self.model.structured(CLAIMS, messages, ClaimsReply, self.bounds.usage)
        except ModelFailed as failure:
            log.info("claims_unchecked", reason=str(failure.data.get("reason", "failed")))
            return None
        return found_of(verdict, doubted, reply, (squeezed(shown), self.check))

    async def grade(self, question: str, text: str, verdict: Verdict, *, doubted: bool = False) -> Graded:
        """Whether it answers: by rules if they are certain, else by the model. `doubted`: by the checks of whoever
        wrote it."""
        is_certain = not doubted and not doubts_answer(verdict, self.check)
        if is_certain or not self.figures.grade or not self.bounds.room(STRUCTURED):
            return Graded("accept")
        messages = shipped_prompts().render(GRADE, question=question, draft=text)
        try:
            async with self.bounds.within(GRADE):
                reply = await self.model.structured(GRADE, messages, GradeReply, self.bounds.usage)
        except ModelFailed as failure:
            log.info("answer_ungraded", reason=str(failure.data.get("reason", "failed")))
            return Graded("accept")
        return Graded(reply.grade, reply.missing, by_model=True)


def doubtful(verdict: Verdict) -> list[Finding]:
    """Sentences that nothing supports and nothing contradicts, each once; the rules remove what is contradicted."""
    wrong = {one.part.start for one in verdict.examined.findings if one.wrong}
    found: dict[int, Finding] = {}
    for one in verdict.examined.findings:
        if one.part.start not in wrong:
            found.setdefault(one.part.start, one)
    return [found[start] for start in sorted(found)]


def doubts_answer(verdict: Verdict, check: CheckFigures) -> bool:
    """True if the draft and its sources hold too little of the question: it may be true and answer another question.
    Figures that were compared with cells already show what they are about."""
    if verdict.refuses or verdict.examined.typed:
        return False
    return verdict.question_overlap < check.question_overlap or verdict.key_words < check.key_words


def found_of(
    verdict: Verdict, doubted: Sequence[Finding], reply: ClaimsReply, by: tuple[str, CheckFigures]
) -> ClaimsFound | None:
    """The replies by sentence. A sentence without a reply stays as the rules left it."""
    plain, check = by
    said = {one.claim: one for one in reply.claims if 1 <= one.claim <= len(doubted)}
    if not said:
        return None
    borne, refuted, contradicted = set[int](), list[Finding](), list[Finding]()
    for at, finding in enumerate(doubted, 1):
        one = said.get(at)
        if one is None:
            continue
        stands = is_quoted(one.quote, plain)
        if one.verdict == "supported":
            if stands and bears(one.quote, finding, check):
                borne.add(finding.part.start)
            continue
        refuted.append(finding)
        if one.verdict == "contradicted" and stands:
            contradicted.append(finding)
    left = tuple(one for one in verdict.examined.findings if one.part.start not in borne)
    kept = replace(verdict, examined=replace(verdict.examined, findings=left))
    return ClaimsFound(kept, tuple(refuted), tuple(contradicted))


def bears(quote: str, finding: Finding, check: CheckFigures) -> bool:
    """True if quoted words can support the sentence: they hold its figures. A name that no document holds is never
    supported."""
    return finding.check != "names" and not check_numbers(finding.part.text, figures_of(quote), check).unsupported


def is_quoted(quote: str, plain: str) -> bool:
    """True if these words occur in the text shown."""
    words = squeezed(quote)
    return len(words) >= LEAST_QUOTE and words in plain


def squeezed(text: str) -> str:
    """Letters and digits only: models change spaces, marks and case."""
    return "".join(one for one in text.lower() if one.isalnum())


def documents_of(contexts: Sequence[Context]) -> str:
    """The documents of the draft, a line each."""
    return "\n".join(f"{one.one.marker} | {one.title} | {' '.join(one.text.split())}" for one in contexts)


def without_refuted(text: str, verdict: Verdict, refuted: Sequence[Finding]) -> str:
    """The draft without these sentences; "" where nothing would be left."""
    starts = {one.part.start for one in refuted}
    kept = [part for part in verdict.parts if part.start not in starts]
    return without_parts(text, [part for part in verdict.parts if part.start in starts]) if kept else ""
