"""Reports that what a question asks for (pet insurance, 비소 측정값) occurs nowhere in what was found: said first, so
that nothing similar is mistaken for it."""

from __future__ import annotations

import re

from execution_agents.answer.evidence.request import AnswerRequest
from foundation.domains.slots.synonyms import added_words
from foundation.language.content import content_words
from foundation.language.cues import language_of, normalise
from foundation.language.wanted.existence import asked_to_exist

WORDS = {
    "ko": "찾은 자료에 ‘{names}’에 관한 것은 없습니다. 아래는 가지고 있는 다른 자료입니다.",
    "en": "There is no “{names}” in the data found. What follows is other data that is there.",
}


def not_there(request: AnswerRequest) -> str:
    """One sentence; "" if the question does not ask whether something exists, or if some of it was found. The first
    word of a name distinguishes it from its kind: there is no pet insurance if nothing mentions "pet"."""
    what = asked_to_exist(request.question)
    words = content_words(what)
    items = [item for batch in request.evidence for item in batch.items]
    if not words or not items:
        return ""
    cells = (str(value) for item in items for value in item.fields.values())
    text = " ".join([*(f"{item.title} {item.text}" for item in items), *cells])
    if language_of(text) != language_of(what):
        return ""
    plain = normalise(text)
    forms = [words[0], *added_words(words[0], request.pack.dictionary.synonyms)]
    if any(_says(plain, normalise(form)) for form in forms):
        return ""
    return WORDS["ko" if request.language == "ko" else "en"].format(names=what)


def _says(text: str, word: str) -> bool:
    """A Latin word matches at the beginning of a word (pet, pets, not competent), a Korean one in any spacing."""
    if word.isascii():
        return re.search(rf"\b{re.escape(word.rstrip('s'))}", text) is not None
    return word.replace(" ", "") in text.replace(" ", "")
