"""An answer without a model: the best sentences quoted, the figures as the rows hold them, everything cited."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from execution_agents.analysis.cells import title_of, words_of
from execution_agents.answer.checks.presumed import presumes_too_much
from execution_agents.answer.checks.unnamed import names_nothing_there, tells_others_apart
from execution_agents.answer.evidence.answering import ranked
from execution_agents.answer.evidence.citations import Numbered, numbered
from execution_agents.answer.evidence.leading import leading
from execution_agents.answer.evidence.passages import Asked, Passage, Sentence, asked_of
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.quoting.forms import in_form
from execution_agents.answer.quoting.joint_questions import facts_asked
from execution_agents.answer.quoting.not_there import NO_REASON, nothing_of
from execution_agents.answer.quoting.overview import overview
from execution_agents.answer.quoting.plan import Found, ended, most_of_rows, planned, quote
from execution_agents.answer.quoting.strays import speaks_of_none
from execution_agents.answer.quoting.tables import table_answer
from execution_agents.answer.quoting.timetables import timetable_answer
from execution_agents.answer.quoting.topic import topic_overview
from execution_agents.retrieval.analysis import key_words
from foundation.domains.schema.quoting import QuotingFigures
from foundation.domains.slots.synonyms import added_words
from foundation.language.rules.conditions import conditions_in
from foundation.language.verb_stems import stem_of, stems_in
from foundation.language.wanted.asking import wanted

_HANGUL_WORD = re.compile(r"[가-힣]{2,}")

WORDS = {
    "unclear": {
        "ko": "찾은 자료에는 이 질문에 바로 답하는 내용이 없습니다.",
        "en": "What was found does not answer this directly.",
    },
    "nearest": {
        "ko": "가장 가까운 자료는 다음과 같습니다.",
        "en": "The nearest passages are:",
    },
    "nothing": {
        "ko": "이 질문에 답할 자료를 찾지 못했습니다. 다른 말로, 또는 조건을 바꾸어 다시 물어봐 주세요.",
        "en": "Nothing was found that answers this. Please ask again in other words, or about something near to it.",
    },
}


def extractive_answer(request: AnswerRequest) -> str:
    """The whole answer's text with its markers, in the form asked for; a plain sentence when there is nothing to
    quote."""
    items = numbered(request.evidence)
    return overview(items, request) or in_form(request, items, quoted_answer) or quoted_answer(request)


def quoted_answer(request: AnswerRequest) -> str:
    """What the evidence says about the question."""
    items = numbered(request.evidence)
    rows = {name: [one for one in items if one.is_row and one.evidence.data_type == name] for name in types_of(request)}
    passages = [one for one in items if not one.is_row]
    topic = topic_overview(passages, request)
    if topic:
        return topic
    order = types_of(request)
    of_passages = next((name for name in order if any(one.evidence.data_type == name for one in passages)), "")
    parts: list[str] = []
    for name in order:
        parts.append(table_answer(rows[name], request) if rows[name] else "")
        if name == of_passages:
            parts.append(passage_answer(passages, request))
    if not passages and "reason" in wanted(request.question).asked and any(parts):
        parts = [words_of(NO_REASON, request.language), *parts]  # Rows say what was, and never why.
    paragraphs = arranged([part for part in parts if part], words_of(WORDS["nearest"], request.language))
    return "\n\n".join(paragraphs) if paragraphs else words_of(WORDS["nothing"], request.language)


def arranged(parts: Sequence[str], preface: str) -> list[str]:
    """Drops passages that do not answer when others do."""
    clear = [part for part in parts if preface not in part]
    return clear or list(parts)


def types_of(request: AnswerRequest) -> list[str]:
    """Data types in the plan's order, then whatever else there is evidence of."""
    return list(dict.fromkeys([*request.data_types, *(batch.data_type for batch in request.evidence)]))


def likely_answer(request: AnswerRequest) -> float | None:
    """How likely the passages' best line is an answer, 0..1, where it is what leads: None beside rows, where another
    form or the whole of a topic is asked for, and for days of a timetable."""
    items = numbered(request.evidence)
    in_another_form = request.form is not None or bool(overview(items, request))
    of_topic = bool(topic_overview([one for one in items if not one.is_row], request))
    if in_another_form or of_topic or any(one.is_row for one in items):
        return None
    found = leading(request)
    return None if timetable_answer(found.passages, request) else found.likelihood(request)


def passage_answer(items: Sequence[Numbered], request: AnswerRequest) -> str:
    """The days of a timetable that are asked for, or the sentence of the passages that answers, and its support."""
    titles = {one.marker: title_of(one.item, request.pack, request.language) for one in items}
    at_hand = leading(request)
    passages, asked, sentences = at_hand.passages, at_hand.asked, at_hand.sentences
    days = timetable_answer(passages, request)
    if days:
        return days
    quoting = request.pack.answering.quoting
    if not sentences:
        return ""
    wants = wanted(request.question)
    each = each_fact(request, passages)
    found = [Found(lines, titles) for _, lines in each]
    markers = {one.lines[0].marker for one in found}
    shown = quoting.shown
    if len(markers) > 1:
        room = shown // len(found)
        plans = [planned(one, asks, room) for one, (asks, _) in zip(found, each, strict=True)]
        return "\n\n".join(dict.fromkeys(part for plan in plans for part in plan))
    whole = Found(sentences, titles)
    best = sentences[0]
    mine = next(one for one in passages if one.marker == best.marker)
    strays = bool(request.history) and speaks_of_none(best, mine, asked, wants)
    likely = at_hand.likelihood(request)
    explained = wants.explains(best.text)
    unlikely = likely is not None and likely < request.pack.answering.likelihood.least / 1000 and not explained
    most = [] if strays else most_of_rows(whole, request, shown)
    no_reason = not wants.may_reason(best.text, mine.text)
    tells = explained or tells_it(request, best, passages, asked)
    if most or (tells and not (strays or unlikely or no_reason)):
        return "\n\n".join(most or planned(whole, request, shown))
    why = words_of(NO_REASON if no_reason else WORDS["unclear"], request.language)
    said = [nothing_of(asked.unknown, request.language) or why, words_of(WORDS["nearest"], request.language)]
    return "\n\n".join([" ".join(said), *nearest(whole, request)])


def nearest(found: Found, request: AnswerRequest) -> list[str]:
    """What the passages hold nearest to a question they do not answer."""
    quoting = request.pack.answering.quoting
    best = {one.marker: one for one in reversed(found.lines)}
    markers = list(dict.fromkeys(one.marker for one in found.lines))[: quoting.nearest]
    room = quoting.shown // len(markers)
    return [quote(found.titles[marker], ended(best[marker].text, room), marker) for marker in markers]


def each_fact(request: AnswerRequest, passages: Sequence[Passage]) -> list[tuple[AnswerRequest, Sequence[Sentence]]]:
    """For a question that asks for several facts: each with the sentences about it, in the order asked. Empty if the
    question asks for one fact, or if the evidence lacks one of them."""
    scoring, quoting = request.pack.answering.scoring, request.pack.answering.quoting
    found = list[tuple[AnswerRequest, Sequence[Sentence]]]()
    for part in facts_asked(request.question, quoting):
        alone = request.standalone == request.question
        asks = replace(request, standalone=part if alone else request.standalone, question=part)
        about = asked_of(asks, passages)
        sentences = ranked(about, passages, request.language, scoring)
        if not sentences or sentences[0].coverage < quoting.fact_told / 1000:
            return []
        if not tells_it(asks, sentences[0], passages, about):
            return []
        found.append((asks, sentences))
    return found


def tells_it(request: AnswerRequest, best: Sentence, passages: Sequence[Passage], asked: Asked) -> bool:
    """True if the best sentence may be called an answer. Within a conversation the share of the question that is held
    is no criterion (system 7, section 2), unless something else was found or searched for without success; nor is it
    where the sentence is what people ask for like this: they ask in other words, and in another language."""
    korean, quoting = request.language == "ko", request.pack.answering.quoting
    held = best.mean_coverage + quoting.lead * lead_of(best, passages, quoting) if korean else best.coverage
    beside_rows = any(item.fields for batch in request.evidence for item in batch.items)
    floored = (not request.history or bool(request.missing) or beside_rows) and not is_its_case(request, best)
    floored = floored and asked.nearness(best.text) < 1
    if floored and held < quoting.tells_in(request.language, len(key_words(request.standalone))):
        return False
    question, titles = request.standalone, {one.marker: one.title for one in passages}
    texts = [part for one in passages for part in (one.title, one.text)]

    def synonyms(word: str) -> Sequence[str]:
        return added_words(word, request.pack.dictionary.synonyms)

    mine = " ".join(part for one in passages if one.marker == best.marker for part in (one.title, one.text))
    if not wanted(request.question).may_price(mine):
        return False
    if names_nothing_there(question, texts, synonyms) or tells_others_apart(question, mine, synonyms):
        return False
    said = f"{titles[best.marker]} {best.text}" if korean else best.text
    return not presumes_too_much(question, said, texts)


def is_its_case(request: AnswerRequest, best: Sentence) -> bool:
    """True if a message that asks nothing tells what happened (비번을 틀려서 잠겼어요), and the line says what then
    holds: the verb of its condition and its own (틀리면 잠긴다) are both in the message."""
    if wanted(request.question).asked:
        return False
    happened = stems_in(request.question)
    conditions = [one.text for one in conditions_in(best.text) if one.text.rstrip(" ,").endswith("면")]
    verbs = [stem_of(words[-1]) for text in conditions if (words := _HANGUL_WORD.findall(text))]
    last = [stem_of(word) for word in _HANGUL_WORD.findall(best.text)[-1:]]
    return bool(last) and any(one in happened and one not in last for one in verbs) and last[0] in happened


def lead_of(best: Sentence, passages: Sequence[Passage], figures: QuotingFigures) -> float:
    """How far above the others the search ranked the sentence's passage, compared with the usual lead; 0 if no search
    of this question ranked it, or if there are no others."""
    scores = {one.marker: one.score for one in passages}
    highest, others = max(scores.values()), [score for marker, score in scores.items() if marker != best.marker]
    if not highest or not others:
        return 0.0
    return (scores[best.marker] - sum(others) / len(others)) / highest - figures.lead_usual / 1000
