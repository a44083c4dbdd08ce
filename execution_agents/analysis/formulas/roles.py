"""Words beside a figure, and what else the pack calls a figure that stands beside them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from execution_agents.analysis.formulas.quantities import Quantity
from foundation.domains.schema.by_identity import ByIdentity
from foundation.domains.schema.formulas import Formula, FormulaInput
from foundation.domains.schema.pack import Pack
from foundation.language.stop_words import ENGLISH_STOP

NEAR = 18
"""Characters between a figure and the word that says what it is."""
BEHIND = 3
"""How much nearer a word before a figure counts than one after it."""
SHORT = 3
"""Letters of a Latin word up to which only its plural is the same word."""
SEVERAL = 2
"""Inputs of the pack that go by a word, from which on it names a role and no formula's particular."""
_CLAUSE = re.compile(r"[,.;?!]|(?<=[가-힣])(?:이고|하고|인데|면서|지만)\s|\b(?:and|plus|with|but)\b|\s[-–]\s")
_KOREAN_NOUN = re.compile(r"[가-힣]{2,}")
_STATED = re.compile(r"(?:이|인|예|임|입)[가-힣]{0,4}(?![가-힣])")


@lru_cache(maxsize=4096)
def pattern_of(word: str) -> re.Pattern[str]:
    """The pattern for a word: a Latin one matches whole words, also inflected, a Korean one also inside words."""
    plain = re.escape(word)
    latin = word[:1].isascii() and word[:1].isalnum()
    last = word[-1:].isascii() and word[-1:].isalnum()
    inflected = (r"(?:s|ed|ing)?" if len(word) > SHORT else "s?") if word[-1:].isalpha() else ""
    end = rf"{inflected}(?![A-Za-z])" if last else ""
    return re.compile(rf"{r'(?<![A-Za-z])' if latin else ''}{plain}{end}", re.IGNORECASE)


def around(text: str, quantities: Sequence[Quantity], at: int) -> tuple[str, str]:
    """The text before and behind a figure, up to its neighbours."""
    start = quantities[at - 1].end if at else 0
    end = quantities[at + 1].start if at + 1 < len(quantities) else len(text)
    return text[start : quantities[at].start], text[quantities[at].end : end]


def distances(word: str, before: str, behind: str) -> list[int]:
    """The distance of a word from the figure between the two texts; a clause between them counts as far."""
    pattern, found = pattern_of(word.removeprefix("~")), list[int]()
    for match in pattern.finditer("" if word.startswith("~") else before):
        between = before[match.end() :]
        found.append(len(between) + (NEAR if _CLAUSE.search(between) else 0))
    for match in pattern.finditer(behind):
        between = behind[: match.start()]
        found.append(len(between) + (0 if word.startswith("~") else BEHIND) + (NEAR if _CLAUSE.search(between) else 0))
    return found


@dataclass(frozen=True)
class Roles:
    """What the pack calls the figures of a text."""

    text: str
    quantities: Sequence[Quantity]
    formula: Formula
    """The one that the text is read for: its own name (monthly repayment) names no other role."""
    pack: Pack

    def is_another(self, quantity: Quantity, one: FormulaInput, own: int = NEAR + BEHIND + 1) -> bool:
        """True if the nearest word that names a role is of inputs that go by no name of this one (what was borrowed is
        no instalment), and clearly nearer than this one's `own` name: 담보대출로 4억 집 is the price of a home."""
        before, behind = around(self._unnamed, self.quantities, self.quantities.index(quantity))
        named = _roles_of(ByIdentity(self.pack)).get(one.unit, {})
        near = {
            word: min(found)
            for word in named
            if (found := [each for each in distances(word, before, behind) if each + BEHIND < own])
        }
        nearest = [word for word, distance in near.items() if distance == min(near.values())]
        others = [each for word in nearest for each in named[word]]
        return bool(others) and not any(set(each.words) & set(one.words) for each in others)

    @cached_property
    def _unnamed(self) -> str:
        text = self.text
        for word in self.formula.words:
            text = pattern_of(word).sub(lambda found: " " * len(found[0]), text)
        return text


@lru_cache(maxsize=32)
def _roles_of(pack: ByIdentity[Pack]) -> Mapping[str, Mapping[str, Sequence[FormulaInput]]]:
    """Unit -> word -> the inputs of several formulas that go by it. Cached: each formula asks of each message."""
    found: dict[str, dict[str, list[FormulaInput]]] = {}
    for formula in pack.part.formulas:
        for one in formula.inputs:
            for word in one.words if one.unit else ():
                if len(word) > 1 and word not in ENGLISH_STOP:
                    found.setdefault(one.unit, {}).setdefault(word, []).append(one)
    return {
        unit: {word: inputs for word, inputs in words.items() if len(inputs) >= SEVERAL}
        for unit, words in found.items()
    }


def stated_of(formula: Formula, text: str, quantities: Sequence[Quantity]) -> Mapping[str, Quantity]:
    """The figure that a text states of the formula's own subject (연차 30일인데), for the one input of its unit that
    would take its default."""
    nouns = {noun for each in (*formula.patterns, *formula.words) for noun in _KOREAN_NOUN.findall(each)}
    units = Counter(one.unit for one in formula.inputs if one.default is not None and not one.is_choice)
    found: dict[str, Quantity] = {}
    for one in formula.inputs:
        if one.is_choice or one.default is None or units[one.unit] > 1:
            continue
        stated = [each for each in quantities if not each.is_bare and _is_stated(text, each, nouns)]
        if len(stated) == 1:
            found[one.name] = stated[0]
    return found


def _is_stated(text: str, quantity: Quantity, nouns: set[str]) -> bool:
    before = text[: quantity.start].rstrip()
    close = len(text[: quantity.start]) - len(before) <= 1
    said = any(re.search(rf"{noun}(?:는|은|이|가)?$", before) for noun in nouns)
    return close and said and _STATED.match(text, quantity.end) is not None
