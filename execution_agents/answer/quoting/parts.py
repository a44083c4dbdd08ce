"""Several questions in one message, told apart by how it is written (items that count on from 1, question marks), and
which of them an answer does not speak to: those are named, so that none vanishes."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from execution_agents.analysis.cells import words_of
from execution_agents.answer.evidence.answering import ranked
from execution_agents.answer.evidence.citations import Numbered
from execution_agents.answer.evidence.passages import Passage, asked_of, reading_of
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.retrieval.analysis import key_words
from foundation.domains.slots.slots import display_value
from foundation.domains.slots.synonyms import added_words
from foundation.language.claims import AT_START, on_lines
from foundation.language.cues import topic_words
from foundation.language.grams import grams_of

_CIRCLED = re.compile(r"[①-⑳]\s*")
_ASKED = re.compile(r".*?[?？]+(?![\"'”’」])|.+$", re.DOTALL)
NAMED: Mapping[str, str] = {
    "ko": "다음 물음에는 답하지 못했습니다: {parts}. 하나씩 다시 물어봐 주세요.",
    "en": "Not answered here: {parts}. Please ask again, one at a time.",
}
MOST = 10
"""Questions of one message that are told apart."""
LONGEST = 4_000
"""Characters that are read; longer ones are pasted texts."""


def questions_in(text: str) -> Sequence[str]:
    """The questions of a message, in order, as they were typed; empty for a message of one. What says nothing of its
    own (*why?*) belongs to the one before."""
    found: list[str] = []
    for part in _listed(text[:LONGEST]) or _asked(text[:LONGEST]):
        if topic_words(part):
            found.append(part)
        elif found:
            found[-1] = f"{found[-1]} {part}"
    return found[:MOST] if len(found) > 1 else ()


def _listed(text: str) -> list[str]:
    """Items of a list, with what is asked before it."""
    lines = on_lines(_CIRCLED.sub(lambda match: f"\n{match[0]}", text)).split("\n")
    items = [line for line in lines if AT_START.match(line) or _CIRCLED.match(line)]
    if len(items) < 2:
        return []
    before = [line for line in lines[: lines.index(items[0])] if "?" in line]
    plain = [_CIRCLED.sub("", AT_START.sub("", one)).strip() for one in items]
    return [*before, *(one for one in plain if one)]


def _asked(text: str) -> list[str]:
    """What ends in a question mark, each with what is said before it; what is asked for behind the last one too."""
    parts = [part.strip() for part in _ASKED.findall(text) if part.strip()]
    return parts if sum(part.endswith(("?", "？")) for part in parts) > 1 else []


def unanswered_parts(request: AnswerRequest, text: str, items: Sequence[Numbered]) -> Sequence[str]:
    """The questions of the message that the answer `text` does not speak to; empty for a message of one question."""
    parts = questions_in(request.question)
    if not parts:
        return ()
    said = [Passage(at, "", one) for at, one in enumerate([*text.split("\n\n"), *_shown_rows(request, text, items)])]
    each = [(part, [*parts[:at], *parts[at + 1 :]]) for at, part in enumerate(parts)]
    return [part for part, others in each if not _speaks_to(part, others, said, request)]


def notice_of(parts: Sequence[str], request: AnswerRequest) -> str:
    """One sentence that names them; "" for none."""
    quoted = [f"‘{part}’" if request.language == "ko" else f"“{part}”" for part in parts]
    return words_of(NAMED, request.language).format(parts=", ".join(quoted)) if parts else ""


def _speaks_to(part: str, others: Sequence[str], said: Sequence[Passage], request: AnswerRequest) -> bool:
    """Whether the answer holds as much of the part as a passage must that is called an answer, and something of what
    the other parts do not ask as well (탁도 기준은? 잔류염소 기준은?: 탁도)."""
    answering = request.pack.answering
    asked = asked_of(replace(request, standalone=part, question=part), said)
    best = ranked(asked, said, request.language, answering.scoring)
    if not best or best[0].told < answering.quoting.tells_in(request.language):
        return False
    shared = {word for other in others for word in key_words(other)}
    own = [word for word in key_words(part) if word not in shared]
    held = grams_of(" ".join(reading_of(one, asked)(one.text) for one in said))
    forms = [grams_of(form) for word in own for form in (word, *added_words(word, request.pack.dictionary.synonyms))]
    return not own or any(2 * len(form & held) >= len(form) for form in forms if form)


def _shown_rows(request: AnswerRequest, text: str, items: Sequence[Numbered]) -> list[str]:
    """What the rows the answer shows were picked by, and what their kind of data is called, of each: rows say
    neither."""
    shown = {one.evidence.evidence_id: one.evidence for one in items if one.is_row and f"[{one.marker}]" in text}
    slots = {slot.name: slot for slot in request.pack.slots}
    found: list[str] = []
    for batch in shown.values():
        kind = request.pack.data_type(batch.data_type)
        values = [(slots[name], value) for name in kind.matching_slots for value in batch.slots.get(name, ())]
        said = [display_value(slot, value, request.language) for slot, value in values]
        found.append(" ".join([words_of(kind.label, request.language), *said]))
    return found
