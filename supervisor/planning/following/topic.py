"""The earlier question that a follow-up is set beside, and the exchange of whole words in it.

The earlier question stays as it was asked: a word less may turn it around (강아지 못 키우게 할 수 있어?), and what
is left of a sentence is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from foundation.domains.schema.pack import Slot
from foundation.domains.slots.slots import Mention
from foundation.language.beside import before_it, set_beside
from foundation.language.sentences import sentences_of
from supervisor.planning.context import Exchange

LONGEST = 400
"""Characters of an earlier question that is set before another one; of a longer message its first sentence is."""
_PAIRS = (("으로", "로"), ("이랑", "랑"), ("이나", "나"), ("은", "는"), ("이", "가"), ("을", "를"), ("과", "와"))
_WORD_END = re.compile(r"\w*")
_HUNG_ON = re.compile(
    r"(?:들)?(?:에서는|에서|으로는|로는|으로|이면|라면|인데|이고|이랑|하고|보다|부터|까지|에는|은|는|이|가|을|를|의|에|와|과|랑|도|만|로|면"
    r"|인|야|이야)?(?:요)?"
)
"""Endings that may be attached to a whole word."""


@dataclass(frozen=True)
class Edit:
    """A stretch [start, end) of a text and its replacement."""

    start: int
    end: int
    text: str


def with_topic(topic: str, question: str) -> str:
    """The question set beside its topic; unchanged if there is none."""
    return set_beside(topic, question) if topic else question


def earlier_question(exchange: Exchange) -> str:
    """The question that an exchange is about: what its own words were set beside, else its standalone question. So it
    does not grow with every follow-up."""
    text = before_it(exchange.standalone, exchange.question)
    if len(text) <= LONGEST:
        return text
    return next((one for one in sentences_of(text) if len(one) <= LONGEST), "")


def is_whole(text: str, mention: Mention, mentions: Sequence[Mention]) -> bool:
    """True for a word, or words, with no more than a particle after them: 전세 in 전세사기 is none. Another mention may
    be adjacent (강남구아파트)."""
    begins = mention.start == 0 or not text[mention.start - 1].isalnum()
    behind = _WORD_END.match(text, mention.end)
    ends = behind is not None and _HUNG_ON.fullmatch(behind.group()) is not None
    return (begins or any(other.end == mention.start for other in mentions)) and (
        ends or any(other.start == mention.end for other in mentions)
    )


def names_it(slot: Slot, mention: Mention) -> bool:
    """True if these words are a name of the value: its label or its first word. A choice is known by others too that
    say more or something else (권리금, 사려면); exchanged, they would be lost."""
    if slot.parser != "choice":
        return True
    choice = next((one for one in slot.choices if one.value == mention.value), None)
    if choice is None:
        return True
    names = {one.casefold() for one in (*choice.label.values(), *choice.words[:1])}
    said = mention.text.casefold()
    return not names.isdisjoint({said, said.removesuffix("s"), f"{said}s"})


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """The text with these stretches exchanged, and the particles after them made to fit."""
    changed = text
    # Of two at one place the insertion comes last: the other would cut up what it put there.
    for edit in sorted(edits, key=lambda edit: (edit.start, edit.end), reverse=True):
        after = changed[edit.end :]
        changed = changed[: edit.start] + edit.text + (fitted(edit.text, after) if edit.text else after)
    return re.sub(r"\s+(?=[?？!]+\s*$)", "", re.sub(r"\s{2,}", " ", changed)).strip()


def fitted(word: str, after: str) -> str:
    """What follows a word, its first particle in the form the word's last syllable asks for."""
    last = word[-1:]
    if not "가" <= last <= "힣":
        return after
    final = (ord(last) - ord("가")) % 28
    for closed, open_ in _PAIRS:
        for particle in (closed, open_):
            if re.match(rf"{particle}(?![가-힣])", after):
                after_vowel = final == 0 or (closed == "으로" and final == 8)
                return (open_ if after_vowel else closed) + after[len(particle) :]
    return after
