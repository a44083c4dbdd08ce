"""Which items a prompt shows, and how much of each (system 3, section 4).

Rows of one data type form one context: a table cut to its three best rows would answer another question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from execution_agents.analysis.cells import line_of
from execution_agents.answer.evidence.analyses import analyses_of
from execution_agents.answer.evidence.citations import Numbered
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.retrieval.analysis import key_words
from execution_agents.retrieval.keywords import says
from execution_agents.retrieval.question_words import QUESTION_TYPES
from foundation.domains.schema.answering import ChoiceFigures, ContextShape
from foundation.domains.schema.retrieving import QuestionTypeName
from foundation.language.grams import coverage, gram_set
from foundation.language.sentences import sentences_of


@dataclass(frozen=True)
class Context:
    """One item as a prompt shows it."""

    one: Numbered
    text: str
    """What of it is shown."""
    score: int = 0
    """Retrieval score (0..1000) with what the choice added; 0 for rows."""

    @property
    def title(self) -> str:
        """The item's title on one line."""
        return " ".join(self.one.item.title.split())


def chosen(
    items: Sequence[Numbered], request: AnswerRequest, question_type: QuestionTypeName, shape: ContextShape
) -> tuple[Context, ...]:
    """What fits into a prompt, of every data type, in the order of the numbers."""
    found, most = list[Context](), request.pack.answering.rows.prompt
    for data_type in dict.fromkeys(one.evidence.data_type for one in items):
        mine = [one for one in items if one.evidence.data_type == data_type]
        rows = sorted((one for one in mine if one.is_row), key=lambda one: row_order(one, request.standalone))
        asked = [number for analysis in analyses_of(rows, request) for number in analysis.rows]
        rows.sort(key=lambda one: asked.index(one.marker) if one.marker in asked else len(asked))
        found += [Context(one, line_of(one.item, request.pack, request.language)) for one in rows[:most]]
        scored = scores([one for one in mine if not one.is_row], request, question_type)
        best = sorted(scored, key=lambda pair: (-pair[1], pair[0].marker))[: shape.count]
        kept = request.pack.answering.kept_at_sentence
        found += [
            Context(one, clipped(one.item.text, request.standalone, shape.length, kept), score) for one, score in best
        ]
    return tuple(sorted(found, key=lambda context: context.one.marker))


def narrowed(contexts: Sequence[Context], request: AnswerRequest, shape: ContextShape) -> tuple[Context, ...]:
    """The contexts that share most with the question, rows of one data type together, cut to the shape's length."""
    groups: dict[object, list[Context]] = {}
    for context in contexts:
        one = context.one
        groups.setdefault(one.evidence.data_type if one.is_row else one.marker, []).append(context)
    ranked = sorted(
        groups.values(),
        key=lambda group: -coverage(request.standalone, " ".join(f"{each.title} {each.text}" for each in group)),
    )
    length_kept = request.pack.answering.kept_at_sentence
    kept = [context for group in ranked[: shape.count] for context in group]
    cut = [
        context
        if context.one.is_row
        else replace(context, text=clipped(context.text, request.standalone, shape.length, length_kept))
        for context in kept
    ]
    return tuple(sorted(cut, key=lambda context: context.one.marker))


def scores(
    passages: Sequence[Numbered], request: AnswerRequest, question_type: QuestionTypeName
) -> list[tuple[Numbered, int]]:
    """Retrieval score as a share of the best one, and what the words of the question, its type and the data add."""
    figures, best = request.pack.answering.choice, max((one.item.score for one in passages), default=0.0)
    keys = [word for word in key_words(request.standalone) if len(word) > 1]
    own = type_words(request, question_type)
    return [
        (one, round(1000 * one.item.score / best if best > 0 else 0) + bonus(one, request, (keys, own), figures))
        for one in passages
    ]


def bonus(
    one: Numbered, request: AnswerRequest, words: tuple[Sequence[str], Sequence[str]], figures: ChoiceFigures
) -> int:
    """What the words found in it add."""
    text, question = f"{one.item.title} {one.item.text}".lower(), request.standalone.lower()
    keys, own = words
    urgent = next((kind.high_priority for kind in request.pack.data_types if kind.name == one.evidence.data_type), ())
    asked = [word for word in map(str.lower, urgent) if says(question, word)]
    return (
        figures.keyword * sum(stem(word) in text for word in keys)
        + figures.type_keyword * sum(says(text, word) for word in own)
        + figures.high_priority * sum(says(text, word) for word in asked)
    )


def stem(word: str) -> str:
    """Korean words without their last syllable, so that another particle still fits; English words as they are."""
    return word if word.isascii() or len(word) < 3 else word[:-1]


def type_words(request: AnswerRequest, question_type: QuestionTypeName) -> list[str]:
    """Keywords of the question's type that the question itself lacks: words typical of the answer."""
    declared = [QUESTION_TYPES.get(question_type), request.pack.dictionary.question_types.get(question_type)]
    words = {word.lower() for part in declared if part is not None for word in part.keywords}
    return sorted(words - set(request.standalone.lower().split()))


def row_order(one: Numbered, question: str) -> tuple[bool, int, float]:
    """Computed figures first, then the newest, then what speaks most of the question."""
    day = one.item.as_of.toordinal() if one.item.as_of else 0
    return not one.item.derived, -day, -coverage(question, one.item.title)


def clipped(text: str, question: str, length: int, kept: int) -> str:
    """At most `length` characters: the run of sentences that holds most of the question, starting at the beginning
    unless a later run is better; cut inside a sentence only if one alone is too long or cutting at its end would keep
    less than `kept` thousandths."""
    if len(text) <= length:
        return text
    sentences = sentences_of(text) or [text]
    asked = gram_set(question)
    weights = [len(gram_set(sentence) & asked) for sentence in sentences]
    best, most = 0, -1
    for start in range(len(sentences)):
        size = held = 0
        for at in range(start, len(sentences)):
            size += len(sentences[at]) + 1
            if size > length + 1 and at > start:
                break
            held += weights[at]
        if held > most:
            best, most = start, held
    return cut(" ".join(sentences[best:]), length, kept)


def cut(text: str, length: int, kept: int) -> str:
    """The beginning, ended at a sentence where that keeps enough."""
    if len(text) <= length:
        return text
    head = text[:length]
    end = max(head.rfind(mark) for mark in (". ", ".\n", "? ", "! "))
    return head[: end + 1] if 1000 * (end + 1) >= length * kept else head
