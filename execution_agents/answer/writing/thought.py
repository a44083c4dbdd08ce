"""The thinking mode as the writer of one answer: the graph writes, and the measurements and the grader of every draft
judge its result."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from execution_agents.answer.checks.settling import Settled, settled, without_marked
from execution_agents.answer.checks.verification import Verdict
from execution_agents.answer.evidence.citations import MarkerFilter, with_citations
from execution_agents.answer.evidence.contexts import Context
from execution_agents.answer.grading.bounds import Bounds
from execution_agents.answer.grading.checking import Checks, Graded
from execution_agents.answer.thinking.asking import Measured, Meter, ThinkingDeps, Understandings
from execution_agents.answer.thinking.checking import scores_of
from execution_agents.answer.thinking.graph import Thinking, Thought, deadline_in
from execution_agents.answer.thinking.state import DocumentState
from execution_agents.answer.thinking.writing import completed_answer
from execution_agents.answer.writing.early import LANGUAGES
from execution_agents.answer.writing.flow import Flow
from execution_agents.answer.writing.model_away import Watched
from execution_agents.answer.writing.record import Recorder
from execution_agents.answer.writing.recovery import Outcome, Streams, said, with_checks
from execution_agents.answer.writing.steps import Steps
from execution_agents.answer.writing.writer import Writer, evidence_line, longest, memories_text, notes_of
from foundation.contracts.events import AnswerRetried
from foundation.contracts.telemetry import NO_TELEMETRY, Telemetry

THOUGHT = "thinking"
LEAST_CALLS = 5
"""Requests a simple question takes: with fewer left in the turn, the answer is drafted without this mode."""


@dataclass(frozen=True)
class Thinker:
    """The enabled thinking mode: its graph, and its cache of questions it has seen."""

    graph: Thinking = field(default_factory=Thinking)
    known: Understandings = field(default_factory=Understandings)
    telemetry: Telemetry = NO_TELEMETRY

    def has_room(self, writer: Writer) -> bool:
        """Whether enough of the turn's calls are left."""
        most = writer.request.pack.answering.thinking.calls // writer.request.sharing
        return writer.usage.model_calls + LEAST_CALLS <= most

    async def outcome(self, writer: Writer, contexts: Sequence[Context], recorder: Recorder, out: Streams) -> Outcome:
        """The answer of the thinking mode, if it passes the measurements; else an outcome without text."""
        started = time.perf_counter()
        note = recorder.drafted(THOUGHT, 0, contexts, "")
        watched, steps = Watched(writer.model), Steps(out.emit)
        writer, out = replace(writer, model=watched), replace(out, emit=steps)
        deps = self._deps(writer, contexts, out)
        thought = await self.graph.think(writer.request.asked, documents_of(contexts), notes_of(writer.request), deps)
        recorder.spent("thinking", started)
        note["thought"] = thought.as_json()
        text = shown_of(thought.text, writer, contexts)
        if not text:
            note["outcome"] = thought.ended or "empty"
            await steps.end("failed")
            late = "timeout" if thought.ended == "time" else ""
            return Outcome("", False, None, 0, "extractive", failed=watched.failed or late)
        verdict = await writer.checked(text, contexts)
        recorder.measured(note, text, verdict)
        kept = await kept_of(text, verdict, writer, contexts)
        if kept is None:
            note["outcome"] = verdict.reason or "violations"
            await steps.end("failed")
            return Outcome("", False, None, 0, "extractive")
        note["outcome"] = "accepted" if kept[0].text == text and not kept[0].marks else "mended"
        outcome = await Grading(writer, contexts, thought, deps, out).graded(*kept)
        note["grade"] = outcome.grade
        note["thought"] |= {"path": list(deps.meter.path), "rounds": deps.meter.rounds}
        await steps.end()
        await out.delta(out.lead + outcome.text)
        return outcome

    def _deps(self, writer: Writer, contexts: Sequence[Context], out: Streams) -> ThinkingDeps:
        request, figures = writer.request, writer.request.pack.answering.thinking

        async def measured(text: str) -> Measured:
            verdict = await writer.checked(shown_of(text, writer, contexts), contexts)
            return Measured(refuted(verdict), verdict.refuses)

        latest = math.inf if request.ends_at is None else request.ends_at
        deadline = min(deadline_in(figures.simple_s), latest)
        return ThinkingDeps(
            model=writer.model,
            figures=figures,
            meter=Meter(writer.usage, figures.calls // request.sharing, deadline, latest),
            known=self.known,
            measure=measured,
            emit=out.emit,
            language=LANGUAGES.get(request.language, request.language),
            memories=memories_text(request),
            korean=request.language == "ko",
            telemetry=self.telemetry,
        )


@dataclass(frozen=True)
class Grading:
    """Whether a thought answers: its own checks stand for the measurements and the claims, the grader is shared."""

    writer: Writer
    contexts: Sequence[Context]
    thought: Thought
    deps: ThinkingDeps
    out: Streams

    async def graded(self, kept: Settled, verdict: Verdict) -> Outcome:
        """The answer with the grader's last verdict; it is completed once if the grader sends it back."""
        request, looked_up = self.writer.request, self.thought.state["facts"] is not None
        if verdict.refuses:
            return of_thought(kept, verdict)
        lacks = self.thought.unwritten
        graded, drafts = Graded("retry", lacks) if lacks else await self._grade(kept.text, verdict), 1
        if graded.grade == "retry" and request.pack.answering.grading.grade_retries and self.deps.meter.room(1):
            await self.out.emit(AnswerRetried(reason=said("incomplete", request), code="incomplete"))
            again, drafts = await self._completed(kept.text, graded), 2
            if again is not None:
                kept, verdict = again
                graded = await self._grade(kept.text, verdict)
        known = scores_of(self.thought.state)
        most = self.thought.confidence if known else 1000
        outcome = replace(of_thought(kept, verdict), drafts=drafts, most_confidence=most)
        return with_checks(outcome, looked_up, graded)

    async def _grade(self, text: str, verdict: Verdict) -> Graded:
        """The grader's verdict; where it gives none, that of the thought's own checks."""
        request, meter = self.writer.request, self.deps.meter
        answering = request.pack.answering
        bounds = Bounds(meter.usage, meter.most, request.ends_at)
        checks = Checks(self.writer.model, answering.grading, bounds, answering.check)
        before = meter.usage.model_calls
        graded = await checks.grade(request.standalone, text, verdict, doubted=self.thought.doubted)
        meter.rounds += meter.usage.model_calls - before
        if graded.by_model or not self.thought.doubted:
            return graded
        ensemble = self.thought.state["ensemble"]
        return Graded("failed", tuple(ensemble["missing"]) if ensemble is not None else ())

    async def _completed(self, text: str, graded: Graded) -> tuple[Settled, Verdict] | None:
        """The answer with what the grader misses; None: nothing better was written."""
        self.deps.meter.extend(self.deps.figures.simple_s)
        written = await completed_answer(text, graded.missing, self.thought.state, self.deps)
        shown = shown_of(written, self.writer, self.contexts)
        if not shown:
            return None
        verdict = await self.writer.checked(shown, self.contexts)
        return None if verdict.refuses else await kept_of(shown, verdict, self.writer, self.contexts)


def of_thought(kept: Settled, verdict: Verdict) -> Outcome:
    """The outcome of a thought that passed the measurements."""
    preserved = None if verdict.preserved is None else round(verdict.preserved / 1000, 3)
    return Outcome(kept.text, True, preserved, 0, None, verdict, verdict.refuses, kept, drafts=1)


async def kept_of(
    text: str, verdict: Verdict, writer: Writer, contexts: Sequence[Context]
) -> tuple[Settled, Verdict] | None:
    """The text as it is shown; None: what answers the question is contradicted."""
    if verdict.reason is None:
        return settled(text, verdict), verdict
    shorter = without_marked(text, verdict) if verdict.reason != "language" else text
    if shorter != text:
        again = await writer.checked(shorter, contexts)
        if again.reason is None:
            return settled(shorter, again), again
    return None


def documents_of(contexts: Sequence[Context]) -> list[DocumentState]:
    """The contexts as the graph's documents."""
    return [
        DocumentState(marker=one.one.marker, title=one.title, text=evidence_line(one).split(" | ", 2)[-1])
        for one in contexts
    ]


def shown_of(text: str, writer: Writer, contexts: Sequence[Context]) -> str:
    """The text as a person would see it: known markers, no bullets, ended at a sentence."""
    known, request = [context.one for context in contexts], writer.request
    markers = MarkerFilter(one.marker for one in known)
    flow = Flow(longest(request), request.pack.answering.whole_sentences_from)
    passed = flow.feed(markers.feed(text.strip())) + flow.feed(markers.flush())
    return with_citations((passed + flow.flush()).strip(), known, request.pack, request.language)


def refuted(verdict: Verdict) -> list[str]:
    """The rules' objections to a draft: sentences the evidence contradicts, figures that occur nowhere."""
    wrong = [one.part.text for one in verdict.examined.findings if one.wrong]
    loose = [figure for figure in verdict.unsupported if not any(figure in text for text in wrong)]
    language = ["it is in another language than the question"] if verdict.wrong_language else []
    return [*wrong, *loose, *language]
