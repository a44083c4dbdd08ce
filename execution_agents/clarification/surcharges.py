"""Conditions that a question names and that add to quantities (밤, 12m up), as a pack's graph declares them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from execution_agents.knowledge_graph.word_edges import bare_words, is_tail
from foundation.domains.schema.graph import GraphSource, Surcharge
from foundation.language.cues import negated

_TOKEN = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_DENIED_BEHIND = re.compile(r"[가-힣\s]{0,8}?(?:아님|아니|아닌|말고|제외|빼[고면])")
_DENIED_BEFORE = re.compile(r"\b(?:not|no|without|except)\s+(?:at\s+|in\s+|during\s+|any\s+)?$", re.IGNORECASE)
_METRES = re.compile(r"(\d+(?:\.\d+)?)\s?(?:m|미터|metres?|meters?)(?![a-z0-9²³])", re.IGNORECASE)
BESIDE = 12
"""Letters between a condition and the length that is said of it."""


@dataclass(frozen=True)
class Condition:
    """A condition where a text names it."""

    surcharge: Surcharge
    start: int
    end: int


def conditions_named(
    text: str, declared: GraphSource, is_held: Callable[[str], bool] | None = None
) -> tuple[Condition, ...]:
    """The first place of each, in the order of the text. `is_held`: says which words are those of things' names
    (TIG): they mean the thing."""
    found: dict[str, Condition] = {}
    for one in sorted(_conditions(text, declared, is_held), key=lambda each: each.start):
        found.setdefault(one.surcharge.name, one)
    return tuple(found.values())


def without_conditions(text: str, declared: GraphSource, is_held: Callable[[str], bool]) -> str:
    """The text with blanks in their place."""
    for one in _conditions(text, declared, is_held):
        text = f"{text[: one.start]}{' ' * (one.end - one.start)}{text[one.end :]}"
    return text


def words_said(text: str) -> set[str]:
    """Its words, each also without particles."""
    return set[str]().union(*(_forms(match[0]) for match in _TOKEN.finditer(text)))


def _conditions(text: str, declared: GraphSource, is_held: Callable[[str], bool] | None) -> Iterator[Condition]:
    """Those that the text says, and neither denies (밤 말고 낮에, not at night) nor says to be none (9m 고소작업)."""
    for one in _said_in(text, declared, is_held):
        if not _is_denied(text, one) and not _is_within(text, one):
            yield one


def _is_denied(text: str, one: Condition) -> bool:
    span = (one.start, one.end)
    return negated(text, span) or bool(
        _DENIED_BEHIND.match(text[one.end :]) or _DENIED_BEFORE.search(text[: one.start])
    )


def _is_within(text: str, one: Condition) -> bool:
    """True if a length beside it does not reach where it begins."""
    above = one.surcharge.above_m
    if above is None:
        return False
    near = text[max(0, one.start - BESIDE) : one.end + BESIDE]
    lengths = [Decimal(found[1]) for found in _METRES.finditer(near)]
    return bool(lengths) and max(lengths) <= above


def _said_in(text: str, declared: GraphSource, is_held: Callable[[str], bool] | None) -> Iterator[Condition]:
    each = declared.surcharges.each if declared.surcharges else ()
    tokens = [(match.span(), match[0].lower()) for match in _TOKEN.finditer(text)] if each else []
    for one in each:
        for pattern in one.patterns:
            yield from (Condition(one, *match.span()) for match in _compiled(pattern).finditer(text))
        for span, token in tokens:
            said = [word for word in map(str.lower, one.words) if _is_said(word, token)]
            if said and not (is_held and any(map(is_held, said))):
                yield Condition(one, *span)


def _is_said(word: str, token: str) -> bool:
    return token == word or (token.startswith(word) and is_tail(token[len(word) :], term=False))


def _forms(token: str) -> set[str]:
    low = token.lower()
    return {low, *bare_words(low)}


@lru_cache(maxsize=64)
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)
