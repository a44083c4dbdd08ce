"""A question over all rows of a table: which benefit is worth most, 전체 상품 중 금리가 제일 낮은 것.

A kind that was spoken of before (health benefits) is not taken over into it: the largest of a part is not the largest
of all."""

from __future__ import annotations

import re
from collections.abc import Collection

from execution_agents.analysis.cells import is_of_things
from foundation.domains.schema.pack import Pack, Slot
from foundation.language.cues import references
from foundation.language.wanted.comparisons import comparing
from foundation.language.wanted.conditions import conditions_in

_ALL = re.compile(
    r"전체|통틀어|(?:모든|모두|전부|다)\s?(?:중|합쳐|통틀|에서)|\b(?:of\s+(?:them\s+)?all|overall|of\s+any)\b",
    re.IGNORECASE,
)
_WHICH = r"\b(?:which|what|any|all|every)\s+(?:of\s+(?:our|the)\s+)?(?:{nouns})(?:s|es)?\b"

_OF_PLACES = re.compile(
    r"동네|지역|(?:어느|어떤|[가-힣]+[은는싼한])\s*(?:구|군|시)(?![가-힣])|\b(?:districts?|neighbou?rhoods?|areas?)\b",
    re.IGNORECASE,
)
"""Places by the word for them: of a district the cheapest *one* may be a flat."""


def asks_over_all(question: str, data_types: Collection[str], pack: Pack) -> bool:
    """True if an extreme, a ranking or a condition is asked of all things of these data types: it says so, or names
    them by their own noun and no kind of them (which benefits)."""
    types = [one for one in pack.data_types if one.name in data_types]
    if not types or not all(is_of_things(pack.source(name)) for one in types for name in one.sources):
        return False
    asked = comparing(question)
    if not (asked.superlative or asked.ordered or conditions_in(question)):
        return False
    nouns = {word for one in types for word in (*one.keywords, *one.high_priority) if word.isascii() and word.islower()}
    named = _WHICH.format(nouns="|".join(sorted(map(_singular, nouns), key=len, reverse=True)))
    return _ALL.search(question) is not None or bool(nouns and re.search(named, question, re.IGNORECASE))


def _singular(word: str) -> str:
    return re.escape(word.removesuffix("s"))


def with_those_beside(held: tuple[str, ...], question: str, slot: Slot) -> tuple[str, ...]:
    """The place around the one spoken of, where the first of all places is asked for (제일 싼 동네): one place has
    nothing to be compared with."""
    of_places = comparing(question).superlative and _OF_PLACES.search(question) is not None and not references(question)
    around = [one.parent for one in slot.regions if one.name in held and one.parent]
    return tuple(around) if of_places and len(held) == 1 and around else held
