"""Reports that what a question asks for (pet insurance, 비소 측정값) occurs nowhere in what was found: said first, so
that nothing similar is mistaken for it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from execution_agents.analysis.cells import words_of
from execution_agents.analysis.said.leftover import singular_of
from execution_agents.answer.checks.unnamed import absent_abbreviations
from execution_agents.answer.evidence.request import AnswerRequest
from execution_agents.answer.quoting.timetables import wanted_days
from foundation.contracts.work import EvidenceItem
from foundation.domains.slots.synonyms import added_words
from foundation.language.content import content_words
from foundation.language.cues import language_of, normalise
from foundation.language.wanted.asking import wanted
from foundation.language.wanted.existence import asked_to_exist
from foundation.language.wanted.pay import pay_asked, pay_said

PAIR = 2
MUCH = 3
"""A word that so many passages hold distinguishes nothing."""

NAMED = 2
"""Words that are named at most."""
NOTHING_OF = {
    "ko": "자료에 ‘{names}’에 관한 것은 없습니다.",
    "en": "There is nothing about “{names}” in the data.",
}
NO_REASON = {"ko": "찾은 자료에 그 까닭은 나와 있지 않습니다.", "en": "The data found does not say why."}
WORDS = {
    "ko": "찾은 자료에 ‘{names}’에 관한 것은 없습니다. 아래는 가지고 있는 다른 자료입니다.",
    "en": "There is no “{names}” in the data found. What follows is other data that is there.",
}


def not_there(request: AnswerRequest) -> str:
    """One sentence; "" if the question does not ask whether something exists, or if some of it was found. The first
    word of a name distinguishes it from its kind: there is no pet insurance if nothing mentions "pet". Where much
    mentions it (company cars), it is there only if one passage mentions both words. Who somebody is whose abbreviation
    no passage has (CEO) is not there either."""
    days = wanted_days(request)
    what = asked_to_exist(days.rest if days else request.question)
    words = content_words(what)
    items = [item for batch in request.evidence for item in batch.items]
    if not items or not words:
        return _sentence(request, _unknown_person(request, items)) if items else ""
    texts = [normalise(_text_of(one)) for one in items]
    if language_of(" ".join(texts)) != language_of(what):
        return ""
    held = [text for text in texts if any(_says(text, form) for form in _forms(words[0], request))]
    if not held or (len(words) == PAIR and len(held) >= MUCH and not _both_in_one(words, held, request)):
        return _sentence(request, what)
    return ""


def pay_not_there(request: AnswerRequest) -> str:
    """One sentence where people's pay is asked of a pack that tells how much work things take (품셈), and nothing that
    was found speaks of pay: quantities are no wages."""
    asked = pay_asked(request.question)
    if not asked or request.pack.graph is None:
        return ""
    texts = (_text_of(item) for batch in request.evidence for item in batch.items)
    return "" if any(map(pay_said, texts)) else nothing_of((asked,), request.language)


def nothing_of(unknown: Sequence[str], language: str) -> str:
    """One sentence that names what nothing says (`unknown_words`); "" if there is no such thing."""
    between = "’, ‘" if language == "ko" else "”, “"
    names = between.join(unknown[:NAMED])
    return words_of(NOTHING_OF, language).format(names=names) if names else ""


def _sentence(request: AnswerRequest, names: str) -> str:
    return WORDS["ko" if request.language == "ko" else "en"].format(names=names) if names else ""


def _text_of(item: EvidenceItem) -> str:
    return " ".join([item.title, item.text, *(str(value) for value in item.fields.values())])


def _forms(word: str, request: AnswerRequest) -> list[str]:
    return [normalise(one) for one in (word, *added_words(word, request.pack.dictionary.synonyms))]


def _both_in_one(words: Sequence[str], held: Sequence[str], request: AnswerRequest) -> bool:
    """True if one of the texts that hold the first word holds the second as well, as a whole word."""
    forms = _forms(words[1], request)
    if not all(one.isascii() for one in forms):
        return True
    whole = re.compile("|".join(rf"\b{re.escape(singular_of(one))}(?:s|es)?\b" for one in forms))
    return any(whole.search(text) for text in held)


def _unknown_person(request: AnswerRequest, items: Sequence[EvidenceItem]) -> str:
    """The abbreviation of a question for somebody that no passage has."""
    if "somebody" not in wanted(request.question).asked or any(item.fields for item in items):
        return ""
    texts = [part for item in items for part in (item.title, item.text)]
    unknown = absent_abbreviations(
        request.question, texts, lambda word: added_words(word, request.pack.dictionary.synonyms)
    )
    return next(iter(unknown), "")


def _says(text: str, word: str) -> bool:
    """A Latin word matches at the beginning of a word (pet, pets, not competent), a Korean one in any spacing."""
    if word.isascii():
        return re.search(rf"\b{re.escape(word.rstrip('s'))}", text) is not None
    return word.replace(" ", "") in text.replace(" ", "")
