"""The lasting statements people make about themselves in a message, by rules.

A sentence is stored if it is about the person (`people`), lasts (`lasting`) and no rule forbids it (`vetoes`,
`secrets`); or if it says how all answers are wanted (`styles`). In a sentence that continues with a question, only the
part before the question counts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from foundation.contracts.memories import LONGEST_MEMORY, MemoryKind
from foundation.language.printable import visible
from foundation.language.script import HANGUL, composed
from foundation.language.sentences import sentences_of
from supervisor.memory.personal import vetoes
from supervisor.memory.personal.lasting import lasts
from supervisor.memory.personal.people import of_whom
from supervisor.memory.personal.secrets import holds_a_secret
from supervisor.memory.personal.styles import is_style
from supervisor.memory.personal.topics import is_beside, kind_of, topic_of

MAX_MESSAGE = 2_000
"""Characters read of a message; a longer one is a document, not a person's statement about themselves."""
MAX_STATEMENTS = 5
SHORTEST = 4
_KOREAN_BREAK = re.compile(
    r"(?:[가-힣]데요?|지만요?|니까요?|거든요|[아어해라]서요?|[이하]고요?|[가-힣]며)(?=[\s,]),?\s*"
)
_ENGLISH_BREAK = re.compile(
    r"(?:\s*[,;]|\s+[-–]\s)?\s*(?:\b(?:so|and|but)\s+)?(?=\b(?:what|how|where|which|when|who"
    r"|why|can|could|do|does|is|are|am|should|will|would)(?:['’]?s|['’]?re)?\s+\w)",
    re.IGNORECASE,
)
_LEAD = re.compile(r"^(?:참고로|그리고|그런데|근데|아|음|네|안녕하세요|저기요|사실|정정(?:할게요|합니다)?)[\s,.:]+")


@dataclass(frozen=True)
class Statement:
    """One statement of a person about themselves."""

    text: str
    kind: MemoryKind
    topic: str
    beside: bool
    """It is true in addition to earlier statements on the same topic."""


def statements_of(message: str) -> tuple[Statement, ...]:
    """In order, each once."""
    text = composed(message).strip()
    if len(text) > MAX_MESSAGE or vetoes.is_not_to_be_kept(text):
        return ()
    found: dict[str, Statement] = {}
    for sentence in sentences_of(text):
        statement = statement_in(sentence)
        if statement is not None:
            found.setdefault(statement.text, statement)
    return tuple(found.values())[:MAX_STATEMENTS]


def statement_in(sentence: str) -> Statement | None:
    """The statement of a sentence; None if it makes none that is stored."""
    plain = _LEAD.sub("", sentence.strip())
    if not SHORTEST <= len(plain) <= LONGEST_MEMORY or may_not_be_kept(plain):
        return None
    if is_style(plain):
        return made(plain, "style")
    if vetoes.asks(plain) or vetoes.is_order(plain):
        return _before_the_question(plain)
    return _stated(plain)


def may_not_be_kept(sentence: str) -> bool:
    """True for secrets and for other people's words, whoever proposes them."""
    seen = visible(sentence)
    return holds_a_secret(seen) or vetoes.without_quotes(seen) != seen


def is_against_the_service(sentence: str) -> bool:
    """True for an order about the service's own instructions, not for a statement that merely names such a thing
    ("저는 작업 지시서를 관리해요")."""
    seen = visible(sentence)
    return vetoes.instructs(seen) and (vetoes.is_order(seen) or statement_in(seen) is None)


def is_of_oneself(sentence: str) -> bool:
    """Only the vetoes, for proposals by a model or the person."""
    against = (vetoes.asks, vetoes.is_supposed, vetoes.is_reported, vetoes.is_order, vetoes.is_of_the_talk)
    return of_whom(sentence) != "other" and not any(veto(sentence) for veto in against)


def made(text: str, kind: MemoryKind) -> Statement:
    """A statement of this text."""
    return Statement(text.strip(" ,~"), kind, topic_of(text, kind), is_beside(text))


def _stated(sentence: str) -> Statement | None:
    if not is_of_oneself(sentence) or of_whom(sentence) != "self":
        return None
    if vetoes.passes(sentence) or not lasts(sentence):
        return None
    return made(sentence, kind_of(sentence))


def _before_the_question(sentence: str) -> Statement | None:
    korean = HANGUL.search(sentence) is not None
    ends = [match.end() for match in (_KOREAN_BREAK if korean else _ENGLISH_BREAK).finditer(sentence)]
    for end in reversed(ends):
        before = sentence[:end].strip(" ,;-–")
        if len(before) >= SHORTEST and not vetoes.asks(before):
            return _stated(before)
    return None
