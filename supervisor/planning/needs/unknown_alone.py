"""The thing that is all a question names, where the pack has no such word: arsenic in *and arsenic?*"""

from __future__ import annotations

from functools import lru_cache

from execution_agents.knowledge_graph.index import EntityIndex
from execution_agents.knowledge_graph.linker import link
from foundation.domains.schema.by_identity import ByIdentity
from foundation.domains.schema.pack import Pack
from foundation.domains.slots.slots import find_mentions
from foundation.language.content import content_words
from foundation.language.cues import normalise
from foundation.language.figures.units import UNITLESS, unit_of
from foundation.language.wanted.existence import named_alone
from supervisor.planning.context import TurnContext


def unknown_alone(question: str, index: EntityIndex, context: TurnContext) -> tuple[str, ...]:
    """Its words that neither the passages, nor the names of rows, nor the pack's files have, nor any question that
    people ask for its lines."""
    what = named_alone(question)
    if not what or find_mentions(question, context.pack, context.now) or link(question, index):
        return ()
    asked = _asked_for_lines(ByIdentity(context.pack))
    return tuple(
        word
        for word in content_words(what)
        if unit_of(word.lower()) == UNITLESS and not any(_is_known(form, index, asked) for form in _forms(word))
    )


def _forms(word: str) -> tuple[str, ...]:
    low = normalise(word)
    return (low, low.removesuffix("s"), low.removesuffix("es")) if low.isascii() else (low,)


def _is_known(word: str, index: EntityIndex, asked: str) -> bool:
    return index.vocabulary.is_ordinary(word) or word in asked


@lru_cache(maxsize=16)
def _asked_for_lines(pack: ByIdentity[Pack]) -> str:
    return normalise(" ".join(question for line in pack.part.line_questions for question in line.questions))
