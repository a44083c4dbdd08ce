"""A follow-up is answered by what speaks of its own words: else it is what was asked before that is answered again."""

from __future__ import annotations

from execution_agents.answer.evidence.answering import Place, content_of
from execution_agents.answer.evidence.passages import Asked, Passage, Sentence
from foundation.language.wanted.asking import Wanted

FEW = 2
"""Words of the person's own, of which one at least has to stand where the answer is."""
HELD = 0.25


def speaks_of_none(best: Sentence, passage: Passage, asked: Asked, wants: Wanted) -> bool:
    """None of the words that the person added stands where the answer is, under any name, nor has it the kind of thing
    asked for: it answers what was asked before."""
    own = content_of(asked.own or asked.question, asked.forms)
    places = [Place.of(text) for text in (best.text, best.heads, passage.title, passage.text)]
    held = any(word.held(place) > HELD for word in own for place in places)
    return len(own) >= FEW and not held and not wants.tells(best.text)
