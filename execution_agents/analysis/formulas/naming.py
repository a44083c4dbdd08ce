"""How a text names a formula: by a word of its own, by a pattern, by the article that states its rule."""

from __future__ import annotations

import re

from execution_agents.analysis.formulas.roles import pattern_of
from foundation.domains.schema.formulas import Formula
from foundation.language.cues import PARTICLE_TAIL


def naming(formula: Formula, text: str) -> int:
    """How clearly a text names a formula: the length of its longest matching word; 0 if none matches."""
    if is_unlike(formula, text):
        return 0
    words = [len(word) for word in formula.words if pattern_of(word).search(text)]
    patterns = [len(match[0]) for pattern in formula.patterns if (match := re.search(pattern, text, re.IGNORECASE))]
    return max([*words, *(min(length, 12) for length in patterns)], default=0) + (2 if patterns and words else 0)


def states_rule_of(heading: str, formula: Formula) -> int:
    """1 if a passage of this heading states the formula's rule: its source, or the article of a law."""
    title = heading.replace(" > ", ", ")
    articles = [one for one in formula.articles if re.search(r"제\d+조", one)]
    law = any(title.startswith(one) and not title.removeprefix(one).startswith("의") for one in articles)
    return int(bool(title) and (title in formula.source.values() or law))


def is_unlike(formula: Formula, text: str) -> bool:
    """True if a text names what the formula does not work out."""
    return any(pattern_of(word).search(text) for word in formula.unlike)


def says_its_name(formula: Formula, text: str) -> bool:
    """True if a word of the formula stands as a whole word, with no more than particles behind it."""
    matches = [match for word in formula.words if (match := pattern_of(word).search(text))]
    return any(PARTICLE_TAIL.fullmatch(re.match(r"[가-힣]*", text[one.end() :])[0]) for one in matches)  # type: ignore[index]
