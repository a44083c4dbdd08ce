"""A follow-up must be answered by something that holds its own words; otherwise the earlier question is answered
again."""

from __future__ import annotations

from execution_agents.answer.evidence.answering import Place, content_of
from execution_agents.answer.evidence.passages import Asked, Passage, Sentence
from foundation.language.wanted.asking import Wanted

FEW = 2
"""From this many own words on, at least one must occur where the answer is."""
HELD = 0.25


def speaks_of_none(best: Sentence, passage: Passage, asked: Asked, wants: Wanted) -> bool:
    """True if none of the words the person added occurs where the answer is, under any name, nor the kind of thing
    asked for: then the line answers the earlier question."""
    own = content_of(asked.own or asked.question, asked.forms)
    texts = (best.text, best.heads, passage.title, passage.text, asked.questions_of(best.text))
    places = [Place.of(text) for text in texts]
    held = any(word.held(place) > HELD for word in own for place in places)
    return len(own) >= FEW and not held and not wants.tells(best.text)
