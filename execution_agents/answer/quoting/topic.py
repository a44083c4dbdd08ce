"""What the passages say of a topic that is asked about as a whole: a line for each section, under its heading."""

from __future__ import annotations

from collections.abc import Sequence

from execution_agents.analysis.cells import title_of, words_of
from execution_agents.answer.evidence.answering import Place, content_of
from execution_agents.answer.evidence.citations import Numbered
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.quoting.overview import Part, part_of
from execution_agents.answer.quoting.rows import more_than
from foundation.domains.slots.synonyms import added_words
from foundation.language.wanted.topical import topic_of

SAYS = {"ko": "‘{topic}’에 관해 자료에 있는 내용입니다.", "en": "This is what the data says about {topic}."}
MOST = 6
"""Sections that are shown."""
HELD = 0.25
"""How much of a word a heading holds that names it (`Word.held`)."""


def topic_overview(passages: Sequence[Numbered], request: AnswerRequest) -> str:
    """The sections whose headings name the topic, those of one chapter in reading order. "" for any other question, and
    where no two sections are named so."""
    words = topic_of(request.question)
    if not words or len(passages) < 2:
        return ""
    named = _named(passages, " ".join(words), request)
    shown = [part for one in named[:MOST] if (part := part_of(one)).said]
    if len(shown) < 2:
        return ""
    chapter = _chapter(named)
    says = words_of(SAYS, request.language).format(topic=chapter or " ".join(words))
    titles = {one.marker: title_of(one.item, request.pack, request.language) for one in named}
    lines = (Part(one.heading if chapter else titles[one.marker], one.said, one.more, one.marker) for one in shown)
    more = more_than(len(named), MOST, request.language)
    return "\n".join([says, "", *(one.line for one in lines), *([""] if more else []), *more])


def _named(passages: Sequence[Numbered], topic: str, request: AnswerRequest) -> list[Numbered]:
    """Of these, those whose title holds the most of the topic, at least half of it."""
    asked = content_of(topic, lambda word: added_words(word, request.pack.dictionary.synonyms))
    titles = {one.marker: Place.of(one.item.title) for one in passages}
    held = {marker: sum(word.held(title) > HELD for word in asked) for marker, title in titles.items()}
    most = max(held.values())
    if not asked or not most or 2 * most < len(asked):
        return []
    named = [one for one in passages if held[one.marker] == most]
    if _chapter(named):
        named.sort(key=lambda one: int(one.item.item_id.rpartition("#")[2] or 0) if "#" in one.item.item_id else 0)
    return named


def _chapter(passages: Sequence[Numbered]) -> str:
    """The heading that all of them stand under; "" if there is none."""
    chapters = {one.item.title.partition(" > ")[0] for one in passages if " > " in one.item.title}
    return next(iter(chapters)) if len(chapters) == 1 and all(" > " in one.item.title for one in passages) else ""
