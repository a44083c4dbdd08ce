"""Names in the question that the evidence does not hold: said first, so that nothing else is mistaken for them."""

from __future__ import annotations

from execution_agents.answer.evidence.request import AnswerRequest
from foundation.contracts.work import Evidence
from foundation.domains.schema.pack import NamedThings
from foundation.domains.slots.names import plain_words, things_named
from foundation.domains.slots.slots import find_mentions
from foundation.language.cues import normalise

WORDS = {
    "ko": "찾은 자료에 ‘{names}’에 관한 것은 없습니다. 아래는 가지고 있는 다른 자료입니다.",
    "en": "The data found has nothing on “{names}”. What follows is other data that is there.",
}


def absent_names(request: AnswerRequest) -> str:
    """One sentence; "" if the evidence holds every name, or if there is no evidence to mistake for it."""
    named = [
        name
        for data_type, things in declared(request)
        for name in lacking(things, [batch for batch in request.evidence if batch.data_type == data_type], request)
    ]
    if not named:
        return ""
    between = "’, ‘" if request.language == "ko" else "”, “"
    return WORDS["ko" if request.language == "ko" else "en"].format(names=between.join(dict.fromkeys(named)))


def declared(request: AnswerRequest) -> list[tuple[str, NamedThings]]:
    """The data types of the turn whose things have names."""
    held = {data_type.name: data_type.named_things for data_type in request.pack.data_types}
    needed = (*request.data_types, *(batch.data_type for batch in request.evidence))
    return [(name, things) for name in dict.fromkeys(needed) if (things := held.get(name)) is not None]


def lacking(things: NamedThings, batches: list[Evidence], request: AnswerRequest) -> list[str]:
    """Names of things that no item of these batches mentions."""
    items = [item for batch in batches for item in batch.items]
    if not items:
        return []
    text = normalise(" ".join(f"{item.title} {item.text}" for item in items))
    plain = plain_words(things, request.pack)

    def is_ordinary(word: str) -> bool:
        return normalise(word) in plain or normalise(word) in text

    mentions = find_mentions(request.standalone, request.pack, request.now)
    named = things_named(request.standalone, things, mentions, is_ordinary)
    return [name for name in named if not speaks_of(name, text)]


def speaks_of(name: str, text: str) -> bool:
    """Whether the text holds the name, however it is spaced."""
    return normalise(name).replace(" ", "") in text.replace(" ", "")
