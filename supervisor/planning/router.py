"""System 5's router by rules: small talk, a question that refers to the conversation, a complete question."""

from __future__ import annotations

import re

from execution_agents.knowledge_graph.index import EntityIndex
from execution_agents.knowledge_graph.linker import link
from foundation.contracts.plan import Route
from foundation.domains.schema.pack import Pack
from foundation.language.corrections import meant_after_correction
from foundation.language.courtesies import WHAT_IS_THIS
from foundation.language.cues import FOLLOW_UP_CUES, FRAGMENT, OWN_CASE, is_request, references, topic_words
from foundation.language.figures.reader import figures_of
from foundation.language.wanted.comparisons import comparing
from foundation.language.wanted.counted import several_meant
from foundation.language.wanted.multiples import multiple_in
from foundation.language.wanted.questions import asks
from supervisor.planning.following.conversation import Following
from supervisor.planning.reading import Reading, says_domain_word

_ASKS_ABOUT_ANSWER = re.compile(
    r"왜|계속|조건|근거|이유|예외|절차|서류|기한|방법|자세|요약|정리|설명|풀어|쉽게|예시|예를|뜻|의미|표로|다시|더\s|기간|비용|준비|순서|출처"
    r"|(?:가장|제일|더)\s*(?:싼|싸|비싼|비싸|저렴|높|낮|큰|작|많|적)|(?:오르|내리|떨어지)고\s*있|올랐|내렸|떨어졌"
    r"|\S도\s*(?:돼|되나|되는|됩)|\b(?:cheap|expensive|high|low|larg|small)est\b|\bcheaper\b|\brising\b|\bfalling\b"
    r"|\b(?:explain|why|summar\w+|example|mean\w*|details?|again|shorter|table|more|condition\w*|exception\w*|source\w*)\b",
    re.IGNORECASE,
)
"""Questions about an answer just given, whatever the field."""


def is_small_talk(reading: Reading, pack: Pack, entities: EntityIndex | None = None, follows: bool = False) -> bool:
    """Greetings, thanks, closings or a question about the assistant, and nothing beside them that relates to the pack
    or asks for something: great thx thats all, but not thanks, and the deposit? `follows`: within a conversation, where
    a question beside a courtesy is about the conversation."""
    if not follows and WHAT_IS_THIS.search(reading.text):
        return True
    if not reading.small_talk:
        return False
    about_field = reading.own_intent is not None or reading.named() or reading.pointers
    if about_field or says_domain_word(reading.text, pack):
        return False
    beside = reading.beside_courtesies
    if follows and _asks(beside):
        return False
    return entities is None or all(one.status == "weak" for one in link(beside, entities))


def _asks(beside: str) -> bool:
    """True if it asks, requests, leaves a sentence open (거절하면) or gives a figure: a closing does none of these."""
    beside = FOLLOW_UP_CUES.sub("", beside)
    if not topic_words(beside):
        return False
    asked = beside.rstrip().endswith(("?", "？")) or asks(beside) or FRAGMENT.search(beside) is not None
    requests = any(len(word) > 1 and is_request(word) for word in beside.split())
    return asked or requests or any(character.isdigit() for character in beside)


def route_of(leans: bool) -> Route:
    """The route of a question that is no small talk."""
    return "history_required" if leans else "rag_required"


def belongs_to_conversation(reading: Reading, following: Following | None, pack: Pack) -> bool:
    """A question without intent words belongs to the topic if it refers to it, asks about the answer, mentions the
    field or the things just mentioned. A bare "그거 좀" says too little even then."""
    if following is None or reading.off_topic:
        return False
    if reading.vague:
        return bool(reading.named())
    if reading.pointers or reading.reuse_cue or reading.mentions or says_domain_word(reading.text, pack):
        return True
    on_answer = (OWN_CASE.search(reading.text), several_meant(reading.text), _ASKS_ABOUT_ANSWER.search(reading.text))
    if any(found is not None for found in on_answer) or reading.wants_fresh or _computes(reading.text):
        return True
    if not reading.residue:  # 오타, 세 달: a figure is put right.
        return bool(figures_of(meant_after_correction(reading.text) or ""))
    leans = bool(reading.references) or reading.continues or reading.corrects or reading.is_fragment
    return leans or _shares_words(reading, following)


def _computes(text: str) -> bool:
    """True if it compares, adds up or asks for a share: figures just shown are meant (몇 퍼센트나 빠졌어)."""
    asked = comparing(text)
    counts = asked.counts and bool(references(text))  # how many of those
    return counts or asked.asks or asked.difference or asked.ratio or asked.per_cent or multiple_in(text) is not None


def _shares_words(reading: Reading, following: Following) -> bool:
    spoken = f"{following.exchange.standalone} {following.exchange.answer}".casefold()
    return any(len(word) > 1 and word.casefold() in spoken for word in topic_words(reading.text))
