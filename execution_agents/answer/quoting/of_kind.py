"""The kind of thing a question asks for decides which sentence is said first: an amount, a time, a place. A sentence of
another kind is no answer, however many of the question's words it holds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from execution_agents.answer.evidence.answering import Place, content_of
from execution_agents.answer.evidence.passages import Asked, Passage, Sentence
from foundation.domains.schema.quoting import QuotingFigures
from foundation.language.asking import Wanted

MEASURED = frozenset({"figure", "time", "place"})
"""Kinds that a text plainly has or has not."""
FEW = 2
"""Words of the person's own, of which one at least has to stand where the answer is."""
HELD = 0.25


def of_the_kind(lines: Sequence[Sentence], asked: Wanted, figures: QuotingFigures) -> list[Sentence]:
    """The lines with the first one in front that has the kind of thing asked for, as far as it lies near enough to the
    best; as they are where that has it, none has, or no such kind is asked for."""
    best = lines[0]
    if not asked.asked & MEASURED or asked.tells(best.text):
        return list(lines)
    least = figures.of_kind / 1000 * best.score
    found = next((one for one in lines[1:] if one.score >= least and asked.tells(one.text)), None)
    if found is None:
        return list(lines)
    first = replace(found, coverage=max(found.coverage, best.coverage), told=best.told)
    return [first, *(one for one in lines if one is not found)]


def lacks_the_kind(best: Sentence, asked: Wanted) -> bool:
    """How much, when or where is asked, and the sentence that would be said has no such thing."""
    return asked.outright and bool(asked.asked & MEASURED) and not asked.tells(best.text)


def speaks_of_none(best: Sentence, passage: Passage, asked: Asked, wants: Wanted) -> bool:
    """None of the words that the person added stands where the answer is, under any name, nor has it the kind of thing
    asked for: it answers what was asked before."""
    own = content_of(asked.own or asked.question, asked.forms)
    places = [Place.of(text) for text in (best.text, best.heads, passage.title, passage.text)]
    held = any(word.held(place) > HELD for word in own for place in places)
    return len(own) >= FEW and not held and not wants.tells(best.text)
