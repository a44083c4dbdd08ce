"""Names in the question that the evidence has nothing of: said first, so that nothing else is mistaken for them."""

from __future__ import annotations

from execution_agents.answer.evidence.request import AnswerRequest
from foundation.language.cues import normalise
from foundation.language.script import HANGUL

WORDS = {
    "ko": "찾은 자료에 ‘{names}’에 관한 것은 없습니다. 아래는 가지고 있는 다른 자료입니다.",
    "en": "There is no “{names}” in the data found. What follows is other data that is there.",
}


def absent_names(request: AnswerRequest) -> str:
    """One sentence; "" if the evidence holds every name, or if there is no evidence to mistake for it."""
    items = [item for batch in request.evidence for item in batch.items]
    if not items:
        return ""
    text = normalise(" ".join(f"{item.title} {item.text}" for item in items))
    named = [name for name in request.named_things if not speaks_of(name, text) and _may_say(name, text)]
    if not named:
        return ""
    between = "’, ‘" if request.language == "ko" else "”, “"
    return WORDS["ko" if request.language == "ko" else "en"].format(names=between.join(dict.fromkeys(named)))


def speaks_of(name: str, text: str) -> bool:
    """Whether the text holds the name, however it is spaced."""
    return normalise(name).replace(" ", "") in text.replace(" ", "")


def _may_say(name: str, text: str) -> bool:
    """False where a Korean name is looked for in a text without a Korean letter: it says the thing in other letters
    (런던 in "Hotel, London")."""
    return not HANGUL.search(name) or HANGUL.search(text) is not None
