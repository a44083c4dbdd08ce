"""Search in whole conversations: which messages hold all the words, and the piece of each that shows them."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

from foundation.contracts.errors import WrongUse
from foundation.contracts.identity import Principal
from foundation.storage.conversations.finding import FindingRepository
from foundation.storage.conversations.records import FoundMessage

MOST_WORDS = 8
SNIPPET = 120
"""Characters of a message that are shown around its first hit."""
BEFORE = 32
"""Of them, before the hit."""


@dataclass(frozen=True)
class Hit:
    """A message that was found."""

    message: FoundMessage
    snippet: str
    marks: tuple[tuple[int, int], ...]
    """Where the words stand in the snippet: from, to, in UTF-16 code units."""


class Finding:
    """Searches one's own conversations."""

    def __init__(self, repository: FindingRepository) -> None:
        self._repository = repository

    async def find(self, principal: Principal, text: str, limit: int) -> list[Hit]:
        """Newest first. Raises WrongUse when there is nothing to look for."""
        words = list(dict.fromkeys(unicodedata.normalize("NFC", text).split()))
        if not words:
            raise WrongUse("q: write at least one word to look for.", field="q")
        if len(words) > MOST_WORDS:
            raise WrongUse(f"q: look for {MOST_WORDS} words at most.", field="q")
        return [hit_of(one, words) for one in await self._repository.find(principal, words, limit)]


def hit_of(message: FoundMessage, words: list[str]) -> Hit:
    """The piece of a message that shows these words."""
    # One character for another, so that places in the lowered text are places in the text.
    text = " ".join(message.content.split())
    lowered = _lowered(text)
    first = min((at for word in words if (at := lowered.find(_lowered(word))) >= 0), default=0)
    start = 0 if first <= BEFORE else first - BEFORE
    end = min(len(text), start + SNIPPET)
    before, after = "…" if start > 0 else "", "…" if end < len(text) else ""
    snippet = before + text[start:end] + after
    return Hit(message, snippet, _marks(snippet, words))


def _marks(snippet: str, words: list[str]) -> tuple[tuple[int, int], ...]:
    """Stretches that overlap are one."""
    lowered, held = _lowered(snippet), list[tuple[int, int]]()
    for word in map(_lowered, words):
        at = lowered.find(word)
        while at >= 0:
            held.append((at, at + len(word)))
            at = lowered.find(word, at + len(word))
    joined: list[tuple[int, int]] = []
    for start, end in sorted(held):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple((_units(snippet[:start]), _units(snippet[:end])) for start, end in joined)


def _lowered(text: str) -> str:
    return "".join(low if len(low := letter.lower()) == 1 else letter for letter in text)


def _units(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2
