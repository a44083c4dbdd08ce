"""Whether what a question asks to exist (pet insurance, 비소 측정값) stands nowhere in what was found: said first, and
nothing near it is taken for it."""

from __future__ import annotations

from execution_agents.answer.checks.absent import WORDS
from execution_agents.answer.evidence.request import AnswerRequest
from foundation.domains.slots.synonyms import added_words
from foundation.language.content import content_words
from foundation.language.cues import language_of, normalise
from foundation.language.wanted.existence import asked_to_exist


def not_there(request: AnswerRequest) -> str:
    """One sentence; "" where nothing is asked to exist, or something of it was found. The first word of a name tells
    it from its kind: of pet insurance there is nothing where nothing says pet."""
    what = asked_to_exist(request.question)
    words = content_words(what)
    items = [item for batch in request.evidence for item in batch.items]
    if not words or not items:
        return ""
    cells = (str(value) for item in items for value in item.fields.values())
    text = " ".join([*(f"{item.title} {item.text}" for item in items), *cells])
    if language_of(text) != language_of(what):
        return ""
    close = normalise(text).replace(" ", "")
    forms = [words[0], *added_words(words[0], request.pack.dictionary.synonyms)]
    if any(normalise(form).replace(" ", "").rstrip("s") in close for form in forms):
        return ""
    return WORDS["ko" if request.language == "ko" else "en"].format(names=what)
