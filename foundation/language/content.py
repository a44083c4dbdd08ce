"""The words of a question that say what it is about, as an answer is looked for by them."""

from __future__ import annotations

import re

from foundation.language.cues import PARTICLE, composed, is_request, topic_words

_TOKEN = re.compile(r"[A-Za-z][A-Za-z'-]*|[가-힣0-9㎡%,.~]+")
_ONE_PARTICLE = re.compile(PARTICLE + "$")


def content_words(text: str) -> tuple[str, ...]:
    """In order, each once, with one particle less (동의가: 동의). `topic_words` takes two away, and a word that itself
    ends like a particle is gone."""
    tokens = (token.strip(",.~") for token in _TOKEN.findall(composed(text)))
    return tuple(dict.fromkeys(word for token in tokens if (word := _bare(token))))


def _bare(token: str) -> str:
    if token.isascii():
        return token if topic_words(token.removesuffix("'s")) else ""
    stem = _ONE_PARTICLE.sub("", token)
    return "" if is_request(token) or len(token) < 2 else stem if len(stem) > 1 else token
