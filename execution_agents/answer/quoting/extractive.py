"""An answer without a model: the best sentences quoted, the figures as the rows hold them, everything cited."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from execution_agents.analysis.cells import title_of, words_of
from execution_agents.answer.checks.presumed import presumes_too_much
from execution_agents.answer.checks.unnamed import names_nothing_there, tells_others_apart
from execution_agents.answer.evidence.citations import Numbered, numbered
from execution_agents.answer.evidence.passages import Passage, Sentence, asked_of, ranked
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.quoting.joint_questions import facts_asked
from execution_agents.answer.quoting.lists import Room, is_ended, list_around, list_begun
from execution_agents.answer.quoting.tables import table_answer
from execution_agents.retrieval.analysis import key_words
from foundation.domains.schema.quoting import QuotingFigures
from foundation.domains.slots.slots import find_mentions
from foundation.domains.slots.synonyms import added_words
from foundation.language.sentences import is_row

_QUOTED = " — “"
_SENTENCE = re.compile(r"(?:[다요까음함됨]|\b[a-z]{2,})[.?!]?$")
_COUNTED_ITEM = re.compile(r"^(?:\(?\d{1,2}[.)]|[가-하][.)]|[①-⑳])\s?")
WORDS = {
    "unclear": {
        "ko": "찾은 자료에는 이 질문에 바로 답하는 내용이 없습니다. 가장 가까운 자료는 다음과 같습니다.",
        "en": "What was found does not answer this directly. The nearest passages are:",
    },
    "nothing": {
        "ko": "이 질문에 답할 자료를 찾지 못했습니다. 다른 말로, 또는 조건을 바꾸어 다시 물어봐 주세요.",
        "en": "Nothing was found that answers this. Please ask again in other words, or about something near to it.",
    },
}


def extractive_answer(request: AnswerRequest) -> str:
    """The whole answer's text with its markers; a plain sentence when there is nothing to quote."""
    items = numbered(request.evidence)
    parts = [type_answer(data_type, items, request) for data_type in types_of(request)]
    told = arranged([part for part in parts if part], words_of(WORDS["unclear"], request.language))
    return "\n\n".join(told) if told else words_of(WORDS["nothing"], request.language)


def arranged(parts: Sequence[str], preface: str) -> list[str]:
    """What answers first; then, once, that the rest does not. Beside a quote that answers, the nearest passages of
    other kinds of data say nothing."""
    clear = [part for part in parts if not part.startswith(preface)]
    nearest = [part.removeprefix(preface).strip() for part in parts if part.startswith(preface)]
    if not nearest or any(_QUOTED in part for part in clear):
        return clear
    return [*clear, preface, *nearest]


def types_of(request: AnswerRequest) -> list[str]:
    """Data types in the plan's order, then whatever else there is evidence of."""
    return list(dict.fromkeys([*request.data_types, *(batch.data_type for batch in request.evidence)]))


def type_answer(data_type: str, items: Sequence[Numbered], request: AnswerRequest) -> str:
    """What the evidence of one data type says."""
    mine = [one for one in items if one.evidence.data_type == data_type]
    rows, passages = [one for one in mine if one.is_row], [one for one in mine if not one.is_row]
    parts = [
        table_answer(rows, request) if rows else "",
        passage_answer(passages, request) if passages else "",
    ]
    return "\n\n".join(part for part in parts if part)


def passage_answer(items: Sequence[Numbered], request: AnswerRequest) -> str:
    """Quotes of the passages that speak most of the question."""
    titles = {one.marker: title_of(one.item, request.pack, request.language) for one in items}
    passages = [
        Passage(one.marker, one.item.title, one.item.text, score_of(one, request), subject_of(one, request))
        for one in items
    ]
    answering = request.pack.answering
    sentences = ranked(asked_of(request, passages), passages, request.language, answering.scoring)
    if not sentences:
        return ""
    longest, quoting = answering.longest, answering.quoting
    picked, tells = picked_from(sentences, longest, quoting), tells_it(request, sentences[0], passages)
    each = each_fact(request, passages, longest)
    if each and not each.keys() <= picked.keys():
        picked, tells = each, True
    else:
        picked = {marker: picked[marker] for marker in dict.fromkeys([*each, *picked])}
    quotes = [quote_of(titles[marker], picked[marker], marker, longest) for marker in picked]
    return "\n\n".join(quotes if tells else [words_of(WORDS["unclear"], request.language), *quotes[: quoting.nearest]])


def each_fact(request: AnswerRequest, passages: Sequence[Passage], longest: int) -> dict[int, list[Sentence]]:
    """Of a question that asks for several facts: marker -> the sentences of the passage that tells each one best, in
    the order asked. Empty where it asks for one, where one of them is not told, or where one passage tells all."""
    scoring, quoting = request.pack.answering.scoring, request.pack.answering.quoting
    told, found = quoting.fact_told / 1000, list[Sequence[Sentence]]()
    for part in facts_asked(request.standalone, quoting):
        asks = replace(request, standalone=part, question=part)
        sentences = ranked(asked_of(asks, passages), passages, request.language, scoring)
        if not sentences or sentences[0].coverage < told or not tells_it(asks, sentences[0], passages):
            return {}
        found.append(sentences)
    markers = dict.fromkeys(sentences[0].marker for sentences in found)
    if len(markers) < 2:
        return {}
    room, picked = Room(quoting, longest // len(markers), best=False), dict[int, list[Sentence]]()
    for sentences in found:
        best = sentences[0]
        picked.setdefault(best.marker, window_around(best, sentences, room))
    return picked


def tells_it(request: AnswerRequest, best: Sentence, passages: Sequence[Passage]) -> bool:
    """Whether the best sentence may be called an answer."""
    korean, quoting = request.language == "ko", request.pack.answering.quoting
    told = best.told + quoting.lead * lead_of(best, passages, quoting) if korean else best.coverage
    if told < quoting.tells_in(request.language, len(key_words(request.standalone))):
        return False
    question, titles = request.standalone, {one.marker: one.title for one in passages}
    texts = [part for one in passages for part in (one.title, one.text)]

    def synonyms(word: str) -> Sequence[str]:
        return added_words(word, request.pack.dictionary.synonyms)

    mine = " ".join(part for one in passages if one.marker == best.marker for part in (one.title, one.text))
    if names_nothing_there(question, texts, synonyms) or tells_others_apart(question, mine, synonyms):
        return False
    said = f"{titles[best.marker]} {best.text}" if korean else best.text
    return not presumes_too_much(question, said, texts)


def lead_of(best: Sentence, passages: Sequence[Passage], figures: QuotingFigures) -> float:
    """How far above the others the search ranked the sentence's passage, against what is usual; 0 where no search of
    this question did, or there are no others."""
    scores = {one.marker: one.score for one in passages}
    highest, others = max(scores.values()), [score for marker, score in scores.items() if marker != best.marker]
    if not highest or not others:
        return 0.0
    return (scores[best.marker] - sum(others) / len(others)) / highest - figures.lead_usual / 1000


def score_of(one: Numbered, request: AnswerRequest) -> float:
    """The retriever's score for this very question; for reused evidence it speaks of another one."""
    return one.item.score if one.evidence.query == request.standalone else 0.0


def subject_of(one: Numbered, request: AnswerRequest) -> int:
    """Whether the title names what the question names (1), something else (-1), or nothing of the kind (0): choices of
    the slots that evidence of this type is matched by."""
    matching = request.pack.data_type(one.evidence.data_type).matching_slots
    slots = tuple(slot for slot in request.pack.slots if slot.parser == "choice" and slot.name in matching)
    pack = request.pack.model_copy(update={"slots": slots})
    told = {(one.slot, one.value) for one in find_mentions(one.item.title, pack, request.now)}
    asked = {(one.slot, one.value) for one in find_mentions(request.standalone, pack, request.now)}
    return 0 if not told else 1 if told & asked else -1


def picked_from(sentences: Sequence[Sentence], longest: int, figures: QuotingFigures) -> dict[int, list[Sentence]]:
    """Marker -> consecutive sentences to quote, the best passage first, within the length an answer may have."""
    least, left = sentences[0].score * (figures.near / 1000), longest
    picked: dict[int, list[Sentence]] = {}
    for best in sentences:
        if best.score < least or len(picked) == figures.passages:
            break
        if best.marker in picked or (picked and len(best.text) > left):
            continue
        window = window_around(best, sentences, Room(figures, left, best=not picked))
        if picked and is_fragment(joined(window), figures.fragment_below):
            continue
        picked[best.marker] = window
        left -= len(joined(picked[best.marker]))
    return picked


def window_around(best: Sentence, sentences: Sequence[Sentence], room: Room) -> list[Sentence]:
    """The neighbouring sentences of one passage that score most together and hold the best one; of a list, its own."""
    mine = sorted((one for one in sentences if one.marker == best.marker), key=lambda one: one.position)
    at, most, longest = mine.index(best), room.sentences, room.longest
    listed = list_around(mine, at, room)
    if listed:
        return listed
    windows = [
        mine[start:end]
        for start in range(max(0, at - most + 1), at + 1)
        for end in range(at + 1, min(start + most, len(mine)) + 1)
        if len(joined(mine[start:end])) <= longest and not any(is_row(one.text) for one in mine[start:end])
    ]
    window = without_heading(
        max(windows, key=lambda window: sum(one.score for one in window), default=[best]), mine, best
    )
    begun = list_begun(mine, window, best, room)
    if begun:
        return begun
    rows = rows_beside(mine, best, replace(room, longest=longest - len(joined(window)) - 1))
    return sorted([*window, *rows], key=lambda one: one.position)


def without_heading(window: list[Sentence], mine: Sequence[Sentence], best: Sentence) -> list[Sentence]:
    """The window without a heading at its end: what it is said of comes behind it and is not quoted."""
    last = window[-1]
    if last is best or is_ended(last.text) or is_row(last.text):
        return window
    after = next((one for one in mine if one.position > last.position), None)
    return window[:-1] if after is not None and is_ended(after.text) else window


def rows_beside(mine: Sequence[Sentence], best: Sentence, room: Room) -> list[Sentence]:
    """Of the table in the same passage that speaks of the question nearly as well, its rows with their heads."""
    row = max((one for one in mine if is_row(one.text)), key=lambda one: one.score, default=None)
    if row is None or row.score < room.figures.near / 1000 * best.score or len(row.text) > room.longest:
        return []
    return list_around(mine, mine.index(row), room) or []


def quote_of(title: str, sentences: Sequence[Sentence], marker: int, longest: int) -> str:
    """One passage's quote."""
    return f"**{title}**{_QUOTED}{ended(joined(sentences), longest)}” [{marker}]"


def is_fragment(text: str, below: int) -> bool:
    """A few words that are no sentence (an item of a list: 2. 관리비): they say nothing beside another quote."""
    return len(text) < below and not _SENTENCE.search(text)


def joined(sentences: Sequence[Sentence]) -> str:
    """Sentences as they are quoted."""
    return "".join(f"{_between(one, after)}{after.text}" for one, after in pairwise([None, *sentences]) if after)


def ended(text: str, longest: int) -> str:
    """The text where it fits; a sentence too long by itself ends behind a word, and is seen to go on."""
    if len(text) <= longest:
        return text
    head = text[: longest - 1]
    return f"{head[: head.rfind(' ')] if ' ' in head[longest // 2 :] else head}…"


def _between(one: Sentence | None, after: Sentence) -> str:
    """Rows, items of a list and headings end without a stop: what follows would read as one sentence with them."""
    if one is None:
        return ""
    alone = is_row(one.text) or not (is_ended(one.text) or _COUNTED_ITEM.match(after.text) or is_row(after.text))
    return "; " if alone else " "
