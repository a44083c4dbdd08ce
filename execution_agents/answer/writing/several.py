"""The answer to a message of several questions: each is answered from its own evidence, all in parallel, under the
question's own words; questions without an answer are named at the end. A question that needs another's result waits for
it. Each section is written like a single answer. What it says first is shown when it and all sections before it are
complete: a rewritten section takes back nothing before it. Their support follows, section by section: the answers to
all questions are read first. A section that breaks is named like one without an answer, and the others go on."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Literal

import structlog

from execution_agents.analysis.cells import words_of
from execution_agents.answer.evidence.citations import MARKER
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.writing.badge import reuse_badge
from execution_agents.answer.writing.model_away import model_away
from execution_agents.answer.writing.steps import TEAM, in_section, since
from execution_agents.answer.writing.verified import UNSURE, is_partly
from foundation.contracts.errors import DatabaseUnreachable, Fenced, RunCancelled
from foundation.contracts.events import (
    AnswerRetried,
    AnswerWritten,
    Citation,
    Mark,
    RequestAnswered,
    RunEvent,
    TeamProgressed,
)
from foundation.contracts.ports import Delta, Emit, JsonObject

log = structlog.get_logger()
NAMED: Mapping[str, str] = {
    "ko": "다음 물음에는 답하지 못했습니다: {parts}. 하나씩 다시 물어봐 주세요.",
    "en": "Not answered here: {parts}. Please ask again, one at a time.",
}
DETAIL: Mapping[str, str] = {"ko": "자세히", "en": "in detail"}
BROKE: Mapping[str, str] = {
    "ko": "답을 쓰다가 오류가 나서 이 물음에는 답하지 못했습니다.",
    "en": "Writing this answer failed, so this part is not answered.",
}
LONGEST_HEADING, LONGEST_RESULT = 60, 600
Status = Literal["running", "done", "failed"]
STATUS: Mapping[Status, Mapping[str, str]] = {
    "running": {"ko": "답을 쓰는 중", "en": "being answered"},
    "done": {"ko": "답함", "en": "answered"},
    "failed": {"ko": "답하지 못함", "en": "not answered"},
}
Writes = Callable[[AnswerRequest, Delta, Emit], Awaitable[AnswerWritten]]
"""Writes the answer to one request."""
_BLANKS = re.compile(r"\s+")


@dataclass(frozen=True)
class Section:
    """One request and the text written for it."""

    request: AnswerRequest
    answer: AnswerWritten

    @property
    def reason(self) -> str:
        """Why it is not answered; "" where it is."""
        return str(self.answer.record.get("failure") or self.request.ends_early or "")

    @property
    def failed(self) -> str:
        """How the model failed that was to write it; "" where it did not."""
        return str(self.answer.record.get("model_failed") or "")

    @property
    def own_notices(self) -> list[str]:
        """Its notices but for those that are said once of the whole message."""
        language = self.request.language
        once = {words_of(UNSURE, language), *([model_away(self.failed, language)] if self.failed else [])}
        return [one for one in self.answer.notices if one not in once]

    @property
    def body(self) -> str:
        """The text without the notices at its end, which are shown once after all sections; the notices if there is no
        other text."""
        content, notices = self.answer.content, self.answer.notices
        for first in (0, 1):
            tail = "\n\n".join(notices[first:])
            if tail and content.endswith(tail):
                return content.removesuffix(tail).rstrip() or tail
        return content


@dataclass(frozen=True)
class Piece:
    """What a section says first, or its support."""

    place: int
    section: Section
    body: str
    """Its part of the section's body."""
    text: str
    """As it stands in the answer, under its heading."""


def parted(body: str) -> tuple[str, str]:
    """What a section says first, and its support: "" where there is none but the name of the source."""
    lead, _, support = body.partition("\n\n")
    only_source = support.startswith("— ") and "\n\n" not in support
    return (body, "") if only_source else (lead, support)


def in_detail(piece: Piece, markers: Markers, language: str) -> Piece:
    """The support as it stands in the answer."""
    heading = f"**{piece.place}) {words_of(DETAIL, language)}**"
    return replace(piece, text=f"{heading}\n\n{markers.shifted(piece.body, piece.section)}")


async def write_answers(
    whole: AnswerRequest,
    requests: Sequence[AnswerRequest],
    left_over: Sequence[str],
    write: Writes,
    out: tuple[Delta, Emit],
) -> AnswerWritten:
    """The answer to all of them. `whole`: the message with all its decisions; `left_over`: questions that were not
    processed."""
    delta, emit = out
    markers, first, later = Markers(), list[Piece](), list[Piece]()

    async with sections_of(requests, write, emit) as answers:
        for place, (request, answering) in enumerate(zip(requests, answers, strict=True), start=1):
            section = Section(request, await answering)
            lead, support = parted(section.body)
            text = f"**{place}) {heading_of(request.question)}**\n\n{markers.shifted(lead, section)}"
            first.append(Piece(place, section, lead, text))
            later += [Piece(place, section, support, "")] if support else []
            await delta(text if place == 1 else f"\n\n{text}")
    sections = [one.section for one in first]
    pieces = [*first, *(in_detail(one, markers, whole.language) for one in later)]
    notices = notices_of(whole, sections, left_over)
    texts = [*(one.text for one in pieces), *notices]
    if len(texts) > len(first):
        await delta("".join(f"\n\n{text}" for text in texts[len(first) :]))
    written = AnswerWritten(
        content="\n\n".join(texts),
        citations=tuple(markers.citations),
        notices=tuple(notices),
        documents=tuple(one for section in sections for one in section.answer.documents),
        marks=tuple(mark for section in sections for mark in marks_in(section, markers, pieces)),
    )
    return written.model_copy(update=joined_from(whole, sections, left_over))


@asynccontextmanager
async def sections_of(
    requests: Sequence[AnswerRequest], write: Writes, emit: Emit
) -> AsyncGenerator[Sequence[asyncio.Task[AnswerWritten]]]:
    """Starts every section; those that depend on another's result start when it is there."""
    tasks: list[asyncio.Task[AnswerWritten]] = []
    ended = list[int]()

    async def say(place: int, request: AnswerRequest, status: Status, elapsed_ms: int = 0) -> None:
        await emit(progress_of(place, request, status, (len(ended), len(requests)), elapsed_ms))

    async def section(place: int, request: AnswerRequest) -> AnswerWritten:
        async def emit_apart(event: RunEvent) -> None:
            if not isinstance(event, AnswerRetried):
                await emit(in_section(event, place + 1) if isinstance(event, TeamProgressed) else event)

        # All tasks are created before one runs; a request depends only on earlier ones.
        before = [(requests[at], await tasks[at]) for at in request.after if at < place]
        asked = replace(request, sharing=len(requests), earlier=tuple(results_of(before)))
        started = time.monotonic()
        await say(place, request, "running")
        answer = await _written(asked, write, emit_apart)
        ended.append(place)
        await say(place, request, "failed" if Section(request, answer).reason else "done", since(started))
        return answer

    try:
        async with asyncio.TaskGroup() as group:
            tasks += [group.create_task(section(at, one)) for at, one in enumerate(requests)]
            yield tasks
    except ExceptionGroup as broken:
        # A turn under which the database went away begins again: no other failure beside it may hide that.
        away = (one for one in broken.exceptions if isinstance(one, DatabaseUnreachable))
        raise next(away, broken.exceptions[0]) from broken


async def _written(request: AnswerRequest, write: Writes, emit: Emit) -> AnswerWritten:
    """The section; where writing it broke, one without an answer: a defect in one question must not cost the others
    theirs. A turn that was taken away, stopped, or that has no database has nothing to save."""
    try:
        return await write(request, _discard, emit)
    except (DatabaseUnreachable, Fenced, RunCancelled):
        raise
    except Exception as defect:
        log.exception("section_failed", reason=type(defect).__name__)
        return AnswerWritten(
            content=words_of(BROKE, request.language), record={"failure": "no_answer", "broke": type(defect).__name__}
        )


def results_of(before: Sequence[tuple[AnswerRequest, AnswerWritten]]) -> Iterator[tuple[str, str]]:
    """The earlier questions and their answers, without markers, which point at nothing in another section."""
    for request, answer in before:
        body = Section(request, answer).body
        yield request.question, " ".join(MARKER.sub("", body).split())[:LONGEST_RESULT]


def progress_of(
    place: int, request: AnswerRequest, status: Status, ended: tuple[int, int], elapsed_ms: int
) -> TeamProgressed:
    """The progress of one question of the message. `ended`: how many questions have been settled, of how many."""
    words = words_of(STATUS[status], request.language)
    return TeamProgressed(
        team=TEAM,
        step=f"subtask:{place + 1}",
        label=f"{place + 1}) {heading_of(request.question)}: {words}",
        status=status,
        elapsed_ms=elapsed_ms,
        done=ended[0],
        total=ended[1],
    )


def joined_from(whole: AnswerRequest, sections: Sequence[Section], left_over: Sequence[str]) -> JsonObject:
    """The verification of the answer as a whole, from its sections."""
    return {
        "badge": reuse_badge(whole),
        "confidence": min(section.answer.confidence for section in sections),
        "engine": "model" if any(section.answer.engine == "model" for section in sections) else "rules",
        "verification": verified(sections),
        "undo_available": whole.undo_available,
        "record": record_of(sections, left_over),
        "requests": tuple(answered(section) for section in sections),
    }


class Markers:
    """Numbers the citations of all sections in order of appearance; a passage that two sections cite has one number."""

    def __init__(self) -> None:
        self.citations: list[Citation] = []
        self._numbers: dict[tuple[str, str, str], int] = {}

    def shifted(self, text: str, section: Section) -> str:
        """Text of a section under the new numbers."""
        known = {one.marker: one for one in section.answer.citations}

        def numbered(match: re.Match[str]) -> str:
            one = known.get(int(match[1]))
            return match[0] if one is None else f"[{self._number(one)}]"

        return MARKER.sub(numbered, text)

    def _number(self, one: Citation) -> int:
        key = (one.evidence_id, one.chunk_id, one.title)
        if key not in self._numbers:
            self._numbers[key] = len(self.citations) + 1
            self.citations.append(one.model_copy(update={"marker": self._numbers[key]}))
        return self._numbers[key]


def marks_in(section: Section, markers: Markers, pieces: Sequence[Piece]) -> list[Mark]:
    """The section's marks, as offsets in the whole answer, which begins with these pieces of all sections."""
    content, found, at = section.answer.content.encode("utf-16-le"), list[Mark](), 0
    places, start = list[tuple[int, str]](), 0
    for piece in pieces:
        if piece.section is section:
            places.append((start, piece.text))
        start += units_of(piece.text) + len("\n\n")
    for mark in section.answer.marks:
        doubted = markers.shifted(content[2 * mark.start : 2 * mark.end].decode("utf-16-le"), section)
        while places and places[0][1].find(doubted, at) < 0:
            places, at = places[1:], 0
        if not places:
            break
        offset, text = places[0]
        there = text.find(doubted, at)
        begins = offset + units_of(text[:there])
        found.append(mark.model_copy(update={"start": begins, "end": begins + units_of(doubted)}))
        at = there + len(doubted)
    return found


def units_of(text: str) -> int:
    """UTF-16 code units."""
    return len(text.encode("utf-16-le")) // 2


def heading_of(question: str) -> str:
    """The question's own words on one line."""
    words = _BLANKS.sub(" ", question.replace("*", "")).strip()
    return words if len(words) <= LONGEST_HEADING else f"{words[: LONGEST_HEADING - 1].rstrip()}…"


def notices_of(whole: AnswerRequest, sections: Sequence[Section], left_over: Sequence[str]) -> list[str]:
    """Which questions are not answered, then the sections' own notices, each once. Of a question that is named here no
    section says again that it may not be answered; one that names the very part is believed instead."""
    unnamed = [one for one in sections if one.reason and not any(is_partly(each) for each in one.answer.notices)]
    lacking = [*(section.request.question for section in unnamed), *left_over]
    quoted = [f"‘{part}’" if whole.language == "ko" else f"“{part}”" for part in lacking]
    notices = [words_of(NAMED, whole.language).format(parts=", ".join(quoted))] if lacking else []
    bodies, failed = [section.body for section in sections], [one.failed for one in sections if one.failed]
    if failed:
        by_model = any(section.answer.engine == "model" for section in sections)
        notices.append(model_away(failed[0], whole.language, partly=by_model))
    notices += [notice for section in sections for notice in section.own_notices]
    return [notice for notice in dict.fromkeys(notices) if not any(notice in body for body in bodies)]


def answered(section: Section) -> RequestAnswered:
    """The result of one request."""
    answer = section.answer
    shown = next((one.title for one in answer.citations if not one.fields), "")
    return RequestAnswered(answered=not section.reason, reason=section.reason, content=section.body, shown=shown)


def verified(sections: Sequence[Section]) -> dict[str, str | int | float | None]:
    """The checks' result for the section that fared worst."""
    checks = [section.answer.verification for section in sections if section.answer.verification]
    preserved = [float(one["numeric_preservation"] or 0) for one in checks if one["numeric_preservation"] is not None]
    return {
        "numeric_preservation": min(preserved, default=None),
        "recovery_round": max((int(one["recovery_round"] or 0) for one in checks), default=0),
        "retry_count": sum(int(one.get("retry_count") or 0) for one in checks),
        "fallback": next((one["fallback"] for one in checks if one["fallback"]), None),
        "hallucination": worst(checks, "hallucination", ("failed", "marked", "valid")),
        "grade": worst(checks, "grade", ("failed", "accept")),
    }


def worst(checks: Sequence[Mapping[str, str | int | float | None]], field: str, order: Sequence[str]) -> str | None:
    """The gravest value of any section; None if no section was checked."""
    said = {one.get(field) for one in checks}
    return next((word for word in order if word in said), None)


def record_of(sections: Sequence[Section], left_over: Sequence[str]) -> JsonObject:
    """The first answered section's record, with all of them under `requests`."""
    first = next((section for section in sections if not section.reason), sections[0])
    return {
        **first.answer.record,
        "unanswered_parts": [*(one.request.question for one in sections if one.reason), *left_over],
        "requests": [{"question": one.request.question, **one.answer.record} for one in sections],
    }


async def _discard(text: str) -> None:
    """Discards a section's stream: a section is shown when it is complete."""
    del text
