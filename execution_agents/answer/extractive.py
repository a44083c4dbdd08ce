"""An answer without a model: the best sentences quoted, the figures as the rows hold them, everything cited."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from execution_agents.answer.citations import Numbered, numbered
from execution_agents.answer.facts import TOLD, facts_asked
from execution_agents.answer.figures import title_of, words_of
from execution_agents.answer.lists import MOST_OF_LIST, is_ended, list_around, list_begun
from execution_agents.answer.passages import Asked, Passage, Sentence, is_row, ranked
from execution_agents.answer.presumed import presumes_too_much
from execution_agents.answer.request import AnswerRequest
from execution_agents.answer.tables import table_answer
from execution_agents.answer.unnamed import names_nothing_there, tells_others_apart
from foundation.domains.slots import find_mentions
from foundation.domains.synonyms import added_words

MOST_PASSAGES = 3
MOST_OF_BEST, MOST_OF_OTHERS = 7, 2
"""Consecutive sentences quoted of the best passage, and of each other one."""
TELLS = {"ko": 0.37, "en": 0.2}
"""Least share of what is called an answer: Korean `Sentence.told`, English `Sentence.coverage`. Both are measured in
docs/answers.md; what presumes too much is read apart."""
NEAR = 0.6
"""A further sentence is quoted when it scores at least this share of the best one."""
_QUOTED = " — “"
SHORT = 30
"""Characters under which a further quote must be a sentence."""
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
    sentences = ranked(asked_of(request), passages, request.language)
    if not sentences:
        return ""
    longest = request.pack.answering.longest
    picked, tells = picked_from(sentences, longest), tells_it(request, sentences[0], passages)
    each = each_fact(request, passages, longest)
    if each.keys() <= picked.keys():
        picked = {marker: picked[marker] for marker in dict.fromkeys([*each, *picked])}
    else:
        picked, tells = each, True
    quotes = [quote_of(titles[marker], picked[marker], marker, longest) for marker in picked]
    return "\n\n".join(quotes if tells else [words_of(WORDS["unclear"], request.language), *quotes[:2]])


def each_fact(request: AnswerRequest, passages: Sequence[Passage], longest: int) -> dict[int, list[Sentence]]:
    """Of a question that asks for several facts: marker -> the sentences of the passage that tells each one best, in
    the order asked. Empty where it asks for one, where one of them is not told, or where one passage tells all."""
    found: list[Sequence[Sentence]] = []
    for part in facts_asked(request.standalone):
        asks = replace(request, standalone=part, question=part)
        sentences = ranked(asked_of(asks), passages, request.language)
        if not sentences or sentences[0].coverage < TOLD or not tells_it(asks, sentences[0], passages):
            return {}
        found.append(sentences)
    markers = dict.fromkeys(sentences[0].marker for sentences in found)
    if len(markers) < 2:
        return {}
    room, picked = longest // len(markers), dict[int, list[Sentence]]()
    for sentences in found:
        best = sentences[0]
        picked.setdefault(best.marker, window_around(best, sentences, room, MOST_OF_OTHERS))
    return picked


def tells_it(request: AnswerRequest, best: Sentence, passages: Sequence[Passage]) -> bool:
    """Whether the best sentence may be called an answer."""
    korean = request.language == "ko"
    if (best.told if korean else best.coverage) < TELLS["ko" if korean else "en"]:
        return False
    question, titles = request.standalone, {one.marker: one.title for one in passages}
    texts = [part for one in passages for part in (one.title, one.text)]

    def synonyms(word: str) -> Sequence[str]:
        return added_words(word, request.pack.dictionary.synonyms)

    mine = " ".join(part for one in passages if one.marker == best.marker for part in (one.title, one.text))
    if names_nothing_there(question, texts, synonyms) or tells_others_apart(question, mine, synonyms):
        return False
    told = f"{titles[best.marker]} {best.text}" if korean else best.text
    return not presumes_too_much(question, told, texts)


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


def asked_of(request: AnswerRequest) -> Asked:
    """The question with the field's words for it."""
    also = added_words(request.standalone, request.pack.dictionary.synonyms)
    return Asked(request.standalone, request.question, tuple(also))


def picked_from(sentences: Sequence[Sentence], longest: int) -> dict[int, list[Sentence]]:
    """Marker -> consecutive sentences to quote, the best passage first, within the length an answer may have."""
    least, left = sentences[0].score * NEAR, longest
    picked: dict[int, list[Sentence]] = {}
    for best in sentences:
        if best.score < least or len(picked) == MOST_PASSAGES:
            break
        if best.marker in picked or (picked and len(best.text) > left):
            continue
        window = window_around(best, sentences, left, MOST_OF_OTHERS if picked else MOST_OF_BEST)
        if picked and is_fragment(joined(window)):
            continue
        picked[best.marker] = window
        left -= len(joined(picked[best.marker]))
    return picked


def window_around(best: Sentence, sentences: Sequence[Sentence], longest: int, most: int) -> list[Sentence]:
    """The neighbouring sentences of one passage that score most together and hold the best one; of a list, its own."""
    mine = sorted((one for one in sentences if one.marker == best.marker), key=lambda one: one.position)
    at = mine.index(best)
    listed = list_around(mine, at, longest, MOST_OF_LIST if most == MOST_OF_BEST else most)
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
    begun = list_begun(mine, window, best, longest)
    if begun:
        return begun
    left = longest - len(joined(window)) - 1
    rows = rows_beside(mine, best, left, MOST_OF_LIST if most == MOST_OF_BEST else most)
    return sorted([*window, *rows], key=lambda one: one.position)


def without_heading(window: list[Sentence], mine: Sequence[Sentence], best: Sentence) -> list[Sentence]:
    """The window without a heading at its end: what it is said of comes behind it and is not quoted."""
    last = window[-1]
    if last is best or is_ended(last.text) or is_row(last.text):
        return window
    after = next((one for one in mine if one.position > last.position), None)
    return window[:-1] if after is not None and is_ended(after.text) else window


def rows_beside(mine: Sequence[Sentence], best: Sentence, longest: int, most: int) -> list[Sentence]:
    """Of the table in the same passage that speaks of the question nearly as well, its rows with their heads."""
    row = max((one for one in mine if is_row(one.text)), key=lambda one: one.score, default=None)
    if row is None or row.score < NEAR * best.score or len(row.text) > longest:
        return []
    return list_around(mine, mine.index(row), longest, most) or []


def quote_of(title: str, sentences: Sequence[Sentence], marker: int, longest: int) -> str:
    """One passage's quote."""
    return f"**{title}**{_QUOTED}{ended(joined(sentences), longest)}” [{marker}]"


def is_fragment(text: str) -> bool:
    """A few words that are no sentence (an item of a list: 2. 관리비): they say nothing beside another quote."""
    return len(text) < SHORT and not _SENTENCE.search(text)


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
