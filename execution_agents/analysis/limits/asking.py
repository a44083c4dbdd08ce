"""What is asked of a value and a limit, with the evidence at hand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from execution_agents.analysis.limits.stated import Stated, stated_in
from foundation.contracts.work import EvidenceItem
from foundation.domains.schema.pack import Pack
from foundation.domains.slots.slots import find_mentions
from foundation.domains.slots.synonyms import Synonyms, synonyms_of
from foundation.language.content import content_words
from foundation.language.cues import FOLLOW_UP_CUES, references
from foundation.language.figures.reader import figures_of
from foundation.language.grams import grams_of, is_said
from foundation.language.rules.limits import amounts_of
from foundation.language.wanted.kept import Asked, asks_kept, without_asking

_CLAUSE_END = re.compile(r"[,.;?]\s+|(?<=[가-힣])(?:는데|인데|은데|지만)\s|\b(?:so|but)\s", re.IGNORECASE)
_POINTS_BACK = re.compile(r"(?<![가-힣])(?:그럴|그래도|그렇게|그거|그게)|\b(?:that|this|it)\b", re.IGNORECASE)
_BEHIND_A_FIGURE = re.compile(r"^\s?(?:천|백)?[가-힣]*")
_HANGUL = re.compile(r"[가-힣]")


@dataclass(frozen=True)
class Asking:
    """One question of a turn."""

    question: str
    """As the person wrote it."""
    standalone: str
    said: Sequence[tuple[str, str]]
    """(question, answer) of the last exchanges, newest first."""
    items: Sequence[EvidenceItem]
    pack: Pack
    language: str
    now: datetime
    complete: bool = True
    """True if no row that belongs to the evidence was cut off."""

    @cached_property
    def asked(self) -> Asked | None:
        """What a yes would say."""
        return asks_kept(self.question)

    @cached_property
    def stated(self) -> tuple[Stated, ...]:
        """The limits of the evidence."""
        return stated_in(self.items, self.pack, self.language)

    @cached_property
    def synonyms(self) -> Synonyms:
        """The field's words for the person's."""
        return synonyms_of(self.pack.dictionary.synonyms)

    @cached_property
    def own_words(self) -> tuple[str, ...]:
        """What the question is about, by its own words."""
        return words_of(self.question)

    @cached_property
    def asked_words(self) -> tuple[str, ...]:
        """Of a question that tells something first (i was sick for 5 days, can i get the leave back): what it asks
        about in the end."""
        parts = [part for part in _CLAUSE_END.split(self.question) if part.strip(" ?!.")]
        if len(parts) < 2 or values_said(parts[-1]) or _POINTS_BACK.search(parts[-1]):
            return ()
        return words_of(parts[-1])

    @cached_property
    def topic_words(self) -> tuple[str, ...]:
        """What was taken over from the conversation."""
        return tuple(word for word in words_of(self.standalone) if word not in self.own_words)

    def held(self, words: Sequence[str], text: str) -> int:
        """How many of the words a text says, in the field's words or its own."""
        return sum(self.says(word, text) for word in words)

    def says(self, word: str, text: str) -> bool:
        """True if a text says a word."""
        there, plain = grams_of(text), "".join(text.lower().split())
        stem = [word[:-1]] if len(word) > 2 and is_said(word) else []
        forms = [word, *stem, *self.synonyms.added(word)]
        return any(_is_in(form, there, plain) for form in forms)

    def choices(self, text: str) -> dict[str, set[str]]:
        """The values that a text names of the slots that are chosen from lists."""
        chosen = {slot.name for slot in self.pack.slots if slot.parser == "choice"}
        found: dict[str, set[str]] = {}
        for one in find_mentions(text, self.pack, self.now):
            if one.slot in chosen and not one.negated:
                found.setdefault(one.slot, set()).add(one.value)
        return found


def values_said(text: str) -> bool:
    """True if a text says an amount."""
    return bool(amounts_of(text))


def words_of(text: str) -> tuple[str, ...]:
    """Its words that say what it is about: no figures, nothing that asks for yes or no."""
    text = FOLLOW_UP_CUES.sub(" ", text)
    for one in reversed(figures_of(text)):
        behind = _BEHIND_A_FIGURE.sub(" ", text[one.start + len(one.text) :])
        text = f"{text[: one.start]} {behind}"
    for at in reversed(references(text)):
        text = f"{text[: at.span[0]]} {text[at.span[1] :]}"
    return tuple(word for word in content_words(without_asking(text)) if len(word) > 1)


def _is_in(form: str, there: frozenset[str], plain: str) -> bool:
    grams = grams_of(form)
    if _HANGUL.search(form):
        whole = "".join(form.lower().split())
        return whole in plain or (len(whole) > 2 and bool(grams) and 3 * len(grams & there) >= 2 * len(grams))
    return bool(grams) and grams <= there
