"""Of things asked for in one breath (최저 금리랑 상담 지점 전화번호) those that nothing found says a word of: they are
named, since the answer to the others looks like an answer to all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from execution_agents.answer.evidence.request import AnswerRequest
from foundation.contracts.work import EvidenceItem
from foundation.domains.schema.pack import Pack, TableSource
from foundation.domains.slots.synonyms import added_words
from foundation.language.content import content_words
from foundation.language.cues import normalise
from foundation.language.script import language_of
from foundation.language.wanted.questions import clauses_in

SHORT = 2
"""Syllables of a Korean word."""


def unsaid_parts(request: AnswerRequest, answer: str) -> tuple[str, ...]:
    """Those parts of the question; none where all of them are unsaid: then the question is not answered as a whole."""
    question = request.question
    parts = [question[start:end].strip() for start, end in clauses_in(question)]
    items = [item for batch in request.evidence for item in batch.items]
    if len(parts) < 2 or not items:
        return ()
    said = [f"{item.title} {item.text} {' '.join(str(value) for value in item.fields.values())}" for item in items]
    if language_of(" ".join(said)) != language_of(question):
        return ()
    held = [normalise(text) for text in (*said, answer)]
    columns = [normalise(text) for item in items for text in columns_of(item, request.pack)]
    unsaid = tuple(one for one in parts if _is_unsaid(one, held, columns, request.pack))
    return unsaid if len(unsaid) < len(parts) else ()


def _is_unsaid(part: str, held: Sequence[str], columns: Sequence[str], pack: Pack) -> bool:
    """True if none of its words occurs, nor another word for one, and no column is called by the last: what is asked
    for (상담 지점 전화번호)."""
    words = [forms_of(word, pack) for word in content_words(part)]
    if not words or any(_begins_word(text, form) for forms in words for form in forms for text in held):
        return False
    return not any(_begins_word(text, form) for form in words[-1] for text in columns)


def _begins_word(text: str, word: str) -> bool:
    """Two syllables occur across words by chance (보증금 상한: 금상), so these must begin one."""
    if word.isascii() or len(word) > SHORT:
        return says_word(text, word)
    return re.search(rf"(?<![가-힣]){re.escape(word)}", text) is not None


def columns_of(item: EvidenceItem, pack: Pack) -> Iterator[str]:
    """What the columns of a row are called."""
    source = next((one for one in pack.sources if one.name == item.source), None)
    for column in source.columns if isinstance(source, TableSource) else ():
        yield " ".join((*column.label.values(), *column.words))


def forms_of(word: str, pack: Pack) -> list[str]:
    """A word and the pack's other words for it."""
    return [normalise(one) for one in (word, *added_words(word, pack.dictionary.synonyms))]


def says_word(text: str, word: str) -> bool:
    """A Latin word matches at the beginning of a word (pet, pets, not competent), a Korean one in any spacing."""
    if word.isascii():
        return re.search(rf"\b{re.escape(word.rstrip('s'))}", text) is not None
    return word.replace(" ", "") in text.replace(" ", "")
